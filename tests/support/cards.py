"""Cards by their short names."""

from __future__ import annotations

from darwindeck.cards import Card, Rank, Suit


def card(text: str) -> Card:
    """A card of the French pack from its short name: ``"QS"``, ``"10H"``."""
    suits = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS, "S": Suit.SPADES}
    return Card(suits[text[-1]], Rank(text[:-1]))


def cards(text: str) -> list[Card]:
    """Several cards of the French pack: ``"QS 10H"``."""
    return [card(word) for word in text.split()]
