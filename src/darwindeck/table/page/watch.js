// A match that nobody has to decide anything in, played out from what happened.
const HIDDEN = -1;

function take(pile, faces, count) {
  for (const face of faces) {
    let at = pile.faces.lastIndexOf(face);
    if (at < 0) at = pile.faces.lastIndexOf(HIDDEN);
    if (at >= 0) pile.faces.splice(at, 1);
  }
  for (let more = count - faces.length; more > 0; more--) pile.faces.splice(pile.faces.lastIndexOf(HIDDEN), 1);
}

// Every view on the way to the last one: cards lie where events have put them.
export function* playedOut(view, events) {
  const cards = events.filter(event => event.kind === "card");
  const all = view.piles.reduce((sum, pile) => sum + (pile.faces?.length ?? pile.count), view.trick.length);
  const piles = new Map(view.piles.map(pile => [pile.id, { ...pile, faces: [], count: undefined, sorted: undefined }]));
  const first = piles.get(cards[0]?.source);
  if (!first) return;
  first.faces = Array(all).fill(HIDDEN);
  let trick = [], winner;
  for (const event of events) {
    if (event.kind === "trick") winner = event.seat;
    if (event.kind !== "card") {
      yield { event };
      continue;
    }
    const from = piles.get(event.source), to = piles.get(event.target);
    const hidden = Array(event.count - event.faces.length).fill(HIDDEN);
    if (from) take(from, event.faces, event.count);
    else {
      trick = [];
      winner = undefined;
    }
    if (to) to.faces.push(...hidden, ...(from ? event.faces : event.faces.map(() => HIDDEN)));
    else trick.push(...event.faces.map(face => [from?.owner ?? 0, face]));
    const shown = [...piles.values()].map(pile => ({ ...pile, faces: [...pile.faces] }));
    yield { event, view: { ...view, over: false, result: undefined, moves: undefined, to_move: [], winner, piles: shown, trick: [...trick] } };
  }
}
