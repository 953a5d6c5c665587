// The page of a table: joins the line to the server, the updates, the half-made choice and the keyboard.

import { clearSayings } from "./bubbles.js";
import { Choice } from "./choice.js";
import { Connection } from "./connection.js";
import { copied, watchHover } from "./face.js";
import { fit } from "./fit.js";
import { closeInfo, inform } from "./info.js";
import { Keyboard } from "./keyboard.js";
import { linked } from "./links.js";
import { hearOf, people, tellPresence } from "./people.js";
import { Replay } from "./replay.js";
import { isCard, keysOf } from "./things.js";
import { Updates } from "./updates.js";

const KEYS = [
  ["Arrow keys", "from one thing that can be chosen to the next; with Shift, through everything on the table"],
  ["Enter", "choose it"], ["Escape", "take back what is half chosen, or back to the question"], ["1 2 3 …", "an option by its number"],
  ["l", "the list of all options"], ["i", "read the card: large, and aloud"], ["h", "a hint"], ["u", "take the last answer back"],
  ["w", "why? Then choose a thing, and hear why it is offered or not"], ["p", "the people at this table"], ["s", "skip the flights"],
];

// Everything that shows or tells anything of a game.
const VEILED = "#bar .facts, #others, #centre, #own, #aside, #offer, #info, #log, #speech, #flights, #large, #sheet";

const choice = new Choice((message) => connection.send(message));
const updates = new Updates(choice, () => shown());
const connection = new Connection(location.pathname.replace(/\/$/, ""), location.hash.slice(1) || null, { onMessage: take, onState: tell });
const replay = document.getElementById("replay") ? new Replay((message) => connection.send(message)) : null;
const keyboard = new Keyboard({ choice, act, skip: () => updates.skip(), replay });
// What stands for a framed place, or for a part of the table, wherever in it somebody clicks.
const PLACE = ":scope > .place:is(.on, .later), :scope.part > header .title:is(.on, .later)";
let isAsking = false;

// ---- from the server

function take(message) {
  if (message.curtain) return curtain(message.curtain);
  if (message.rematch || message.elsewhere) return void (location.href = (message.rematch || message.elsewhere) + location.hash);
  if (message.parts) {
    document.getElementById("curtain")?.remove();
    updates.take(replay ? { ...message, decision: Replay.chosen(message) } : message);
  }
  if (replay && "step" in message) replay.take(message);
  else if (message.seats) hearOf(message);
  if (message.links) openSheet(branched(message.links));
  if (message.told) inform([message.told], { isOfDecision: false });
  if (message.info) informed(message);
  if (message.refused) refused(message);
}

// After every update that shows.
function shown() {
  tellPresence();
  keyboard.stop();
}

function refused(message) {
  if ("decision" in message && message.decision) choice.take(message.decision);
  choice.refuse();
  inform([message.why]);
}

function informed(message) {
  if (message.html) return openSheet(message.html);
  if (message.info === "record") return save(message.lines.join("\n"));
  inform(message.lines, { options: message.options, isOfDecision: message.info !== "log" });
  if (message.options) choice.advise(message.options);
}

function tell(state, code) {
  if (code === 1008) return turnedAway();
  const link = document.getElementById("link");
  if (link) link.textContent = { here: "", connecting: "connecting …", away: "The server does not answer; trying again …" }[state] || "";
}

function turnedAway() {
  document.body.classList.add("away");
  const back = Object.assign(document.createElement("a"), { className: "choice", href: "/", textContent: "All games and tables" });
  const words = Object.assign(document.createElement("h2"), { id: "prompt", textContent: "This link is no good here, or no longer." });
  document.getElementById("offer").replaceChildren(words, back);
}

function curtain(html) {
  document.getElementById("curtain")?.remove();
  updates.forget();
  clearSayings();
  closeInfo();
  document.getElementById("sheet").close();
  choice.take(null);
  for (const element of document.querySelectorAll(VEILED)) element.replaceChildren();
  delete document.body.dataset.shown;
  const made = document.createElement("template");
  made.innerHTML = html;
  document.body.append(made.content);
  document.querySelector("#curtain .choice")?.focus();
}

// ---- from the person

document.addEventListener("click", (event) => {
  const target = event.target;
  const button = target.closest("[data-do], [data-option], [data-line], [data-open], [data-seat]");
  if (button) return pressed(button);
  const element = target.closest("#table [data-k]");
  if (element) return clicked(element, event);
  const area = target.closest("#table .area, #table .zone, #table .cell");
  const place = area?.querySelector(PLACE);
  if (place) clicked(place, event);
});

function pressed(button) {
  const { do: deed, option, line, open, seat } = button.dataset;
  if (deed) return act(deed);
  if (option !== undefined) {
    document.getElementById("sheet").close();
    if (isAsking) return ask({ do: "why", option: Number(option) });
    return choice.answer(Number(option));
  }
  if (line) return connection.send({ do: "log", line: Number(line) });
  if (open) return connection.send({ do: "open", zone: open });
  if (seat) connection.send({ do: "iam", seat });
}

function clicked(element, event) {
  const isTouch = event.pointerType === "touch";
  if (isAsking) return asked(element);
  if (isTouch && isCard(element) && !choice.clicked.length) return face(element);
  if (choice.click(element)) return keyboard.stop();
  const around = enclosing(element);
  if (around && choice.click(around)) return keyboard.stop();
  if (isCard(element) && element.classList.contains("back") === false && isTouch) return face(element);
  if (choice.decision) whyNot(element);
}

// The framed place that a thing lies in.
function enclosing(element) {
  for (let node = element.parentElement; node && node.id !== "table"; node = node.parentElement) {
    const place = node.querySelector(PLACE);
    if (place && place !== element) return place;
  }
  return null;
}

function whyNot(element) {
  const [key] = keysOf(element);
  if (key) connection.send({ do: "why_not", thing: key });
}

function asked(element) {
  const [option] = choice.optionsOf(element, choice.options);
  if (option === undefined) ask({ do: "why_not", thing: keysOf(element)[0] });
  else ask({ do: "why", option });
}

function ask(message) {
  isAsking = false;
  document.querySelector('[data-do="why"]')?.setAttribute("aria-pressed", "false");
  connection.send(message);
}

function act(deed) {
  if (deed === "close") {
    closeInfo();
    return document.getElementById("sheet").close();
  }
  if (deed === "keys") return keys();
  if (deed === "people") return openSheet(people((message) => connection.send(message)));
  if (deed === "unpick") return void (choice.takeBack() && keyboard.stop());
  if (deed === "replay") return void (location.href = location.pathname.replace("/table/", "/replay/") + location.hash);
  if (deed === "why") {
    isAsking = !isAsking;
    document.querySelector('[data-do="why"]').setAttribute("aria-pressed", String(isAsking));
    return inform([isAsking ? "Choose a thing or an option: you are told why it is offered, or why not." : ""].filter(Boolean));
  }
  if (deed === "hint") inform(["Thinking …"]);
  connection.send({ do: deed });
}

// ---- sheets

function face(element) {
  const face = document.createElement("div");
  face.className = "face";
  face.append(copied(element));
  for (const index of choice.optionsOf(element)) {
    const listed = document.querySelector(`#list [data-option="${index}"]`);
    if (listed) face.append(listed.cloneNode(true));
  }
  openSheet(face);
}

function keys() {
  const list = document.createElement("dl");
  for (const [key, words] of KEYS) {
    const [term, told] = [document.createElement("dt"), document.createElement("dd")];
    term.append(Object.assign(document.createElement("kbd"), { textContent: key }));
    told.textContent = words;
    list.append(term, told);
  }
  openSheet(list);
}

function branched(links) {
  const sheet = document.createElement("div");
  const title = Object.assign(document.createElement("h2"), { textContent: "A new table goes on from here" });
  const words = "It has the same cards and the same chance to come. Everybody has a link of their own.";
  sheet.append(title, Object.assign(document.createElement("p"), { textContent: words }), linked(links));
  return sheet;
}

function openSheet(shown) {
  const sheet = document.getElementById("sheet");
  const close = Object.assign(document.createElement("button"), { type: "button", className: "close", textContent: "×" });
  close.dataset.do = "close";
  close.setAttribute("aria-label", "close");
  if (typeof shown === "string") sheet.innerHTML = shown;
  else sheet.replaceChildren(shown);
  sheet.append(close);
  if (!sheet.open) sheet.showModal();
}

document.getElementById("sheet").addEventListener("click", (event) => {
  if (event.target.id === "sheet") event.target.close();
});

function save(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  link.download = "record.yaml";
  link.click();
  URL.revokeObjectURL(link.href);
}

watchHover();
addEventListener("resize", () => {
  clearSayings();
  fit(true);
});
document.addEventListener("pointerdown", () => updates.skip(), true);
addEventListener("hashchange", () => location.reload());
