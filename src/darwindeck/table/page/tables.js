// Tables that this browser knows: their secrets stay here and go only into the first frame of a socket.
const read = (store, key, otherwise) => {
  try {
    return JSON.parse(store.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};
const MOST = 12;

export const linkTo = (id, secret) => `${location.origin}/#/table/${id}/${secret}`;
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

async function post(path, data) {
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(data) });
  const body = await answer.json().catch(() => ({ error: "The server does not answer." }));
  if (!answer.ok) throw new Error([body.error, ...(body.problems ?? [])].join(" "));
  return body;
}

export async function openTable(game, name, seats, options) {
  const made = await post("/api/tables", { game, seats, options });
  localStorage.setItem(`links ${made.table}`, JSON.stringify({ seats: made.seats, watch: made.watch }));
  remember(made.table, made.seats.find(Boolean) ?? made.watch, name);
  location.hash = `#/table/${made.table}`;
}
export async function sitDown(id, secret, seat) {
  const taken = await post(`/api/tables/${id}/sit`, { secret, seat });
  location.hash = `#/table/${id}/${taken.secret}`;
}
export const bring = text => fetch("/api/games", { method: "POST", body: text }).then(async answer => {
  const body = await answer.json();
  if (!answer.ok) throw new Error([body.error, ...(body.problems ?? [])].join(" "));
  return body.game;
});
