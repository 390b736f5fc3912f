"""Laws of what is hidden: what a seat cannot see makes no difference to it.

This is tried in two ways. Hidden cards are dealt again as the core does it, and the seat must not
notice. That cannot find a card that the core wrongly thinks the seat knows; so, with no help of the
core, two cards that a seat has never seen change places before the deal, the game is played again
in the same way, and again the seat must not notice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from darwindeck._core import Position
from darwindeck.genome.schema import Owner, PileOrder, Sees
from darwindeck.laws.moment import Moment
from darwindeck.laws.record import Record
from darwindeck.simulation import Pile, View
from darwindeck.simulation.labels import NO_CARD, TRICK, Labels, Place
from darwindeck.simulation.moves import MoveKind, fields_of
from darwindeck.simulation.state import State
from darwindeck.simulation.table import Table

PLAYERS = ("random", "greedy")
"""Players that must choose the same whatever they cannot see."""
THINKERS = ("mc:1", "ismcts:4")
"""Players that think; even with so few playouts they take long in long games."""
THOUGHTFUL = 0.1
"""At what share of the moments that are looked at closely these are asked as well."""
WORLDS = 2
"""How often hidden cards are dealt again for each seat."""
PAIRS = 6
"""How many pairs of cards change places."""


def redealt(moment: Moment) -> Iterator[str]:
    """A seat sees, may do and chooses the same when hidden cards are dealt again."""
    for seat in moment.seats:
        for number in range(WORLDS):
            world = moment.position.redeal(seat, moment.seed(number))
            for what in _differences(moment, seat, world):
                name = moment.game.seats[seat]
                yield f"{name} notices that hidden cards were dealt again: {what}"
    if (asked := moment.position.asked()) is not None:
        world = moment.position.redeal(asked, moment.seed(WORLDS))
        thoughtful = moment.chance("thoughtful").random() < THOUGHTFUL
        players = PLAYERS + THINKERS if thoughtful else PLAYERS
        for what in _choices(moment.position, world, asked, players, moment.seed(0)):
            yield f"with other hidden cards, {what}"


def _differences(moment: Moment, seat: int, world: Position) -> Iterator[str]:
    """What a seat notices of another world."""
    position, secretly = moment.position, moment.table.in_secret
    if position.legal(seat) != world.legal(seat):
        yield f"moves {position.legal(seat)} become {world.legal(seat)}"
        return
    seen = _plain(moment.state().view(seat), secretly)
    yield from _view_differences(seen, _plain(moment.state(world).view(seat), secretly))
    yield from _core_differences(position, world, seat, len(moment.seats))


def _core_differences(one: Position, other: Position, seat: int, seats: int) -> Iterator[str]:
    """What a computer player in a seat would notice of another position."""
    for holder in range(seats):
        if one.lacks(holder) != other.lacks(holder):
            yield f"seat {holder} lacks {list(one.lacks(holder))}, or {list(other.lacks(holder))}"
    if not one.looks_the_same(other, seat):
        yield "the core shows a player something else"


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
    apart two games that differ in two cards it has never seen; None for a pair it cannot."""
    game = record.game
    history = _history(record)
    for _ in range(PAIRS):
        seat = chance.randrange(game.player_count)
        moment = chance.randrange(len(history))
        unseen = _never_seen(game.labels, history[: moment + 1], seat)
        if len(unseen) < 2:
            continue
        one, other = chance.sample(unseen, 2)
        swap = {one: other, other: one}
        noticed = False
        for number, what in _compare(record, history[: moment + 1], seat, swap):
            pair = game.labels.cards_text([one, other])
            yield number, f"{game.seats[seat]}, who has seen neither of {pair}, notices: {what}"
            noticed = True
        if not noticed:
            yield moment, None


def _history(record: Record) -> list[Table]:
    """Every position of a record."""
    position = record.begin()
    history = [Table(record.game.labels, position)]
    for seat, code in record.moves:
        position = position.apply(seat, code)
        history.append(Table(record.game.labels, position))
    return history


def _never_seen(labels: Labels, history: Sequence[Table], seat: int) -> list[int]:
    """Cards that a seat has had no chance to see, by the zones' visibility alone."""
    seen: set[int] = set()
    for table in history:
        for place in table.places:
            seen |= _in_sight(labels, place, seat)
        for kind, *rest in table.position.events():
            seen |= _told(labels, table.places, seat, kind, rest)
    return [card for card in range(len(labels.cards)) if card not in seen]


def _in_sight(labels: Labels, place: Place, seat: int) -> set[int]:
    if place.open or _may_look(labels, place, seat):
        return set(place.cards)
    top = place.zone != TRICK and labels.zones[place.zone].sees is Sees.TOP
    return set(place.cards[-1:]) if top else set()


def _may_look(labels: Labels, place: Place, seat: int) -> bool:
    """Whether a seat may look at all cards of a place, or sees each card that comes and goes."""
    if place.zone == TRICK:
        return True
    spec = labels.zones[place.zone]
    if spec.owner is Owner.SEAT:
        owns, side = place.owner == seat, labels.side_of(place.owner)
    else:
        owns, side = spec.owner is Owner.TABLE or labels.side_of(seat) == place.owner, place.owner
    partner = labels.side_of(seat) is not None and labels.side_of(seat) == side
    return {
        Sees.ALL: True,
        Sees.TOP: False,
        Sees.NOBODY: False,
        Sees.OWNER: owns,
        Sees.OTHERS: not owns,
        Sees.TEAM: owns or partner,
    }[spec.sees]


def _told(
    labels: Labels, places: Sequence[Place], seat: int, kind: str, rest: Sequence[Any]
) -> set[int]:
    """Cards that an event lets a seat see."""
    if kind == "card":
        card, source, target, _ = rest
        passed = [places[number] for number in (source, target) if number < len(places)]
        # A card that comes to the top of a pile, or leaves it, is seen.
        tops = [p for p in passed if p.zone != TRICK and labels.zones[p.zone].sees is Sees.TOP]
        hidden_new = len(passed) < 2
        if hidden_new or tops or any(p.open or _may_look(labels, p, seat) for p in passed):
            return {card}
    if kind == "shown":
        place, card = rest
        return set(places[place].cards) if card == NO_CARD else {card}
    if kind == "declared" and (rest[2] or rest[0] == seat):
        return set(rest[3])
    return set()


def _compare(
    record: Record, history: Sequence[Table], seat: int, swap: dict[int, int]
) -> Iterator[tuple[int, str]]:
    """Plays a game again with two cards exchanged and says what a seat notices.

    The game is given up as soon as it differs in more than the two cards, or takes another course
    for all to see: a hidden card may decide who can act, or what is scored.
    """
    deck = record.start.deck
    assert deck is not None, "cards change places in a stacked deck"
    start = record.start._replace(deck=tuple(swap.get(card, card) for card in deck))
    position = Record(record.game, start).begin()
    for number, table in enumerate(history):
        other = Table(record.game.labels, position)
        if _outline(table) != _outline(other) or not _are_images(table, other, swap):
            return
        if table.position.legal(seat) != position.legal(seat):
            yield number, f"moves {table.position.legal(seat)} become {position.legal(seat)}"
            return
        if number == len(history) - 1:
            yield from ((number, what) for what in _last(record, number, history, other, seat))
            return
        actor, code = record.moves[number]
        code = _exchange(code, swap)
        if code not in position.legal(actor):
            return
        position = position.apply(actor, code)


def _last(
    record: Record, number: int, history: Sequence[Table], other: Table, seat: int
) -> Iterator[str]:
    """What a seat notices at the end of two games that took the same course."""
    one, two = history[-1].position, other.position
    yield from _view_differences(_view(record, one, seat), _view(record, two, seat))
    yield from _core_differences(one, two, seat, record.game.player_count)
    if seat in one.to_move():
        yield from _choices(one, two, seat, PLAYERS, number)


def _view(record: Record, position: Position, seat: int) -> View:
    return State(record.game, record.start, position, None).view(seat)


def _exchange(code: int, swap: dict[int, int]) -> int:
    """The number of a move with two cards exchanged."""
    parts = fields_of(code)
    if parts.kind in (MoveKind.CARD, MoveKind.DECLARE) and parts.card in swap:
        return code & ~(0xFF << 16) | swap[parts.card] << 16
    if parts.kind is MoveKind.BUILD and parts.c - 128 in swap:
        return code & ~(0xFF << 24) | (swap[parts.c - 128] + 128) << 24
    return code


def _outline(table: Table) -> tuple[Any, ...]:
    """What anybody can see of a position without looking at a card."""
    position = table.position
    events = [_without_cards(event) for event in position.events()]
    places = [(place.zone, place.owner, len(place.cards), place.open) for place in table.places]
    declared = [(seat, pattern, shown) for seat, pattern, _, _, shown in position.declarations()]
    return (bytes(position.to_move()), table.frames, places, events, declared, table.numbers)


def _are_images(table: Table, other: Table, swap: dict[int, int]) -> bool:
    """Whether two tables differ just by two cards; they do not differ before the deal."""
    return _lying(table, swap) == _lying(other, {}) or table.places == other.places


def _lying(table: Table, swap: dict[int, int]) -> list[list[int]]:
    """Where cards lie and which were declared, once two of them are exchanged."""
    zones = table.labels.zones
    piles = []
    for place in table.places:
        cards = [swap.get(card, card) for card in place.cards]
        ordered = place.zone == TRICK or zones[place.zone].order is PileOrder.STACK
        piles.append(cards if ordered else sorted(cards))
    declared = (cards for _, _, cards, _, _ in table.position.declarations())
    return piles + [sorted(swap.get(card, card) for card in cards) for cards in declared]


def _without_cards(event: tuple[Any, ...]) -> tuple[Any, ...]:
    kind, *rest = event
    match kind:
        case "card":
            return (kind, *rest[1:3])
        case "decision":
            return (kind, rest[0], rest[1] & 0xFF)
        case "declared":
            return (kind, *rest[:3])
        case "shown":
            return (kind, rest[0])
    return event
