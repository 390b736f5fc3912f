"""The cards of Pidro, written down apart from the genome and the engine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from darwindeck.cards import Card, Rank, Suit
from darwindeck.simulation import Game
from darwindeck.simulation.moves import NO_OPTION, MoveKind

MATE = {
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
}
"""The other suit of the same colour."""

_FROM_THE_TOP = "A K Q J 10 9 8 7 6 5 wrong 4 3 2".split()
_WORTH = {"A": 1, "J": 1, "10": 1, "5": 5, "wrong": 5, "2": 1}
POINTS = 14


def trumps_from_the_top(suit: Suit) -> tuple[Card, ...]:
    """The fourteen trumps, the highest first."""
    return tuple(
        Card(MATE[suit], Rank.FIVE) if name == "wrong" else Card(suit, Rank(name))
        for name in _FROM_THE_TOP
    )


def points_of(card: Card, trump: Suit) -> int:
    """What a card is worth."""
    order = trumps_from_the_top(trump)
    return _WORTH.get(_FROM_THE_TOP[order.index(card)], 0) if card in order else 0


@dataclass(frozen=True)
class Trumps:
    """The trumps of a hand by the numbers of the cards."""

    suit: Suit
    order: tuple[int, ...]
    """From the top."""
    worth: dict[int, int]
    """What each card is worth that is worth anything."""

    @property
    def two(self) -> int:
        return self.order[-1]

    def of(self, cards: frozenset[int] | set[int]) -> frozenset[int]:
        """The trumps among some cards."""
        return frozenset(cards).intersection(self.order)

    def height(self, card: int) -> int:
        """The higher the better; what is no trump has none."""
        return len(self.order) - self.order.index(card) if card in self.order else 0

    def points(self, cards: frozenset[int] | set[int] | list[int]) -> int:
        return sum(self.worth.get(card, 0) for card in cards)


@lru_cache(maxsize=64)
def _trumps(cards: tuple[Card, ...], suit: Suit) -> Trumps:
    number = {card: index for index, card in enumerate(cards)}
    order = trumps_from_the_top(suit)
    worth = {number[card]: points_of(card, suit) for card in order if points_of(card, suit)}
    return Trumps(suit, tuple(number[card] for card in order), worth)


def picking(card: int) -> int:
    """The number of the move that picks a card: to be killed, or to be played."""
    return int(MoveKind.CARD) | NO_OPTION << 8 | card << 16


def trumps_of(game: Game, suit: Suit) -> Trumps:
    """The trumps, as the cards of a game are numbered."""
    return _trumps(game.cards, suit)
