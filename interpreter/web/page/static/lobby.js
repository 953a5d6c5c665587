// The lobby: sets a table and shows its links.

import { linked } from "./links.js";

const NAMES = ["Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lu", "Max"];

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const fields = new FormData(form);
  const people = fields.get("people").split(",").map((name) => name.trim()).filter(Boolean);
  const free = NAMES.filter((name) => !people.includes(name)).slice(0, Number(fields.get("bots")));
  const seats = [...people, ...free.map((name) => `${name}:${fields.get("bot")}`)].join(",");
  const asked = { game: fields.get("game"), seats, share: fields.has("share") };
  const answer = await fetch("/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) });
  const found = await answer.json().catch(() => ({ why: "The server does not answer." }));
  form.querySelector(".why").textContent = found.why || "";
  if (found.links) show(found.links, form.querySelector("h3").textContent);
});

function show(links, game) {
  const section = document.getElementById("links");
  section.querySelector("ul").replaceWith(linked(links));
  section.querySelector("h2 span").textContent = game;
  section.hidden = false;
  document.getElementById("h-links").focus();
}
