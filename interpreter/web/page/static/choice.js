// The half-made choice: what was clicked so far, which options it leaves, and what is framed because of that. This is all the
// state that a page has; an answer goes out as soon as one option is left and all of it was clicked.

import { elementsOf, keysOf, nameOf } from "./things.js";

export class Choice {
  constructor(send) {
    this.send = send;
    this.decision = null;
    this.clicked = [];
    this.isSent = false;
  }

  take(decision) {
    const isSame = decision && this.decision && decision.id === this.decision.id;
    this.decision = decision;
    if (!isSame) this.clicked = [];
    this.isSent = false;
    this.paint();
  }

  // ---- which options are left

  get left() {
    if (!this.decision || this.isSent) return [];
    return this.decision.options.map(([index, groups]) => ({ index, groups, rest: unmatched(this.clicked, groups) })).filter((one) => one.rest);
  }

  wants(key) {
    return this.left.some((one) => one.rest.some((group) => group.includes(key)));
  }

  keyWanted(element) {
    return keysOf(element).find((key) => this.wants(key));
  }

  // All options, whatever was clicked.
  get options() {
    return this.decision ? this.decision.options.map(([index, groups]) => ({ index, groups })) : [];
  }

  // Options that speak of a thing, of those that are left or of others.
  optionsOf(element, among = this.left) {
    const keys = keysOf(element);
    return among.filter((one) => one.groups.some((group) => group.some((key) => keys.includes(key)))).map((one) => one.index);
  }

  // ---- clicking

  click(element) {
    const key = this.keyWanted(element);
    if (key !== undefined) this.clicked.push(key);
    else if (keysOf(element).some((one) => this.clicked.includes(one))) this.clicked = this.clicked.filter((one) => !keysOf(element).includes(one));
    else if (this.clicked.length) {
      const before = this.clicked;
      this.clicked = [];
      const anew = this.keyWanted(element);
      if (anew === undefined) {
        this.clicked = before;
        return false;
      }
      this.clicked.push(anew);
    } else return false;
    this.settle();
    return true;
  }

  settle() {
    const left = this.left;
    if (this.clicked.length && left.length === 1 && !left[0].rest.length) return this.answer(left[0].index);
    this.paint();
  }

  takeBack() {
    if (!this.clicked.length) return false;
    this.clicked.pop();
    this.paint();
    return true;
  }

  answer(index) {
    if (!this.decision || this.isSent) return;
    this.isSent = true;
    this.send({ do: "answer", decision: this.decision.id, option: index });
    this.paint();
  }

  // What is advised bears a mark: its entries in lists, and the things of the best on the table.
  advise(indices) {
    document.querySelectorAll(".advised").forEach((one) => one.classList.remove("advised"));
    for (const index of indices) document.querySelectorAll(`:is(#list, #choices) [data-option="${index}"]`).forEach((one) => one.classList.add("advised"));
    const best = this.options.find(({ index }) => index === indices[0]);
    for (const [key] of best ? best.groups : []) for (const element of elementsOf(key)) element.classList.add("advised");
  }

  refuse() {
    this.isSent = false;
    this.clicked = [];
    this.paint();
  }

  // ---- frames and buttons

  paint() {
    for (const element of document.querySelectorAll("#table .on, #table .later, #table .taken")) {
      element.classList.remove("on", "later", "taken");
      element.removeAttribute("aria-pressed");
      element.removeAttribute("aria-description");
    }
    const first = new Set(this.left.flatMap((one) => one.rest[0] || []));
    const later = new Set(this.left.flatMap((one) => one.rest.slice(1).flat()));
    mark(later, "later", "can be chosen");
    mark(first, "on", "can be chosen");
    mark(new Set([...this.clicked, ...((this.decision && this.decision.picked) || [])]), "taken", "chosen");
    for (const key of this.clicked) for (const element of elementsOf(key)) element.setAttribute("aria-pressed", "true");
    this.paintOffer();
  }

  paintOffer() {
    const half = document.getElementById("half");
    const choices = document.getElementById("choices");
    if (!choices) return;
    choices.querySelectorAll(".made").forEach((one) => one.remove());
    for (const button of choices.querySelectorAll(".choice")) button.hidden = this.clicked.length > 0;
    document.getElementById("offer").classList.toggle("sent", this.isSent);
    if (half) {
      half.hidden = !this.clicked.length || this.isSent;
      half.querySelector("span").textContent = `${this.clicked.map((key) => shortName(key)).join(", ")} …`;
    }
    if (!this.clicked.length) return;
    for (const { index } of this.left.filter((one) => !one.rest.length)) choices.append(this.made(index));
  }

  // A button for an option whose things were all clicked, while others are still possible.
  made(index) {
    const listed = document.querySelector(`#list [data-option="${index}"]`);
    const button = listed.cloneNode(true);
    button.classList.add("made");
    return button;
  }
}

function mark(keys, name, words) {
  for (const key of keys) {
    for (const element of elementsOf(key)) {
      if (name === "on") element.classList.remove("later");
      element.classList.add(name);
      element.setAttribute("aria-description", words);
    }
  }
}

function shortName(key) {
  const [element] = elementsOf(key);
  return element ? nameOf(element).split(",")[0] : key;
}

// The groups of an option that nothing was clicked for yet; nothing if what was clicked does not fit it.
function unmatched(clicked, groups) {
  if (clicked.length > groups.length) return null;
  if (!clicked.length) return groups;
  const [key, ...others] = clicked;
  for (let place = 0; place < groups.length; place += 1) {
    if (!groups[place].includes(key)) continue;
    const found = unmatched(others, [...groups.slice(0, place), ...groups.slice(place + 1)]);
    if (found) return found;
  }
  return null;
}
