// What the table answers when somebody asks, on one sheet above the log: plain sentences, what the rules say with its place in
// the files, facts, and the rulebook. The server sends plain lines; how each begins tells what it is.

const PLACE = String.raw`[^\s:()]+\.ya?ml:\d+`;
const KINDS = [
  { kind: "source", reads: new RegExp(`^\\s*(?<where>${PLACE}): (?<words>.*)$`) },
  { kind: "rule", reads: /^\s+(?<where>[A-Z][A-Z0-9]*-\d+\w*): (?<words>.*)$/ },
  { kind: "fact", reads: new RegExp(`^\\s+(?<words>.*?)(?:\\s+\\((?<where>${PLACE})\\))?$`) },
];

// What is told of a decision goes with it.
export function inform(lines, { options = [], isOfDecision = true } = {}) {
  const info = document.getElementById("info");
  info.classList.toggle("passing", isOfDecision);
  const rest = [...options];
  info.replaceChildren(closing(), ...lines.map((line) => (rest.length && !/^\s/.test(line) ? advice(line, rest.shift()) : told(line))));
  info.hidden = !lines.length;
  info.scrollTop = 0;
}

export function closeInfo() {
  document.getElementById("info").hidden = true;
}

export function forgetDecision() {
  document.querySelectorAll("#info.passing").forEach((info) => (info.hidden = true));
}

function told(line) {
  const shown = document.createElement("p");
  const { kind, found } = KINDS.map(({ kind, reads }) => ({ kind, found: line.match(reads) })).find(({ found }) => found) || {};
  if (!found) shown.textContent = line;
  else {
    const { where, words } = found.groups;
    shown.className = kind;
    shown.append(made(kind === "source" ? "code" : "span", words));
    if (where) shown[kind === "rule" ? "prepend" : "append"](made("small", where), " ");
  }
  return shown;
}

// An option that is advised can be taken at once.
function advice(line, option) {
  const button = Object.assign(made("button", line), { type: "button", className: "choice" });
  button.dataset.option = option;
  return button;
}

function closing() {
  const close = Object.assign(made("button", "×"), { type: "button", className: "close" });
  close.dataset.do = "close";
  close.setAttribute("aria-label", "close");
  return close;
}

const made = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
