"""The cards of Baloot as small numbers, for the recomputation: 8 · suit + rank.

Suits are ♠ ♥ ♣ ♦, ranks 7 8 9 10 J Q K A. Nothing here comes from the genome: what the engine plays
is held against it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from darwindeck.cards import Card
from darwindeck.oracles.baloot.reader import CARDS

SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)

FACES: Final = tuple(CARDS.values())
"""The card of each number."""
CODES: Final = {card: number for number, card in enumerate(FACES)}
_BY_OBJECT: Final = {id(card): number for number, card in enumerate(FACES)}

PLAIN_HEIGHT: Final = (0, 1, 2, 6, 3, 4, 5, 7)
"""7 8 9 J Q K 10 A, by rank."""
TRUMP_HEIGHT: Final = (0, 1, 6, 4, 7, 2, 3, 5)
"""7 8 Q K 10 A 9 J, by rank."""
PLAIN_POINTS: Final = (0, 0, 0, 10, 2, 3, 4, 11)
TRUMP_POINTS: Final = (0, 0, 14, 10, 20, 3, 4, 11)

SUIT_WORDS: Final = ("spades", "hearts", "clubs", "diamonds")


def text(card: int) -> str:
    return str(FACES[card])


def texts(cards: Iterable[int]) -> str:
    return " ".join(text(card) for card in cards)


def code(card: Card) -> int:
    """The number of a card."""
    # Readers give the very objects of `FACES`; to hash a card takes several times as long.
    try:
        return _BY_OBJECT[id(card)]
    except KeyError:
        return CODES[card]


def codes(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(map(code, cards))


def points(card: int, trump: int | None) -> int:
    table = TRUMP_POINTS if card >> 3 == trump else PLAIN_POINTS
    return table[card & 7]


def beats(card: int, other: int, trump: int | None) -> bool:
    """Whether a card that is played later beats the one that wins so far."""
    if card >> 3 == other >> 3:
        heights = TRUMP_HEIGHT if card >> 3 == trump else PLAIN_HEIGHT
        return heights[card & 7] > heights[other & 7]
    return card >> 3 == trump
