"""The usual parts of card games, from which families of games are made: orders, zones, duties."""

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
    PileOrder,
    Reference,
    Sees,
    ZoneSpec,
)

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

ACE_LOW = (
    Rank.ACE,
    Rank.TWO,
    Rank.THREE,
    Rank.FOUR,
    Rank.FIVE,
    Rank.SIX,
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
)
ACE_HIGH = (*ACE_LOW[1:], Rank.ACE)

FRENCH_52 = DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=ACE_HIGH),))

HAND = ZoneSpec(Location.HAND, "hand", owner=Owner.SEAT, sees=Sees.OWNER)
STOCK = ZoneSpec(Location.DECK, "stock", order=PileOrder.STACK, sees=Sees.NOBODY)
DISCARDS = ZoneSpec(Location.DISCARD, "discard pile", order=PileOrder.STACK, sees=Sees.TOP)
TRICKS_WON = ZoneSpec(Location.CAPTURED, "tricks won", owner=Owner.SEAT, sees=Sees.NOBODY)

SUIT_LED = CardCondition(same=(Attribute.SUIT,), of=Reference.LED)
FOLLOW_SUIT = CardRule(SUIT_LED)
