"""Expression fields as simplified trees."""

from __future__ import annotations

from functools import lru_cache

from darwindeck.genome.expressions import Binary, Call, Expr, Name, Node, Number
from darwindeck.genome.expressions.simplify import FALSE, TRUE, simplify


def tree(value: str | int | None) -> Node:
    """An expression field as its simplified tree; text that is no expression is a plain name."""
    if value is None:
        return TRUE
    if isinstance(value, int):
        return Number(value)
    return _tree(value)


@lru_cache(maxsize=4096)
def _tree(value: str) -> Node:
    """The tree of a text: a book asks for the same ones again and again."""
    expr = Expr(value)
    if expr.error is not None:
        return Name("something")
    return simplify(expr.tree)


OWN_HAND = (Name("hand_size"), Call("size", (Name("hand"),)))
"""The ways to ask how many cards the subject holds."""


def holds_always(value: str | None) -> bool:
    return tree(value) == TRUE


def never_holds(value: str | None) -> bool:
    return value is not None and tree(value) == FALSE


def flat(operator: str, node: Node) -> list[Node]:
    """The parts that a chain of one operator joins."""
    if isinstance(node, Binary) and node.operator == operator:
        return flat(operator, node.left) + flat(operator, node.right)
    return [node]
