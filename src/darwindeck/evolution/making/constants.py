"""Numbers in expressions: finding them and changing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeVar

from darwindeck.genome.expressions import (
    Binary,
    Call,
    Expr,
    ExpressionError,
    Name,
    Negative,
    Node,
    Not,
    Number,
    nodes_of,
    parse,
    print_node,
)
from darwindeck.genome.tree import with_expressions

P = TypeVar("P")

Steps = tuple[int, ...]
"""The way from the root of a tree to a node: which of its branches, each time."""


def branches(node: Node) -> tuple[Node, ...]:
    """What a node is made of."""
    match node:
        case Call(_, arguments):
            return arguments
        case Binary(_, left, right):
            return (left, right)
        case Not(operand) | Negative(operand):
            return (operand,)
    return ()


def with_branches(node: Node, inner: tuple[Node, ...]) -> Node:
    """The same node made of other branches."""
    match node:
        case Call(function, _):
            return Call(function, inner)
        case Binary(operator, _, _):
            return Binary(operator, *inner)
        case Not():
            return Not(*inner)
        case Negative():
            return Negative(*inner)
    return node


def nodes(tree: Node, steps: Steps = ()) -> Iterator[tuple[Steps, Node]]:
    """Every node of a tree with the way to it, outside in."""
    yield steps, tree
    for index, branch in enumerate(branches(tree)):
        yield from nodes(branch, (*steps, index))


def node_at(tree: Node, steps: Steps) -> Node:
    for step in steps:
        tree = branches(tree)[step]
    return tree


def with_node(tree: Node, steps: Steps, new: Node) -> Node:
    """The tree with one node exchanged."""
    if not steps:
        return new
    inner = list(branches(tree))
    inner[steps[0]] = with_node(inner[steps[0]], steps[1:], new)
    return with_branches(tree, tuple(inner))


@lru_cache(maxsize=16384)
def words_of(tree: Node) -> frozenset[str]:
    """Every name and word of a tree."""
    found = set()
    for node in nodes_of(tree):
        if isinstance(node, Name):
            found.add(node.id)
        elif isinstance(node, Call):
            found.add(node.function)
    return frozenset(found)


Rewrite = Callable[[Node], Node]


def rewritten(value: P, rewrite: Rewrite) -> P:
    """A part, or a list of parts, with every expression in it rewritten as a tree."""

    def changed(text: str) -> str:
        try:
            tree = parse(text)
        except ExpressionError:
            return text
        new = rewrite(tree)
        return text if new == tree else Expr(print_node(new))

    return with_expressions(value, changed)


def numbers_moved(about: frozenset[str], moves: dict[int, int]) -> Rewrite:
    """Changes numbers that are compared with, or added to, something that speaks of `about`.

    A number stands for the same thing as what it is compared with: in ``tricks == 5`` the five is a
    number of tricks, in ``10 * tricks`` the ten is not.
    """

    def rewrite(node: Node) -> Node:
        if not words_of(node) & about:
            return node
        inner = tuple(rewrite(branch) for branch in branches(node))
        node = with_branches(node, inner) if inner else node
        if isinstance(node, Binary) and node.operator in _ALIKE:
            left, right = node.left, node.right
            if isinstance(right, Number) and words_of(left) & about:
                right = Number(moves.get(right.value, right.value))
            if isinstance(left, Number) and words_of(right) & about:
                left = Number(moves.get(left.value, left.value))
            return Binary(node.operator, left, right)
        return node

    return rewrite


_ALIKE = frozenset({"==", "!=", "<", "<=", ">", ">=", "-", "+"})
