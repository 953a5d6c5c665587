// The controls of a replay: forwards and back, to any step, before anybody's eyes, and a new table from here.

const LOOKER_ON = "whoever looks on";

export class Replay {
  constructor(send) {
    this.send = send;
    this.bar = document.getElementById("replay");
    this.slider = this.bar.querySelector("input");
    this.eyes = this.bar.querySelector("select");
    this.at = 0;
    this.last = 0;
    this.slider.addEventListener("change", () => this.go(Number(this.slider.value)));
    this.eyes.addEventListener("change", () => this.send({ do: "as", seat: this.eyes.value || null }));
    this.bar.addEventListener("click", (event) => this.press(event.target.closest("button")));
  }

  press(button) {
    if (!button) return;
    const { by, deed } = button.dataset;
    if (deed) this.send({ do: deed });
    else this.go(by === "first" ? 0 : by === "last" ? this.last : this.at + Number(by));
  }

  go(step) {
    this.send({ do: "step", to: Math.max(0, Math.min(this.last, step)) });
  }

  // Arrows step, as there is nothing to choose.
  key(event) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[event.key];
    if (to === undefined || event.target.closest?.("#replay, #log, #info, dialog") || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    event.preventDefault();
    this.go(to);
    return true;
  }

  take({ step, last, seat, seats, given }) {
    Object.assign(this, { at: step, last });
    this.bar.hidden = false;
    this.slider.max = last;
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `step ${step} of ${last}`);
    this.bar.querySelector("output").textContent = `${step} of ${last}`;
    if (seats && this.eyes.options.length !== seats.length + 1) {
      const names = seats.map((one) => one.name || one);
      this.eyes.replaceChildren(new Option(LOOKER_ON, ""), ...names.map((name) => new Option(name, name)));
    }
    this.eyes.value = seat || "";
    document.getElementById("given").textContent = given ? `${seat} chose: ${given.words}` : "";
  }

  // Nothing can be chosen any more: what was chosen is marked instead.
  static chosen({ decision, given }) {
    const [, groups] = (given && decision?.options.find(([index]) => index === given.option)) || [0, []];
    return decision && { options: [], picked: groups.map(([key]) => key) };
  }
}
