// The whole game by keyboard: one tab stop for everything that can be chosen, arrows between those things (left and right in
// reading order, up and down to what is nearest there), Enter, Escape, digits for the list, and a letter for each tool.

import { showLarge, hideLarge } from "./face.js";
import { speak } from "./speech.js";
import { inReadingOrder, isCard, nameOf } from "./things.js";

const NEXT = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const TOOLS = { u: "undo", h: "hint", w: "why", p: "people", "?": "keys" };
const PATIENCE = 700;

export class Keyboard {
  constructor({ choice, act, skip, replay }) {
    Object.assign(this, { choice, act, skip, replay });
    this.digits = "";
    document.addEventListener("keydown", (event) => this.press(event));
  }

  // Everything that can be chosen now: framed things, then buttons.
  get ring() {
    const framed = inReadingOrder([...document.querySelectorAll("#table :is(.on, .later)")]);
    return [...framed, ...document.querySelectorAll("#choices .choice:not([hidden])")];
  }

  // One of them is the tab stop.
  stop() {
    const ring = this.ring;
    const kept = ring.includes(document.activeElement) ? document.activeElement : ring[0];
    for (const one of document.querySelectorAll('#table [tabindex="0"], #choices [tabindex="0"]')) one.tabIndex = -1;
    if (kept) kept.tabIndex = 0;
  }

  press(event) {
    if (event.target.closest?.("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.replay?.key(event)) return undefined;
    if (event.key in NEXT) return this.move(event, NEXT[event.key]);
    if (event.key === "Escape") return this.escape();
    if (/^\d$/.test(event.key)) return this.digit(event.key);
    if (event.key === "i") return this.read();
    if (event.key === "l") return this.list();
    if (event.key in TOOLS) return this.act(TOOLS[event.key]);
    if (event.key === "s") this.skip();
  }

  move(event, by) {
    if (event.target.closest?.("#log, #info, #list")) return;
    const every = event.shiftKey ? inReadingOrder([...document.querySelectorAll("#table [data-k]:not(.place:not(.on, .later))")]) : this.ring;
    if (!every.length) return;
    event.preventDefault();
    const at = every.indexOf(document.activeElement);
    const isUpright = event.key === "ArrowUp" || event.key === "ArrowDown";
    const beyond = at >= 0 && isUpright ? nearest(document.activeElement, every, by) : null;
    const next = beyond || every[at < 0 ? (by > 0 ? 0 : every.length - 1) : (at + by + every.length) % every.length];
    next.focus({ preventScroll: false });
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.stop();
  }

  escape() {
    hideLarge();
    this.act("close");
    if (!this.choice.takeBack()) document.getElementById("prompt")?.focus();
    this.stop();
  }

  digit(digit) {
    const count = this.choice.decision ? this.choice.decision.options.length : 0;
    if (!count) return;
    clearTimeout(this.timer);
    this.digits += digit;
    const number = Number(this.digits);
    const give = () => {
      this.digits = "";
      if (number >= 1 && number <= count) this.choice.answer(number - 1);
    };
    if (number * 10 > count) give();
    else this.timer = setTimeout(give, PATIENCE);
  }

  // What a card says, aloud and large.
  read() {
    const element = document.activeElement;
    if (!element || !isCard(element)) return;
    showLarge(element);
    speak(`${nameOf(element)}. ${element.querySelector(".tx")?.textContent || ""}`);
  }

  list() {
    const list = document.getElementById("list");
    if (!list) return;
    list.open = !list.open;
    (list.open ? list.querySelector(".choice") : document.getElementById("prompt"))?.focus();
  }
}

// What lies above or below, and least to the side.
function nearest(from, among, by) {
  const middle = (element) => {
    const rect = element.getBoundingClientRect();
    return [rect.left + rect.width / 2, rect.top + rect.height / 2];
  };
  const [left, top] = middle(from);
  const reach = from.getBoundingClientRect().height / 2;
  const found = among.map((element) => ({ element, middle: middle(element) })).filter((one) => (one.middle[1] - top) * by > reach);
  const distance = ({ middle: [x, y] }) => Math.abs(x - left) + Math.abs(y - top);
  return found.sort((one, other) => distance(one) - distance(other))[0]?.element;
}
