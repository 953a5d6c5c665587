// The line to the server: a socket where that works, plain requests where it does not. Comes back by itself, tells the last
// version that arrived, and hands every message on in order. Knows nothing of games or pages.

const SLOWEST = 5000;
const REFUSED = 1008;

export class Connection {
  constructor(path, token, { onMessage, onState }) {
    Object.assign(this, { path, token, onMessage, onState });
    this.last = null;
    this.failures = 0;
    this.neverOpened = 0; // sockets before the first that worked
    this.hasWorked = false;
    this.waiting = [];
    this.open();
  }

  get sit() {
    return { do: "sit", token: this.token, last: this.last };
  }

  open() {
    if (this.neverOpened >= 2) return this.openLine();
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path}/socket`;
    const socket = new WebSocket(address);
    let hasOpened = false;
    socket.onopen = () => {
      hasOpened = true;
      this.neverOpened = 0;
      this.hasWorked = true;
      this.socket = socket;
      socket.send(JSON.stringify(this.sit));
      this.flush();
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (!hasOpened && !this.hasWorked) this.neverOpened += 1;
      this.socket = null;
      if (event.code === REFUSED) this.onState("away", REFUSED);
      else this.again(event.code);
    };
  }

  again(code) {
    this.failures += 1;
    this.onState(this.failures > 1 || !this.neverOpened ? "away" : "connecting", code);
    const wait = Math.min(SLOWEST, 150 * 2 ** this.failures);
    setTimeout(() => this.open(), this.neverOpened ? 50 : wait);
  }

  take(message) {
    this.failures = 0;
    if (typeof message.v === "number") {
      const isNext = message.whole || message.frame || this.last === null || message.v === this.last + 1;
      if (message.v <= this.last && !message.whole && !message.frame) return;
      if (!isNext) return this.sitAgain();
      this.last = message.v;
    }
    this.onState("here");
    this.onMessage(message);
  }

  // A version is missing: sit down anew, and the server sends everything.
  sitAgain() {
    this.last = null;
    if (this.socket) this.socket.close();
    else this.line = null;
  }

  send(message) {
    this.waiting.push(message);
    this.flush();
  }

  flush() {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) {
      for (const message of this.waiting.splice(0)) this.socket.send(JSON.stringify(message));
    } else if (this.line) {
      for (const message of this.waiting.splice(0)) this.request("POST", message).catch(() => {});
    }
  }

  // ---- without sockets

  async request(method, message) {
    const headers = { "Content-Type": "application/json", ...(this.line ? { "X-Line": this.line } : {}) };
    const body = message ? JSON.stringify(message) : undefined;
    const answer = await fetch(`${this.path}/line`, { method, headers, body, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const found = await answer.json();
    if (found.line) this.line = found.line;
    for (const one of found.messages || []) this.take(one);
  }

  async openLine() {
    try {
      this.line = null;
      await this.request("POST", this.sit);
      this.flush();
      while (this.line) await this.request("GET");
      this.open();
    } catch (problem) {
      this.line = null;
      this.again(Number(problem.message) || 0);
    }
  }
}
