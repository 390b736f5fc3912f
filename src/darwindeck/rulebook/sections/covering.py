"""Whether one of several conditions always holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from darwindeck.genome.expressions import Binary, Call, Name, Node, Not, Number
from darwindeck.rulebook.words.kinds import kind_of
from darwindeck.rulebook.words.lexicon import Lexicon
from darwindeck.rulebook.words.trees import tree

MOST_CASES = 4096


def covers(lexicon: Lexicon, conditions: Sequence[str]) -> bool:
    """Whether in every case at least one of the conditions holds.

    What they compare with numbers and what they ask are taken as independent of each other: then
    all cases are gone through. If one of them asks anything else, the answer is no.
    """
    trees = [tree(condition) for condition in conditions]
    values: dict[Node, set[int]] = {}
    for node in trees:
        if not _gather(lexicon, node, values):
            return False
    domains = [_domain(lexicon, node, bounds) for node, bounds in values.items()]
    cases = 1
    for domain in domains:
        cases *= len(domain)
    if not trees or cases > MOST_CASES:
        return False
    for case in product(*domains):
        known = dict(zip(values, case, strict=True))
        if not any(_holds(node, known) for node in trees):
            return False
    return True


def _gather(lexicon: Lexicon, node: Node, values: dict[Node, set[int]]) -> bool:
    """Collects what a condition asks, with the numbers it is compared with."""
    match node:
        case Name("true" | "false"):
            return True
        case Not(operand):
            return _gather(lexicon, operand, values)
        case Binary("and" | "or", left, right):
            return _gather(lexicon, left, values) and _gather(lexicon, right, values)
        case Binary("==" | "!=" | "<" | "<=" | ">" | ">=", left, Number(value)):
            values.setdefault(left, set()).add(value)
            return True
        case Name() | Call() if kind_of(node, lexicon) == "bool":
            values.setdefault(node, set()).add(0)
            return True
    return False


def _domain(lexicon: Lexicon, node: Node, bounds: Iterable[int]) -> list[int]:
    """The values that tell cases apart."""
    if kind_of(node, lexicon) == "bool":
        return [0, 1]
    around = {value + step for value in bounds for step in (-1, 0, 1)}
    counter = lexicon.counters.get(node.id) if isinstance(node, Name) else None
    if counter is not None:
        return [value for value in sorted(around) if counter.low <= value <= counter.high]
    counted = node == Name("hand_size") or (isinstance(node, Call) and node.function == "size")
    return [value for value in sorted(around) if value >= 0 or not counted]


def _holds(node: Node, known: dict[Node, int]) -> bool:
    match node:
        case Name("true"):
            return True
        case Name("false"):
            return False
        case Not(operand):
            return not _holds(operand, known)
        case Binary("and", left, right):
            return _holds(left, known) and _holds(right, known)
        case Binary("or", left, right):
            return _holds(left, known) or _holds(right, known)
        case Binary(operator, left, Number(value)):
            have = known[left]
            return {
                "==": have == value,
                "!=": have != value,
                "<": have < value,
                "<=": have <= value,
                ">": have > value,
                ">=": have >= value,
            }[operator]
    return bool(known[node])
