"""How many cards the deal gives out."""

from __future__ import annotations

from darwindeck.genome.expressions import Name
from darwindeck.rulebook.words import Words, tree


def dealt_cards(words: Words) -> int | None:
    """How many cards the deal gives out; None if that cannot be told."""
    genome = words.genome
    steps = genome.setup.deal
    if steps is None:
        return genome.setup.cards_per_player * genome.player_count
    total = 0
    for step in steps:
        if step.all_cards:
            return len(words.lexicon.cards)
        if step.piles:
            total += sum(step.piles)
            continue
        place = words.zones.zone(tree(step.zone), words.scene())
        seats = 1
        if place.owner is not None and tree(step.to) == Name("each"):
            seats = genome.player_count
        elif place.owner is not None and tree(step.to) != Name("house"):
            return None
        total += sum(step.packets) * seats
    return total
