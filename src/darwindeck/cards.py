"""The vocabulary of cards: suits, ranks and single cards.

`Suit` and `Rank` name the French pack. A deck may add suits and ranks of its own; those are plain
strings and are accepted wherever a `Suit` or `Rank` is (both enums are strings themselves).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Colour(StrEnum):
    """The two colours of the French suits; other decks may use any word."""

    RED = "red"
    BLACK = "black"


class Suit(StrEnum):
    """The four French suits."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    @property
    def symbol(self) -> str:
        return _SUIT_SYMBOLS[self]

    @property
    def colour(self) -> Colour:
        return Colour.RED if self in (Suit.DIAMONDS, Suit.HEARTS) else Colour.BLACK


class Rank(StrEnum):
    """The thirteen French ranks; no order is implied, a game states its own."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def word(self) -> str:
        """The rank as it is said: ``"seven"``, ``"queen"``."""
        return self.name.lower()


_SUIT_SYMBOLS = {
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
    Suit.SPADES: "♠",
}


def as_suit(name: str) -> Suit | str:
    """The `Suit` of that name, or the name itself for a suit that a deck adds."""
    return Suit(name) if name in Suit._value2member_map_ else name


def as_rank(name: str) -> Rank | str:
    """The `Rank` of that name, or the name itself for a rank that a deck adds."""
    return Rank(name) if name in Rank._value2member_map_ else name


@dataclass(frozen=True, eq=False)
class Card:
    """One card face. `suit` is empty for cards that belong to no suit, such as jokers. Cards are
    equal if they show the same."""

    suit: Suit | str
    rank: Rank | str
    """The rank that it counts as."""
    stands_in: Rank | str = ""
    """The rank on its face, where it counts as another."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "suit", as_suit(self.suit))
        object.__setattr__(self, "rank", as_rank(self.rank))
        object.__setattr__(self, "stands_in", as_rank(self.stands_in))

    @property
    def printed_rank(self) -> Rank | str:
        """The rank on its face."""
        return self.stands_in or self.rank

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.suit == other.suit and self.printed_rank == other.printed_rank

    def __hash__(self) -> int:
        return hash((self.suit, self.printed_rank))

    def __str__(self) -> str:
        symbol = self.suit.symbol if isinstance(self.suit, Suit) else self.suit
        return (
            f"{self.printed_rank}{symbol}"
            if isinstance(self.suit, Suit)
            else f"{symbol} {self.printed_rank}".strip()
        )
