// Tables that this browser knows: their secrets stay here and go only into the first frame of a socket.
const read = (store, key, otherwise) => {
  try {
    return JSON.parse(store.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};
const MOST = 12;

let origin = location.origin;
// Friends reach this machine by another name than it calls itself.
if (location.protocol !== "file:") fetch("/api/here").then(answer => answer.json()).then(here => { origin = here.origin ?? origin; }, () => {});
export const linkTo = (id, secret) => `${origin}/#/table/${id}/${secret}`;
export const linksOf = id => read(localStorage, `links ${id}`, null);
export const known = () => read(localStorage, "tables", []);
export const secretOf = id => sessionStorage.getItem(`seat ${id}`) ?? known().find(table => table.id === id)?.secret ?? null;

export function remember(id, secret, name) {
  sessionStorage.setItem(`seat ${id}`, secret);
  const others = known().filter(table => table.id !== id);
  for (const old of others.slice(MOST - 1)) localStorage.removeItem(`links ${old.id}`);
  localStorage.setItem("tables", JSON.stringify([{ id, secret, name }, ...others].slice(0, MOST)));
}
export function forget(id) {
  sessionStorage.removeItem(`seat ${id}`);
  localStorage.removeItem(`links ${id}`);
  localStorage.setItem("tables", JSON.stringify(known().filter(table => table.id !== id)));
}

async function sent(path, text) {
  const answer = await fetch(path, { method: "POST", body: text });
  const body = await answer.json().catch(() => ({ error: "The server does not answer." }));
  if (!answer.ok) throw new Error([body.error, ...(body.problems ?? [])].join(" "));
  return body;
}
const post = (path, data) => sent(path, JSON.stringify(data));

export async function openTable(game, name, seats, options) {
  const made = await post("/api/tables", { game, seats, options });
  const here = seats.flatMap((seat, i) => seat.here || i === seats.findIndex(one => one.kind === "person") ? [i] : []);
  localStorage.setItem(`links ${made.table}`, JSON.stringify({ seats: made.seats, watch: made.watch, here }));
  remember(made.table, made.seats.find(Boolean) ?? made.watch, name);
  location.hash = `#/table/${made.table}`;
}
// The seats of those who share this device, with their secrets.
export function localSeats(id) {
  const links = linksOf(id);
  return (links?.here ?? []).filter(seat => links.seats[seat]).map(seat => ({ seat, secret: links.seats[seat] }));
}
export const worthOf = (game, options) => post(`/api/games/${encodeURIComponent(game)}/worth`, options);
export const qrOf = text => post("/api/qr", { text }).then(answer => answer.image);

let brought = null, file = null;
export async function shown(text, name = "", round = 0) {
  file = { text, name };
  brought = await sent(`/api/replays?${new URLSearchParams({ name, round })}`, text);
  return brought;
}
export const otherRound = number => shown(file.text, file.name, number);
export async function shownAgain(id) {
  if (id !== "log") return post(`/api/tables/${id}/replay`, { secret: secretOf(id) });
  if (!brought) throw new Error("The log is no longer here: open it again.");
  return brought;
}
export const rate = (id, said) => post(`/api/tables/${id}/rating`, { secret: secretOf(id), ...said });
export async function sitDown(id, secret, seat) {
  const taken = await post(`/api/tables/${id}/sit`, { secret, seat });
  location.hash = `#/table/${id}/${taken.secret}`;
}
export const bring = text => sent("/api/games", text).then(answer => answer.game);
