// What may be said or done without touching a card: buttons, cells, a slider, a grid.
import { capital, html, useState } from "./html.js";

export const suitMark = number => html`<svg class="mark" viewBox="0 0 110 110" aria-hidden="true"><use href="#suit-${number}" /></svg>`;
const MANY = 24, BIG = 8, ACROSS = 7;

function shown(c, [type, , value]) {
  if (type !== "suit") return capital(String(value));
  const number = c.table.suits.findIndex(suit => suit.name === value);
  return number < 0 ? "NT" : html`${suitMark(number)}<span class="hush">${c.table.suits[number].label}</span>`;
}

export function Calls({ c, grids }) {
  const named = new Map(), plain = [];
  for (const number of c.index.free) {
    const move = c.moves[number];
    if (move.kind === "call" && move.values.length) named.set(move.call, [...(named.get(move.call) ?? []), number]);
    else plain.push(number);
  }
  const isBig = list => c.moves[list[0]].values.length > 1 || list.length > BIG;
  const groups = [...named].filter(([, list]) => isBig(list) === grids).map(([label, list]) => html`<${Group} key=${label} c=${c} label=${label} list=${list} />`);
  if (grids) return groups.length ? html`<div class="grids">${groups}</div>` : null;
  if (!groups.length && !plain.length) return null;
  return html`<div class="acts">${groups}${plain.map(number => {
    if (c.moves[number].amounts) return html`<${Amount} key=${number} c=${c} number=${number} />`;
    const move = c.moves[number], quiet = move.pass || ["pass", "stop", "fold"].includes(move.kind);
    return html`<button class="act ${quiet ? "quiet" : ""} ${c.hint === number ? "hinted" : ""}" onClick=${() => c.send(number)}>${capital(move.text)}</button>`;
  })}</div>`;
}

function Group({ c, label, list }) {
  const values = c.moves[list[0]].values;
  const legend = capital(label) === c.prompt ? null : html`<span class="legend">${capital(label)}</span>`;
  if (values.length === 2) return html`<div class="calls">${legend}<${Grid} c=${c} list=${list} /></div>`;
  if (values.length === 1 && values[0][0] === "number" && list.length > MANY) return html`<div class="calls">${legend}<${Slider} c=${c} list=${list} /></div>`;
  return html`<div class="calls">${legend}<div class="cells">${list.map(number => html`<${Cell} c=${c} number=${number}>${c.moves[number].values.map(value => html`<span>${shown(c, value)}</span>`)}<//>`)}</div></div>`;
}

const Cell = ({ c, number, children }) => html`<button class="cell ${c.hint === number ? "hinted" : ""}" aria-label=${capital(c.moves[number].text)} title=${capital(c.moves[number].text)} onClick=${() => c.send(number)}>${children}</button>`;

// Two things are named: one goes down, the other across.
function Grid({ c, list }) {
  const distinct = at => [...new Set(list.map(number => c.moves[number].values[at][2]))];
  const counts = [distinct(0).length, distinct(1).length], longer = counts[0] >= counts[1] ? 0 : 1;
  // The longer one goes across, if that fits on a phone: height is dear.
  const [rows, columns] = counts[longer] <= ACROSS ? [1 - longer, longer] : [longer, 1 - longer];
  const across = distinct(columns), down = distinct(rows);
  const find = (row, column) => list.find(number => c.moves[number].values[rows][2] === row && c.moves[number].values[columns][2] === column);
  return html`<div class="grid" style=${{ gridTemplateColumns: `repeat(${across.length}, auto)` }}>${down.flatMap(row => across.map(column => {
    const number = find(row, column);
    return number == null ? html`<span class="cell none"></span>` : html`<${Cell} c=${c} number=${number}>${c.moves[number].values.map(value => html`<span>${shown(c, value)}</span>`)}<//>`;
  }))}</div>`;
}

// A bet of any amount: a field and a slider that say the same.
function Amount({ c, number }) {
  const move = c.moves[number], [low, high] = move.amounts;
  const [typed, setTyped] = useState(null);
  const amount = Math.max(low, Math.min(high, typed ?? low));
  const say = event => setTyped(event.target.value === "" ? null : Number(event.target.value));
  return html`<div class="slider"><input type="range" min=${low} max=${high} value=${amount} aria-label=${capital(move.text)} onInput=${say} />
    <input type="number" min=${low} max=${high} value=${typed ?? low} aria-label="amount" onInput=${say} />
    <button class="act ${c.hint === number ? "hinted" : ""}" onClick=${() => c.send(number, amount)}>${capital(move.text)} ${amount}</button></div>`;
}

function Slider({ c, list }) {
  const [at, setAt] = useState(0);
  const here = Math.min(at, list.length - 1), move = c.moves[list[here]];
  const step = by => setAt(Math.max(0, Math.min(list.length - 1, here + by)));
  return html`<div class="slider"><button class="cell" aria-label="less" onClick=${() => step(-1)}>−</button>
    <input type="range" min="0" max=${list.length - 1} value=${here} aria-label=${move.call} aria-valuetext=${String(move.values[0][2])} onInput=${event => setAt(Number(event.target.value))} />
    <button class="cell" aria-label="more" onClick=${() => step(1)}>+</button>
    <button class="act" onClick=${() => c.send(list[here])}>${capital(move.text)}</button></div>`;
}
