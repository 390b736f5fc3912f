"""Expressions: tokens, tree, parser and canonical printer.

    bid * 10 + if(tricks(team(maker)) >= 3, 1, 0)

`Expr` is a string that holds the canonical text of an expression, so that it compares, hashes and
serialises as text; `Expr.tree` is its parsed form. Text that does not parse is kept as it is and
reported by the validator, with the place of the mistake.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from darwindeck.genome.limits import (
    MAX_EXPRESSION,
    MAX_EXPRESSION_DEPTH,
    MAX_INTEGER,
    MAX_WORDS,
)
from darwindeck.quoting import QuotingError


class ExpressionError(QuotingError, ValueError):
    """A text that is not an expression; `column` counts from 1."""

    def __init__(self, message: str, text: str, column: int) -> None:
        super().__init__(f"{message} at column {column} of '{shorten(text)}'")
        self.message = message
        self.text = text
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        return ExpressionError, (self.message, self.text, self.column)


def shorten(text: str, width: int = 80) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


@dataclass(frozen=True)
class Number:
    value: int


@dataclass(frozen=True)
class Name:
    id: str


@dataclass(frozen=True)
class Call:
    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Binary:
    """`operator` is one of ``+ - * == != < <= > >= in and or``."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Not:
    operand: Node


@dataclass(frozen=True)
class Negative:
    operand: Node


Node = Number | Name | Call | Binary | Not | Negative

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<operator>==|!=|<=|>=|[-+*<>(),]))"
)
_WORDS = {"and", "or", "not", "in"}
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">=", "in"}
_STRENGTH = {"or": 1, "and": 2, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "in": 4}
_STRENGTH |= {"+": 5, "-": 5, "*": 6}
_NOT_STRENGTH = 3
_NEGATIVE_STRENGTH = 7


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    column: int


def _tokens(text: str) -> list[_Token]:
    if len(text) > MAX_EXPRESSION:
        raise ExpressionError(f"longer than {MAX_EXPRESSION} characters", text, MAX_EXPRESSION)
    tokens = []
    position = 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            bad = text[position:].lstrip()[:1]
            column = len(text) - len(text[position:].lstrip()) + 1
            raise ExpressionError(f"unexpected character {bad!r}", text, column)
        kind = match.lastgroup or ""
        word = match.group(kind)
        if kind == "name" and word in _WORDS:
            kind = "operator"
        tokens.append(_Token(kind, word, match.start(match.lastgroup or 0) + 1))
        position = match.end()
        if len(tokens) > MAX_WORDS:
            raise ExpressionError(f"more than {MAX_WORDS} words", text, position)
    tokens.append(_Token("end", "", len(text) + 1))
    return tokens


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0

    def fail(self, expected: str) -> ExpressionError:
        token = self.tokens[self.at]
        found = f"'{token.text}'" if token.text else "the end"
        return ExpressionError(f"expected {expected}, found {found}", self.text, token.column)

    def take(self, text: str) -> bool:
        token = self.tokens[self.at]
        if token.kind == "operator" and token.text == text:
            self.at += 1
            return True
        return False

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_EXPRESSION_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_EXPRESSION_DEPTH} levels", self.text, 1)

    def whole(self) -> Node:
        node = self.either()
        if self.tokens[self.at].kind != "end":
            raise self.fail("an operator or the end")
        return node

    def either(self) -> Node:
        self.deeper()
        node = self.both()
        while self.take("or"):
            node = Binary("or", node, self.both())
        self.depth -= 1
        return node

    def both(self) -> Node:
        node = self.negated()
        while self.take("and"):
            node = Binary("and", node, self.negated())
        return node

    def negated(self) -> Node:
        count = 0
        while self.take("not"):
            count += 1
            self.deeper()
        node = self.comparison()
        for _ in range(count):
            node = Not(node)
        self.depth -= count
        return node

    def comparison(self) -> Node:
        node = self.sum()
        token = self.tokens[self.at]
        if token.kind == "operator" and token.text in _COMPARISONS:
            self.at += 1
            node = Binary(token.text, node, self.sum())
        return node

    def sum(self) -> Node:
        node = self.product()
        while True:
            if self.take("+"):
                node = Binary("+", node, self.product())
            elif self.take("-"):
                node = Binary("-", node, self.product())
            else:
                return node

    def product(self) -> Node:
        node = self.signed()
        while self.take("*"):
            node = Binary("*", node, self.signed())
        return node

    def signed(self) -> Node:
        if self.take("-"):
            operand = self.atom()
            return Number(-operand.value) if isinstance(operand, Number) else Negative(operand)
        return self.atom()

    def atom(self) -> Node:
        token = self.tokens[self.at]
        if token.kind == "number":
            self.at += 1
            if len(token.text) > 10 or int(token.text) > MAX_INTEGER:
                raise ExpressionError(f"number larger than {MAX_INTEGER}", self.text, token.column)
            return Number(int(token.text))
        if token.kind == "name":
            self.at += 1
            if self.take("("):
                return Call(token.text, self.arguments())
            return Name(token.text)
        if self.take("("):
            node = self.either()
            if not self.take(")"):
                raise self.fail("')'")
            return node
        raise self.fail("a number, a name or '('")

    def arguments(self) -> tuple[Node, ...]:
        if self.take(")"):
            return ()
        arguments = [self.either()]
        while self.take(","):
            arguments.append(self.either())
        if not self.take(")"):
            raise self.fail("',' or ')'")
        return tuple(arguments)


@lru_cache(maxsize=16384)
def parse(text: str) -> Node:
    """The tree of an expression's text; raises `ExpressionError`."""
    return _Parser(text).whole()


def print_node(node: Node) -> str:
    """The canonical text of a tree: single spaces, no needless brackets."""
    return _print(node)[0]


def _print(node: Node) -> tuple[str, int]:
    match node:
        case Number(value):
            return str(value), 9 if value >= 0 else _NEGATIVE_STRENGTH
        case Name(name):
            return name, 9
        case Call(function, arguments):
            return f"{function}({', '.join(_print(a)[0] for a in arguments)})", 9
        case Not(operand):
            return f"not {_wrapped(operand, _NOT_STRENGTH)}", _NOT_STRENGTH
        case Negative(operand):
            return f"-{_wrapped(operand, 9)}", _NEGATIVE_STRENGTH
        case Binary(operator, left, right):
            strength = _STRENGTH[operator]
            low = strength + 1 if strength == 4 else strength
            text = f"{_wrapped(left, low)} {operator} {_wrapped(right, strength + 1)}"
            return text, strength


def _wrapped(node: Node, strength: int) -> str:
    text, own = _print(node)
    return text if own >= strength else f"({text})"


def nodes_of(node: Node) -> Iterator[Node]:
    """The node and everything below it, outside in."""
    yield node
    match node:
        case Call(_, arguments):
            for argument in arguments:
                yield from nodes_of(argument)
        case Binary(_, left, right):
            yield from nodes_of(left)
            yield from nodes_of(right)
        case Not(operand) | Negative(operand):
            yield from nodes_of(operand)


class Expr(str):
    """The canonical text of an expression."""

    __slots__ = ()

    def __new__(cls, text: str | int | bool = "0") -> Expr:
        if isinstance(text, bool):
            text = "true" if text else "false"
        if type(text) is cls:
            return text
        raw = str(text).strip()
        with contextlib.suppress(ExpressionError):
            raw = print_node(parse(raw))
        return super().__new__(cls, raw)

    @property
    def tree(self) -> Node:
        """The parsed expression; raises `ExpressionError` if the text is none."""
        return parse(str(self))

    @property
    def error(self) -> ExpressionError | None:
        """What is wrong with the text, if it does not parse."""
        try:
            parse(str(self))
        except ExpressionError as error:
            return error
        return None

    def __repr__(self) -> str:
        return f"Expr({str(self)!r})"
