// The large face: on hover beside the card, on a tap as a sheet with the options that speak of it. It is the same card, copied:
// whatever it counts now stands on it.

import { colourLike, isCard } from "./things.js";

const WAIT = 380;
let timer = 0;

export function showLarge(element) {
  const large = document.getElementById("large");
  large.replaceChildren(copied(element));
  large.hidden = false;
  const rect = element.getBoundingClientRect();
  const own = large.getBoundingClientRect();
  const right = rect.right + 12 + own.width < innerWidth ? rect.right + 12 : rect.left - own.width - 12;
  large.style.left = `${Math.max(8, Math.min(right, innerWidth - own.width - 8))}px`;
  large.style.top = `${Math.max(8, Math.min(rect.top, innerHeight - own.height - 8))}px`;
}

export function hideLarge() {
  clearTimeout(timer);
  document.getElementById("large").hidden = true;
}

export function copied(element) {
  const copy = element.cloneNode(true);
  for (const name of ["data-k", "data-ks", "tabindex", "aria-label", "id"]) copy.removeAttribute(name);
  copy.classList.remove("on", "later", "taken", "glow", "down", "under");
  const span = document.createElement("span");
  span.className = copy.className;
  span.append(...copy.childNodes);
  colourLike(span, element);
  return span;
}

// Only a pointer that moves asks for a face: one that rests while cards come and go beneath it does not.
export function watchHover() {
  let over = null;
  document.addEventListener("pointermove", (event) => {
    const element = event.pointerType === "mouse" ? event.target.closest?.(".card, .piece, .tile, .die") : null;
    if (element === over) return;
    over = element;
    hideLarge();
    if (element && isCard(element) && !element.classList.contains("back") && !element.closest("#large")) timer = setTimeout(() => element.isConnected && showLarge(element), WAIT);
  });
  document.addEventListener("pointerdown", hideLarge, true);
}
