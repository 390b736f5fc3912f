"""Which names an expression reads, and in which order lets can be worked out."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.expressions.environment import Environment
from darwindeck.genome.expressions.syntax import (
    Binary,
    Call,
    ExpressionError,
    Name,
    Negative,
    Node,
    Not,
    parse,
)
from darwindeck.genome.expressions.types import FITS
from darwindeck.genome.expressions.vocabulary import VOCABULARY


def in_order_of_reading(env: Environment) -> tuple[list[str], list[str]]:
    """The lets, each after those it reads, and those that read themselves."""
    reads = {name: _lets_in(let.value, env) for name, let in env.lets.items()}
    order: list[str] = []
    done: set[str] = set()
    while True:
        ready = [name for name in reads if name not in done and reads[name] <= done]
        if not ready:
            return order, [name for name in reads if name not in done]
        order += ready
        done.update(ready)


def _lets_in(expr: str | int, env: Environment) -> set[str]:
    if isinstance(expr, int):
        return set()
    try:
        tree = parse(str(expr))
    except ExpressionError:
        return set()
    return set(names_read(tree)) & env.lets.keys()


def names_read(tree: Node) -> Iterator[str]:
    """Every name whose value the expression reads; plain names of card sets, roles, calls and the
    like are not among them."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case Name(name):
                yield name
            case Call(function, arguments):
                yield function
                word = VOCABULARY.get(function)
                kinds = word.takes if word is not None else ()
                for index, argument in enumerate(arguments):
                    kind = kinds[index] if index < len(kinds) else "subject"
                    if kind.removesuffix("?").removeprefix("each ") in _JUDGED:
                        waiting.append(argument)
            case Binary(_, left, right):
                waiting += (left, right)
            case Not(operand) | Negative(operand):
                waiting.append(operand)


_JUDGED = {*FITS, "same", "pile bool"}
