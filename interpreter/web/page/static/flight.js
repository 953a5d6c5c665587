// Moves: cards fly from where they lay to where they lie, bystanders glide aside. The server tells every step that this viewer
// could follow; a card that nobody could follow comes out of its zone, and one that vanishes leaves a ghost.

import { allCards, colourLike, keysOf, rectOf, zoneElement } from "./things.js";

const MOVE = 440;
const ASIDE = 150;
const STAGGER = 45;
const MOST = 60;

let running = [];

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function finishFlights() {
  for (const one of running.splice(0)) one.finish();
}

// Everything that may move, with its place, before the table changes.
export function positions() {
  const cards = new Map();
  for (const element of allCards()) {
    const rect = rectOf(element);
    if (rect) for (const key of keysOf(element)) cards.set(key, { rect, element });
  }
  return cards;
}

export function zonePositions(moves) {
  const zones = new Map();
  for (const [, , from, to] of moves) for (const zone of [from, to]) if (!zones.has(zone)) zones.set(zone, rectOf(zoneElement(zone)));
  return zones;
}

// The way of every card, step by step: where it set out, what it passed, which key it ends with.
function journeys(moves, before, zones) {
  const found = [];
  const byKey = new Map();
  for (const [old, key, from, to] of moves.slice(0, MOST)) {
    let journey = old && byKey.get(old);
    if (journey) {
      byKey.delete(old);
      journey.via.push(rectOf(zoneElement(from)) || zones.get(from));
    } else {
      const known = old && before.get(old);
      journey = { start: known ? known.rect : zones.get(from) || rectOf(zoneElement(from)), ghost: known && known.element, via: [] };
      found.push(journey);
    }
    Object.assign(journey, { key, to });
    if (key) byKey.set(key, journey);
  }
  return found;
}

export async function fly(moves, before, zones) {
  if (isCalm()) return;
  const now = positions();
  const flown = new Set();
  const all = [];
  let wait = 0;
  for (const journey of journeys(moves, before, zones)) {
    const end = journey.key && now.get(journey.key);
    const flight = end ? arrive(journey, end, wait) : vanish(journey, wait);
    if (journey.key) flown.add(journey.key);
    if (flight) {
      all.push(flight);
      wait = Math.min(wait + STAGGER, 500);
    }
  }
  for (const [key, { rect, element }] of now) {
    const old = before.get(key);
    if (old && !flown.has(key)) glide(old.rect, rect, element);
  }
  await Promise.all(all.map((one) => one.finished.catch(() => {})));
}

function arrive(journey, { rect, element }, delay) {
  if (!journey.start || near(journey.start, rect)) return null;
  const clone = lifted(element, rect);
  const hide = element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: MOVE + delay });
  const stops = [journey.start, ...journey.via.filter(Boolean), rect].map((stop) => ({ transform: towards(rect, stop) }));
  const flight = clone.animate(stops, { duration: MOVE * (1 + 0.6 * journey.via.length), delay, easing: "cubic-bezier(0.3, 0.7, 0.25, 1)", fill: "both" });
  return land(flight, clone, () => {
    hide.cancel();
    element.classList.add("glow");
    setTimeout(() => element.classList.remove("glow"), 2500);
  });
}

function vanish(journey, delay) {
  const goal = rectOf(zoneElement(journey.to));
  if (!journey.start || !goal || near(journey.start, goal)) return null;
  const rect = journey.ghost ? journey.start : middleOf(journey.start);
  const clone = journey.ghost ? lifted(journey.ghost, rect) : blank(rect);
  const scale = Math.min(1, goal.width / rect.width);
  const end = { left: goal.left + (goal.width - rect.width * scale) / 2, top: goal.top + (goal.height - rect.height * scale) / 2, width: rect.width * scale, height: rect.height * scale };
  const stops = [{ transform: towards(rect, rect) }, { transform: towards(rect, end), opacity: 0.9, offset: 0.9 }, { transform: towards(rect, end), opacity: 0 }];
  return land(clone.animate(stops, { duration: MOVE, delay, easing: "ease-in-out", fill: "both" }), clone, () => {});
}

function land(flight, clone, then) {
  running.push(flight);
  flight.finished.catch(() => {}).then(() => {
    clone.remove();
    running = running.filter((one) => one !== flight);
    then();
  });
  return flight;
}

// A copy that flies above everything, as large as it lies in the end.
function lifted(element, rect) {
  const clone = element.cloneNode(true);
  const style = element.isConnected ? getComputedStyle(element) : null;
  for (const name of ["id", "data-k", "data-ks", "tabindex"]) clone.removeAttribute(name);
  clone.classList.remove("on", "later", "taken", "glow");
  if (style) colourLike(clone, element);
  document.getElementById("flights").append(clone);
  clone.style.width = `${rect.width}px`;
  clone.style.height = `${rect.height}px`;
  clone.style.fontSize = style ? style.fontSize : `${rect.width / 5.2}px`;
  return clone;
}

function blank(rect) {
  const clone = document.createElement("span");
  clone.className = "card back";
  clone.style.width = `${rect.width}px`;
  clone.style.fontSize = `${rect.width / 5.2}px`;
  document.getElementById("flights").append(clone);
  return clone;
}

// As large as a small card, in the middle of a zone.
function middleOf(rect) {
  const width = Math.min(rect.width, 56);
  const height = width * 1.4;
  return { left: rect.left + (rect.width - width) / 2, top: rect.top + (rect.height - height) / 2, width, height };
}

function towards(rect, stop) {
  const scale = stop.width / rect.width;
  return `translate(${stop.left}px, ${stop.top}px) scale(${scale}, ${Math.min(stop.height / rect.height, scale * 1.02)})`;
}

function glide(old, rect, element) {
  if (near(old, rect)) return;
  element.animate([{ transform: `translate(${old.left - rect.left}px, ${old.top - rect.top}px)` }, { transform: "none" }], { duration: ASIDE, easing: "ease-out" });
}

function near(one, other) {
  return Math.abs(one.left - other.left) < 2 && Math.abs(one.top - other.top) < 2 && Math.abs(one.width - other.width) < 2;
}
