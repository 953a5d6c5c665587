// Things on the table by their keys: the elements that stand for them, where they are, and in which order they are read.

export function elementsOf(key) {
  const name = CSS.escape(key);
  return [...document.querySelectorAll(`#table [data-k="${name}"], #table [data-ks~="${name}"]`)];
}

export function keysOf(element) {
  return element.dataset.ks ? element.dataset.ks.split(" ") : element.dataset.k ? [element.dataset.k] : [];
}

export function isCard(element) {
  return element.matches(".card, .piece, .tile, .die");
}

export function allCards() {
  return [...document.querySelectorAll("#table :is(.card, .piece, .tile, .die)[data-k]")];
}

// Where a zone is drawn: itself, its entry beside the table, or whoever has it.
export function zoneElement(key) {
  return document.getElementById(key) || document.querySelector(`#table .place[data-k="${CSS.escape(key)}"]`);
}

export function rectOf(element) {
  const rect = element && element.getBoundingClientRect();
  return rect && rect.width && rect.height ? rect : null;
}

// From the top to the bottom, in lines from left to right; things whose middles are near are on one line.
export function inReadingOrder(elements) {
  const placed = elements.map((element) => ({ element, rect: element.getBoundingClientRect() })).filter(({ rect }) => rect.width);
  placed.sort((one, other) => {
    const isSameLine = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top) > 8;
    return isSameLine ? one.rect.left - other.rect.left : one.rect.top - other.rect.top;
  });
  return placed.map(({ element }) => element);
}

// A copy that lies elsewhere keeps the colour of the one whose it is.
export function colourLike(copy, element) {
  const hue = getComputedStyle(element).getPropertyValue("--hue");
  if (hue) copy.style.setProperty("--hue", hue);
}

export function nameOf(element) {
  return element.getAttribute("aria-label") || element.textContent.trim();
}
