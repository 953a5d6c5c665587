// Fits each region by itself: opponents fold until they leave room, own cards stay readable, the middle takes the rest and
// scrolls at last. Works only when something overflows or has room to grow, and never while something flies.

const REGIONS = [
  { id: "others", shares: [0.23, 0.17, 0.15], least: 0.64, most: 0.95, folds: ["", "fold1", "fold2", "fold3"] },
  { id: "own", shares: [0.34, 0.3, 0.25], least: 0.86, most: 1.25, folds: ["", "tight"] },
  { id: "centre", shares: [1, 1, 1], least: 0.68, most: 1.4, folds: ["", "tight"] },
];
const PHONE_SHARE = 0.22;
const STEPS = 5;
const sizes = new Map();

export function fit(isForced = false) {
  if (matchMedia("(max-width: 720px)").matches) return fitPhone();
  const table = document.getElementById("table");
  const height = table.clientHeight;
  const stamp = `${innerWidth}x${innerHeight}`;
  if (isForced || modest.stamp !== stamp) modest = { stamp, by: 0 };
  for (let isDone = false; !isDone; ) {
    for (const region of REGIONS) fitRegion(region, height * region.shares[modest.by], stamp, isForced);
    isDone = !sizes.get("centre").isAtFloor || modest.by === 2;
    if (!isDone) modest.by += 1;
    isForced = !isDone;
  }
}

// The more the middle lacks, the less the others and one's own take.
let modest = { stamp: "", by: 0 };

function fitRegion(region, share, stamp, isForced) {
  const element = document.getElementById(region.id);
  const limit = region.id === "centre" ? null : share;
  const known = sizes.get(region.id);
  if (!isForced && known && known.stamp === stamp && (known.isAtFloor || !overflows(element, limit))) return;
  sizes.set(region.id, { stamp, ...settle(element, region, limit) });
}

function settle(element, region, limit) {
  for (const fold of region.folds) {
    for (const one of region.folds) if (one) element.classList.toggle(one, one === fold);
    if (fits(element, limit, region.least)) {
      grow(element, region, limit);
      return { isAtFloor: false };
    }
  }
  return { isAtFloor: true };
}

function grow(element, region, limit) {
  let [low, high] = [region.least, region.most];
  if (fits(element, limit, high)) return;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (fits(element, limit, middle)) low = middle;
    else high = middle;
  }
  element.style.fontSize = `${low}rem`;
}

function fits(element, limit, size) {
  element.style.fontSize = `${size}rem`;
  return !overflows(element, limit);
}

function overflows(element, limit) {
  const isTooHigh = limit === null ? element.scrollHeight > element.clientHeight + 1 : element.scrollHeight > limit;
  return isTooHigh || element.scrollWidth > element.clientWidth + 1 || [...element.querySelectorAll(".area")].some((area) => area.scrollWidth > area.clientWidth + 2);
}

// A phone scrolls: only the others fold, so that the table begins on the first screen.
function fitPhone() {
  sizes.clear();
  const [others, own] = [document.getElementById("others"), document.getElementById("own")];
  own.classList.add("tight");
  others.style.fontSize = "0.72rem";
  document.getElementById("centre").style.fontSize = "0.86rem";
  own.style.fontSize = "0.98rem";
  for (const fold of ["fold1", "fold2", "fold3"]) {
    for (const one of ["fold1", "fold2", "fold3"]) others.classList.toggle(one, one === fold);
    if (others.scrollHeight <= innerHeight * PHONE_SHARE) return;
  }
}
