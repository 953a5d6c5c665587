// A point of an element at which a click meets that element and nothing that lies on it; for a place also one of its empty spots.
(element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const rect = element.getBoundingClientRect();
  const steps = [0.5, 0.2, 0.8, 0.06, 0.94, 0.35, 0.65];
  const points = steps.flatMap((y) => steps.map((x) => [rect.left + rect.width * x, rect.top + rect.height * y]));
  const hit = ([left, top]) => document.elementFromPoint(left, top);
  const meets = (point) => hit(point)?.closest("[data-k], [data-option], [data-open], [data-line]") === element;
  const isEmptySpot = (point) => {
    const met = hit(point);
    return met && element.matches(".place") && element.parentElement.contains(met) && !met.closest("[data-k], [data-option], [data-open]");
  };
  return points.find(meets) || points.find(isEmptySpot) || null;
}
