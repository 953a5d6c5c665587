// Updates, one after the other: parts of the page are replaced whole, then what moved flies there. Anybody in a hurry skips the
// flights; focus, open drawers and scroll stay where they were.

import { gauge } from "./breadth.js";
import { say } from "./bubbles.js";
import { fit } from "./fit.js";
import { finishFlights, fly, isCalm, positions, zonePositions } from "./flight.js";
import { forgetDecision } from "./info.js";
import { speak } from "./speech.js";
import { elementsOf, inReadingOrder, zoneElement } from "./things.js";

const HURRY = 4; // so many updates wait: no flights until they are shown

export class Updates {
  constructor(choice, onShown) {
    this.choice = choice;
    this.onShown = onShown;
    this.queue = [];
    this.isBusy = false;
    this.forgotten = 0;
  }

  take(message) {
    if (message.frame && !message.moves) this.queue.length = 0;
    this.queue.push(message);
    if (!this.isBusy) this.work();
    else if (this.queue.length > HURRY) finishFlights();
  }

  skip() {
    finishFlights();
  }

  // Whatever still waits is for other eyes now.
  forget() {
    this.queue.length = 0;
    this.forgotten += 1;
    finishFlights();
  }

  async work() {
    this.isBusy = true;
    while (this.queue.length) {
      const message = this.queue.shift();
      await this.show(message, this.queue.length > HURRY || document.hidden);
    }
    this.isBusy = false;
  }

  async show(message, isHurried) {
    finishFlights();
    const { forgotten } = this;
    const moves = message.moves || [];
    const animates = moves.length > 0 && !isHurried && !isCalm();
    const before = animates ? positions() : null;
    const zones = animates ? zonePositions(moves) : null;
    const values = message.moves ? facts() : null;
    const focus = focused();
    if (message.frame) frame(message.frame, !message.moves);
    for (const [id, html] of Object.entries(message.parts || {})) replace(id, html);
    write(message.log || [], !message.moves);
    fit(!message.moves);
    const isNew = message.decision?.id !== this.choice.decision?.id;
    this.choice.take(message.decision || null);
    if (isNew) forgetDecision();
    if (isNew && message.decision) bringNear();
    refocus(focus, message.decision);
    this.onShown();
    if (message.v !== undefined) document.body.dataset.shown = String(message.v);
    if (values) freshen(values);
    for (const [kind, key] of message.stirs || []) stir(kind, key);
    if (animates) await fly(moves, before, zones);
    if (forgotten !== this.forgotten) return;
    if (message.says) say(message.says);
    fit();
  }
}

// ---- parts

function frame({ others, centre, own }, isWhole) {
  const fill = (id, keys) => {
    const region = document.getElementById(id);
    const kept = new Map([...region.querySelectorAll(".area")].map((one) => [one.id, one]));
    region.replaceChildren(...keys.map((key) => (!isWhole && kept.get(key)) || empty(key)));
  };
  fill("others", others);
  fill("own", own ? [own] : []);
  const region = document.getElementById("centre");
  const kept = new Map([...region.querySelectorAll(".area")].map((one) => [one.id, one]));
  region.replaceChildren(
    ...centre.map((row) => {
      const band = document.createElement("div");
      band.className = "band";
      band.append(...row.map(([key]) => (!isWhole && kept.get(key)) || empty(key)));
      return band;
    }),
  );
  document.body.classList.toggle("watching", !own);
}

function empty(id) {
  const section = document.createElement("section");
  section.id = id;
  section.className = "area";
  return section;
}

function replace(id, html) {
  const old = document.getElementById(id);
  if (!old) return;
  const made = document.createElement("template");
  made.innerHTML = html;
  const fresh = made.content.firstElementChild;
  if (id !== "offer") for (const button of fresh.querySelectorAll("button")) button.tabIndex = -1;
  if (old.tagName === "DETAILS" && old.open) fresh.open = true;
  const list = old.querySelector?.("#list");
  if (list && list.open && fresh.querySelector("#list")) fresh.querySelector("#list").open = true;
  const link = id === "bar" ? old.querySelector("#link")?.textContent : "";
  gauge(fresh);
  old.replaceWith(fresh);
  if (link) fresh.querySelector("#link").textContent = link;
}

// Where nothing of what can be chosen is in sight, the first of it is brought there.
function bringNear() {
  const framed = inReadingOrder([...document.querySelectorAll("#table .on")]);
  const foot = matchMedia("(max-width: 720px)").matches ? document.getElementById("offer").getBoundingClientRect().top : innerHeight;
  const isInSight = (element) => {
    const rect = element.getBoundingClientRect();
    return rect.bottom > 0 && rect.top + Math.min(rect.height, 40) < foot;
  };
  if (framed.length && !framed.some(isInSight)) framed[0].scrollIntoView({ block: "nearest", inline: "nearest" });
}

// ---- the log

// It stays at its end unless somebody has scrolled up in it, also where the offer above it grows.
const reading = { log: null, top: 0, isBehind: false };

function stayAtEnd() {
  if (!reading.isBehind) reading.log.scrollTop = reading.log.scrollHeight;
  reading.top = reading.log.scrollTop;
}

function watchReader(log) {
  reading.log = log;
  log.addEventListener("scroll", () => {
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    reading.isBehind = !isAtEnd && (reading.isBehind || log.scrollTop < reading.top);
    reading.top = log.scrollTop;
  });
  new ResizeObserver(stayAtEnd).observe(log);
}

function write(lines, isWhole) {
  const log = document.getElementById("log");
  if (reading.log !== log) watchReader(log);
  const made = document.createElement("template");
  made.innerHTML = lines.join("");
  for (const button of made.content.querySelectorAll("button")) button.tabIndex = -1;
  const added = [...made.content.children];
  if (isWhole) log.replaceChildren(made.content);
  else log.append(made.content);
  if (isWhole) reading.isBehind = false;
  stayAtEnd();
  const missed = isWhole ? missedIn(log) : added;
  if (isWhole) showMissed(log, missed);
  missed.forEach((one) => speak(one.textContent.trim()));
  hadRead.set(eyes(), log.childElementCount);
}

// Lines that came while these eyes were behind a curtain or away. A replay has no such lines.
const hadRead = new Map();
const eyes = () => document.querySelector("#own .area")?.id || "";

function missedIn(log) {
  const had = document.body.classList.contains("replay") ? undefined : hadRead.get(eyes());
  return had === undefined ? [] : [...log.children].slice(had);
}

function showMissed(log, missed) {
  missed.forEach((one) => one.classList.add("missed"));
  if (!missed.length) return;
  const above = missed[0].getBoundingClientRect().top - log.getBoundingClientRect().top;
  if (above >= 0) return;
  log.scrollTop += above;
  reading.isBehind = true;
}

// ---- focus

function focused() {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  return { key: active.dataset.k, id: active.id, isInside: Boolean(active.closest("#table, #offer")) };
}

function refocus(focus, decision) {
  if (!focus || !focus.isInside || document.activeElement !== document.body) {
    if (decision && document.activeElement === document.body) document.getElementById("prompt")?.focus({ preventScroll: true });
    return;
  }
  const same = focus.key && elementsOf(focus.key)[0];
  const goal = decision && !same?.matches(".on, .later") ? document.getElementById("prompt") : same || document.getElementById(focus.id) || document.getElementById("prompt");
  goal?.focus({ preventScroll: true });
}

// ---- what changed

function facts() {
  return new Map([...document.querySelectorAll("#table .chip[data-v]")].map((chip) => [chip.dataset.v, chip.textContent]));
}

function freshen(values) {
  for (const chip of document.querySelectorAll("#table .chip[data-v]")) {
    if (values.has(chip.dataset.v) && values.get(chip.dataset.v) !== chip.textContent) chip.classList.add("fresh");
  }
}

function stir(kind, key) {
  const element = key.startsWith("z") ? zoneElement(key) : elementsOf(key)[0];
  if (!element) return;
  element.classList.add(kind === "roll" || kind === "shuffle" ? "stir" : "glow");
  setTimeout(() => element.classList.remove("stir", "glow"), 2400);
}
