// The table: drawn from the regions of the genome's zones, played by touching what a move names.
import { capital, html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { wants } from "./cards.js";
import { fit, slide } from "./motion.js";
import { Calls, suitMark } from "./calls.js";
import { Panel } from "./panel.js";
import { rate } from "./tables.js";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["clubs", "diamonds", "spades", "hearts"];
const SHOWN = 12;
const isNarrow = () => innerWidth < 700;
let dragEnded = 0;

const NOTHING = { pile: null, faces: new Set() };
function preyOf(number, moves) {
  const move = number == null ? null : moves[number];
  const faces = move?.takes ?? move?.may_take;
  return faces ? { pile: move.to ?? null, faces: new Set(faces), sum: move.sum, some: Boolean(move.may_take) } : NOTHING;
}

// ---- where seats sit: the next player to one side, the last one to the other, the rest opposite
function seating(table, me) {
  const n = table.players, turn = table.counterclockwise ? -1 : 1, places = { left: [], top: [], right: [] }, angle = {};
  for (let seat = 0; seat < n; seat++) {
    const after = (seat - me + n) % n;
    angle[seat] = 90 + turn * 360 * after / n;
    if (!after) continue;
    const first = after === 1, last = after === n - 1;
    const where = n === 2 || (!first && !last) ? "top" : first === (turn === 1) ? "left" : "right";
    places[where].push(seat);
  }
  if (turn === 1) places.top.sort((a, b) => ((a - me + n) % n) - ((b - me + n) % n));
  else places.top.sort((a, b) => ((b - me + n) % n) - ((a - me + n) % n));
  for (let seat = n; seat < table.seats.length; seat++) {
    places.top.push(seat);
    angle[seat] = 270;
  }
  return { ...places, angle };
}

// ---- order of cards in a hand
function sorted(faces, table, trump) {
  const suitOrder = number => {
    if (number < 0) return 100;
    const name = table.suits[number].name, french = SUITS.indexOf(name);
    return name === trump ? 99 : french < 0 ? 10 + number : french;
  };
  const rankOrder = (face, number) => {
    const rank = RANKS.indexOf(face.rank);
    return rank < 0 ? 20 + number / 1000 : rank;
  };
  return [...faces].sort((a, b) => {
    if (a < 0 || b < 0) return b - a;
    const x = table.faces[a], y = table.faces[b];
    return suitOrder(x.suit) - suitOrder(y.suit) || rankOrder(x, a) - rankOrder(y, b);
  });
}
function sortedMeld(faces, table) {
  const often = {};
  for (const face of faces) often[table.faces[face]?.rank] = (often[table.faces[face]?.rank] || 0) + 1;
  const isSet = Object.values(often).some(count => count * 2 > faces.length);
  if (!isSet) return sorted(faces, table);
  return [...faces].sort((a, b) => often[table.faces[b].rank] - often[table.faces[a].rank] || a - b);
}

// ---- moves by what one touches
function indexed(moves) {
  const byCard = new Map(), byPile = new Map(), free = [];
  const put = (map, key, number) => map.set(key, [...(map.get(key) ?? []), number]);
  moves.forEach((move, number) => {
    if (move.face != null && move.pile != null) put(byCard, move.index != null ? `${move.pile}:${move.face}:${move.index}` : `${move.pile}:${move.face}`, number);
    else {
      if (move.pile != null) put(byPile, move.pile, number);
      free.push(number);
    }
  });
  return { byCard, byPile, free };
}
const facesOf = pile => pile.faces ?? Array(pile.count).fill(-1);

function whyNot(c, pile, face) {
  if (!c.moves.length) return c.view.over ? "The game is over." : "It is not your turn.";
  const { why } = c.view;
  return why?.length ? why.join(" ") : `${c.table.faces[face].name} may not be played now.`;
}

// ---- one card
function Card({ c, face, pile, at, size = "", live = true, dim, picked, wild }) {
  const small = size || isNarrow() || wants("large print") ? "small" : "face";
  if (face == null || face < 0) {
    return html`<span class="slot ${size}"><span class="card ${size}" role="img" aria-label="face-down card"><svg viewBox="0 0 100 140" aria-hidden="true"><use href="#back" /></svg></span></span>`;
  }
  const list = live && pile != null ? c.index.byCard.get(`${pile}:${face}:${at}`) ?? c.index.byCard.get(`${pile}:${face}`) : null;
  const name = c.table.faces[face].name, key = c.keyOf(face), here = `${pile}:${face}:${at ?? ""}`;
  const hinted = c.hinted && c.hinted.face === face && c.hinted.pile === pile, prey = pile != null && c.prey.pile === pile && c.prey.faces.has(face);
  const classes = ["card", size, list && "legal", dim && !list && "dim", c.held?.at === here && "held", hinted && "hinted", prey && "prey"].filter(Boolean).join(" ");
  const art = html`<svg viewBox="0 0 100 140" aria-hidden="true"><use href="#${small}-${face}" /></svg>`;
  const slot = `slot ${size} ${picked ? "picked" : ""} ${wild ? "wild" : ""}`;
  if (list) {
    return html`<span class=${slot}><button class=${classes} data-key=${key} data-face=${face} aria-label=${`${name}${picked ? ", picked" : ""}`}
      onPointerDown=${event => c.grab(list, event)} onDblClick=${() => c.home(list)} onPointerEnter=${() => c.aim(list)} onPointerLeave=${() => c.aim(null)} onFocus=${() => c.aim(list)} onBlur=${() => c.aim(null)}
      onClick=${event => { event.stopPropagation(); if (performance.now() - dragEnded > 80) c.touch(list, here, event.currentTarget, pile); }}>${art}</button></span>`;
  }
  const tell = dim ? event => { event.stopPropagation(); c.refuse(pile, face, event.currentTarget); } : pile != null ? () => c.touchPile(pile) : null;
  return html`<span class=${slot}><span class=${classes} data-key=${key} data-face=${face} role="img" aria-label=${`${name}${picked ? ", picked" : dim ? ", may not be played" : ""}`} onClick=${tell}>${art}</span></span>`;
}

function Label({ zone, count }) {
  return html`<span class="label">${zone.label}${count ? ` (${count})` : ""}</span>`;
}

function Pile({ c, pile, size = "", label = true }) {
  const zone = c.table.zones[pile.zone], faces = facesOf(pile), top = faces.at(-1);
  const list = c.index.byPile.get(pile.id), live = list || c.targets.has(pile.id);
  const suit = zone.piles === "by_suit" ? pile.pile : null;
  const name = `${faces.length === 1 ? "" : `${faces.length || "empty"} `}${zone.label}`;
  const act = event => { event.stopPropagation(); c.touchPile(pile.id, event.currentTarget); };
  const inner = html`
    ${faces.length ? html`<${Card} c=${c} face=${top} pile=${pile.id} at=${faces.length - 1} size=${size} />`
      : html`<span class="empty ${size}">${suit != null && suit < c.table.suits.length ? suitMark(suit) : null}</span>`}
    ${faces.length > 1 ? html`<b class="count">${faces.length}</b>` : null}
    ${label && zone.piles === "one" ? html`<${Label} zone=${zone} />` : null}`;
  const classes = `pile ${size} deep${Math.min(3, Math.floor(faces.length / 6))} ${live ? "live" : ""}`;
  if (!live) return html`<div class=${classes} data-pile=${pile.id} role="group" aria-label=${name}>${inner}</div>`;
  return html`<div class=${classes} data-pile=${pile.id} role="button" tabindex="0" aria-label=${name} onClick=${act}
    onKeyDown=${event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(event); } }}>${inner}</div>`;
}

function Row({ c, pile, size = "", label = true }) {
  const zone = c.table.zones[pile.zone];
  let faces = facesOf(pile);
  const total = faces.length;
  if (zone.order === "set") faces = pile.sorted ?? sorted(faces, c.table, c.view.trump);
  else if (total > SHOWN) faces = faces.slice(-SHOWN);
  const live = c.targets.has(pile.id);
  return html`<div class="row ${size} ${live ? "live" : ""} ${total ? "" : "bare"}" data-pile=${pile.id} onClick=${() => c.touchPile(pile.id)} role="group" aria-label=${zone.label}>
    <div class="fan">${faces.map((face, i) => html`<${Card} c=${c} face=${face} pile=${pile.id} at=${zone.order === "stack" ? total - faces.length + i : undefined} size=${size} />`)}
      ${total ? null : html`<span class="empty ${size}"></span>`}</div>
    ${label ? html`<${Label} zone=${zone} count=${total > SHOWN ? total : 0} />` : null}</div>`;
}

function Column({ c, pile }) {
  const zone = c.table.zones[pile.zone], faces = facesOf(pile);
  const under = zone.beneath == null ? null : c.view.piles.find(p => p.zone === zone.beneath && p.pile === pile.pile);
  const down = under ? facesOf(under).length : 0, live = c.targets.has(pile.id);
  return html`<div class="column ${live ? "live" : ""}" data-pile=${pile.id} onClick=${() => c.touchPile(pile.id)} role="group" aria-label=${`${zone.label} ${pile.pile + 1}`}>
    ${!down && !faces.length ? html`<span class="empty"></span>` : null}
    ${Array.from({ length: down }, () => html`<span class="lap down"><${Card} c=${c} face=${-1} /></span>`)}
    ${faces.map((face, i) => html`<span class="lap"><${Card} c=${c} face=${face} pile=${pile.id} at=${i} /></span>`)}</div>`;
}

function Melds({ c, piles, size = "s" }) {
  const laid = piles.filter(pile => facesOf(pile).length);
  if (!laid.length) return null;
  return html`<div class="melds">${laid.map(pile => {
    const faces = sortedMeld(facesOf(pile), c.table);
    return html`<div class="meld ${c.targets.has(pile.id) ? "live" : ""}" data-pile=${pile.id} onClick=${() => c.touchPile(pile.id)} role="group" aria-label=${c.table.zones[pile.zone].label}>
      <div class="fan">${faces.map(face => html`<${Card} c=${c} face=${face} pile=${pile.id} size=${size} wild=${c.table.wild?.includes(face)} />`)}</div>
      ${faces.length > 3 ? html`<b class="count">${faces.length}</b>` : null}</div>`;
  })}</div>`;
}

// Piles of zones that have a place in a grid; of those that share one only the uppermost that has cards.
const inGrid = (c, pile) => c.table.zones[pile.zone].row || c.table.zones[pile.zone].column;
function Grid({ c, piles, size = "s" }) {
  if (!piles.length) return null;
  const cells = Object.values(Object.groupBy(piles, pile => {
    const zone = c.table.zones[pile.zone];
    return `${zone.row}.${zone.column}.${pile.pile}`;
  }));
  return html`<div class="grid">${cells.map(cell => {
    const over = cell.filter(pile => c.table.zones[pile.zone].over != null), touched = cell.find(pile => c.index.byPile.has(pile.id));
    const pile = over.find(one => facesOf(one).length) ?? touched ?? cell.find(one => c.table.zones[one.zone].over == null) ?? cell[0];
    const zone = c.table.zones[pile.zone], style = { gridRow: zone.row || "auto", gridColumn: zone.column || "auto" };
    return html`<div style=${style}>${zone.form === "row" ? html`<${Row} c=${c} pile=${pile} size=${size} label=${false} />` : html`<${Pile} c=${c} pile=${pile} size=${size} />`}</div>`;
  })}</div>`;
}

// ---- what is known of a seat
const rolesOf = (c, seat) => (c.view.roles ?? []).filter(role => role[1] === seat).map(role => role[0]);
const countersOf = (c, seat) => (c.view.counters ?? []).filter(k => k.of === "seat" && (k.values[seat] || k.always))
  .map(k => k.flag ? k.label : `${k.label} ${k.values[seat]}`);
const sideOf = (c, seat) => c.table.sides.findIndex(side => side.includes(seat));
const isOwner = (c, pile, seat) => {
  const bySide = c.table.zones[pile.zone].owner === "team" && c.table.sides.length;
  return bySide ? pile.owner === sideOf(c, seat) : pile.owner === seat;
};
const nameOf = (c, seat) => c.people?.seats[seat]?.name || c.table.seats[seat];

function Won({ c, seat }) {
  const piles = c.view.piles.filter(pile => {
    const zone = c.table.zones[pile.zone];
    if (zone.region !== "side" || zone.form !== "pile" || !facesOf(pile).length) return false;
    return zone.owner === "team" && c.table.sides.length ? c.table.sides[pile.owner][0] === seat : pile.owner === seat;
  });
  return piles.map(pile => {
    const zone = c.table.zones[pile.zone], count = facesOf(pile).length;
    const owners = zone.owner === "team" && c.table.sides.length ? c.table.sides[pile.owner] : [seat];
    const tricks = c.table.tricks ? owners.reduce((sum, owner) => sum + (c.view.tricks?.[owner] ?? 0), 0) : 0;
    const text = tricks ? `${tricks} ${tricks === 1 ? "trick" : "tricks"}` : `${count} ${count === 1 ? "card" : "cards"}`;
    return html`<span class="won" data-pile=${pile.id} title=${zone.label}><svg viewBox="0 0 100 140" aria-hidden="true"><use href="#back" /></svg>${text}</span>`;
  });
}

function Facts({ c, seat }) {
  const staked = c.view.staked?.[seat];
  return html`<div class="facts">
    ${rolesOf(c, seat).map(role => html`<span class="role">${role}</span>`)}
    ${countersOf(c, seat).map(text => html`<span class="fact">${text}</span>`)}
    <${Won} c=${c} seat=${seat} />
    ${staked ? html`<span class="stake">${staked}</span>` : null}</div>`;
}

const HUES = [152, 206, 268, 18, 330, 46, 186, 292];
function Avatar({ c, seat }) {
  const who = c.people?.seats[seat], name = nameOf(c, seat);
  const inner = who?.kind === "computer" ? html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2v3M7 5h10a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM9 10v2M15 10v2M8 21h8" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" /></svg>` : [...name][0] ?? "?";
  return html`<span class="avatar" aria-hidden="true" style=${{ "--hue": HUES[seat % HUES.length] }}>${inner}</span>`;
}

function Plate({ c, seat, you }) {
  const who = c.people?.seats[seat], scores = c.table.points && !c.table.chips && !c.table.sides.length;
  const absent = who && who.kind === "person" && !who.here, named = c.view.hand_names?.[seat];
  return html`<div class="plate"><${Avatar} c=${c} seat=${seat} /><span class="who">${nameOf(c, seat)}</span>
    ${you && !c.link.replay ? html`<small>you</small>` : who?.kind === "open" ? html`<small>open seat</small>` : absent ? html`<small>away</small>` : null}
    ${c.view.dealer === seat && c.table.players > 1 ? html`<i class="dealer" title="dealer">D</i>` : null}
    ${c.table.chips && seat < c.table.players ? html`<span class="chips">${c.view.chips?.[seat] ?? 0}</span>` : null}
    ${scores && seat < c.table.players ? html`<span class="score">${(c.view.scores?.[seat] ?? 0)}${c.view.hand_scores?.[seat] ? html`<em>${signed(c.view.hand_scores[seat])}</em>` : null}</span>` : null}
    ${named ? html`<span class="named" title="what the cards make">${named}</span>` : null}</div>`;
}
const signed = value => value > 0 ? `+${value}` : String(value);

// An open hand that does not fit beside its owner's name lies in the middle.
const isWide = (c, hand) => isNarrow() && facesOf(hand).length > 4 && facesOf(hand).some(face => face >= 0);

// Backs in a fan, as somebody holds cards.
function fanned(count) {
  const shown = Math.min(count, 13), spread = Math.min(56, 7 * (shown - 1));
  return Array.from({ length: shown }, (_, i) => {
    const turn = shown < 2 ? 0 : spread * (i / (shown - 1) - .5);
    return html`<i style=${{ transform: `rotate(${turn.toFixed(1)}deg)` }}><svg viewBox="0 0 100 140" aria-hidden="true"><use href="#back" /></svg></i>`;
  });
}

function Seat({ c, seat }) {
  const hand = c.zone("hand", seat)[0], count = hand ? facesOf(hand).length : 0;
  const open = hand && facesOf(hand).some(face => face >= 0) && !isWide(c, hand);
  const before = [...c.zone("front", seat), ...c.zone("side", seat)].filter(pile => {
    const zone = c.table.zones[pile.zone];
    return zone.owner === "seat" && c.isDrawn(pile) && !["melds", "piles"].includes(zone.form) && !(zone.region === "side" && zone.form === "pile");
  });
  const classes = `seat ${c.view.to_move.includes(seat) ? "turn" : ""} ${c.view.out?.includes(seat) ? "out" : ""} ${c.view.winner === seat ? "best" : ""}`;
  return html`<section class=${classes} aria-label=${nameOf(c, seat)}>
    <${Plate} c=${c} seat=${seat} />
    ${count ? open ? html`<${Row} c=${c} pile=${hand} size="s" label=${false} />`
      : html`<div class="backs" data-pile=${hand.id} aria-label=${`${count} cards`} role="img">${fanned(count)}<b class="count">${count}</b></div>` : null}
    ${c.link.said[seat] && !c.saysMuch ? html`<span class="said">${capital(c.link.said[seat])}</span>` : null}
    <${Facts} c=${c} seat=${seat} />
    <${Grid} c=${c} piles=${before.filter(pile => inGrid(c, pile))} size="xs" />
    ${before.some(pile => !inGrid(c, pile)) ? html`<div class="fronts">${before.filter(pile => !inGrid(c, pile)).map(pile => c.table.zones[pile.zone].form === "pile" ? html`<${Pile} c=${c} pile=${pile} size="xs" />` : html`<${Row} c=${c} pile=${pile} size="xs" />`)}</div>` : null}
  </section>`;
}

function Trick({ c }) {
  const { winner, swept } = c.view, spot = (seat, far) => {
    const angle = c.seats.angle[seat] * Math.PI / 180;
    return { left: `calc(50% + ${(Math.cos(angle) * 1.05 * far).toFixed(3)} * var(--cw))`, top: `calc(50% + ${(Math.sin(angle) * 0.66 * far).toFixed(3)} * var(--ch))` };
  };
  return html`<div class="trick ${swept ? "swept" : ""}" role="group" aria-label="the trick">${c.view.trick.map(([seat, face], i) => {
    const style = { ...(swept && winner != null ? spot(winner, 2.2) : spot(seat, 1)), zIndex: i, "--lean": `${[-2, 1.5, -1, 2.5, -2.5, 1, -1.5, 2][seat % 8]}deg` };
    return html`<div key=${`${seat}.${face}.${i}`} class="played ${winner === seat ? "best" : ""}" style=${style}><${Card} c=${c} face=${face} live=${false} /></div>`;
  })}</div>`;
}

// What everybody has said, a column for each player.
function Auction({ c }) {
  const { calls } = c.link, n = c.table.players, first = calls[0][0], turn = c.table.counterclockwise ? -1 : 1;
  const column = seat => ((seat - first) * turn + n) % n;
  const rows = [];
  let last = n;
  for (const [seat, words] of calls) {
    if (column(seat) <= last) rows.push([]);
    last = column(seat);
    rows.at(-1)[last] = words;
  }
  const seats = Array.from({ length: n }, (_, i) => ((first + i * turn) % n + n) % n);
  return html`<div class="auction scroll" tabindex="0" role="group" aria-label="what was said"><table><thead><tr>${seats.map(seat => html`<th scope="col">${nameOf(c, seat)}</th>`)}</tr></thead>
    <tbody>${rows.slice(-6).map(row => html`<tr>${seats.map((_, i) => html`<td>${row[i] ? capital(row[i]) : ""}</td>`)}</tr>`)}</tbody></table></div>`;
}

function Menu({ c }) {
  const place = useRef(null);
  useLayoutEffect(() => {
    const box = place.current.getBoundingClientRect(), at = c.menu.rect;
    const left = Math.max(6, Math.min(innerWidth - box.width - 6, at.left + at.width / 2 - box.width / 2));
    const above = at.top - box.height - 8;
    place.current.style.left = `${left}px`;
    place.current.style.top = `${above > 6 ? above : Math.min(innerHeight - box.height - 6, at.bottom + 8)}px`;
    place.current.querySelector("button").focus();
  }, [c.menu]);
  return html`<div class="menu" role="menu" ref=${place}>${c.menu.list.map(number => html`<button role="menuitem" onClick=${event => { event.stopPropagation(); c.send(number); }}>${capital(c.moves[number].text)}</button>`)}</div>`;
}

function Scores({ c }) {
  const { table, view } = c;
  if (table.sides.length) {
    return table.sides.map((side, i) => html`<span class="total"><small>${side.map(seat => nameOf(c, seat)).join(" & ")}</small> ${view.scores?.[i] ?? 0}${view.hand_scores?.[i] ? html`<em>${signed(view.hand_scores[i])}</em>` : null}</span>`);
  }
  return null;
}

// Which way play goes round the table.
function Way({ turned }) {
  const words = `play goes ${turned ? "counterclockwise" : "clockwise"}`;
  return html`<svg class="way" viewBox="0 0 24 24" role="img" aria-label=${words} style=${{ transform: turned ? "scaleX(-1)" : "" }}><title>${words}</title>
    <path d="M19.5 8.5A8.5 8.5 0 1 0 20.5 12M20.5 3.5V9h-5.5" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" /></svg>`;
}

function Header({ c, panel, setPanel }) {
  const { table, view, link } = c, suit = table.suits.findIndex(s => s.name === view.trump);
  const forced = table.suits.find(s => s.name === view.suit_in_force);
  const facts = (view.counters ?? []).filter(k => k.of === "table" && !k.pot && (k.values[0] || k.always)).map(k => k.flag ? k.label : `${k.label} ${k.values[0]}`);
  const tool = (name, text) => html`<button class="tool" aria-expanded=${panel === name} onClick=${() => setPanel(panel === name ? null : name)}>${text}</button>`;
  return html`<header>${link.home === false ? null : html`<a href="#/" class="home" aria-label="All games">‹</a>`}<div class="about"><h1>${table.name}</h1>
    ${table.players > 1 ? html`<span class="sub">hand ${view.hand}</span>` : null}
    ${suit >= 0 ? html`<span class="trump">${suitMark(suit)} <span class="wordy">${table.suits[suit].label} are</span> trumps</span>` : null}
    ${view.mode ? html`<span class="fact">${view.mode}</span>` : null}
    ${view.broken ? html`<span class="fact">${table.breaking} broken</span>` : null}
    ${table.players > 2 ? html`<${Way} turned=${Boolean(table.counterclockwise) !== Boolean(view.reversed)} />` : null}
    ${forced ? html`<span class="fact">${forced.label} must be matched</span>` : null}
    ${view.reversed ? html`<span class="fact">play goes the other way</span>` : null}
    ${[...(view.facts ?? []), ...facts].slice(0, 4).map(text => html`<span class="fact">${text}</span>`)}</div>
    <${Scores} c=${c} />
    ${c.me != null && !link.replay ? html`<button class="tool" disabled=${!view.moves || link.asking} onClick=${() => link.askHint()}>${link.asking ? "Thinking…" : "Hint"}</button>
    <button class="tool" disabled=${!c.people?.undo} onClick=${() => link.say({ t: "undo" })}>Undo</button>` : null}
    ${isNarrow() ? tool("menu", "More") : html`${tool("log", "Log")}${tool("rules", "Rules")}${link.replay ? null : tool("seats", "Seats")}${tool("looks", "Looks")}`}</header>`;
}

// The pot, in parts where not everybody can win all of it.
function Pots({ c }) {
  const { pot, pots = [] } = c.view;
  return html`<div class="pot"><b>${pot}</b><span class="label">pot</span>${pots.map(([chips, seats], i) => html`<span class="side" title=${seats.map(seat => nameOf(c, seat)).join(", ")}>${i ? pots.length > 2 ? `side pot ${i}` : "side pot" : "main pot"} ${chips}</span>`)}</div>`;
}

// Pots that have names of their own.
const poolsOf = view => (view.counters ?? []).filter(k => k.of === "table" && k.pot && (k.values[0] || k.always));
const Pools = ({ pools }) => html`<div class="pools">${pools.map(pool => html`<div class="pot"><b>${pool.values[0]}</b><span>${pool.label}</span></div>`)}</div>`;

function Centre({ c }) {
  const { table, view } = c;
  const others = view.piles.filter(pile => {
    const zone = table.zones[pile.zone];
    const apart = ["melds", "piles"].includes(zone.form) || (zone.owner === "team" && table.sides.length);
    return zone.region === "front" && !isOwner(c, pile, c.view.seat ?? -1) && apart && c.isDrawn(pile);
  });
  const owners = [...new Set(others.map(pile => `${table.zones[pile.zone].owner}:${pile.owner}`))];
  const ownerName = key => {
    const [kind, number] = key.split(":");
    return kind === "team" && table.sides.length ? table.sides[number].map(seat => nameOf(c, seat)).join(" and ") : nameOf(c, Number(number));
  };
  const columns = c.zone("columns"), gridded = ["foundations", "stock", "centre"].flatMap(region => c.zone(region)).filter(pile => inGrid(c, pile) && c.isDrawn(pile));
  const foundations = c.zone("foundations").filter(pile => !inGrid(c, pile) && c.isDrawn(pile)), stock = c.zone("stock").filter(pile => !inGrid(c, pile) && c.isDrawn(pile));
  const middle = c.zone("centre").filter(pile => !inGrid(c, pile)), rows = middle.filter(pile => table.zones[pile.zone].form === "row" && c.isDrawn(pile));
  const melds = middle.filter(pile => table.zones[pile.zone].form === "melds");
  const perRow = Math.max(1, ...Object.values(Object.groupBy(foundations, pile => table.zones[pile.zone].piles === "one" ? "one" : pile.zone)).map(list => list.length));
  const gone = c.zone("drawer").filter(pile => facesOf(pile).length && c.isDrawn(pile));
  const choosing = c.index.free.some(number => c.moves[number].values?.length);
  const hands = c.zone("hand").filter(pile => pile.owner !== view.seat && isWide(c, pile)), pools = poolsOf(view);
  return html`<div class="centre"><div class="emblem" aria-hidden="true">${table.suits.slice(0, 4).map((_, i) => suitMark(i))}</div>
    ${hands.map(pile => html`<div class="theirs wide"><span class="label">${nameOf(c, pile.owner)}</span><${Row} c=${c} pile=${pile} size="s" label=${false} /></div>`)}
    ${owners.map(key => {
      const list = others.filter(pile => `${table.zones[pile.zone].owner}:${pile.owner}` === key), form = name => list.filter(pile => table.zones[pile.zone].form === name);
      return html`<div class="theirs"><span class="label">${ownerName(key)}</span>
        ${form("piles").length ? html`<div class="cells">${form("piles").map(pile => html`<${Pile} c=${c} pile=${pile} size="s" />`)}</div>` : null}
        <${Melds} c=${c} piles=${form("melds")} />
        ${[...form("row"), ...form("pile")].map(pile => html`<${Row} c=${c} pile=${pile} size="s" />`)}</div>`;
    })}
    ${pools.length ? html`<${Pools} pools=${pools} />` : null}
    <div class="middle">
      ${stock.length || view.pot || foundations.length ? html`<div class="stock">
        ${stock.map(pile => table.zones[pile.zone].form === "pile" ? html`<${Pile} c=${c} pile=${pile} />` : html`<${Row} c=${c} pile=${pile} />`)}
        ${view.pot ? html`<${Pots} c=${c} />` : null}
        ${columns.length ? html`<span class="grow"></span>` : null}
        ${foundations.length ? html`<div class="foundations" style=${{ gridTemplateColumns: `repeat(${perRow}, auto)` }}>${foundations.map(pile => html`<${Pile} c=${c} pile=${pile} />`)}</div>` : null}</div>` : null}
      ${c.saysMuch ? html`<${Auction} c=${c} />` : table.tricks && !rows.length && (view.trick.length || !choosing) ? html`<${Trick} c=${c} />` : null}
      ${rows.map(pile => html`<${Row} c=${c} pile=${pile} />`)}
      <${Grid} c=${c} piles=${gridded} size="" />
    </div>
    ${c.moves.length ? html`<${Calls} c=${c} grids=${true} />` : null}
    ${columns.length ? html`<div class="columns">${columns.map(pile => html`<${Column} c=${c} pile=${pile} />`)}</div>` : null}
    <${Melds} c=${c} piles=${melds} />
    ${gone.length ? html`<div class="gone">${gone.map(pile => html`<span class="label" data-pile=${pile.id}>${table.zones[pile.zone].label}: ${facesOf(pile).length}</span>`)}</div>` : null}
  </div>`;
}

const Pace = ({ watching }) => html`<div class="acts"><button class="act quiet" onClick=${() => { watching.beat *= 2; }}>Slower</button>
  <button class="act quiet" onClick=${() => { watching.beat /= 2; }}>Faster</button><button class="act" onClick=${() => { watching.beat = 0; }}>To the end</button></div>`;

// What somebody thought of the game, in three touches.
function Rate({ c }) {
  const [said, say] = useState({ rating: 0, again: null, line: "", change: "" }), [state, setState] = useState("");
  const send = () => rate(c.link.id, { rating: said.rating, again: said.again, line: said.line, change: said.change }).then(() => setState("Thank you."), problem => setState(problem.message));
  if (state) return html`<p class="rated" role="status">${state}</p>`;
  const again = (value, text) => html`<button class="cell" aria-pressed=${said.again === value} onClick=${() => say({ ...said, again: value })}>${text}</button>`;
  return html`<div class="rate" role="group" aria-label="How did you like it?"><span>How did you like it?</span>
    <span class="stars">${Array.from({ length: 10 }, (_, i) => html`<button class="cell" aria-label=${`${i + 1} of 10`} aria-pressed=${said.rating === i + 1} onClick=${() => say({ ...said, rating: i + 1 })}>${i + 1}</button>`)}</span>
    ${said.rating ? html`<span>Again?</span>${again(true, "Yes")}${again(false, "No")}
      <input type="text" maxlength="200" placeholder="A line, if you like" aria-label="a line about the game" value=${said.line} onInput=${event => say({ ...said, line: event.target.value })} />
      <input type="text" maxlength="200" placeholder="What would you change?" aria-label="what you would change" value=${said.change} onInput=${event => say({ ...said, change: event.target.value })} />
      <button class="act" onClick=${send}>Rate</button>` : null}</div>`;
}

const Over = ({ c }) => html`${c.me == null ? null : html`<${Rate} c=${c} />`}<div class="acts"><a class="act quiet" href="#/replay/${c.link.id}">See it again</a><a class="act" href="#/game/${encodeURIComponent(c.table.game)}">Another game</a></div>`;

// The best moves of an expert who sees no more than you, with what came of them.
function Advice({ c }) {
  const { moves, why } = c.link.hint;
  return html`<div class="advice" role="status">${moves.map(({ move, text }, i) => html`<button class="cell ${i ? "" : "hinted"}" onClick=${() => c.moves[move]?.amounts ? null : c.send(move)}>${text}</button>`)}<span>${why}</span></div>`;
}

function Own({ c }) {
  const { table, view } = c, me = c.view.seat;
  if (me == null) return html`<section class="me"><div class="bar"><p class="prompt" aria-live="polite">${c.prompt}</p></div></section>`;
  const hand = c.zone("hand", me)[0];
  const mine = view.piles.filter(pile => {
    const zone = table.zones[pile.zone];
    return ["front", "side"].includes(zone.region) && isOwner(c, pile, me) && c.isDrawn(pile) && !(zone.region === "side" && zone.form === "pile");
  });
  const form = name => mine.filter(pile => table.zones[pile.zone].form === name && !inGrid(c, pile));
  const choosing = hand && c.moves.some(move => move.pile === hand.id && move.face != null);
  const faces = hand ? table.zones[hand.zone].order === "set" ? hand.sorted ?? facesOf(hand) : facesOf(hand) : [];
  const picked = [...(view.picked ?? [])];
  const isPicked = face => {
    const at = picked.indexOf(face);
    if (at >= 0) picked.splice(at, 1);
    return at >= 0;
  };
  return html`<section class="me ${view.moves ? "turn" : ""} ${view.winner === me ? "best" : ""}" aria-label="you">
    ${mine.length ? html`<div class="mine"><${Grid} c=${c} piles=${mine.filter(pile => inGrid(c, pile))} /><${Melds} c=${c} piles=${form("melds")} />
      ${[...form("row")].map(pile => html`<${Row} c=${c} pile=${pile} size="s" />`)}
      ${[...form("pile"), ...form("piles")].map(pile => html`<${Pile} c=${c} pile=${pile} size="s" />`)}</div>` : null}
    <div class="bar"><${Plate} c=${c} seat=${me} you=${true} /><${Facts} c=${c} seat=${me} />
      <p class="prompt" aria-live="polite">${c.prompt}</p>
      ${view.first_meld ? html`<span class="fact meter" title="what must be laid down at first">first meld: ${view.first_meld[0]} of ${view.first_meld[1]}<i style=${{ width: `${Math.min(100, 100 * view.first_meld[0] / view.first_meld[1])}%` }}></i></span>` : null}
      ${c.link.watching ? html`<${Pace} watching=${c.link.watching} />` : null}
      ${c.link.replay ? html`<${c.controls} link=${c.link} />` : view.over ? html`<${Over} c=${c} />` : html`<${Calls} c=${c} grids=${false} />`}</div>
    ${c.link.hint ? html`<${Advice} c=${c} />` : null}
    ${hand ? html`<div class="hand ${choosing ? "choosing" : ""} ${faces.length > 13 ? "many" : ""}" data-pile=${hand.id} role="group" aria-label="your hand">
      ${table.zones[hand.zone].form === "pile" ? html`<${Pile} c=${c} pile=${hand} />`
        : html`<div class="fan">${faces.map((face, i) => html`<${Card} c=${c} face=${face} pile=${hand.id} at=${table.zones[hand.zone].order === "stack" ? i : undefined} dim=${choosing} picked=${isPicked(face)} />`)}</div>`}</div>` : null}
  </section>`;
}

const TOLD = new Set(["scored", "chips", "declared", "game_over", "thrown_in", "shown"]);
function Pause({ c, events }) {
  const go = useRef(null);
  useEffect(() => go.current.focus(), []);
  const next = events.findIndex(event => event.kind === "hand"), hand = next < 0 ? events : events.slice(0, next);
  const shown = hand.filter(event => event.kind === "shown" && event.faces);
  const piles = Object.groupBy(shown, event => event.target);
  const lines = hand.filter(event => TOLD.has(event.kind) && event.kind !== "shown" && event.text);
  const over = events.some(event => event.kind === "game_over");
  return html`<div class="veil"><div class="dialog" role="dialog" aria-modal="true" aria-labelledby="pause"><h2 id="pause">${over ? "The game is over" : "The hand is over"}</h2>
    ${Object.entries(piles).map(([target, list]) => {
      const pile = c.view.piles.find(p => p.id === Number(target));
      return html`<div class="reveal"><span class="who">${pile?.owner != null ? nameOf(c, pile.owner) : ""}</span><span class="fan">${list.flatMap(event => event.faces).map(face => html`<${Card} c=${c} face=${face} size="s" live=${false} />`)}</span></div>`;
    })}
    <ul>${lines.slice(-16).map(event => html`<li>${event.text}</li>`)}</ul>
    <button class="act" ref=${go} onClick=${() => c.link.resume()}>Continue</button></div></div>`;
}

function takingOf(c) {
  const names = [...c.prey.faces].map(face => c.table.faces[face].name).join(", ");
  return c.prey.some ? `Takes some of ${names}: you choose` : `Takes ${names}${c.prey.sum ? ` (${c.prey.sum})` : ""}`;
}

function promptOf(c) {
  const { view, table } = c;
  if (c.link.replay) return c.link.caption;
  if (view.over) return `The game is over: ${view.result}.`;
  if (view.moves) return view.ask;
  if (c.link.watching) return "There is nothing to decide: watch";
  const reading = (c.people?.reading ?? []).filter(seat => seat !== view.seat).map(seat => nameOf(c, seat));
  if (reading.length && !view.moves) return `${reading.join(", ")} still ${reading.length > 1 ? "look" : "looks"} at the last hand…`;
  const others = view.to_move.filter(seat => seat !== view.seat).map(seat => nameOf(c, seat));
  return others.length ? `Waiting for ${others.join(", ")}…` : table.players ? "…" : "";
}

export function TableView({ link, controls }) {
  const root = useRef(null), resting = useRef(new Map()), animated = useRef(link.now);
  const [, redraw] = useState(0), [aimed, setAimed] = useState(null), [menu, setMenu] = useState(null), [held, setHeld] = useState(null), [panel, setPanel] = useState(null), [notice, setNotice] = useState("");
  const { table, now, people } = link, view = now.view;
  const moves = link.playing ? [] : view.moves ?? [], index = indexed(moves);
  useEffect(() => { setAimed(null); setMenu(null); setHeld(null); setNotice(""); }, [now]);
  const used = new Map();
  const c = {
    link, controls, table, people, view, moves, index, menu, held, me: view.seat,
    seats: seating(table, view.seat ?? 0),
    hinted: link.hint && moves[link.hint.moves[0].move], hint: link.hint?.moves[0].move,
    prey: preyOf(aimed, moves),
    targets: new Set(held ? held.list.map(number => moves[number]?.to) : []),
    keyOf(face) {
      const often = used.get(face) ?? 0;
      used.set(face, often + 1);
      return `${face}.${often}`;
    },
    zone: (region, owner) => view.piles.filter(pile => table.zones[pile.zone].region === region && (owner === undefined || isOwner(c, pile, owner))),
    isDrawn: pile => (facesOf(pile).length && !table.zones[pile.zone].never) || table.zones[pile.zone].always || index.byPile.has(pile.id) || moves.some(move => move.to === pile.id),
    send(number, amount) {
      setMenu(null);
      setHeld(null);
      link.move(number, amount);
    },
    touch(list, at, element, pile) {
      const targeted = held && held.list.find(number => moves[number].to === pile);
      if (targeted != null) return c.send(targeted);
      if (list.length === 1) return c.send(list[0]);
      const targets = new Set(list.map(number => moves[number].to));
      if (targets.size === list.length && !targets.has(undefined)) return setHeld(held?.at === at ? null : { list, at });
      setMenu({ list, rect: element.getBoundingClientRect() });
    },
    touchPile(id, element) {
      const targeted = held && held.list.find(number => moves[number].to === id);
      if (targeted != null) return c.send(targeted);
      const list = index.byPile.get(id);
      if (list) c.touch(list, `p${id}`, element ?? root.current.querySelector(`[data-pile="${id}"]`));
    },
    // What a card would take from the table is lit as long as it is pointed at.
    aim(list) {
      const taking = list?.find(number => moves[number]?.takes || moves[number]?.may_take);
      if ((taking ?? null) !== aimed) setAimed(taking ?? null);
    },
    refuse(pile, face, element) {
      setNotice(whyNot(c, pile, face));
      element.animate?.([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], { duration: 180 });
    },
    // A double click sends a card to a foundation that takes it.
    home(list) {
      const found = list.find(number => view.piles.some(pile => pile.id === moves[number].to && table.zones[pile.zone].region === "foundations"));
      if (found != null) c.send(found);
    },
    grab(list, event) {
      if (event.button) return;
      const element = event.currentTarget, x = event.clientX, y = event.clientY;
      let going = false;
      element.setPointerCapture(event.pointerId); // at once: a quick hand leaves the card before the first move is seen
      const move = at => {
        if (!going && Math.hypot(at.clientX - x, at.clientY - y) < 8) return;
        if (!going) {
          going = true;
          element.classList.add("dragged");
          setHeld({ list, at: null });
        }
        element.style.transform = `translate(${at.clientX - x}px, ${at.clientY - y}px) scale(1.05)`;
      };
      const stop = at => {
        for (const kind of ["pointermove", "pointerup", "pointercancel"]) element.removeEventListener(kind, kind === "pointermove" ? move : stop);
        if (!going) return;
        element.classList.remove("dragged");
        element.style.transform = "";
        dragEnded = performance.now();
        setHeld(null);
        if (at.type === "pointerup") c.drop(list, at.clientX, at.clientY);
      };
      element.addEventListener("pointermove", move);
      element.addEventListener("pointerup", stop);
      element.addEventListener("pointercancel", stop);
    },
    drop(list, x, y) {
      const under = document.elementsFromPoint(x, y), from = moves[list[0]].pile;
      const piles = under.map(node => Number(node.closest?.("[data-pile]")?.dataset.pile ?? -1)).filter(id => id >= 0 && id !== from);
      const there = list.filter(number => piles.includes(moves[number].to));
      const onFelt = under.some(node => node.closest?.(".felt"));
      const free = list.filter(number => typeof moves[number].to !== "number" || list.length === 1);
      if (there.length) c.send(there[0]);
      else if (onFelt && free.length === 1) c.send(free[0]);
    },
  };
  c.prompt = notice || (c.prey.pile == null ? promptOf(c) : takingOf(c));
  // Where tricks follow, what was said is worth seeing whole.
  c.saysMuch = link.calling && link.calls.length > 0 && table.tricks && table.players > 1 && !view.trick.length;

  useLayoutEffect(() => {
    fit(root.current);
    slide(root.current, resting, now.events ?? [], animated.current !== now);
    animated.current = now;
  });
  useEffect(() => {
    const again = () => redraw(n => n + 1); // what is drawn depends on the size, too
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, []);

  const keys = useRef(null);
  keys.current = event => {
    if (event.key === "Escape") {
      setMenu(null);
      setHeld(null);
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || ["INPUT", "SELECT"].includes(event.target.tagName) || event.target.closest?.(".panel")) return;
    const scope = root.current.querySelector(".menu, .dialog") ?? root.current;
    const all = [...scope.querySelectorAll("button.card, .pile.live, .acts button, .grids button, .menu button, .dialog button")];
    const at = all.indexOf(document.activeElement);
    all[at < 0 ? 0 : (at + step + all.length) % all.length]?.focus();
    event.preventDefault();
  };
  // Whatever had the focus may be gone after a move: keys are heard wherever it is.
  useEffect(() => {
    const press = event => keys.current(event);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const lost = { lost: "The connection is lost; trying again…", elsewhere: "This seat was opened in another window.", refused: "This link does not open a seat here." }[link.status];
  const columns = c.zone("columns").length;
  return html`<div class="table ${columns ? "spread" : ""} ${columns && table.players === 1 ? "solo" : ""} n${table.players}" style=${columns ? { "--columns": columns } : null} ref=${root} onClick=${() => { setMenu(null); setHeld(null); }}>
    <${Header} c=${c} panel=${panel} setPanel=${setPanel} />
    <div class="felt">
      <div class="left">${c.seats.left.map(seat => html`<${Seat} key=${seat} c=${c} seat=${seat} />`)}</div>
      <div class="top">${c.seats.top.map(seat => html`<${Seat} key=${seat} c=${c} seat=${seat} />`)}${view.seat == null ? html`<${Seat} c=${c} seat=${0} />` : null}</div>
      <div class="right">${c.seats.right.map(seat => html`<${Seat} key=${seat} c=${c} seat=${seat} />`)}</div>
      <${Centre} c=${c} />
    </div>
    <${Own} c=${c} />
    ${menu ? html`<${Menu} c=${c} />` : null}
    ${panel ? html`<${Panel} c=${c} name=${panel} open=${setPanel} card=${Card} />` : null}
    ${link.pause ? html`<${Pause} c=${c} events=${link.pause} />` : null}
    ${lost || link.error ? html`<div class="toast" role="alert">${link.error ?? lost}</div>` : null}
  </div>`;
}
