// How broad names are in the letters that this machine has: the longest word of each, in em, measured once. The style sheets
// write a name as large, and one's own card as wide, as follows from that; without a script they go by the number of letters.

const FAMILIES = { "--broad": "--serif", "--slim": "--narrow" };
const SIZES = [9, 11, 13, 60]; // pixels: small letters are rounded to whole ones
const canvas = document.createElement("canvas").getContext("2d");
const known = new Map();
let letters = null;

export function gauge(element) {
  for (const name of element.querySelectorAll(".card:not(.back) .nm")) {
    const card = name.closest(".card");
    for (const [property, breadth] of breadths(name.textContent)) card.style.setProperty(property, breadth);
  }
}

function breadths(name) {
  letters ??= lettersHere();
  if (!known.has(name)) known.set(name, letters.map(([property, family]) => [property, longest(name, family).toFixed(2)]));
  return known.get(name);
}

function lettersHere() {
  const style = getComputedStyle(document.documentElement);
  return Object.entries(FAMILIES).map(([property, family]) => [property, style.getPropertyValue(family)]);
}

function longest(name, family) {
  const words = name.trim().split(/\s+/);
  const inEm = (size) => {
    canvas.font = `600 ${size}px ${family}`;
    return Math.max(...words.map((word) => canvas.measureText(word).width)) / size;
  };
  return Math.max(1, ...SIZES.map(inEm));
}
