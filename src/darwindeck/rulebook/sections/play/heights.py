"""The heights of calls: when one bid is higher than another."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from typing import TYPE_CHECKING

from darwindeck.english import figure, is_plural
from darwindeck.genome.expressions import Binary, Name, Negative, Node, Number
from darwindeck.genome.expressions import Call as CallNode
from darwindeck.genome.schema import Call, ChoiceKind
from darwindeck.rulebook.document import Path, Sentence
from darwindeck.rulebook.sections.base import say
from darwindeck.rulebook.words import holds_always, never_holds, tree
from darwindeck.rulebook.words.scene import Scene

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter

MOST_STEPS = 40


def height(writer: PlayWriter, one: Call, path: Path, scene: Scene) -> list[Sentence]:
    """That a call must be higher than those before it, and by what."""
    if one.key is None:
        return []
    words = writer.words
    key = tree(one.key)
    at = (*path, "key")
    labels = {choice.name: choice.label for choice in one.choices}
    found = []
    if isinstance(key, Number):
        first = "bids == 0" in str(one.when)
        text = "" if first else " and must be higher than every bid before it"
        found.append(say(f"it counts as a bid of {figure(key.value)}{text}", at))
    else:
        found.append(say("it must be higher than every bid before it", at))
        order = _importance(writer, one, key)
        if order is not None and len(order) > 1:
            found.append(say(_by_importance(one, order, labels), at))
        elif order is None and not (isinstance(key, Name) and key.id in labels):
            found.append(say(f"its height is {words.amounts.noun(key, scene)}", at))
    if holds_always(one.equal_ok):
        found.append(say("it may also be equal to the last bid", (*path, "equal_ok")))
    elif not never_holds(one.equal_ok):
        clause = words.conditions.clause(tree(one.equal_ok), scene)
        text = f"it may also be equal to the last bid if {clause}"
        found.append(say(text, (*path, "equal_ok")))
    return found


def _by_importance(one: Call, order: tuple[str, ...], labels: dict[str, str]) -> str:
    first, *rest = order
    text = f"a bid with a higher {labels[first]} is higher"
    for name in rest:
        choice = next(c for c in one.choices if c.name == name)
        if choice.type is ChoiceKind.NUMBER:
            text += f"; if that is equal, the one with the higher {labels[name]}"
        else:
            comes = "come" if is_plural(labels[name]) else "comes"
            text += f"; if that is equal, the one whose {labels[name]} {comes} later in the list"
    return text


def _importance(writer: PlayWriter, one: Call, key: Node) -> tuple[str, ...] | None:
    """The order of importance of the choices, if the height goes by one after the other."""
    values: dict[str, list[int]] = {}
    for choice in one.choices:
        if choice.numbers:
            values[choice.name] = list(choice.numbers[:MOST_STEPS])
        elif choice.type is ChoiceKind.NUMBER:
            low, high = tree(choice.low), tree(choice.high)
            if not isinstance(low, Number) or not isinstance(high, Number):
                return None
            numbers = range(low.value, high.value + 1, max(1, choice.step))
            values[choice.name] = list(numbers[:MOST_STEPS])
        elif choice.type is ChoiceKind.SUIT:
            suits = choice.suits or writer.words.lexicon.suits
            values[choice.name] = list(range(1, len(suits) + 1))
        elif choice.type is ChoiceKind.WORD:
            values[choice.name] = list(range(1, len(choice.words) + 1))
        else:
            return None
    if not 1 <= len(values) <= 3:
        return None
    names = list(values)
    heights: list[tuple[dict[str, int], int]] = []
    for combination in product(*values.values()):
        named = dict(zip(names, combination, strict=True))
        value = _value(key, named)
        if value is None:
            return None
        heights.append((named, value))
    for order in permutations(names):
        ranked = sorted(heights, key=lambda pair: [pair[0][name] for name in order])
        if all(a[1] < b[1] for a, b in pairwise(ranked)):
            return order
    return None


def _value(node: Node, names: dict[str, int]) -> int | None:
    match node:
        case Number(value):
            return value
        case Negative(operand):
            inner = _value(operand, names)
            return None if inner is None else -inner
        case Name(name) | CallNode("place", (Name(name),)):
            return names.get(name)
        case Binary(operator, left, right):
            one, other = _value(left, names), _value(right, names)
            if one is None or other is None:
                return None
            return {"+": one + other, "-": one - other, "*": one * other}.get(operator)
    return None
