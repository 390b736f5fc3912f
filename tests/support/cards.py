"""Which cards a selector means: a small evaluator, written apart from the core, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards, deck_spec
from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    CardRanking,
    GameGenome,
    PointTable,
    Reference,
)


@dataclass(frozen=True)
class Table:
    """The cards and names on the table that a selector may refer to."""

    genome: GameGenome
    led: Card | None = None
    winner: Card | None = None
    top: Card | None = None
    named: str | None = None
    """The rank or suit that the last call named."""
    suit_in_force: str | None = None
    """The suit named for the pile since its last card, if any."""
    trump: str | None = None
    mode: str = ""
    drawn: frozenset[Card] = field(default_factory=frozenset)
    taken: Mapping[str, Sequence[Card]] = field(default_factory=dict)
    """What was taken from each zone this turn."""
    zones: Mapping[str, Sequence[Card]] = field(default_factory=dict)
    """What lies in the zones that selectors name."""

    def fits(self, card: Card, cards: CardCondition) -> bool:
        """Whether the selector means the card."""
        ranks_and_suits = (
            (cards.suit is None or cards.suit == self.suit(card))
            and cards.rank in (None, card.rank)
            and (not cards.suits or self.suit(card) in cards.suits)
            and (not cards.ranks or card.rank in cards.ranks)
            and cards.colour in (None, self.colour(card.suit))
            and cards.printed_suit in (None, card.suit)
        )
        return (
            ranks_and_suits
            and (cards.trump is None or cards.trump == self.is_trump(card))
            and (cards.printed_trump is None or cards.printed_trump == (card.suit == self.trump))
            and (cards.trump_colour is None or cards.trump_colour == self._trump_colour(card))
            and (cards.drawn is None or cards.drawn == (card in self.drawn))
            and (cards.taken_from is None or card in self.taken.get(cards.taken_from, ()))
            and (cards.rank_in is None or card.rank in {c.rank for c in self.zones[cards.rank_in]})
            and self._worth_fits(card, cards)
            and (cards.beats is None or self._beats_reference(card, cards.beats))
            and all(self._same(card, attribute, cards.of) for attribute in cards.same)
            and (cards.step is None or self._step_fits(card, cards.step, cards.of))
            and (cards.named is None or self.fits(card, self._card_set(cards.named)))
            and (not cards.any_of or any(self.fits(card, part) for part in cards.any_of))
            and all(self.fits(card, part) for part in cards.all_of)
            and (cards.not_ is None or not self.fits(card, cards.not_))
        )

    def count(self, hand: list[Card], card_set: str) -> int:
        """How many cards of a hand belong to a named set."""
        return sum(self.fits(card, self._card_set(card_set)) for card in hand)

    def worth(self, card: Card, table: str) -> int:
        """What a card is worth by a point table: the first line that fits."""
        lines = self._point_table(table).lines
        return next((line.points for line in lines if self.fits(card, line.cards)), 0)

    def suit(self, card: Card) -> str:
        """The suit a card counts as."""
        if self.trump is not None and self._promoted(card):
            return self.trump
        return card.suit

    def is_trump(self, card: Card) -> bool:
        return self.trump is not None and self.suit(card) == self.trump

    def colour(self, suit: str) -> str | None:
        if isinstance(suit, Suit):
            return suit.colour
        spec = deck_spec(self.genome)
        return next((s.colour for s in spec.suits if s.name == suit), None) if spec else None

    def beats(self, card: Card, other: Card) -> bool:
        """Whether the one card beats the other."""
        ranking = self._ranking()
        if ranking.across_suits or self.suit(card) == self.suit(other):
            return self._height(card) > self._height(other)
        return self.is_trump(card)

    def _height(self, card: Card) -> float:
        ranking = self._ranking()
        order = (ranking.trump or ranking.plain) if self.is_trump(card) else ranking.plain
        for promotion in ranking.promote:
            if self.trump is not None and self.fits(card, promotion.cards):
                return order.index(promotion.above) + 0.5
        return order.index(card.rank)

    def _ranking(self) -> CardRanking:
        return next(r for r in self.genome.rankings or () if r.mode in ("", self.mode))

    def _promoted(self, card: Card) -> bool:
        return any(
            # A promotion speaks of the printed suit, so it does not ask what the card counts as.
            self.fits(card, promotion.cards)
            for ranking in self.genome.rankings or ()
            if ranking.mode in ("", self.mode)
            for promotion in ranking.promote
            if promotion.cards.suit is None and promotion.cards.trump is None
        )

    def _trump_colour(self, card: Card) -> bool:
        return self.trump is not None and self.colour(card.suit) == self.colour(self.trump)

    def _card_set(self, name: str) -> CardCondition:
        return next(s.cards for s in self.genome.card_sets if s.name == name)

    def _point_table(self, name: str) -> PointTable:
        tables = self.genome.point_tables or ()
        return next(t for t in tables if t.name == name and t.mode in ("", self.mode))

    def _worth_fits(self, card: Card, cards: CardCondition) -> bool:
        if cards.point_table is None:
            return True
        worth = self.worth(card, cards.point_table)
        low = worth if cards.min_points is None else cards.min_points
        high = worth if cards.max_points is None else cards.max_points
        return low <= worth <= high

    def _reference(self, reference: Reference | None) -> Card | None:
        cards = {Reference.LED: self.led, Reference.WINNER: self.winner}
        return cards.get(reference, self.top) if reference is not None else None

    def _beats_reference(self, card: Card, reference: Reference) -> bool:
        other = self._reference(reference)
        return other is not None and self.beats(card, other)

    def _step_fits(self, card: Card, step: int, reference: Reference | None) -> bool:
        other = self._reference(reference)
        ranking = self._ranking()
        order = ranking.sequence or ranking.plain
        return other is not None and order.index(card.rank) - order.index(other.rank) == step

    def _same(self, card: Card, attribute: Attribute, reference: Reference | None) -> bool:
        if reference is Reference.NAMED:
            return self.named in (card.rank, card.suit)
        other = self._reference(reference)
        if attribute is Attribute.RANK:
            return other is not None and card.rank == other.rank
        in_force = self.suit_in_force if reference is Reference.IN_FORCE else None
        suit = in_force or (self.suit(other) if other is not None else "")
        if attribute is Attribute.SUIT:
            # Cards of no suit have none in common.
            return bool(suit) and self.suit(card) == suit
        return bool(suit) and self.colour(card.suit) == self.colour(suit)


def faces(genome: GameGenome) -> list[Card]:
    """The different cards of a game, each once."""
    return list(dict.fromkeys(deck_cards(genome)))


def playable(table: Table, *selectors: CardCondition) -> set[Card]:
    """The cards of the deck that one of the selectors means."""
    return {card for card in faces(table.genome) if any(table.fits(card, s) for s in selectors)}


def card(text: str) -> Card:
    """A card of the French pack from its short name: ``"QS"``, ``"10H"``."""
    suits = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS, "S": Suit.SPADES}
    return Card(suits[text[-1]], Rank(text[:-1]))


def cards(text: str) -> list[Card]:
    """Several cards of the French pack: ``"QS 10H"``."""
    return [card(word) for word in text.split()]
