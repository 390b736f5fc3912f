"""The heights of calls: when one bid is higher than another."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from typing import TYPE_CHECKING

from darwindeck.cards import Suit
from darwindeck.english import figure, is_plural
from darwindeck.genome.expressions import Binary, Name, Negative, Node, Number
from darwindeck.genome.expressions import Call as CallNode
from darwindeck.genome.schema import Call, CallChoice, CallPhase, ChoiceKind
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
        place = _between(writer, path, key.value) or f"counts as a bid of {figure(key.value)}"
        found.append(say(f"it {place}{text}", at))
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


def _between(writer: PlayWriter, path: Path, key: int) -> str:
    """Between which bids a call of a fixed height comes; nothing if they are not of two parts."""
    phase = dict(writer.words.lexicon.all_parts).get(path[:-2])
    calls = phase.calls if isinstance(phase, CallPhase) else ()
    for one in calls:
        node = tree(one.key) if one.key is not None else Number(0)
        if len(one.choices) != 2 or isinstance(node, Number):
            continue
        if _importance(writer, one, node) is None:
            return ""
        heights = {height: named for named, height in heights_of(writer, one, node) or ()}
        low = max((height for height in heights if height < key), default=None)
        high = min((height for height in heights if height > key), default=None)
        if key in heights or (low is None and high is None):
            return ""
        names = [
            "" if height is None else _bid_name(writer, one, heights[height])
            for height in (low, high)
        ]
        if low is None:
            return f"is lower than a bid of {names[1]}"
        if high is None:
            return f"is higher than a bid of {names[0]}"
        return f"comes between a bid of {names[0]} and one of {names[1]}"
    return ""


def _bid_name(writer: PlayWriter, one: Call, named: dict[str, int]) -> str:
    """A bid by what it names: "8 ♥", "7 no trumps"."""
    return " ".join(named_value(writer, choice, named[choice.name]) for choice in one.choices)


def named_value(writer: PlayWriter, choice: CallChoice, value: int) -> str:
    """What a call names, by its number or its place in a list."""
    if choice.type is ChoiceKind.NUMBER:
        return figure(value)
    if choice.type is ChoiceKind.SUIT:
        suits = choice.suits or writer.words.lexicon.suits
        return suit_sign(writer, suits[value - 1])
    return f"“{choice.words[value - 1].replace('_', ' ')}”"


def suit_sign(writer: PlayWriter, suit: Suit | str) -> str:
    """A suit as a call names it."""
    lexicon = writer.words.lexicon
    if suit == "none":
        return "no trumps"
    return lexicon.suit_name(suit) if lexicon.suit_specs else lexicon.suit_symbol(suit)


def heights_of(writer: PlayWriter, one: Call, key: Node) -> list[tuple[dict[str, int], int]] | None:
    """What a number comes to for everything that a call may name; None if that is not known."""
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
    return heights


def _importance(writer: PlayWriter, one: Call, key: Node) -> tuple[str, ...] | None:
    """The order of importance of the choices, if the height goes by one after the other."""
    heights = heights_of(writer, one, key)
    if heights is None:
        return None
    for order in permutations([choice.name for choice in one.choices]):
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
