"""Laws of what is hidden: what a seat cannot see makes no difference to it.

This is tried in two ways. Hidden cards are dealt again as the core does it, and the seat must not
notice. That cannot find a card that the core wrongly thinks the seat knows, nor what somebody is
asked because of their cards; so, with no help of the core, cards that a seat has never seen change
places before the deal, the game is played again in the same way, and again the seat must notice
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random

from darwindeck._core import Position
from darwindeck.laws import twins
from darwindeck.laws.moment import WatchedMoment
from darwindeck.laws.record import Record
from darwindeck.simulation import Pile, View
from darwindeck.simulation.state import State

PLAYERS = ("random", "greedy")
"""Players that must choose the same whatever they cannot see."""
THINKERS = ("mc:1", "ismcts:4", "learned:1")
"""Players that think; even with so few playouts they take long in long games."""
THOUGHTFUL = 0.1
"""At what share of the moments that are looked at closely these are asked as well."""
WORLDS = 2
"""How often hidden cards are dealt again for each seat."""
PAIRS = 6
"""How many pairs of cards change places."""
DEALS = 2
"""How often all unseen cards do."""


def redealt(moment: WatchedMoment) -> Iterator[str]:
    """A seat sees, may do and chooses the same when hidden cards are dealt again."""
    secretly = moment.table.in_secret
    for seat in moment.seats:
        seen = _plain(moment.state().view(seat), secretly)
        for number in range(WORLDS):
            world = moment.position.redeal(seat, moment.seed(number))
            for what in _differences(moment, seat, seen, world):
                name = moment.game.seats[seat]
                yield f"{name} notices that hidden cards were dealt again: {what}"
    if (asked := moment.position.asked()) is not None:
        world = moment.position.redeal(asked, moment.seed(WORLDS))
        thoughtful = moment.chance("thoughtful").random() < THOUGHTFUL
        players = PLAYERS + THINKERS if thoughtful else PLAYERS
        for what in _choices(moment.position, world, asked, players, moment.seed(0)):
            yield f"with other hidden cards, {what}"


def _differences(moment: WatchedMoment, seat: int, seen: View, world: Position) -> Iterator[str]:
    """What a seat that sees something now notices of another world."""
    position = moment.position
    if position.legal(seat) != world.legal(seat):
        yield f"moves {position.legal(seat)} become {world.legal(seat)}"
        return
    other = _plain(moment.state(world).view(seat), moment.table.in_secret)
    yield from _view_differences(seen, other)
    yield from _core_differences(position, world, seat, len(moment.seats))


def _core_differences(one: Position, other: Position, seat: int, seats: int) -> Iterator[str]:
    """What a computer player in a seat would notice of another position."""
    for holder in range(seats):
        if one.lacks(holder) != other.lacks(holder):
            yield f"seat {holder} lacks {list(one.lacks(holder))}, or {list(other.lacks(holder))}"
    if not one.looks_the_same(other, seat):
        yield "the core shows a player something else"
    if one.features(seat) != other.features(seat):
        yield "a player who learns is told something else"


def _choices(
    one: Position, other: Position, seat: int, players: Sequence[str], seed: int
) -> Iterator[str]:
    for player in players:
        chosen = [position.choose(seat, player, seed) for position in (one, other)]
        if chosen[0] != chosen[1]:
            yield f"the player {player} in seat {seat} chooses {chosen[1]} instead of {chosen[0]}"


def _plain(view: View, secretly: bool) -> View:
    """A view without what was told last; while all decide in secret, without who has decided."""
    view = replace(view, events=())
    return replace(view, to_move=(), turns=0) if secretly else view


def _view_differences(one: View, other: View) -> Iterator[str]:
    for field in fields(View):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if mine == theirs:
            continue
        if isinstance(mine, tuple) and len(mine) == len(theirs):
            differ = [index for index, part in enumerate(mine) if part != theirs[index]]
            mine, theirs = ([parts[index] for index in differ] for parts in (mine, theirs))
        yield f"{field.name}: {_short(mine)} becomes {_short(theirs)}"


def _short(value: object) -> str:
    """A part of a view, with cards as players write them."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_short, value))}]"
    if isinstance(value, Pile):
        return f"{value.label} {_short(value.cards)} known {_short(value.known)}"
    return "?" if value is None else str(value)


# --- cards that change places before the deal -----------------------------------------------------


def exchanged(record: Record, chance: Random) -> Iterator[tuple[int, str | None]]:
    """What is wrong after so many moves of a hand dealt from a stacked deck, if a seat can tell
    apart two games that differ in cards it has never seen; None for cards with which it cannot."""
    game = twins.TwinGame(record)
    for number in range(PAIRS + DEALS):
        seat = chance.randrange(record.game.player_count)
        moves = chance.randrange(len(game.history))
        unseen = game.unseen(seat, moves)
        if len(unseen) < 2:
            continue
        chosen = chance.sample(unseen, 2) if number < PAIRS else unseen
        swap = _exchange(chosen, chance)
        outcome = game.compare(seat, moves, swap)
        found = [outcome.what] if outcome.why is twins.Why.NOTICED else []
        if outcome.other is not None:
            found += _at_the_end(record, game.history[outcome.moves].position, outcome.other, seat)
        name = record.game.seats[seat]
        cards = record.game.labels.cards_text(list(swap)) if len(swap) == 2 else "unseen cards"
        for what in found:
            yield outcome.moves, f"{name} notices that {cards} have changed places: {what}"
        if not found:
            yield outcome.moves, None


def _exchange(cards: list[int], chance: Random) -> dict[int, int]:
    """Which card takes the place of which: of two cards each other's, of more anybody's."""
    others = list(reversed(cards)) if len(cards) == 2 else chance.sample(cards, len(cards))
    return {one: other for one, other in zip(cards, others, strict=True) if one != other}


def _at_the_end(record: Record, one: Position, other: Position, seat: int) -> Iterator[str]:
    """What a seat notices at the end of two games that took the same course."""
    views = [
        State(record.game, record.start, position, None).view(seat) for position in (one, other)
    ]
    yield from _view_differences(*(_plain(view, False) for view in views))
    yield from _core_differences(one, other, seat, record.game.player_count)
    if seat in one.to_move():
        yield from _choices(one, other, seat, PLAYERS, len(record.moves))
