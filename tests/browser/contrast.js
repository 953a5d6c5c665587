// Texts that do not stand out enough from what is behind them: 4.5 to 1, and 3 to 1 where they are large.
() => {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return colour.startsWith("color(") ? { r: r * 255, g: g * 255, b: b * 255, a } : { r, g, b, a };
  };
  const mix = (top, under) => {
    const blend = (one, other) => one * top.a + other * (1 - top.a);
    return { r: blend(top.r, under.r), g: blend(top.g, under.g), b: blend(top.b, under.b), a: 1 };
  };
  const linear = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ({ r, g, b }) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

  // What lies behind an element; nothing where that is a picture.
  const behind = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      const style = getComputedStyle(node);
      if (style.backgroundImage !== "none") return null;
      const colour = parse(style.backgroundColor);
      if (colour.a > 0) layers.push(colour);
      if (colour.a === 1) break;
    }
    return layers.reverse().reduce((under, top) => mix(top, under), { r: 255, g: 255, b: 255, a: 1 });
  };

  const complaints = new Set();
  for (const element of document.querySelectorAll("#table *, #side *")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const rect = element.getBoundingClientRect();
    if (!hasText || rect.width < 2 || rect.height < 2 || element.closest(".vh, [hidden]")) continue;
    const style = getComputedStyle(element);
    const under = behind(element);
    if (!under || style.visibility === "hidden") continue;
    const [one, other] = [light(mix(parse(style.color), under)), light(under)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.6 && parseInt(style.fontWeight) >= 700);
    const words = element.textContent.trim().slice(0, 40);
    if (ratio < (isLarge ? 2.95 : 4.45)) complaints.add(`${ratio.toFixed(2)} of ${element.className || element.tagName}: ${words}`);
  }
  return [...complaints];
}
