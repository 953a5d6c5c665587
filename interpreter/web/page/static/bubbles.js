// What the game itself says, at the place that it speaks of: a small paper beside the column, with the reason below. Papers of
// one update stand beneath each other; whatever older one is in the way goes.

import { elementsOf, rectOf, zoneElement } from "./things.js";

const LEAST = 2600; // milliseconds, and some for every letter
const A_LETTER = 40;
const MOST = 8;
const [NARROW, WIDE] = [168, 304];
const EDGE = 6;

export function say(sayings) {
  const older = standing();
  for (const [key, words, reason] of sayings.slice(-MOST)) {
    const anchor = key.startsWith("z") ? zoneElement(key) : elementsOf(key)[0];
    const area = anchor?.closest(".area.place");
    const rect = rectOf(area || anchor);
    if (rect) show(words, reason, rect, older, Boolean(area));
  }
}

// Within a place, which is large; else beside what it speaks of, so that this can be read.
function show(words, reason, rect, older, isWithin) {
  const bubble = document.createElement("div");
  bubble.className = "bubble";
  bubble.style.maxWidth = `${Math.max(NARROW, Math.min(WIDE, rect.width))}px`;
  bubble.append(words);
  if (reason) {
    const small = document.createElement("small");
    small.textContent = reason;
    bubble.append(small);
  }
  document.getElementById("flights").append(bubble);
  const own = bubble.getBoundingClientRect();
  const edge = document.getElementById("table").getBoundingClientRect().right;
  const left = Math.max(EDGE, Math.min(rect.left + (rect.width - own.width) / 2, edge - own.width - EDGE));
  const below = rect.bottom + own.height + EDGE < innerHeight ? rect.bottom + EDGE : rect.top - own.height - EDGE;
  const wanted = isWithin ? rect.top + Math.max(30, Math.min(rect.height * 0.55, rect.height - own.height)) : below;
  const together = standing().filter((one) => one !== bubble && !older.includes(one));
  const top = Math.max(EDGE, Math.min(beneath(together, left, wanted, own), innerHeight - own.height - EDGE));
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
  for (const one of older) if (meets(one.getBoundingClientRect(), left, top, own)) one.remove();
  setTimeout(() => bubble.remove(), LEAST + A_LETTER * bubble.textContent.length);
}

const standing = () => [...document.querySelectorAll("#flights .bubble")];

const meets = (other, left, top, own) => left < other.right && left + own.width > other.left && top < other.bottom && top + own.height > other.top;

function beneath(others, left, top, own) {
  const rects = others.map((one) => one.getBoundingClientRect()).sort((one, other) => one.top - other.top);
  for (const other of rects) if (meets(other, left, top, own)) top = other.bottom + EDGE;
  return top;
}

export function clearSayings() {
  standing().forEach((one) => one.remove());
}
