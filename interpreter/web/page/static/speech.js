// What is said aloud: new lines and answers of the server, politely, one after the other.

export function speak(text) {
  const region = document.getElementById("speech");
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 12) region.firstElementChild.remove();
}

export function inform(lines, { isSpoken = true } = {}) {
  const info = document.getElementById("info");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "close";
  close.dataset.do = "close";
  close.setAttribute("aria-label", "close");
  close.textContent = "×";
  const shown = lines.map((line) => {
    const one = document.createElement("p");
    one.textContent = line;
    if (/^\s|^\S+\.yaml:\d/.test(line)) one.className = "code";
    return one;
  });
  info.replaceChildren(close, ...shown);
  info.hidden = !lines.length;
  info.scrollTop = 0;
  if (isSpoken && lines.length) info.setAttribute("aria-live", "polite");
}

export function closeInfo() {
  document.getElementById("info").hidden = true;
}
