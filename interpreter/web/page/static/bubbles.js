// What the game itself says, at the place that it speaks of: a small paper beside the column, with the reason below.

import { elementsOf, rectOf, zoneElement } from "./things.js";

const LASTS = 6500;
const MOST = 4;

export function say(sayings) {
  for (const [key, words, reason] of sayings.slice(-MOST)) {
    const anchor = key.startsWith("z") ? zoneElement(key) : elementsOf(key)[0];
    const rect = rectOf(anchor?.closest(".area.place") || anchor);
    if (rect) show(key, words, reason, rect);
  }
}

function show(key, words, reason, rect) {
  const layer = document.getElementById("flights");
  layer.querySelectorAll(`[data-at="${CSS.escape(key)}"]`).forEach((one) => one.remove());
  const bubble = document.createElement("div");
  bubble.className = "bubble";
  bubble.dataset.at = key;
  bubble.append(words);
  if (reason) {
    const small = document.createElement("small");
    small.textContent = reason;
    bubble.append(small);
  }
  layer.append(bubble);
  const own = bubble.getBoundingClientRect();
  const edge = document.getElementById("table").getBoundingClientRect().right;
  const left = Math.max(6, Math.min(rect.left + (rect.width - own.width) / 2, edge - own.width - 6));
  const wanted = rect.top + Math.max(30, Math.min(rect.height * 0.55, rect.height - own.height));
  const top = Math.max(6, Math.min(below(bubble, left, wanted, own), innerHeight - own.height - 6));
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
  setTimeout(() => bubble.remove(), LASTS);
}

// Beneath those that stand there already.
function below(bubble, left, top, own) {
  const others = [...document.querySelectorAll("#flights .bubble")].filter((one) => one !== bubble).map((one) => one.getBoundingClientRect());
  others.sort((one, other) => one.top - other.top);
  for (const other of others) {
    const meets = left < other.right && left + own.width > other.left && top < other.bottom && top + own.height > other.top;
    if (meets) top = other.bottom + 6;
  }
  return top;
}

export function clearSayings() {
  document.querySelectorAll("#flights .bubble").forEach((one) => one.remove());
}
