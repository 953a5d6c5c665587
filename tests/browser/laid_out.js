// What is wrong with how a page is laid out now, in words: a list, empty where all is well.
() => {
  const complaints = [];
  const label = (e) => e.getAttribute("aria-label") || e.textContent.trim().slice(0, 60) || e.className;
  const isVisible = (e) => {
    const rect = e.getBoundingClientRect();
    return rect.width > 1 && rect.height > 1 && getComputedStyle(e).visibility !== "hidden";
  };
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth + 1) complaints.push(`the page is ${root.scrollWidth} wide`);

  // Cards of different zones do not lie on each other, where both can be seen.
  const region = (e) => (e.closest("#others, #centre, #own") || document.body).getBoundingClientRect();
  const shown = (e) => {
    const [card, around] = [e.getBoundingClientRect(), region(e)];
    return { left: card.left, right: card.right, top: Math.max(card.top, around.top), bottom: Math.min(card.bottom, around.bottom) };
  };
  const cards = [...document.querySelectorAll("#table :is(.card, .tile, .piece, .die)")].filter(isVisible);
  const placed = cards.map((e) => ({ e, zone: e.closest(".zone"), rect: shown(e) })).filter((one) => one.zone);
  placed.forEach((one, at) => {
    for (const other of placed.slice(at + 1)) {
      if (one.zone === other.zone) continue;
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (wide > 3 && high > 3) complaints.push(`${label(one.e)} lies on ${label(other.e)} by ${Math.round(wide)} x ${Math.round(high)}`);
    }
  });

  // Names of one's own cards can be read, and no word of them is broken.
  const brokenWords = (e) => {
    const text = e.firstChild;
    const words = text ? [...text.data.matchAll(/\S+/g)] : [];
    const isBroken = (word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1;
    };
    return words.filter(isBroken).map((word) => word[0]);
  };
  for (const e of document.querySelectorAll("#own :is(.card, .tile) .nm")) {
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (isVisible(e) && e.textContent.trim() && size < 11) complaints.push(`${size} pixels high: ${label(e)}`);
    if (isVisible(e)) for (const word of brokenWords(e)) complaints.push(`broken: ${word}`);
  }

  // Those of others, too, where they are told.
  for (const e of document.querySelectorAll("#others .card:not(.back) .nm")) {
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (isVisible(e) && size < 9) complaints.push(`${size} pixels high: ${label(e.closest(".card"))}`);
  }

  // What is asked can be seen, or is one scroll away.
  const prompt = document.getElementById("prompt")?.getBoundingClientRect();
  if (!prompt || prompt.width < 2 || prompt.right < 0 || prompt.left > innerWidth) complaints.push("the prompt cannot be seen");

  // Nobody has scrolled in the log, so its newest line shows.
  const log = document.getElementById("log");
  if (log.scrollHeight - log.scrollTop - log.clientHeight > 60) complaints.push("the log is not at its end");

  // What is framed is there to be clicked, and no track is cut off.
  for (const e of document.querySelectorAll("#table .on")) if (!isVisible(e)) complaints.push(`framed, but not to be seen: ${label(e)}`);
  for (const e of document.querySelectorAll("#table .cells")) if (isVisible(e) && e.scrollWidth > e.clientWidth + 1) complaints.push(`cut off: ${label(e.parentElement)}`);

  // Buttons have names and hold no buttons; nothing is called as something else is.
  for (const e of document.querySelectorAll("button")) {
    if (!(e.getAttribute("aria-label") || e.textContent).trim()) complaints.push(`a button without a name: ${e.outerHTML.slice(0, 80)}`);
    if (e.querySelector("button, a, input")) complaints.push(`holds a button: ${label(e)}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) complaints.push(`two things are called ${id}`);
  return complaints;
}
