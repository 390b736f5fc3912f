"""What words give whose result depends on their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from darwindeck.genome.expressions.environment import Environment
from darwindeck.genome.expressions.syntax import Name, Node, print_node, shorten
from darwindeck.genome.expressions.types import (
    FITS,
    MAY_BE_NONE,
    NUMBERS,
    UNKNOWN,
    Typed,
    type_name,
)


class Worker(Protocol):
    """The inference of types that asks what a word comes to."""

    env: Environment

    def report(self, code: str, message: str) -> Typed: ...

    def bounded(self, low: int, high: int, node: Node | None) -> Typed: ...

    def amount(self, expr: str | int) -> Typed: ...


Result = Callable[["Worker", tuple[Node, ...], list[Typed]], Typed]


def _either(inference: Worker, arguments: tuple[Node, ...], types: list[Typed]) -> Typed:
    _, one, other = types
    if "unknown" in (one.type, other.type):
        return UNKNOWN
    if one.type == other.type:
        return Typed(one.type, min(one.low, other.low), max(one.high, other.high))
    if one.type in NUMBERS and other.type in NUMBERS:
        return Typed("int", min(one.low, other.low), max(one.high, other.high))
    if "none" in (one.type, other.type):
        kind = other.type if one.type == "none" else one.type
        if kind in MAY_BE_NONE:
            return Typed(kind)
    if {one.type, other.type} <= FITS["seats"]:
        return Typed("seats")
    return inference.report(
        "wrong-argument",
        f"The two results of `if` differ: `{shorten(print_node(arguments[1]))}` is "
        f"{type_name(one.type)}, `{shorten(print_node(arguments[2]))}` is "
        f"{type_name(other.type)}",
    )


def _of_numbers(work: Callable[[list[Typed]], tuple[int, int]]) -> Result:
    def result(inference: Worker, arguments: tuple[Node, ...], types: list[Typed]) -> Typed:
        if any(typed.type == "unknown" for typed in types):
            return UNKNOWN
        return inference.bounded(*work(types), None)

    return result


def _size(types: list[Typed]) -> tuple[int, int]:
    low, high = types[0].low, types[0].high
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))


def _quotient(types: list[Typed]) -> tuple[int, int]:
    divisor = types[1].low
    return types[0].low // divisor, -(-types[0].high // divisor)


def _rest(types: list[Typed]) -> tuple[int, int]:
    return 0, types[1].low - 1


def _sum(inference: Worker, arguments: tuple[Node, ...], types: list[Typed]) -> Typed:
    if types[1].type == "unknown":
        return UNKNOWN
    players = inference.env.players
    low, high = types[1].low, types[1].high
    return inference.bounded(min(0, low * players), max(0, high * players), None)


def _among(inference: Worker, arguments: tuple[Node, ...], types: list[Typed]) -> Typed:
    if types[1].type == "unknown":
        return UNKNOWN
    return Typed("int", min(0, types[1].low), max(0, types[1].high))


def _same(inference: Worker, arguments: tuple[Node, ...], types: list[Typed]) -> Typed:
    return types[0]


def _worth(inference: Worker, arguments: tuple[Node, ...], types: list[Typed]) -> Typed:
    """Points of a zone: no more than every card at the highest line of the table."""
    table = arguments[1] if len(arguments) > 1 else None
    tables = inference.env.tables.get(table.id, ()) if isinstance(table, Name) else ()
    worths = [line.points for table in tables for line in table.lines]
    cards = inference.env.cards
    low, high = min([0, *worths]) * cards, max([0, *worths]) * cards
    return inference.bounded(low, high, None)


def _total(inference: Worker, arguments: tuple[Node, ...], types: list[Typed]) -> Typed:
    """A total of cards: no more than every card at the highest value."""
    values = [value.value for value in inference.env.card_values]
    others = [v.alternate_value for v in inference.env.card_values if v.alternate_value is not None]
    cards = inference.env.cards
    low, high = min([0, *values, *others]) * cards, max([0, *values, *others]) * cards
    return inference.bounded(low, high, None)


def _declared(inference: Worker, arguments: tuple[Node, ...], types: list[Typed]) -> Typed:
    """Declarations: no more than every card in the best pattern of the tag."""
    env = inference.env
    tag, value = (node.id if isinstance(node, Name) else "" for node in arguments[:2])
    low = high = 0
    for pattern in env.patterns:
        if tag in pattern.tags:
            size = pattern.required_count or pattern.min_size or len(pattern.exact) or 1
            times = max(1, env.cards // max(1, size))
            for worth in pattern.values:
                if worth.name == value:
                    typed = inference.amount(worth.amount)
                    low = min(low, typed.low * times)
                    high = max(high, typed.high * times)
    return inference.bounded(low, high, None)


RESULTS: dict[str, Result] = {
    "if": _either,
    "min": _of_numbers(
        lambda types: (min(t.low for t in types), min(t.high for t in types)),
    ),
    "max": _of_numbers(
        lambda types: (max(t.low for t in types), max(t.high for t in types)),
    ),
    "abs": _of_numbers(_size),
    "div": _of_numbers(lambda types: _quotient(types)),
    "mod": _of_numbers(lambda types: _rest(types)),
    "sum": _sum,
    "highest": _among,
    "lowest": _among,
    "other": _same,
    "points": _worth,
    "best": _worth,
    "total": _total,
    "declared": _declared,
}
