"""One game, told move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from darwindeck.simulation import Event, EventKind, Game, State, game_seed


def told(game: Game, players: Sequence[str], seed: int, single_hand: bool) -> Iterator[str]:
    """The first game of a batch, line by line; an empty line before each hand.

    It is dealt as in the batch; players who leave something to chance may choose otherwise.
    """
    first = game_seed(seed, 0)
    state = game.hand(first) if single_hand else game.deal(first)
    yield from _lines(state)
    number = 0
    while state.asked is not None:
        player = players[state.asked % len(players)]
        number += 1
        state = state.apply(state.choose(player, seed=game_seed(seed, number)))
        yield from _lines(state)
    result = state.result
    assert result is not None, "nobody is asked any more"
    yield ""
    yield f"The end: {result.text}"
    yield from _standings(game, state)


def _lines(state: State) -> Iterator[str]:
    """What happened since the last decision."""
    before: Event | None = None
    for event in state.events:
        if event.kind is EventKind.HAND:
            yield ""
            yield event.text
        elif event.kind is not EventKind.TURN and not _follows(event, before, state):
            yield f"  {event.text}"
        before = event


def _follows(event: Event, before: Event | None, state: State) -> bool:
    """Whether an event only says again what was decided: that the card of the move goes its way."""
    if event.kind is not EventKind.CARDS or before is None or not state.log:
        return False
    card = state.log[-1].move.card
    return before.kind is EventKind.DECISION and event.cards == (card,)


def _standings(game: Game, state: State) -> Iterator[str]:
    result = state.result
    assert result is not None, "the game is over"
    if result.chips:
        rows = list(zip(game.seats, result.chips, strict=False))
    elif game.teams:
        names = [" and ".join(game.seats[seat] for seat in side) for side in game.teams]
        rows = list(zip(names, result.team_scores, strict=True))
    else:
        rows = list(zip(game.seats, result.scores, strict=False))
    yield from (f"  {name}: {amount:,}" for name, amount in rows)
