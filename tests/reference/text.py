"""Expressions: their text as a tree (§P4.1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

TOKEN = re.compile(r"\s*(?:(\d+)|(\w+)|(==|!=|<=|>=|[-+*<>(),]))")
COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "in"})


@dataclass(frozen=True, eq=False)
class Node:
    """A word or operator with what it is applied to; a number is the word `#`."""

    word: str
    arguments: tuple[Node, ...] = ()
    number: int = 0

    def __str__(self) -> str:
        if self.word == "#":
            return str(self.number)
        if not self.arguments:
            return self.word
        return f"{self.word}({', '.join(map(str, self.arguments))})"


class BadExpression(ValueError):
    """A text that is no expression."""


@cache
def parse(text: str | int) -> Node:
    """The tree of an expression; the same text gives the same tree."""
    parser = Parser(str(text))
    tree = parser.either()
    if parser.next is not None:
        raise BadExpression(f"{text!r}: did not expect {parser.next!r}")
    return tree


class Parser:
    """Reads a text from left to right; each method reads one line of the grammar (§P4.1)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(tokens(text))
        self.place = 0

    @property
    def next(self) -> str | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self) -> str:
        token = self.next
        if token is None:
            raise BadExpression(f"{self.text!r}: ends too early")
        self.place += 1
        return token

    def expect(self, token: str) -> None:
        found = self.take()
        if found != token:
            raise BadExpression(f"{self.text!r}: expected {token!r}, found {found!r}")

    def either(self) -> Node:
        tree = self.both()
        while self.next == "or":
            self.take()
            tree = Node("or", (tree, self.both()))
        return tree

    def both(self) -> Node:
        tree = self.negation()
        while self.next == "and":
            self.take()
            tree = Node("and", (tree, self.negation()))
        return tree

    def negation(self) -> Node:
        if self.next == "not":
            self.take()
            return Node("not", (self.negation(),))
        return self.comparison()

    def comparison(self) -> Node:
        tree = self.addition()
        if self.next in COMPARISONS:
            operator = self.take()
            tree = Node(operator, (tree, self.addition()))
        return tree

    def addition(self) -> Node:
        tree = self.product()
        while self.next in ("+", "-"):
            operator = self.take()
            tree = Node(operator, (tree, self.product()))
        return tree

    def product(self) -> Node:
        tree = self.sign()
        while self.next == "*":
            self.take()
            tree = Node("*", (tree, self.sign()))
        return tree

    def sign(self) -> Node:
        if self.next == "-":
            self.take()
            return Node("minus", (self.word(),))
        return self.word()

    def word(self) -> Node:
        token = self.take()
        if token == "(":
            tree = self.either()
            self.expect(")")
            return tree
        if token.isdigit():
            return Node("#", (), int(token))
        if not re.fullmatch(r"\w+", token):
            raise BadExpression(f"{self.text!r}: did not expect {token!r}")
        if self.next != "(":
            return Node(token)
        self.take()
        arguments = [] if self.next == ")" else [self.either()]
        while self.next == ",":
            self.take()
            arguments.append(self.either())
        self.expect(")")
        return Node(token, tuple(arguments))


def tokens(text: str) -> list[str]:
    """The numbers, words and signs of a text."""
    found = []
    place = 0
    text = text.rstrip()
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            raise BadExpression(f"{text!r}: cannot be read from {text[place:]!r} on")
        found.append(match.group().strip())
        place = match.end()
    return found
