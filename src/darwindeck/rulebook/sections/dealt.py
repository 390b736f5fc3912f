"""How many cards the deal gives out, and who begins by the cards they got."""

from __future__ import annotations

from darwindeck.genome.expressions import Call, Name, Node
from darwindeck.rulebook.words import Words, tree
from darwindeck.rulebook.words.persons import Person
from darwindeck.rulebook.words.scene import Scene


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


def beginner(words: Words, node: Node, scene: Scene) -> Person:
    """Who begins; where a card decides that nobody may have been dealt, also who does then."""
    person = words.seats.seat(node, scene)
    held = isinstance(node, Call) and node.function == "holder"
    if not held or all_in_hands(words):
        return person
    other = words.seats.seat(Call("left", (Name("dealer"),)), scene)
    return Person(f"{person.name} (or, if nobody does, {other.name})")


def all_in_hands(words: Words) -> bool:
    """Whether every card is dealt into a hand."""
    steps = words.genome.setup.deal
    owned = all(words.zones.zone(tree(step.zone), words.scene()).is_hand for step in steps or ())
    return owned and dealt_cards(words) == len(words.lexicon.cards)
