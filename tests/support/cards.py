"""Cards by their short names."""

from __future__ import annotations

from darwindeck.cards import Card, Rank, Suit


def card(text: str) -> Card:
    """A card of the French pack from its short name: ``"QS"``, ``"10H"``; one of another suit is
    written with all of it: ``"7-cups"``."""
    if "-" in text:
        rank, _, suit = text.partition("-")
        return Card(suit, rank)
    suits = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS, "S": Suit.SPADES}
    rank = text[:-1]
    return Card(suits[text[-1]], Rank(rank) if rank in set(Rank) else rank)


def cards(text: str) -> list[Card]:
    """Several cards: ``"QS 10H"``."""
    return [card(word) for word in text.split()]
