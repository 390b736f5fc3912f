// One socket of one seat, and a queue of steps that the page plays out at its own pace.
import { playedOut } from "./watch.js";

const pace = Number(new URLSearchParams(location.search).get("pace") ?? 1);
const wait = ms => new Promise(done => setTimeout(done, ms * pace));
const HOLD = 1000, SWEEP = 300, STEP = 260, BACKLOG = 8, WATCH = 500;
const ENDS = new Set(["hand_over", "thrown_in", "game_over"]);

export class Link {
  constructor(id, secret, onChange) {
    Object.assign(this, {
      id, secret, onChange, table: null, people: null, now: null, queue: [], log: [], said: {}, calls: [], calling: false,
      lastTrick: null, pause: null, watching: null, hint: null, asking: false, status: "connecting", tries: 0, playing: false, looping: false, sent: -1, closed: false,
    });
    this.connect();
  }
  connect() {
    const socket = this.socket = new WebSocket(`ws://${location.host}/ws/${this.id}`);
    socket.onopen = () => socket.send(JSON.stringify({ t: "hello", secret: this.secret }));
    socket.onmessage = event => this.take(JSON.parse(event.data));
    socket.onclose = event => this.dropped(event.code);
  }
  dropped(code) {
    if (this.closed) return;
    this.status = { 4401: "refused", 4409: "elsewhere" }[code] || "lost";
    this.onChange();
    if (this.status === "lost") setTimeout(() => this.closed || this.connect(), Math.min(5000, 250 * 2 ** this.tries++));
  }
  close() {
    this.closed = true;
    this.socket.close();
  }
  take(message) {
    this.status = "open";
    this.tries = 0;
    if (message.t === "table") this.table = message;
    else if (message.t === "people") this.people = message;
    else if (message.t === "error") this.error = message.text;
    else if (message.t === "hint") {
      this.hint = message.seq === this.now?.seq ? message : null;
      this.asking = false;
    }
    else return this.enqueue(message);
    this.onChange(message.t);
  }
  enqueue(message) {
    if (message.t === "snapshot" && !message.events) this.queue = [];
    this.queue.push(message);
    this.play();
  }
  async play() {
    if (this.looping) return;
    this.looping = true;
    while (this.queue.length) {
      this.playing = true;
      await this.show(this.queue.shift());
    }
    this.looping = false;
    this.playing = false;
    this.onChange();
  }
  async show(message) {
    const hurried = this.queue.length > BACKLOG;
    this.hint = null;
    this.asking = false;
    this.sent = -1;
    if (message.t === "snapshot") {
      this.log = message.log;
      this.said = {};
      this.calls = message.calls ?? [];
      this.calling = this.calls.length > 0 && !message.view.trick.length;
      this.lastTrick = message.last_trick ?? null;
      if (message.events && message.view.over) await this.watch(message);
      this.showNow(message);
      return;
    }
    this.hear(message.events);
    // The card that completes a trick collects it: the page shows it whole before it goes.
    for (const trick of message.tricks ?? []) {
      this.lastTrick = trick;
      this.now = { ...this.now, view: { ...this.now.view, trick: trick.cards, winner: trick.winner, moves: undefined, to_move: [] }, events: [] };
      this.onChange();
      if (hurried) continue;
      await wait(HOLD);
      this.now = { ...this.now, view: { ...this.now.view, swept: true } };
      this.onChange();
      await wait(SWEEP);
    }
    if (message.events.some(event => ENDS.has(event.kind))) {
      this.pause = message.events;
      this.onChange();
      await new Promise(done => { this.resume = done; });
      this.pause = null;
      this.say({ t: "ready" });
    }
    this.showNow(message);
    if (this.queue.length && !hurried) await wait(STEP);
  }
  // What others do must not take a card out of one's hand that one is about to play: if nothing is left to show, moves are
  // open at once.
  showNow(message) {
    this.now = message;
    this.playing = this.queue.length > 0;
    this.onChange();
  }
  // A game without decisions is played out, as fast as one likes.
  async watch(message) {
    this.log = [];
    this.watching = { beat: WATCH };
    for (const { event, view } of playedOut(message.view, message.events)) {
      this.hear([event]);
      if (!view || !this.watching.beat || this.closed) continue;
      this.now = { ...message, view, events: [event] };
      this.onChange();
      await wait(this.watching.beat);
    }
    this.watching = null;
  }
  hear(events) {
    for (const event of events) {
      if (event.text) this.log.push(event.text);
      if (event.kind === "decision") this.said[event.seat] = event.text.slice(event.text.indexOf(":") + 2);
      if (event.kind === "hand") Object.assign(this, { calls: [], calling: false });
      if (event.call) this.calls = [...this.calls, [event.seat, this.said[event.seat]]];
      if (event.kind === "decision") this.calling = Boolean(event.call);
      if (event.kind === "trick" || event.kind === "hand") this.said = {};
    }
    if (this.log.length > 400) this.log = this.log.slice(-300);
  }
  askHint() {
    this.asking = true;
    this.say({ t: "hint" });
    this.onChange();
  }
  get mayMove() {
    return Boolean(this.now?.view.moves) && !this.playing && this.sent !== this.now.seq && this.status === "open";
  }
  move(number, amount) {
    if (!this.mayMove) return;
    this.sent = this.now.seq;
    this.say({ t: "move", seq: this.now.seq, move: number, amount });
  }
  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
