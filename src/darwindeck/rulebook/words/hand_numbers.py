"""Numbers that depend on nothing but which hand of a game it is."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from darwindeck.genome.expressions import Binary, Call, Name, Negative, Node, Number, nodes_of
from darwindeck.genome.schema import CallChoice, FillHands
from darwindeck.rulebook.words.conditions import OPPOSITE
from darwindeck.rulebook.words.trees import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words

LONGEST_CYCLE = 8
"""After so many hands at the latest a row that is told hand by hand begins again."""
MOST_HANDS = 100
"""In so many hands at most such numbers are looked at."""


def most_in_a_hand(words: Words, node: Node) -> int | None:
    """The greatest value of a number in any hand; None if it depends on anything else."""
    if isinstance(node, Name) and node.id in words.lexicon.lets:
        node = tree(words.lexicon.lets[node.id].value)
    match = words.genome.match
    hands = match.hands if match is not None and match.hands is not None else 1
    if hands > MOST_HANDS:
        return None
    values = [evaluated(node, hand) for hand in range(1, hands + 1)]
    known = [value for value in values if value is not None]
    return max(known) if len(known) == len(values) else None


def most_said(words: Words, choice: CallChoice) -> int | None:
    """The greatest number that can ever be named; None if that cannot be told."""
    return choice.numbers[-1] if choice.numbers else _at_most(words, tree(choice.high))


def _at_most(words: Words, node: Node) -> int | None:
    match node:
        case Number(value):
            return value
        case Name("hand_size") | Call("size", (Name("hand"),)):
            return _most_held(words)
        case Call("min", arguments):
            known = [_at_most(words, argument) for argument in arguments]
            return min((value for value in known if value is not None), default=None)
    return most_in_a_hand(words, node)


def _most_held(words: Words) -> int | None:
    """The most cards that somebody is dealt; None if that cannot be told."""
    setup, players = words.genome.setup, words.genome.player_count
    cards = len(words.lexicon.cards)
    steps = setup.deal or ()
    dealt = sum(sum(step.packets) for step in steps if tree(step.zone) == Name("hand"))
    if any(step.all_cards for step in steps):
        return -(-cards // players)
    filled = [
        most_in_a_hand(words, tree(part.size))
        for _, part in words.lexicon.all_parts
        if isinstance(part, FillHands)
    ]
    known = [size for size in filled if size is not None]
    return min(cards, max([dealt, *known])) if len(known) == len(filled) else None


def reads_hand(node: Node) -> bool:
    match node:
        case Name(name):
            return name == "hand_number"
        case Call(_, arguments):
            return any(reads_hand(argument) for argument in arguments)
        case Binary(_, left, right):
            return reads_hand(left) or reads_hand(right)
        case Negative(operand):
            return reads_hand(operand)
    return False


def evaluated(node: Node, hand: int) -> int | None:
    """The value in one hand; None if it depends on anything else."""
    match node:
        case Number(value):
            return value
        case Name("hand_number"):
            return hand
        case Call("if", (condition, yes, no)):
            test = evaluated(condition, hand)
            return None if test is None else evaluated(yes if test else no, hand)
        case Call("abs" | "min" | "max" as function, arguments):
            values = [evaluated(argument, hand) for argument in arguments]
            known = [v for v in values if v is not None]
            if len(known) != len(values):
                return None
            return {"abs": abs(known[0]), "min": min(known), "max": max(known)}[function]
        case Call("mod", (inner, Number(n))):
            dividend = evaluated(inner, hand)
            return None if dividend is None or n == 0 else dividend % n
        case Call("div", (inner, Number(n), Name("down"))):
            whole = evaluated(inner, hand)
            return None if whole is None or whole < 0 or n <= 0 else whole // n
        case Negative(operand):
            inside = evaluated(operand, hand)
            return None if inside is None else -inside
        case Binary(operator, left, right):
            one, other = evaluated(left, hand), evaluated(right, hand)
            if one is None or other is None:
                return None
            if operator in OPPOSITE:
                tests = {"==": one == other, "<": one < other, ">": one > other}
                tests |= {"!=": one != other, "<=": one <= other, ">=": one >= other}
                return int(tests[operator])
            return {"+": one + other, "-": one - other, "*": one * other}.get(operator)
    return None


def in_turn(node: Node) -> list[Node]:
    """What is so in one hand after another, until it begins again; empty if it does not."""
    cycles = {
        part.arguments[1].value
        for part in nodes_of(node)
        if isinstance(part, Call)
        and part.function == "mod"
        and part.arguments[0] == Name("hand_number")
        and isinstance(part.arguments[1], Number)
    }
    if not cycles or min(cycles) < 1 or lcm(*cycles) > LONGEST_CYCLE:
        return []
    found = []
    for hand in range(1, lcm(*cycles) + 1):
        chosen = node
        while isinstance(chosen, Call) and chosen.function == "if":
            test = evaluated(chosen.arguments[0], hand)
            if test is None or reads_hand_alone(chosen.arguments[0]):
                return []
            chosen = chosen.arguments[1 if test else 2]
        found.append(chosen)
    return found


def reads_hand_alone(node: Node) -> bool:
    """Whether something asks which hand it is otherwise than by its place in a cycle."""
    outside = [part for part in nodes_of(node) if part == Name("hand_number")]
    within = [part for part in nodes_of(node) if isinstance(part, Call) and part.function == "mod"]
    return len(outside) != len(within)
