"""What one seat may see."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from darwindeck._core import CoreView, Position
from darwindeck.cards import Card
from darwindeck.genome.schema import Owner, Scope, Sees
from darwindeck.genome.terms import TermReading
from darwindeck.simulation.events import Event
from darwindeck.simulation.labels import TRICK, LabelledPlace, Labels
from darwindeck.simulation.moves import Move
from darwindeck.simulation.table import ONLOOKER, CardOrder, Table


@dataclass(frozen=True)
class Pile:
    """A place with cards, as one seat sees it."""

    zone: str
    """The name of the zone in the genome; empty for the trick in progress."""
    label: str
    """What the place is called: "the stock", "South's hand"."""
    owner: int | None
    """The seat it belongs to, or, in a zone of sides, the number of the side; None: the table."""
    cards: tuple[Card | None, ...]
    """From the bottom up; None where the seat cannot look."""
    known: tuple[Card, ...] = ()
    """Cards among those it cannot look at that the seat knows to lie here: it saw them go there, or
    they were shown."""
    number: int = -1
    """The number of the place in this position."""
    laid_open: bool = False
    """Whether its cards were turned up for everybody to see."""

    @property
    def count(self) -> int:
        return len(self.cards)


@dataclass(frozen=True)
class Declaration:
    """A combination that was declared."""

    seat: int
    pattern: str
    cards: tuple[Card, ...]
    """Empty if the seat has not seen them."""


@dataclass(frozen=True)
class Counter:
    """A number that is kept."""

    label: str
    values: tuple[int, ...]
    """One for the table, or one for each seat or each side."""
    of: str
    """`table`, `seat` or `team`."""
    flag: bool = False
    """Whether it is a yes or no; the label then completes "is …"."""


@dataclass(frozen=True)
class Term:
    """What a term of the game (a `let`) comes to now."""

    name: str
    label: str
    values: tuple[int | None, ...]
    """One for the table, or one for each seat or each side; None where the seat cannot tell."""
    of: str
    """`table`, `seat` or `team`."""


@dataclass(frozen=True)
class View:
    """What one seat may see of a game, and nothing else."""

    seat: int
    seat_names: tuple[str, ...]
    """What the seats are called; the house comes last."""
    teams: tuple[tuple[int, ...], ...]
    to_move: tuple[int, ...]
    """The seats that may act now, without others who may call out of turn."""
    task: str
    """What the seat is asked to do: "pass three cards to West"; empty if it is not to move."""
    legal_moves: tuple[Move, ...]
    """What the seat may do; empty if it is not to move."""
    picked: tuple[Card, ...]
    """The cards it has picked so far for a move of several cards."""
    piles: tuple[Pile, ...]
    trick: tuple[tuple[int, Card], ...]
    """The trick in progress: who played which card, in order; none that was laid face down."""
    turn: int
    dealer: int
    trump: str | None
    """The trump suit, if there is one now."""
    mode: str
    orders: tuple[CardOrder, ...]
    """Of each card of the game, by the trump suit and the mode that hold now."""
    breaking: str | None
    """A suit that must be broken before it may be led."""
    broken: bool
    """Whether it is."""
    suit_in_force: str | None
    """A suit that was named for the discard pile and holds until the next card is played."""
    hand_number: int
    turns: int
    scores: tuple[int, ...]
    """By seat, without the hand in progress."""
    team_scores: tuple[int, ...]
    hand_scores: tuple[int, ...]
    """By seat, what the hand in progress has brought so far."""
    team_hand_scores: tuple[int, ...]
    tricks: tuple[int, ...]
    """Tricks won in this hand, by seat."""
    chips: tuple[int, ...]
    staked: tuple[int, ...]
    """Chips at stake in this hand, by seat."""
    pot: int
    out: tuple[int, ...]
    """Seats that take no part in the rest of the hand."""
    roles: tuple[tuple[str, int], ...]
    """Who has which role: label and seat."""
    counters: tuple[Counter, ...]
    terms: tuple[Term, ...]
    declarations: tuple[Declaration, ...]
    events: tuple[Event, ...]
    """What happened since the last decision, as far as the seat saw it."""
    over: bool

    @property
    def core(self) -> CoreView | None:
        """The same as the core has it; None for an onlooker, or if the view was changed."""
        return self.__dict__.get("_core")

    def redeal(self, seed: int) -> Position:
        """A position that agrees with everything the seat sees, each as likely as any other.

        Whoever has decided already in secret, as everybody can see, has decided something there.
        """
        if self.core is None:
            raise ValueError("only the view that a state gives a seat can be dealt again")
        return self.core.redeal(seed)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON: cards, moves and events as texts."""
        return {item.name: _plain(getattr(self, item.name)) for item in fields(self)}

    def to_json(self) -> str:
        """`to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def zone(self, name: str, owner: int | None = None) -> tuple[Pile, ...]:
        """The piles of a zone; of one owner, if one is given."""
        return tuple(p for p in self.piles if p.zone == name and owner in (None, p.owner))

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the seat's own hand that it can see."""
        held = [card for pile in self.zone("hand", self.seat) for card in pile.cards]
        return tuple(card for card in held if card is not None)


def _plain(value: Any) -> Any:
    if isinstance(value, Card | Move | Event):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(item) for name, item in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
    return str(value) if isinstance(value, str) else value


def view_of(
    table: Table,
    seat: int,
    task: str,
    legal: tuple[Move, ...],
    events: tuple[Event, ...],
    over: bool,
    *,
    terms: bool = True,
) -> View:
    """What a seat, or an `ONLOOKER`, may see of a position, with its terms or without them."""
    labels, numbers = table.labels, table.numbers
    seats, players = len(labels.seats), labels.players
    sides = range(len(labels.sides))

    def of_sides(own: str, shared: str) -> tuple[int, ...]:
        return tuple(
            sum(numbers[own][member] for member in labels.sides[side]) + numbers[shared][side]
            for side in sides
        )

    view = View(
        seat=seat,
        seat_names=labels.seats,
        teams=labels.sides,
        to_move=seen_to_move(table, seat),
        task=task if legal else "",
        legal_moves=legal,
        picked=_picked(table, seat),
        piles=tuple(_pile(table, place, seat) for place in table.places if _is_shown(place)),
        trick=tuple((by, labels.cards[card]) for by, card in table.trick),
        turn=numbers["turn"],
        dealer=numbers["dealer"],
        trump=_suit(labels, numbers["trump"]),
        mode=labels.modes[numbers["mode"]],
        orders=table.card_orders,
        breaking=labels.breaking,
        broken=bool(numbers["broken"]),
        suit_in_force=_suit(labels, numbers["in_force"]),
        hand_number=numbers["hand_number"],
        turns=numbers["turns"],
        scores=tuple(numbers["score"][:players]),
        team_scores=of_sides("score", "side_score"),
        hand_scores=tuple(numbers["hand_score"][:players]),
        team_hand_scores=of_sides("hand_score", "side_hand_score"),
        tricks=tuple(numbers["tricks"][:players]),
        chips=tuple(numbers["chips"][:players]),
        staked=tuple(numbers["staked"][:players]),
        pot=numbers["pot"],
        out=tuple(s for s in range(seats) if not numbers["active"] & 1 << s),
        roles=table.roles(),
        counters=_counters(table),
        terms=_terms(table, seat) if terms else (),
        declarations=_declarations(table, seat),
        events=events,
        over=over,
    )
    if seat != ONLOOKER:
        # No field: it says nothing that the others do not say.
        object.__setattr__(view, "_core", table.position.view(seat))
    return view


def seen_to_move(table: Table, seat: int) -> tuple[int, ...]:
    """The seats that a seat knows to have something to decide: itself, and whoever is asked.

    Who else may call out of turn can depend on cards that are hidden from it.
    """
    able = tuple(table.position.to_move())
    if table.in_secret:
        return able
    return tuple(other for other in able if other in (seat, table.position.asked()))


def _picked(table: Table, seat: int) -> tuple[Card, ...]:
    if seat == ONLOOKER:
        return ()
    return tuple(table.labels.cards[card] for card in table.position.picked(table.acting(seat)))


def _suit(labels: Labels, number: int) -> str | None:
    return labels.suits[number] if number < len(labels.suits) else None


def _is_shown(place: LabelledPlace) -> bool:
    """Whether a place is there at all: a trick is only once a card has been played to it."""
    return place.zone != TRICK or bool(place.cards)


def _pile(table: Table, place: LabelledPlace, seat: int) -> Pile:
    labels = table.labels
    looks = looks_at(table, place, seat)
    cards = tuple(
        labels.cards[card] if sees else None for card, sees in zip(place.cards, looks, strict=True)
    )
    hidden = (card for card, sees in zip(place.cards, looks, strict=True) if not sees)
    known = [card for card in hidden if _knows_where(table, card, seat)]
    known.sort(key=labels.first_alike.__getitem__)
    trick = place.zone == TRICK
    spec = None if trick else labels.zones[place.zone]
    owned = spec is not None and spec.owner is not Owner.TABLE
    return Pile(
        zone="" if spec is None else str(spec.name),
        label=table.place(place.number),
        owner=place.owner if owned else None,
        cards=cards,
        known=tuple(labels.cards[card] for card in known),
        number=place.number,
        laid_open=place.open,
    )


def _knows_where(table: Table, card: int, seat: int) -> bool:
    """Whether a seat knows where a card lies that it cannot look at."""
    return seat != ONLOOKER and bool(table.position.knowledge(card)[0] & 1 << seat)


def looks_at(table: Table, place: LabelledPlace, seat: int) -> list[bool]:
    """For each card of a place, whether a seat can look at it now."""
    labels, count = table.labels, len(place.cards)
    if place.open:
        return [True] * count
    if place.zone == TRICK:
        played = {card for _, card in table.trick}
        return [card in played for card in place.cards]
    spec = labels.zones[place.zone]
    side = labels.side_of(seat)
    if spec.owner is Owner.TABLE:
        owns = with_team = True
    elif spec.owner is Owner.TEAM:
        owns = with_team = side == place.owner
    else:
        owns = seat == place.owner
        with_team = owns or (side is not None and side == labels.side_of(place.owner))
    match spec.sees:
        case Sees.TOP:
            return [index == count - 1 for index in range(count)]
        case Sees.ALL:
            sees = True
        case Sees.OWNER:
            sees = owns
        case Sees.TEAM:
            sees = with_team
        case Sees.OTHERS:
            sees = not owns and seat != ONLOOKER
        case Sees.NOBODY:
            sees = False
    return [sees] * count


def _counters(table: Table) -> tuple[Counter, ...]:
    registers = table.numbers["registers"]
    slots = table.numbers["counters_at"]
    return tuple(
        Counter(spec.label, tuple(registers[at : at + length]), spec.scope.value, spec.flag)
        for spec, (at, length) in zip(table.labels.genome.counters, slots, strict=True)
    )


def _terms(table: Table, seat: int) -> tuple[Term, ...]:
    terms = zip(table.labels.genome.lets, table.position.quantities(), strict=True)
    readings = table.labels.readings
    return tuple(
        Term(
            let.name,
            let.label,
            tuple(
                value if _knows(table, seat, readings[let.name], let.scope, whose) else None
                for whose, value in enumerate(values)
            ),
            let.scope.value,
        )
        for let, values in terms
    )


def _knows(table: Table, seat: int, reading: TermReading, scope: Scope, whose: int) -> bool:
    """Whether a seat knows all the cards that a term of a seat, a side or the table depends on."""
    labels = table.labels
    if reading.guesswork or (reading.declared and labels.kept_back):
        return False
    if reading.declared and not all(
        shown or by == seat for by, _, _, _, shown in table.position.declarations()
    ):
        return False
    read = reading.of_all | reading.of_subject
    numbers = {labels.zone_number[name] for name in read}
    members = labels.sides[whose] if scope is Scope.TEAM and labels.sides else (whose,)
    side = labels.side_of(whose) if scope is Scope.SEAT else whose

    def concerns(place: LabelledPlace) -> bool:
        zone = labels.zones[place.zone]
        if zone.name in reading.of_all or zone.owner is Owner.TABLE or scope is Scope.TABLE:
            return True
        return place.owner in members if zone.owner is Owner.SEAT else place.owner == side

    return all(
        sees or _knows_where(table, card, seat)
        for place in table.places
        if place.zone in numbers and concerns(place)
        for card, sees in zip(place.cards, looks_at(table, place, seat), strict=True)
    )


def _declarations(table: Table, seat: int) -> tuple[Declaration, ...]:
    labels = table.labels
    found = []
    for by, pattern, cards, _, shown in table.position.declarations():
        if shown or by == seat:
            faces = tuple(labels.cards[card] for card in cards)
            found.append(Declaration(by, labels.patterns[pattern], faces))
        elif pattern not in labels.kept_back:
            found.append(Declaration(by, labels.patterns[pattern], ()))
    return tuple(found)


__all__ = [
    "CardOrder",
    "Counter",
    "Declaration",
    "Pile",
    "Term",
    "View",
    "seen_to_move",
    "view_of",
]
