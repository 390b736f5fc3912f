"""What the things of one game are called, by the numbers that the core gives them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from darwindeck.cards import Card, Rank, Suit, as_rank, as_suit
from darwindeck.english import join, plural, possessive, singular
from darwindeck.genome.bytecode.names import Names
from darwindeck.genome.decks import deck_cards, deck_spec
from darwindeck.genome.expressions import Call, Name, Node, nodes_of, parse
from darwindeck.genome.schema import (
    Announce,
    DeclarePhase,
    Direction,
    GameGenome,
    Owner,
    Phase,
    PileKey,
    PileOrder,
    TrickPhase,
    ZoneSpec,
)
from darwindeck.genome.terms import TermReading, readings
from darwindeck.genome.tree import walk

TRICK = 255
"""The zone number of the trick in progress."""
NO_CARD = 255
"""The number that stands for no card."""
NOWHERE = 0xFFFF
"""The number of a place that is yet to be begun."""

_COMPASS = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
}


class LabelledPlace(NamedTuple):
    """A place with cards, as the core gives it; cards are numbers, from the bottom up."""

    zone: int
    owner: int
    number: int
    cards: tuple[int, ...]
    open: bool


class Labels:
    """The words for everything that the core numbers.

    `expanded` is the long form of a genome, which the core plays.
    """

    def __init__(self, expanded: GameGenome) -> None:
        names = Names(expanded)
        self.genome = expanded
        self.numbers = names.tables
        """The number of everything that has a name, by the kind of thing it is."""
        self.cards: tuple[Card, ...] = deck_cards(expanded)
        self.suits: tuple[str, ...] = _in_order(names, "suit")[: len(names.colour_of_suit)]
        self.ranks: tuple[str, ...] = _in_order(names, "rank")
        self.modes: tuple[str, ...] = self._modes(names)
        self.phases: tuple[Phase, ...] = tuple(
            part for _, part in walk(expanded) if isinstance(part, Phase)
        )
        self.zones: tuple[ZoneSpec, ...] = expanded.zones or ()
        self.zone_labels: tuple[str, ...] = tuple(zone.label for zone in self.zones)
        self.zone_number: dict[str, int] = {str(z.name): i for i, z in enumerate(self.zones)}
        self.players = expanded.player_count
        self.seats: tuple[str, ...] = _seat_names(expanded)
        self.sides: tuple[tuple[int, ...], ...] = expanded.teams if expanded.team_mode else ()
        self.roles: tuple[str, ...] = tuple(role.label for role in expanded.roles)
        self.role_label: dict[str, str] = {role.name: role.label for role in expanded.roles}
        self.patterns: tuple[str, ...] = tuple(
            pattern.name.replace("_", " ") for pattern in expanded.patterns
        )
        self.kept_back: frozenset[int] = _kept_back(expanded, names)
        """The patterns of which nobody hears before their last card is played."""
        spec = deck_spec(expanded)
        self._suit_specs = {suit.name: suit for suit in spec.suits} if spec else {}
        self._rank_specs = {rank.name: rank for rank in spec.ranks} if spec else {}
        self.card_texts: tuple[str, ...] = tuple(self.card_text(card) for card in self.cards)

    @cached_property
    def readings(self) -> dict[str, TermReading]:
        """What the terms of the game are worked out from."""
        return readings(self.genome)

    @cached_property
    def breaking(self) -> str | None:
        """The suit that must be broken before it may be led."""
        tricks = (phase for phase in self.phases if isinstance(phase, TrickPhase))
        found = (phase.breaking_suit for phase in tricks if phase.breaking_suit is not None)
        return next((str(suit) for suit in found), None)

    def _modes(self, names: Names) -> tuple[str, ...]:
        labels = {ranking.mode: ranking.label for ranking in self.genome.rankings or ()}
        return tuple(
            (labels.get(mode) or mode.replace("_", " ")) if mode else ""
            for mode in _in_order(names, "mode")
        )

    # --- cards -----------------------------------------------------------------------------------

    def card_text(self, card: Card) -> str:
        """ "Q♠", "red 7", "joker"."""
        spec = self._rank_specs.get(card.printed_rank)
        if spec is None:
            rank = str(card.printed_rank)
        else:
            rank = spec.symbol if spec.symbol.isdecimal() else spec.label
        if isinstance(card.suit, Suit):
            return f"{rank}{card.suit.symbol}" if len(rank) < 3 else f"{rank} of {card.suit}"
        return f"{self.suit_name(card.suit)} {rank}" if card.suit else rank

    def cards_text(self, cards: tuple[int, ...] | list[int]) -> str:
        """Some cards, as one lays them out: "7♥ 8♥ 9♥"."""
        return " ".join(self.card_texts[card] for card in cards)

    def suit_name(self, suit: str) -> str:
        """The suit itself: "hearts", "red"."""
        spec = self._suit_specs.get(suit)
        return spec.label if spec else str(as_suit(suit)).replace("_", " ")

    def suit(self, number: int) -> str:
        """The suit of a number; "no trumps" for none."""
        return self.suit_name(self.suits[number]) if 0 <= number < len(self.suits) else "no trumps"

    def rank(self, number: int) -> str:
        """The rank of a number in the singular: "queen"."""
        name = as_rank(self.ranks[number])
        if isinstance(name, Rank):
            return name.word
        spec = self._rank_specs.get(name)
        return spec.label if spec else str(name).replace("_", " ")

    # --- seats -----------------------------------------------------------------------------------

    def seat(self, number: int) -> str:
        return self.seats[number] if number < len(self.seats) else "nobody"

    def side(self, number: int) -> str:
        """The names of the seats of a side, "South and North"; without teams, of a seat."""
        if not self.sides:
            return self.seat(number)
        return join([self.seats[seat] for seat in self.sides[number]])

    def side_of(self, seat: int) -> int | None:
        """The number of a seat's side, or the seat itself without teams; None: it has none."""
        if not self.sides:
            return seat
        return next((i for i, side in enumerate(self.sides) if seat in side), None)

    @cached_property
    def first_alike(self) -> tuple[int, ...]:
        """By the number of a card: the number of the first card with the same face."""
        first: dict[Card, int] = {}
        return tuple(first.setdefault(card, number) for number, card in enumerate(self.cards))

    # --- zones -----------------------------------------------------------------------------------

    def place(self, places: tuple[LabelledPlace, ...], number: int) -> str:
        """What a place is called: "the stock", "South's hand", "column 3"."""
        if number >= len(places):
            return self._new_pile
        place = places[number]
        if place.zone == TRICK:
            return "the trick"
        spec, label = self.zones[place.zone], self.zone_labels[place.zone]
        siblings = [p.number for p in places if (p.zone, p.owner) == (place.zone, place.owner)]
        noun, numbered = self._pile(spec.piles, label, siblings.index(number))
        if spec.owner is Owner.TABLE:
            return noun if numbered else f"the {noun}"
        owner = self.seat(place.owner) if spec.owner is Owner.SEAT else self.side(place.owner)
        head, _, by = noun.rpartition(" ")
        if head and by in ("won", "taken", "captured", "laid"):
            return f"the {noun} by {owner}"
        return f"{possessive(owner)} {noun}"

    @cached_property
    def _new_pile(self) -> str:
        """A pile that is yet to be begun, or that went with its hand."""
        kinds = [label for spec, label in self._labelled() if spec.piles is PileKey.MANY]
        return f"a new {singular(kinds[0])}" if len(kinds) == 1 else "a new pile"

    def _labelled(self) -> Iterator[tuple[ZoneSpec, str]]:
        return zip(self.zones, self.zone_labels, strict=True)

    def _pile(self, key: PileKey, label: str, index: int) -> tuple[str, bool]:
        """What a pile of a zone is called, and whether a number says which one it is."""
        match key:
            case PileKey.FIXED | PileKey.MANY:
                return f"{singular(label)} {index + 1}", True
            case PileKey.BY_RANK if index < len(self.ranks):
                return f"{label} of {plural(self.rank(index))}", False
            case PileKey.BY_SUIT if index < len(self.suits):
                return f"{singular(label)} of {self.suit(index)}", False
        return label, False

    def zone_of(self, expression: str) -> tuple[str, Node | None]:
        """The zone that an expression names, and whose it is if it says so."""
        for node in nodes_of(parse(str(expression))):
            if isinstance(node, Name) and node.id in self.zone_number:
                return node.id, None
            if isinstance(node, Call) and node.function in self.zone_number:
                return node.function, node.arguments[0] if node.arguments else None
        return str(expression), None

    def onto(self, zone: str) -> str:
        """How cards are put there: on what lies there, or with it where order does not matter."""
        number, words = self.zone_number.get(zone), self.zone_label(zone).split()
        if "row" in words:
            return "in"
        stack = number is not None and self.zones[number].order is PileOrder.STACK
        return "on" if stack or words[-1:] == ["table"] else "with"

    def zone_label(self, name: str) -> str:
        number = self.zone_number.get(name)
        return name.replace("_", " ") if number is None else self.zone_labels[number]


def _in_order(names: Names, kind: str) -> tuple[str, ...]:
    table = names.tables[kind]
    return tuple(sorted(table, key=table.__getitem__))


def _kept_back(genome: GameGenome, names: Names) -> frozenset[int]:
    declaring = (part for _, part in walk(genome) if isinstance(part, DeclarePhase))
    return frozenset(
        names.number("pattern", pattern)
        for phase in declaring
        if phase.announce is Announce.ON_LAST_CARD
        for pattern in phase.patterns
    )


def _seat_names(genome: GameGenome) -> tuple[str, ...]:
    """The players in order of play, and the house.

    Where play goes counterclockwise, whoever plays after South sits to the right: East.
    """
    count = genome.player_count
    names = _COMPASS.get(count, tuple(f"Player {seat + 1}" for seat in range(count)))
    match = genome.match
    if count > 2 and match is not None and match.direction is Direction.COUNTERCLOCKWISE:
        names = (names[0], *reversed(names[1:])) if count in _COMPASS else names
    if genome.house is not None:
        names = (*names, f"the {genome.house.label}")
    return names
