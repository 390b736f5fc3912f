// Pages: all games, one game, a table.
import { cardOf, drawPack } from "./cards.js";
import { capital, html, render, useEffect, useRef, useState } from "./html.js";
import { Link } from "./link.js";
import { ReplayView } from "./replay.js";
import { Rules } from "./rules.js";
import { TableView } from "./table.js";
import { bring, forget, known, localSeats, openTable, otherRound, remember, secretOf, shown, shownAgain, worthOf } from "./tables.js";

const LEVELS = ["easy", "fair", "strong", "expert"];

function Failure({ error }) {
  return error ? html`<p class="error" role="alert">${error}</p>` : null;
}

// A file that is sent to the server; `done` says where to go with the answer.
function Bring({ text, accept, done }) {
  const [error, setError] = useState(""), [busy, setBusy] = useState(false);
  const take = async event => {
    const file = event.target.files[0];
    if (!file) return;
    setBusy(true);
    setError("");
    try {
      location.hash = await done(await file.arrayBuffer(), file.name);
    } catch (problem) {
      setError(problem.message);
    }
    setBusy(false);
  };
  return html`<label class="tool">${busy ? "Trying it out…" : text}<input class="hush" type="file" accept=${accept} onChange=${take} /></label><${Failure} error=${error} />`;
}

// Three cards of a game's own pack.
function Fan({ game }) {
  const place = useRef(null);
  useEffect(() => place.current.replaceChildren(...(game.fan ?? []).map(face => cardOf(face, game.suits))), [game.game]);
  return html`<span class="sample" ref=${place} aria-hidden="true"></span>`;
}

const TIMES = [[5, "up to 5 minutes a hand"], [15, "up to 15 minutes a hand"], [45, "up to 45 minutes a hand"]];
function Library() {
  const [games, setGames] = useState(null), [players, setPlayers] = useState(""), [kind, setKind] = useState(""), [time, setTime] = useState(""), [text, setText] = useState("");
  useEffect(() => {
    document.title = "DarwinDeck";
    fetch("/api/games").then(answer => answer.json()).then(setGames);
  }, []);
  if (!games) return html`<p class="wait">Shuffling…</p>`;
  const counts = [...new Set(games.map(game => game.players))].sort((a, b) => a - b), kinds = [...new Set(games.flatMap(game => game.kinds))].sort();
  const wanted = games.filter(game => (!players || game.players === Number(players)) && (!kind || game.kinds.includes(kind)) && (!time || game.minutes <= Number(time)) && game.name.toLowerCase().includes(text.toLowerCase()));
  const tables = known();
  return html`<div class="page"><div class="top"><h1>DarwinDeck</h1><span class="grow"></span><${Bring} text="Bring a game" accept=".json,application/json" done=${async text => `#/game/${encodeURIComponent(await bring(text))}`} />
      <${Bring} text="Open a log" accept=".json,.txt,.log,.pbn,.lin,.phh,.phhs,.gz,application/json,text/plain" done=${async (data, name) => { await shown(data, name); return `#/replay/log/${Date.now()}`; }} /></div>
    ${tables.length ? html`<section aria-label="your tables"><h2>Go on</h2><div class="chipsrow">${tables.map(table => html`<a class="tool" href="#/table/${table.id}">${table.name}</a>`)}</div></section>` : null}
    <div class="filters"><label>Players <select value=${players} onChange=${event => setPlayers(event.target.value)}><option value="">any</option>${counts.map(n => html`<option value=${n}>${n}</option>`)}</select></label>
      <label>Kind <select value=${kind} onChange=${event => setKind(event.target.value)}><option value="">any</option>${kinds.map(k => html`<option value=${k}>${k}</option>`)}</select></label>
      <label>Time <select value=${time} onChange=${event => setTime(event.target.value)}><option value="">any</option>${TIMES.map(([most, words]) => html`<option value=${most}>${words}</option>`)}</select></label>
      <label>Name <input type="search" value=${text} onInput=${event => setText(event.target.value)} /></label></div>
    <div class="games">${wanted.map(game => html`<a class="game" href="#/game/${encodeURIComponent(game.game)}"><${Fan} game=${game} /><b>${game.name}</b>
      <span>${game.players === 1 ? "1 player" : `${game.players} players`}${game.sides.length ? " in sides" : ""} · ${game.minutes} min a hand</span><small>${game.kinds.join(", ")}</small></a>`)}</div>
    ${wanted.length ? null : html`<p>No game is like that.</p>`}</div>`;
}

// What a game is worth by play alone, measured when somebody wants to know.
function Worth({ name, options }) {
  const [worth, setWorth] = useState(null), [error, setError] = useState(""), [busy, setBusy] = useState(false);
  useEffect(() => setWorth(null), [JSON.stringify(options)]);
  const measure = () => {
    setBusy(true);
    setError("");
    worthOf(name, options).then(setWorth, problem => setError(problem.message)).finally(() => setBusy(false));
  };
  if (!worth) return html`<button class="tool" disabled=${busy} onClick=${measure}>${busy ? "Playing it many times…" : "What is it worth?"}</button><${Failure} error=${error} />`;
  return html`<section class="worth" aria-label="worth"><b>${Math.round(100 * worth.score)} of 100</b><p>${worth.sentence}</p>
    <ul>${worth.parts.map(part => html`<li title=${part.why}><span>${part.name}</span><meter min="0" max="1" value=${part.value} aria-label=${part.name}></meter></li>`)}</ul></section>`;
}

function GamePage({ name }) {
  const [game, setGame] = useState(null), [error, setError] = useState(""), [options, setOptions] = useState({}), [seats, setSeats] = useState(null);
  useEffect(() => {
    const query = new URLSearchParams(options).toString();
    fetch(`/api/games/${encodeURIComponent(name)}${query ? `?${query}` : ""}`).then(async answer => {
      const data = await answer.json();
      if (!answer.ok) return setError(data.error);
      setError("");
      setGame(data);
      document.title = data.name;
      setSeats(old => old?.length === data.players ? old : Array.from({ length: data.players }, (_, i) => i ? { kind: "computer", level: "fair" } : { kind: "person" }));
    });
  }, [name, JSON.stringify(options)]);
  if (!game) return html`<div class="page"><a class="back" href="#/">‹ All games</a><p class="wait">${error || "Fetching the rules…"}</p></div>`;
  const change = (i, text) => setSeats(seats.map((seat, j) => j !== i ? seat : LEVELS.includes(text) ? { kind: "computer", level: text } : text === "here" ? { kind: "person", here: true } : { kind: text }));
  const play = () => openTable(name, game.name, seats, options).catch(problem => setError(problem.message));
  return html`<div class="page"><a class="back" href="#/">‹ All games</a><div class="gamepage">
    <div class="play"><h1>${game.name}</h1><p>${game.description}</p>
      ${seats.map((seat, i) => html`<label class="seatrow"><span>Seat ${i + 1}</span><select value=${seat.level ?? (seat.here ? "here" : seat.kind)} onChange=${event => change(i, event.target.value)}>
        <option value="person">${i ? "a friend, by link" : "you"}</option>${i ? html`<option value="here">a friend at this device</option>` : null}<option value="open">open to whoever comes</option>${LEVELS.map(level => html`<option value=${level}>computer, ${level}</option>`)}</select></label>`)}
      <button class="act" onClick=${play}>Play</button><${Failure} error=${error} />
      <div class="chipsrow"><button class="tool" onClick=${() => print()}>Print the rules</button><${Worth} name=${name} options=${options} /></div>
      ${game.options.map(option => html`<fieldset><legend>${capital(option.label)}</legend>${option.choices.map(choice => html`<label class="choice"><input type="radio" name=${option.name} checked=${choice.name === option.value}
        onChange=${() => setOptions({ ...options, [option.name]: choice.name })} /> ${capital(choice.label)}</label>`)}</fieldset>`)}</div>
    <${Rules} rules=${game.rules} /></div></div>`;
}

// Several persons at one device: nobody sees the next hand before its owner is there.
function Curtain({ c, seat, lift }) {
  const go = useRef(null);
  useEffect(() => go.current.focus(), []);
  const name = c.people?.seats[seat]?.name || c.table.seats[seat];
  return html`<div class="curtain"><div class="dialog" role="dialog" aria-modal="true" aria-labelledby="curtain"><h2 id="curtain">Pass the device to ${name}</h2>
    <button class="act" ref=${go} onClick=${lift}>I am ${name}</button></div></div>`;
}

function TablePage({ id, given }) {
  const [, redraw] = useState(0), link = useRef(null), [chosen, setChosen] = useState(null);
  useEffect(() => {
    if (given) {
      // The secret leaves the address at once, so that it is not in histories or pictures of the screen.
      remember(id, given, "A table");
      history.replaceState(null, "", `#/table/${id}`);
    }
    const secret = chosen ?? given ?? secretOf(id);
    if (!secret) return redraw(-1);
    const opened = link.current = new Link(id, secret, kind => {
      if (kind === "table") {
        drawPack(opened.table);
        if (!chosen) remember(id, secret, opened.table.name);
        document.title = opened.table.name;
      }
      redraw(n => n + 1);
    });
    return () => opened.close();
  }, [id, chosen]);
  const l = link.current;
  if (!l) return html`<div class="page"><a class="back" href="#/">‹ All games</a><p class="wait">This browser has no seat at that table.</p></div>`;
  if (l.status === "refused" && !l.now) {
    return html`<div class="page"><a class="back" href="#/" onClick=${() => forget(id)}>‹ All games</a><p class="wait">This link opens no seat here.</p></div>`;
  }
  if (!l.table || !l.now) return html`<p class="wait">Dealing…</p>`;
  const here = localSeats(id), view = l.now.view;
  const next = here.length > 1 && !l.playing && !view.over && !view.to_move.includes(view.seat) ? here.find(({ seat }) => view.to_move.includes(seat)) : null;
  if (next) return html`<${Curtain} c=${l} seat=${next.seat} lift=${() => setChosen(next.secret)} />`;
  return html`<${TableView} link=${l} />`;
}

function ReplayPage({ id }) {
  const [data, setData] = useState(null), [error, setError] = useState("");
  useEffect(() => { shownAgain(id).then(setData, problem => setError(problem.message)); }, [id]);
  const other = number => { setError(""); otherRound(number).then(setData, problem => setError(problem.message)); };
  if (data && !error) return html`<${ReplayView} key=${data.round?.number} data=${data} other=${other} />`;
  return html`<div class="page"><a class="back" href="#/">‹ All games</a><p class="wait">${error || "Playing it again…"}</p></div>`;
}

function App() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const change = () => setHash(location.hash);
    addEventListener("hashchange", change);
    return () => removeEventListener("hashchange", change);
  }, []);
  const [, page, id, secret] = hash.split("/");
  if (page === "game" && id) return html`<${GamePage} key=${id} name=${decodeURIComponent(id)} />`;
  if (page === "table" && id) return html`<${TablePage} key=${`${id}/${secret ?? ""}`} id=${id} given=${secret} />`;
  if (page === "replay" && id) return html`<${ReplayPage} key=${`${id}/${secret ?? ""}`} id=${id} />`;
  return html`<${Library} />`;
}

const app = document.getElementById("app");
app.replaceChildren();
render(html`<${App} />`, app);
