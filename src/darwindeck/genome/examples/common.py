"""What many games have in common, for authors who write theirs in Python: the pack of 52 cards, its
orders, the usual zones and the duty to follow suit."""

from __future__ import annotations

from darwindeck.cards import Rank, Suit
from darwindeck.genome.schema import (
    Attribute,
    CardBlock,
    CardCondition,
    CardRule,
    DeckSpec,
    Location,
    Owner,
    Reference,
    Sees,
    ZoneSpec,
)
from darwindeck.genome.short_forms import USUAL_ZONES

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
ACE_LOW = (
    *(Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN),
    *(Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING),
)
ACE_HIGH = (*ACE_LOW[1:], Rank.ACE)
FRENCH_52 = DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=ACE_HIGH),))

STOCK, HAND, DISCARDS, *_ = USUAL_ZONES
TRICKS_WON = ZoneSpec(Location.CAPTURED, "tricks won", owner=Owner.SEAT, sees=Sees.NOBODY)

SUIT_LED = CardCondition(same=(Attribute.SUIT,), of=Reference.LED)
FOLLOW_SUIT = CardRule(SUIT_LED)

__all__ = [
    "ACE_HIGH",
    "ACE_LOW",
    "DISCARDS",
    "FOLLOW_SUIT",
    "FRENCH_52",
    "HAND",
    "STOCK",
    "SUITS",
    "SUIT_LED",
    "TRICKS_WON",
]
