"""The cards of a genome, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.limits import MAX_CARDS
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.things import CardBlock, DeckSpec

STANDARD_52 = DeckSpec(blocks=(CardBlock(suits=tuple(Suit), ranks=tuple(Rank)),))
NAMED_DECKS: dict[str, DeckSpec] = {"standard_52": STANDARD_52}
CUSTOM = "custom"


def deck_spec(genome: GameGenome) -> DeckSpec | None:
    """The deck that the genome spells out, or else the one it names; None if it does neither."""
    return genome.deck or NAMED_DECKS.get(genome.setup.initial_deck)


@lru_cache(maxsize=256)
def spec_cards(spec: DeckSpec) -> tuple[Card, ...]:
    """Every card of a deck, copies included, block by block; at most a few more than allowed."""
    cards: list[Card] = []
    for block in spec.blocks:
        for suit in block.suits or ("",):
            for rank in block.ranks:
                copies = max(0, min(block.copies, MAX_CARDS + 1))
                cards.extend([Card(suit, rank)] * copies)
                if len(cards) > 2 * MAX_CARDS:
                    return tuple(cards)
    removed = Counter(Card(face.suit, face.rank) for face in spec.without)
    kept = []
    for card in cards:
        if removed[card] > 0:
            removed[card] -= 1
        else:
            kept.append(card)
    counts_as = {str(rank): each.count_as for each in spec.stand_ins for rank in each.ranks}
    return tuple(_counted(card, counts_as) for card in kept) if counts_as else tuple(kept)


def _counted(card: Card, counts_as: Mapping[str, str]) -> Card:
    """The card as the rank that it counts as."""
    rank = counts_as.get(str(card.rank))
    return card if rank is None else Card(card.suit, rank, card.rank)


def deck_cards(genome: GameGenome) -> tuple[Card, ...]:
    """Every card of the game, copies included."""
    spec = deck_spec(genome)
    return spec_cards(spec) if spec is not None else ()


def card_count(genome: GameGenome) -> int:
    return len(deck_cards(genome))
