"""Two games that differ only in cards a seat has not seen.

Before the deal some cards that a seat never gets to see change places, and the game is played
again: the others do the same as far as that can be seen. As long as no rule lets the hidden cards
show, the seat must notice nothing: not who is asked, not what is told or how much, not what it may
do or what a computer player in its place would choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import zip_longest
from typing import Any, NamedTuple

from darwindeck._core import Position
from darwindeck.genome.privacy import Privacy
from darwindeck.genome.schema import Owner, Sees
from darwindeck.laws.record import Record
from darwindeck.laws.telling import COURSE, Telling
from darwindeck.simulation.labels import NO_CARD, TRICK, LabelledPlace, Labels
from darwindeck.simulation.moves import OPEN_TO_ALL, MoveKind, fields_of
from darwindeck.simulation.table import Table
from darwindeck.simulation.view import seen_to_move

MOST_PICKS = 32
"""So many cards are picked for a move of several cards."""


class Why(StrEnum):
    """Why two games are followed no further."""

    END = "they were the same to the end"
    NOTICED = "the seat can tell them apart"
    SEEN = "a card that had changed places came into sight"
    BOUND = "a player could not do the same"
    CHANCE = "chance took another course"
    RULE = "a rule of the game tells it"


class TwinOutcome(NamedTuple):
    """How the comparison of two games ended."""

    why: Why
    moves: int
    """After so many moves of the game."""
    what: str = ""
    """What the seat noticed, or what a rule tells."""
    other: Position | None = None
    """The other game, if it was the same to the end."""


class TwinGame:
    """A game that was played, ready to be compared with others."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.labels: Labels = record.game.labels
        self.history = _history(record)
        self.privacy = Privacy(self.labels.genome)
        self.telling = Telling(self.labels.genome, self.privacy)

    def unseen(self, seat: int, moves: int) -> list[int]:
        """Cards that a seat has had no chance to see in so many moves, by the zones alone."""
        seen: set[int] = set()
        for table in self.history[: moves + 1]:
            seen |= _seen(table, seat)
        return [card for card in range(len(self.labels.cards)) if card not in seen]

    def compare(self, seat: int, moves: int, swap: Mapping[int, int]) -> TwinOutcome:
        """Plays so many moves again with some cards exchanged."""
        return Twin(self, seat, swap).follow(moves)


def _history(record: Record) -> list[Table]:
    """Every position of a record."""
    position = record.begin()
    history = [Table(record.game.labels, position)]
    for seat, code in record.moves:
        position = position.apply(seat, code)
        history.append(Table(record.game.labels, position))
    return history


class Twin:
    """The other game, as it goes on."""

    def __init__(self, game: TwinGame, seat: int, swap: Mapping[int, int]) -> None:
        self.game = game
        self.seat = seat
        self.swap = swap
        start = game.record.start
        assert start.deck is not None, "cards change places in a stacked deck"
        deck = tuple(swap.get(card, card) for card in start.deck)
        begun = Record(game.record.game, start._replace(deck=deck)).begin()
        self.table = Table(game.labels, begun)
        self.told = told(self.table, seat, False)
        self.at = 0
        """How many moves of the first game have been made."""
        self.told_first = told(game.history[0], seat, False)

    def follow(self, moves: int) -> TwinOutcome:
        while True:
            # Before the first decision chance may have picked cards, too.
            if not self.same_chance() and self.same_but_for_cards():
                return TwinOutcome(Why.CHANCE, self.at)
            outcome = self.look()
            if outcome is not None:
                return outcome
            made = self.next_step(moves)
            if made is None:
                return TwinOutcome(Why.END, self.at, other=self.table.position)
            if not self.do_the_same(made):
                return TwinOutcome(Why.BOUND, self.at)

    # --- comparing -------------------------------------------------------------------------------

    def look(self) -> TwinOutcome | None:
        """What the seat can tell now, or why that is no fault; None if it sees the same."""
        one, other = self.game.history[self.at], self.table
        if not _seen(other, self.seat).isdisjoint(self.swap):
            return TwinOutcome(Why.SEEN, self.at)
        difference = self.difference(one, other)
        if difference is None:
            return None
        kinds, what = difference
        hushed = self.hushed(one, other)
        if hushed is None and self.is_told_by_a_rule(one, other, kinds):
            return TwinOutcome(Why.RULE, self.at, what)
        if hushed is not None:
            what = f"{what} (only in one of them somebody is asked in phase {hushed})"
        return TwinOutcome(Why.NOTICED, self.at, what)

    def difference(self, one: Table, other: Table) -> tuple[set[str], str] | None:
        """What looks different to the seat, as kinds of things and in words."""
        seat = self.seat
        asked = seen_to_move(one, seat), seen_to_move(other, seat)
        if asked[0] != asked[1]:
            return {COURSE}, f"asked are {list(asked[0])}, or {list(asked[1])}"
        if self.told_first != self.told:
            pairs = zip_longest(self.told_first, self.told, fillvalue=())
            apart = [(ours, theirs) for ours, theirs in pairs if ours != theirs]
            kinds = {_kind(item) for pair in apart for item in pair if item}
            ours, theirs = ([pair[side] for pair in apart if pair[side]] for side in (0, 1))
            return kinds, f"told is {ours}, or {theirs}"
        if one.position.legal(seat) != other.position.legal(seat):
            return {"own moves"}, (
                f"moves {one.position.legal(seat)} become {other.position.legal(seat)}"
            )
        for holder in range(len(self.game.labels.seats)):
            lacks = one.position.lacks(holder), other.position.lacks(holder)
            if lacks[0] != lacks[1]:
                return {"lacks"}, f"seat {holder} lacks {list(lacks[0])}, or {list(lacks[1])}"
        if not one.position.looks_the_same(other.position, seat):
            kinds = set(_registers(one, other))
            if one.frames != other.frames:
                kinds.add(COURSE)
            return kinds or {"view"}, "the core shows a player something else"
        return None

    def hushed(self, one: Table, other: Table) -> int | None:
        """The phase that may be declined, but that only one of two games asks about."""
        ours, theirs = one.frames, other.frames
        common = 0
        while common < min(len(ours), len(theirs)) and ours[common] == theirs[common]:
            common += 1
        rest = ours[common:], theirs[common:]
        if all(rest) and rest[0][0][0] == rest[1][0][0]:
            # The same phase of two players: whatever is innermost is asked of one alone.
            asked = [frames[-1][0] for frames in rest]
        elif all(rest):
            # The one that comes first has been passed over in the other game.
            asked = [min(frames[0][0] for frames in rest)]
        else:
            asked = [frames[0][0] for frames in rest if frames]
        phases = self.game.labels.phases
        return next((number for number in asked if self.game.privacy.hushed(phases[number])), None)

    def is_told_by_a_rule(self, one: Table, other: Table, kinds: set[str]) -> bool:
        telling = self.game.telling
        if _hand_ends(one) or _hand_ends(other):
            return True
        course = one.frames != other.frames or COURSE in kinds
        if course and COURSE in telling and "own moves" not in kinds:
            return True
        return all(kind in telling for kind in kinds)

    def same_chance(self) -> bool:
        """Whether chance has decided the same, apart from the cards that changed places."""
        ours = self.game.history[self.at].position.chance()
        return [self.exchanged(item) for item in ours] == self.table.position.chance()

    def same_but_for_cards(self) -> bool:
        """Whether the seat is asked and told the same, apart from which cards it sees."""
        one, other = self.game.history[self.at], self.table
        heard = ([_without_cards(item) for item in told] for told in (self.told_first, self.told))
        asked = (seen_to_move(table, self.seat) for table in (one, other))
        return len(set(asked)) == 1 and len({tuple(items) for items in heard}) == 1

    def exchanged(self, item: tuple[Any, ...]) -> tuple[Any, ...]:
        if not isinstance(item[-1], bytes):
            return item
        return (*item[:-1], bytes(self.swap.get(card, card) for card in item[-1]))

    # --- going on --------------------------------------------------------------------------------

    def next_step(self, most: int) -> list[tuple[int, int]] | None:
        """The next moves of the first game, until the seat sees something; None at the end."""
        made: list[tuple[int, int]] = []
        at = self.at
        while at < most:
            before = self.game.history[at]
            made.append(self.game.record.moves[at])
            at += 1
            after = self.game.history[at]
            heard = told(after, self.seat, before.in_secret)
            if not self.is_silent(before, after, heard):
                self.at, self.told_first = at, heard
                return made
        return None

    def is_silent(self, before: Table, after: Table, heard: list[Any]) -> bool:
        """Whether a seat sees nothing of a decision: somebody else picks one of several cards."""
        seat = self.seat
        return (
            not heard
            and seen_to_move(before, seat) == seen_to_move(after, seat)
            and before.position.legal(seat) == after.position.legal(seat)
            and after.position.looks_the_same(before.position, seat)
        )

    def do_the_same(self, made: Sequence[tuple[int, int]]) -> bool:
        """Makes the same moves until the seat sees something; false if they cannot be made."""
        for actor, code in made:
            code = code if actor == self.seat else self.exchanged_move(code)
            if not self.allows(actor, code):
                return False
            if not self.decide(actor, code):
                return True
        # Where others can be picked as well, what was picked by itself has to be picked.
        moved = self.game.history[self.at].position.events()
        cards = {self.swap.get(rest[0], rest[0]) for kind, *rest in moved if kind == "card"}
        actor = made[-1][0]
        for _ in range(MOST_PICKS):
            legal = [(fields_of(code), code) for code in self.table.position.legal(actor)]
            picks = [code for parts, code in legal if _picks(parts.kind) and parts.card in cards]
            closes = [code for parts, code in legal if parts.kind is MoveKind.DONE]
            if not picks and not closes:
                return False
            if not self.decide(actor, (picks or closes)[0]):
                return True
        return False

    def allows(self, actor: int, code: int) -> bool:
        """Whether a seat may make a move now."""
        try:
            self.table.position.apply(actor, code)
        except ValueError:
            return False
        return True

    def decide(self, actor: int, code: int) -> bool:
        """Makes a move; whether the seat sees nothing of it."""
        before = self.table
        self.table = Table(self.game.labels, before.position.apply(actor, code))
        self.told = told(self.table, self.seat, before.in_secret)
        return self.is_silent(before, self.table, self.told)

    def exchanged_move(self, code: int) -> int:
        """The number of a move with the cards exchanged."""
        parts = fields_of(code)
        if parts.kind in (MoveKind.CARD, MoveKind.DECLARE) and parts.card in self.swap:
            return code & ~(0xFF << 16) | self.swap[parts.card] << 16
        if parts.kind is MoveKind.BUILD and parts.c - 128 in self.swap:
            return code & ~(0xFF << 24) | (self.swap[parts.c - 128] + 128) << 24
        return code


_OF_THE_COURSE = {
    "hand",
    "turn",
    "trick",
    "sits_out",
    "shuffled",
    "hand_over",
    "thrown_in",
    "game_over",
}
"""Events that only say how the play goes on."""


def _kind(item: tuple[Any, ...]) -> str:
    return COURSE if item[0] in _OF_THE_COURSE else str(item[0])


def _picks(kind: MoveKind) -> bool:
    return kind is MoveKind.CARD


def _without_cards(item: tuple[Any, ...]) -> tuple[Any, ...]:
    kind, *rest = item
    if kind == "card":
        source, target, seen, hidden = rest
        return kind, source, target, len(seen) + hidden
    return item if kind not in ("shown", "declared") else (kind, rest[0])


def _hand_ends(table: Table) -> bool:
    return any(kind in ("hand_over", "thrown_in") for kind, *_ in table.position.events())


def _registers(one: Table, other: Table) -> Iterator[str]:
    """The counters and roles in which two positions differ."""
    genome, numbers = one.labels.genome, one.numbers
    ours, theirs = numbers["registers"], other.numbers["registers"]
    for counter, (at, length) in zip(genome.counters, numbers["counters_at"], strict=True):
        if ours[at : at + length] != theirs[at : at + length]:
            yield f"counter {counter.name}"
    for number, role in enumerate(genome.roles, numbers["roles_at"]):
        if ours[number] != theirs[number]:
            yield f"role {role.name}"


# --- what a seat sees and hears -------------------------------------------------------------------


def told(table: Table, seat: int, secret: bool) -> list[tuple[Any, ...]]:
    """What a seat is told of how a position came about, as plain values.

    Cards that go the same way are told of together; how many there are is told in any case.
    """
    heard: list[tuple[Any, ...]] = []
    ways: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def end_of_cards() -> None:
        heard.extend(
            ("card", *way, tuple(sorted(seen)), len(hidden)) for way, (seen, hidden) in ways.items()
        )
        ways.clear()

    for kind, *rest in table.position.events():
        if kind == "card":
            card, source, target, who = rest
            going = ways.setdefault((source, target), ([], []))
            going[0 if who & 1 << seat else 1].append(card)
            continue
        end_of_cards()
        if kind == "decision":
            actor, code = rest
            parts = fields_of(code)
            if actor == seat or (parts.kind in OPEN_TO_ALL and not secret):
                # Passing is passing, whichever option it belongs to.
                option = parts.option if parts.kind is not MoveKind.PASS else 0
                heard.append((kind, actor, *parts._replace(option=option)))
        elif kind == "declared" and not (rest[2] or rest[0] == seat):
            heard.append((kind, *rest[:3]))
        else:
            heard.append((kind, *rest))
    end_of_cards()
    return heard


def _seen(table: Table, seat: int) -> set[int]:
    """Cards that a position, or how it came about, lets a seat see, by the zones alone."""
    seen: set[int] = set()
    for place in table.places:
        seen |= _in_sight(table.labels, place, seat)
    for kind, *rest in table.position.events():
        seen |= _shown(table.labels, table.places, seat, kind, rest)
    return seen


def _in_sight(labels: Labels, place: LabelledPlace, seat: int) -> set[int]:
    if place.open or _may_look(labels, place, seat):
        return set(place.cards)
    top = place.zone != TRICK and labels.zones[place.zone].sees is Sees.TOP
    return set(place.cards[-1:]) if top else set()


def _may_look(labels: Labels, place: LabelledPlace, seat: int) -> bool:
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


def _shown(
    labels: Labels, places: Sequence[LabelledPlace], seat: int, kind: str, rest: Sequence[Any]
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
