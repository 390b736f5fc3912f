// Beside the table: what happened, the rules, who sits where.
import { drawPack, wants } from "./cards.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Rules } from "./rules.js";
import { linkTo, linksOf, qrOf, sitDown } from "./tables.js";

function Log({ c, card: Card }) {
  const end = useRef(null), trick = c.link.lastTrick;
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [c.link.log.length]);
  return html`${trick ? html`<h3>Last trick</h3><div class="reveal"><span class="fan">${trick.cards.map(([seat, face]) => html`<span class="taken ${seat === trick.winner ? "best" : ""}"><${Card} c=${c} face=${face} size="s" live=${false} /><small>${c.table.seats[seat]}</small></span>`)}</span></div>` : null}
    <h3>What happened</h3><ol class="lines" aria-live="polite">${c.link.log.slice(-120).map(line => html`<li>${line}</li>`)}</ol><span ref=${end}></span>`;
}

function Book({ c }) {
  const [rules, setRules] = useState(c.link.rules ?? null);
  useEffect(() => {
    if (!rules) fetch(`/api/games/${encodeURIComponent(c.table.game)}`).then(answer => answer.ok ? answer.json() : Promise.reject())
      .then(game => setRules(game.rules), () => setRules([]));
  }, []);
  if (!rules) return html`<p>Fetching the rules…</p>`;
  return rules.length ? html`<${Rules} rules=${rules} at=${c.view.at} />` : html`<p>The rules of this game are not at hand.</p>`;
}

function Copy({ text }) {
  const [done, setDone] = useState(false);
  const [code, setCode] = useState(null);
  return html`<button class="tool" onClick=${() => navigator.clipboard?.writeText(text).then(() => setDone(true))}>${done ? "Copied" : "Copy link"}</button>
    <button class="tool" aria-expanded=${Boolean(code)} onClick=${() => code ? setCode(null) : qrOf(text).then(setCode)}>QR code</button>
    ${code ? html`<img class="qr" src=${code} alt="the link as a QR code" />` : null}`;
}

function Seats({ c }) {
  const links = linksOf(c.link.id), people = c.people?.seats ?? [];
  const open = people.some(who => who.kind === "open");
  const what = who => who.kind === "computer" ? `computer, ${who.level}` : who.kind === "open" ? "open" : who.here ? "here" : who.stood_in ? "away, a computer plays" : "away";
  return html`<ul class="seats">${people.map((who, seat) => html`<li><b>${who.name || c.table.seats[seat]}</b> <span>${what(who)}${seat === c.me ? ", you" : ""}</span>
      ${links?.seats[seat] && seat !== c.me ? html`<${Copy} text=${linkTo(c.link.id, links.seats[seat])} />` : null}
      ${who.may_stand_in && c.me != null ? html`<button class="tool" onClick=${() => c.link.say({ t: "stand in", seat })}>Let a computer play</button>` : null}
      ${who.kind === "open" && c.me == null ? html`<button class="act" onClick=${() => sitDown(c.link.id, c.link.secret, seat)}>Sit here</button>` : null}</li>`)}</ul>
    ${links ? html`<p>With this link others may watch${open ? " or take an open seat" : ""}: <${Copy} text=${linkTo(c.link.id, links.watch)} /></p>` : null}
    ${open && c.me != null ? html`<p><button class="tool" onClick=${() => c.link.say({ t: "fill" })}>Let computers take the open seats</button></p>` : null}`;
}

// How cards are drawn, kept in this browser.
const LOOKS = [["four colours", "Four colours: diamonds blue, clubs green"], ["large print", "Large print: big indices, no pips"]];
function Looks({ c }) {
  const [, redraw] = useState(0);
  const change = name => {
    localStorage.setItem(name, wants(name) ? "no" : "yes");
    drawPack(c.table);
    redraw(n => n + 1);
    c.link.onChange();
  };
  return html`<div class="choices">${LOOKS.map(([name, text]) => html`<label class="choice"><input type="checkbox" checked=${wants(name)} onChange=${() => change(name)} /> ${text}</label>`)}</div>`;
}

function Choices({ c, open }) {
  const names = c.link.replay ? ["log", "rules", "looks"] : ["log", "rules", "seats", "looks"];
  return html`<div class="choices">${names.map(name => html`<button class="tool" onClick=${() => open(name)}>${TITLES[name]}</button>`)}</div>`;
}

const TITLES = { menu: "More", log: "Log", rules: "Rules", seats: "Seats", looks: "Looks" };
const PARTS = { menu: Choices, log: Log, rules: Book, seats: Seats, looks: Looks };
export function Panel({ c, name, open, card }) {
  return html`<aside class="panel" aria-label=${TITLES[name]} onClick=${event => event.stopPropagation()}>
    <div class="head"><h2>${TITLES[name]}</h2><button class="tool" onClick=${() => open(null)}>Close</button></div>
    <${PARTS[name]} c=${c} card=${card} open=${open} /></aside>`;
}
