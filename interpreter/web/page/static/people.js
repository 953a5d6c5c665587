// Who sits at the table: where bots play, who is away, and what can be done about it; one's own name, and one's own link.

import { copying } from "./links.js";

const known = { seats: [], you: [], seat: null, watchers: 0 };

export function hearOf(message) {
  Object.assign(known, message);
  tellPresence();
}

// Titles are replaced by updates, so it is told again after each.
export function tellPresence() {
  for (const one of known.seats) {
    for (const title of document.querySelectorAll(".area.player .title")) {
      const who = title.textContent === one.name && title.closest("header").querySelector(".who");
      if (who) who.textContent = title.closest(".own") ? (one.bot ? "you: a bot plays" : "you") : stateOf(one);
    }
  }
  const relief = document.getElementById("relief");
  if (relief) relief.hidden = !known.seats.some((one) => one.name === known.seat && one.bot);
}

const stateOf = ({ bot, here }) => (bot ? "bot" : here ? "" : "away");

// The sheet of all seats; `send` is how something is done about them.
export function people(send) {
  const sheet = document.createElement("div");
  sheet.className = "people";
  const title = Object.assign(document.createElement("h2"), { textContent: "At this table" });
  const list = document.createElement("ul");
  list.append(...known.seats.map((one) => seated(one, send)));
  sheet.append(title, list);
  if (known.watchers) sheet.append(Object.assign(document.createElement("p"), { textContent: `${known.watchers} ${known.watchers === 1 ? "looks" : "look"} on.` }));
  if (known.seat) {
    const foot = document.createElement("p");
    foot.append(copying("Copy my link", location.href, "to sit here on another screen"));
    sheet.append(foot);
  }
  return sheet;
}

function seated(one, send) {
  const item = document.createElement("li");
  const isOwn = one.name === known.seat;
  const state = document.createElement("span");
  state.textContent = isOwn ? (one.bot ? "a bot plays for you" : "you") : { bot: "a bot plays", away: "is away" }[stateOf(one)] || "is here";
  item.append(isOwn && !document.querySelector("#log .answer") ? naming(one.name, send) : Object.assign(document.createElement("b"), { textContent: one.name }), state);
  if (isOwn) item.append(deed(one.bot ? "I play again" : "Let a bot play for me", () => send({ do: one.bot ? "back" : "away" })));
  else if (known.seat && !one.bot && !one.here && !known.you.includes(one.name)) item.append(deed(`Let a bot play for ${one.name}`, () => send({ do: "fill", seat: one.name })));
  return item;
}

function deed(words, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "choice", textContent: words });
  button.addEventListener("click", () => {
    document.getElementById("sheet").close();
    act();
  });
  return button;
}

// Before anybody has answered, a name can be another one.
function naming(name, send) {
  const form = document.createElement("form");
  const input = Object.assign(document.createElement("input"), { value: name, maxLength: 30, autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", "your name");
  const button = Object.assign(document.createElement("button"), { className: "choice", textContent: "Rename" });
  form.append(input, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    document.getElementById("sheet").close();
    if (input.value.trim() && input.value.trim() !== name) send({ do: "name", name: input.value.trim() });
  });
  return form;
}
