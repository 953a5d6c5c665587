// The links of a table that was just set: who sits there, a way to go, and one to hand it on.

const LOOKER_ON = "whoever looks on";

export function linked(links) {
  const list = document.createElement("ul");
  list.className = "links";
  list.append(...links.map(entry));
  return list;
}

function entry({ seats, url }) {
  const item = document.createElement("li");
  const who = seats.length ? seats.join(", ") : LOOKER_ON;
  const name = Object.assign(document.createElement("b"), { textContent: who });
  const go = Object.assign(document.createElement("a"), { href: url, textContent: seats.length ? "Sit down" : "Look on" });
  go.setAttribute("aria-label", `${go.textContent}: ${who}`);
  item.append(name, go, copying("Copy the link", url, who));
  return item;
}

// A button that copies a link, and says so.
export function copying(words, url, who) {
  const copy = Object.assign(document.createElement("button"), { type: "button", className: "copy" });
  const name = (now) => {
    copy.textContent = now;
    copy.setAttribute("aria-label", `${now}: ${who}`);
  };
  name(words);
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(new URL(url, location.href).href);
    name("Copied");
    setTimeout(() => name(words), 2500);
  });
  return copy;
}
