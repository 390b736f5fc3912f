// A match that is over, from its first deal on: a slider, all hands open or what one seat saw.
import { drawPack } from "./cards.js";
import { html, render, useEffect, useRef, useState } from "./html.js";
import { TableView } from "./table.js";
import { playedOut } from "./watch.js";

const ALL = -1, BEAT = 900, ENDS = new Set(["hand_over", "thrown_in", "game_over"]);

function merged(before, changes) {
  const view = { ...before };
  for (const [key, value] of Object.entries(changes)) {
    if (key === "piles") {
      view.piles = { ...before.piles };
      for (const [id, pile] of Object.entries(value)) {
        if (pile === null) delete view.piles[id];
        else view.piles[id] = pile;
      }
    } else if (value === null) delete view[key];
    else view[key] = value;
  }
  return view;
}

// What is shown at each place of the slider: a moment, and before it every trick that it completed.
function moments(data) {
  const found = [];
  let view = { piles: {} };
  for (const frame of data.frames) {
    const before = view;
    view = merged(view, frame.view);
    const ends = frame.events.some(event => ENDS.has(event.kind));
    for (const trick of frame.tricks ?? []) {
      const shown = { ...before, trick: trick.cards, winner: trick.winner, to_move: [] };
      found.push({ view: shown, events: [], heard: {}, trick });
    }
    if (data.frames.length === 1) found.push(...watched(view, frame.events));
    found.push({ view, events: frame.events, heard: frame.heard ?? {}, ends });
  }
  return found;
}

// A match without decisions has one moment: what happened is shown event by event.
function watched(view, events) {
  const list = { ...view, piles: Object.values(view.piles) };
  const steps = [...playedOut(list, events)].filter(step => step.view);
  return steps.map(step => ({ view: { ...step.view, piles: Object.fromEntries(step.view.piles.map(pile => [pile.id, pile])) }, events: [step.event], heard: {} }));
}

function seenBy(pile, seat) {
  if (!pile.seen || seat === ALL) return pile;
  const faces = pile.faces.map((face, i) => pile.seen[i] >> seat & 1 ? face : -1);
  return { ...pile, faces };
}

// Stands in for the socket of a table.
export class Replay {
  constructor(data, onChange) {
    Object.assign(this, { data, onChange, table: data.table, rules: data.rules, people: null, status: "open", hint: null, watching: null, pause: null, replay: true });
    this.moments = moments(data);
    this.seat = ALL;
    this.go(0);
  }
  go(at) {
    this.at = Math.max(0, Math.min(this.moments.length - 1, at));
    this.said = {};
    this.calls = [];
    this.calling = false;
    this.log = [];
    this.lastTrick = null;
    for (const moment of this.moments.slice(0, this.at + 1)) {
      if (moment.trick) this.lastTrick = moment.trick;
      for (const event of moment.heard[this.seat] ?? moment.events) {
        if (event.text) this.log.push(event.text);
        if (event.kind === "decision") this.said[event.seat] = event.text.slice(event.text.indexOf(":") + 2);
        if (event.kind === "hand") Object.assign(this, { calls: [], calling: false });
        if (event.call) this.calls.push([event.seat, this.said[event.seat]]);
        if (event.kind === "decision") this.calling = Boolean(event.call);
        if (event.kind === "trick" || event.kind === "hand") this.said = {};
      }
    }
    const moment = this.moments[this.at];
    const piles = Object.values(moment.view.piles).map(pile => seenBy(pile, this.seat));
    this.now = { seq: this.at, events: [], view: { ...moment.view, piles, seat: this.seat === ALL ? 0 : this.seat } };
    this.onChange();
  }
  look(seat) {
    this.seat = seat;
    this.go(this.at);
  }
  get caption() {
    const moment = this.moments[this.at];
    if (moment.trick) return `${this.table.seats[moment.trick.winner]} wins the trick`;
    if (this.at === this.moments.length - 1 && this.data.round?.stopped) return `The record goes on, but ${this.data.round.stopped}`;
    const told = (moment.heard[this.seat] ?? moment.events).filter(event => event.text);
    return told.find(event => event.kind === "decision")?.text ?? told.at(-1)?.text ?? "";
  }
  // The next place at which a hand begins or ends.
  mark(step) {
    const { moments, at } = this;
    for (let i = at + step; i >= 0 && i < moments.length; i += step) if (moments[i].ends) return i;
    return step < 0 ? 0 : moments.length - 1;
  }
  say() {}
  move() {}
  close() {}
}

export function Controls({ link }) {
  const [beat, setBeat] = useState(0), last = link.moments.length - 1;
  useEffect(() => {
    if (!beat) return;
    const timer = setInterval(() => link.at < last ? link.go(link.at + 1) : setBeat(0), beat);
    return () => clearInterval(timer);
  }, [beat]);
  const to = (at, label, sign) => html`<button class="cell" aria-label=${label} title=${label} onClick=${() => link.go(at)}>${sign}</button>`;
  return html`<div class="acts replay">
    <label>Cards of <select value=${link.seat} onChange=${event => link.look(Number(event.target.value))}><option value=${ALL}>all</option>${link.table.seats.slice(0, link.table.players).map((name, seat) => html`<option value=${seat}>${name}</option>`)}</select></label>
    ${link.data.round && link.other && link.data.round.of > 1 ? html`<label>Round <select value=${link.data.round.number} onChange=${event => link.other(Number(event.target.value))}>${Array.from({ length: link.data.round.of }, (_, i) => html`<option value=${i}>${i + 1}</option>`)}</select></label>` : null}
    ${to(link.mark(-1), "the hand before", "«")}${to(link.at - 1, "one step back", "‹")}
    <input type="range" min="0" max=${last} value=${link.at} aria-label="place in the match" onInput=${event => link.go(Number(event.target.value))} />
    ${to(link.at + 1, "one step on", "›")}${to(link.mark(1), "the next hand", "»")}
    <button class="act" onClick=${() => setBeat(beat ? 0 : BEAT)}>${beat ? "Stop" : "Play"}</button>
    <button class="act quiet" disabled=${!beat} onClick=${() => setBeat(beat > 120 ? beat / 2 : BEAT)}>Faster</button></div>`;
}

export function ReplayView({ data, home = true, other }) {
  const [, redraw] = useState(0), replay = useRef(null);
  if (!replay.current) {
    drawPack(data.table);
    replay.current = new Replay(data, () => redraw(n => n + 1));
    replay.current.home = home;
    replay.current.other = other;
  }
  return html`<${TableView} link=${replay.current} controls=${Controls} />`;
}

// A page of its own holds the match that it shows.
const own = document.getElementById("replay");
if (own) {
  const app = document.getElementById("app");
  app.replaceChildren();
  render(html`<${ReplayView} data=${JSON.parse(own.textContent)} home=${false} />`, app);
}
