"""What the checks look things up in: the genome, what one walk over it found, its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from darwindeck.cards import Card, Suit
from darwindeck.genome.decks import deck_cards, deck_spec
from darwindeck.genome.expressions.environment import Environment
from darwindeck.genome.implied import is_constant as is_constant
from darwindeck.genome.implied import zone_name as zone_name
from darwindeck.genome.problems import Path
from darwindeck.genome.schema.actions import Deal, FillHands
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.selectors import CardCondition
from darwindeck.genome.schema.setup import DealStep, TableauMode
from darwindeck.genome.schema.things import Location
from darwindeck.genome.schema.transfers import CapturePhase, PassPhase
from darwindeck.genome.survey import ExprUse, Survey
from darwindeck.genome.validation.cards import CardMasks

AnyPart = TypeVar("AnyPart", bound=Part)


class Facts:
    """One genome under examination. Everything is worked out once, when it is first asked for."""

    def __init__(self, genome: GameGenome, found: Survey) -> None:
        self.genome = genome
        self.survey = found
        self._counted: dict[int, tuple[Counter[str], Counter[str]]] = {}

    def all(self, kind: type[AnyPart]) -> Iterator[tuple[Path, AnyPart]]:
        """Every part of this kind, with its path."""
        return self.survey.all(kind)

    def has(self, *kinds: type[Part]) -> bool:
        """Whether there is a part of one of exactly these classes."""
        return self.survey.has(*kinds)

    @cached_property
    def env(self) -> Environment:
        return Environment.of(self.genome, self.survey)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return deck_cards(self.genome)

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The suits of the deck, in its order."""
        return tuple(dict.fromkeys(str(card.suit) for card in self.cards if card.suit))

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of the deck, in its order."""
        return tuple(dict.fromkeys(str(card.rank) for card in self.cards))

    @cached_property
    def suited_ranks(self) -> tuple[str, ...]:
        """The ranks of the cards that have a suit: jokers and their like need not be ordered."""
        return tuple(dict.fromkeys(str(card.rank) for card in self.cards if card.suit))

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colour of each suit of the deck."""
        spec = deck_spec(self.genome)
        declared = {str(s.name): s.colour for s in spec.suits} if spec is not None else {}
        french = {str(suit): str(suit.colour) for suit in Suit}
        return {suit: (french | declared).get(suit, "") for suit in self.suits}

    @cached_property
    def masks(self) -> CardMasks:
        return CardMasks(self.genome, self.cards, self.colours)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How many cards there are of each face, in the order of the masks' bits."""
        counts = Counter(self.cards)
        return tuple(counts[face] for face in self.masks.faces)

    def number(self, mask: int) -> int:
        """How many cards, copies included, the bits stand for."""
        return sum(count for i, count in enumerate(self.copies) if mask >> i & 1)

    def by_rank_and_suit(self, mask: int) -> tuple[Counter[str], Counter[str]]:
        """How many of some cards have each rank, and each suit."""
        if mask not in self._counted:
            ranks: Counter[str] = Counter()
            suits: Counter[str] = Counter()
            for index, (face, count) in enumerate(zip(self.masks.faces, self.copies, strict=True)):
                if mask >> index & 1:
                    ranks[str(face.rank)] += count
                    if face.suit:
                        suits[str(face.suit)] += count
            self._counted[mask] = (ranks, suits)
        return self._counted[mask]

    def possible(self, condition: CardCondition) -> int:
        """The cards, as bits, that may fit the condition at one time or another."""
        return self.masks.of(condition)[1]

    @cached_property
    def zones_filled(self) -> frozenset[str]:
        """The zones that some deal, phase or action brings cards to."""
        filled = set(self._zones(_FILLING))
        filled.add(Location.DECK)
        setup = self.genome.setup
        if setup.deal is None or self.has(FillHands, PassPhase):
            filled.add(Location.HAND)
        if setup.initial_discard_count:
            filled.add(Location.DISCARD)
        if setup.tableau_mode in (TableauMode.WAR, TableauMode.MATCH_RANK):
            filled.add(Location.CAPTURED)
        filled |= {zone.name for zone in self.genome.zones or () if zone.beneath is not None}
        return frozenset(filled)

    @cached_property
    def zones_won(self) -> frozenset[str]:
        """The zones to which cards come only when a trick or a capture, which all saw, is won."""
        won: dict[str, bool] = {Location.HAND: False, Location.DECK: False}
        for use in self._uses(_FILLING):
            openly = use.field == "collect_to" or isinstance(use.part, CapturePhase)
            zone = zone_name(str(use.expr))
            won[zone] = won.get(zone, True) and openly
        return frozenset(zone for zone, openly in won.items() if openly)

    @cached_property
    def zones_emptied(self) -> frozenset[str]:
        """The zones that some phase or action takes cards from."""
        return frozenset(self._zones({"source", "with_top_of"}))

    def _zones(self, fields: set[str]) -> Iterator[str]:
        return (zone_name(str(use.expr)) for use in self._uses(fields))

    def _uses(self, fields: set[str]) -> Iterator[ExprUse]:
        for use in self.survey.expressions:
            if (
                use.wanted == "zone"
                and use.field in fields
                and isinstance(use.expr, str)
                and not (use.field == "zone" and not isinstance(use.part, DealStep | Deal))
            ):
                yield use


_FILLING = {"target", "collect_to", "to", "out_to", "zone", "table"}
