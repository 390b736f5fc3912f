"""How many cards the deal gives out, and who begins by the cards they got."""

from __future__ import annotations

from darwindeck.genome.expressions import Call, Name, Node, Number
from darwindeck.genome.schema import Deal, DoPhase
from darwindeck.rulebook.words import Words, holds_always, tree
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
        seats = 1 if place.owner is None else _seats_dealt(words, tree(step.to))
        if seats is None:
            return None
        total += sum(step.packets) * seats
    return total


def _seats_dealt(words: Words, to: Node) -> int | None:
    """How many seats a step of the deal goes to; None if that depends on the hand."""
    match to:
        case Name("each"):
            return words.genome.player_count
        case Call("from", (seats, _)):
            return _seats_dealt(words, seats)
        case Call("others", (one,)):
            return words.genome.player_count - 1 if _seats_dealt(words, one) == 1 else None
        case Name("house" | "dealer"):
            return 1
        case Call("left" | "right", (one,)):
            return _seats_dealt(words, one)
    return None


def beginner(words: Words, node: Node, scene: Scene) -> Person:
    """Who begins; where a card decides that nobody may have been dealt, also who does then."""
    person = words.seats.seat(node, scene)
    match node:
        case Call("left" | "right", (Name(role),)) if (
            role in words.lexicon.roles and words.seats.two_players
        ):
            # Nobody was spoken of yet beside whom this is the other one.
            return Person(Person(f"the {words.lexicon.roles[role].label}").having("opponent"))
    held = isinstance(node, Call) and node.function == "holder"
    if not held or all_in_hands(words):
        return person
    other = words.seats.seat(Call("left", (Name("dealer"),)), scene)
    return Person(f"{person.name} (or, if nobody does, {other.name})")


def all_in_hands(words: Words) -> bool:
    """Whether every card is dealt into a hand."""
    steps = words.genome.setup.deal
    owned = all(words.zones.zone(tree(step.zone), words.scene()).is_hand for step in steps or ())
    dealt = dealt_cards(words)
    if dealt is not None:
        dealt += _dealt_later(words)
    return owned and dealt == len(words.lexicon.cards)


def _dealt_later(words: Words) -> int:
    """How many cards a phase of its own deals to everybody, in every hand and before all else that
    could put cards elsewhere."""
    found = 0
    for path, part in words.lexicon.all_parts:
        if not isinstance(part, Deal) or path[0] != "turn_structure" or len(path) != 5:
            continue
        phase = dict(words.lexicon.all_parts)[path[:3]]
        always = isinstance(phase, DoPhase) and holds_always(phase.when) and phase.who is None
        if always and part.to == "each" and part.zone == "hand":
            sizes = [tree(packet) for packet in part.packets]
            found += words.genome.player_count * sum(
                size.value for size in sizes if isinstance(size, Number)
            )
    return found
