// The lobby: sets a table and shows its links.

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
  if (found.links) show(found.links);
});

function show(links) {
  const section = document.getElementById("links");
  section.querySelector("ul").replaceChildren(...links.map(entry));
  section.hidden = false;
  document.getElementById("h-links").focus();
}

function entry({ seats, url }) {
  const item = document.createElement("li");
  const name = Object.assign(document.createElement("b"), { textContent: seats.length ? seats.join(", ") : "whoever looks on" });
  const link = Object.assign(document.createElement("a"), { href: url, textContent: seats.length ? "Sit down" : "Look on" });
  const copy = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: "Copy the link" });
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(new URL(url, location.href).href);
    document.getElementById("copied").textContent = `The link of ${name.textContent} is copied.`;
  });
  item.append(name, link, copy);
  return item;
}
