// What is said aloud: new lines, politely, one after the other.

export function speak(text) {
  const region = document.getElementById("speech");
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 12) region.firstElementChild.remove();
}
