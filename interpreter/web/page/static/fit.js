// Fits each region by itself: opponents fold until they leave room, own cards stay readable, the middle takes the rest and
// scrolls at last. Works only when something overflows or has room to grow, and never while something flies.

const REGIONS = [
  { id: "others", shares: [0.31, 0.23, 0.17, 0.15], least: 0.64, most: 1.1, folds: ["snug", "first", "open", "hands", "bare"] },
  { id: "own", shares: [0.34, 0.34, 0.3, 0.25], least: 0.86, most: 1.25, folds: ["tight", "fanned"] },
  { id: "centre", shares: [1, 1, 1, 1], least: 0.68, most: 1.5, mostOfPieces: 2.6, folds: ["tight", "close"], spared: 1 },
];
const MODEST = REGIONS[0].shares.length - 1; // less than the last share nobody takes
const COMFORT = 0.95; // rem of the middle; where it has less, the others are the first to take less
const BARE = 0.14; // of the height, for others and own each, where nothing lies between
const SLACK = 0.85;
const ROOMY = 0.7; // where the middle uses less of its height, the others and one's own may take more again
const TILT = 8; // pixels by which the outer cards of a fan lean out
const PHONE_SHARE = 0.22;
const STEPS = 5;
const sizes = new Map();

export function fit(isForced = false) {
  if (matchMedia("(max-width: 720px)").matches) return fitPhone();
  const table = document.getElementById("table");
  const height = table.clientHeight;
  const stamp = `${innerWidth}x${innerHeight}`;
  if (isForced || modest.stamp !== stamp) modest = { stamp, by: 0 };
  else if (modest.by > 0 && isRoomy()) {
    modest = { stamp, by: 0, tried: used() };
    isForced = true;
  }
  for (let isDone = false; !isDone; ) {
    for (const region of REGIONS) fitRegion(region, height * (region.shares[modest.by] + (isMiddleBare() ? BARE : 0)), stamp, isForced);
    const { isAtFloor, size } = sizes.get("centre");
    const isCramped = modest.by === 0 && size < COMFORT && !isWidthScarce();
    isDone = modest.by === MODEST || !(isAtFloor || isCramped);
    if (!isDone) modest.by += 1;
    isForced = !isDone;
  }
}

// The more the middle lacks, the less the others and one's own take.
let modest = { stamp: "", by: 0 };

// Where nothing is shared, players have the table to themselves.
const isMiddleBare = () => !document.querySelector("#centre .zone, #centre dl");

// The height that the middle uses.
const used = () => [...document.getElementById("centre").children].reduce((sum, band) => sum + band.getBoundingClientRect().height, 0);

// Whether more height would not make the middle larger: there is some left.
const isWidthScarce = () => used() < document.getElementById("centre").clientHeight * SLACK;

// Whether what once was scarce no longer is; what was tried in vain is not tried again before something changes.
const isRoomy = () => used() < document.getElementById("centre").clientHeight * ROOMY && used() !== modest.tried;

function fitRegion(region, share, stamp, isForced) {
  const element = document.getElementById(region.id);
  const limit = region.id === "centre" ? null : share;
  const known = sizes.get(region.id);
  if (!isForced && known && known.stamp === stamp && (known.isAtFloor || !overflows(element, limit))) return;
  sizes.set(region.id, { stamp, ...settle(element, region, limit) });
}

// Some folds are spared until the others and one's own take as little as they can.
function settle(element, region, limit) {
  const last = region.folds.length - (modest.by < MODEST ? (region.spared ?? 0) : 0);
  for (let level = 0; level <= last; level += 1) {
    fold(element, region, level);
    if (fits(element, limit, region.least)) {
      return { isAtFloor: false, size: grow(element, region, limit) };
    }
  }
  return { isAtFloor: true, size: region.least };
}

// The first folds, up to a level; each leaves less to be seen.
function fold(element, { folds }, level) {
  folds.forEach((name, at) => element.classList.toggle(name, at < level));
}

function grow(element, region, limit) {
  const hasCards = element.querySelector(".card");
  let [low, high] = [region.least, (!hasCards && region.mostOfPieces) || region.most * (isMiddleBare() ? 1.8 : 1)];
  if (fits(element, limit, high)) return high;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (fits(element, limit, middle)) low = middle;
    else high = middle;
  }
  element.style.fontSize = `${low}rem`;
  return low;
}

function fits(element, limit, size) {
  element.style.fontSize = `${size}rem`;
  return !overflows(element, limit);
}

function overflows(element, limit) {
  const isTooHigh = limit === null ? element.scrollHeight > element.clientHeight + 1 : element.scrollHeight > limit;
  const isTooWide = (selector, slack) => [...element.querySelectorAll(selector)].some((one) => one.scrollWidth > one.clientWidth + slack);
  return isTooHigh || element.scrollWidth > element.clientWidth + 1 || isTooWide(".area, .place > .zones", 2) || isTooWide(".hand > .cards", TILT);
}

// A phone scrolls: only the others fold, so that the table begins on the first screen.
function fitPhone() {
  sizes.clear();
  const [others, own] = [document.getElementById("others"), document.getElementById("own")];
  fold(own, REGIONS[1], 1);
  others.style.fontSize = "0.72rem";
  document.getElementById("centre").style.fontSize = "0.86rem";
  own.style.fontSize = "0.98rem";
  for (let level = 1; level <= REGIONS[0].folds.length; level += 1) {
    fold(others, REGIONS[0], level);
    if (others.scrollHeight <= innerHeight * PHONE_SHARE) return;
  }
}
