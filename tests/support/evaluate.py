"""A small evaluator of expressions, for tests: what a formula comes to, given its quantities.

    evaluate("10 * bid + max(0, tricks - bid)", {"bid": 3, "tricks": 5})

A quantity is a value, or a function of evaluated arguments. A function marked with `unevaluated`
gets the evaluator and the argument nodes instead, for words that judge an argument for each of
several subjects or take a plain name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from darwindeck.cards import Suit
from darwindeck.genome.expressions import Binary, Call, Expr, Name, Negative, Node, Not, Number

Unevaluated = Callable[["Evaluator", tuple[Node, ...]], Any]


class unevaluated:
    """Marks a function that takes the evaluator and the nodes of its arguments."""

    def __init__(self, function: Unevaluated) -> None:
        self.function = function


class Evaluator:
    """Evaluates trees over some quantities; a word that is not among them is an error."""

    def __init__(self, quantities: Mapping[str, Any]) -> None:
        self.quantities = {**_CONSTANTS, **quantities}

    def __call__(self, node: Node) -> Any:
        match node:
            case Number(value):
                return value
            case Name(word):
                return self._word(word, ())
            case Call("if", (condition, then, otherwise)):
                return self(then) if self(condition) else self(otherwise)
            case Call("div", (amount, Number(divisor), Name(rounding))):
                return divide(self(amount), divisor, rounding)
            case Call(function, arguments):
                return self._word(function, arguments)
            case Not(operand):
                return not self(operand)
            case Negative(operand):
                return -self(operand)
            case Binary("and", left, right):
                return bool(self(left)) and bool(self(right))
            case Binary("or", left, right):
                return bool(self(left)) or bool(self(right))
            case Binary(operator, left, right):
                return _OPERATORS[operator](self(left), self(right))

    def _word(self, word: str, arguments: tuple[Node, ...]) -> Any:
        if word in self.quantities:
            quantity = self.quantities[word]
        elif word in _FUNCTIONS:
            quantity = _FUNCTIONS[word]
        else:
            raise KeyError(f"no value was given for '{word}'")
        if isinstance(quantity, unevaluated):
            return quantity.function(self, arguments)
        if callable(quantity):
            return quantity(*map(self, arguments))
        if arguments:
            raise TypeError(f"'{word}' was given as a value, but is used with arguments")
        return quantity


def evaluate(expression: str | int, quantities: Mapping[str, Any]) -> Any:
    """What an expression comes to."""
    return Evaluator(quantities)(Expr(expression).tree)


def divide(amount: int, divisor: int, rounding: str) -> int:
    """Division by a positive number, rounded as stated; `half_down` takes 5/10 down."""
    match rounding:
        case "down":
            return amount // divisor
        case "up":
            return -(-amount // divisor)
        case "half_up":
            return (2 * amount + divisor) // (2 * divisor)
        case "half_down":
            return -((-2 * amount + divisor) // (2 * divisor))
        case _:
            raise ValueError(f"unknown rounding '{rounding}'")


_CONSTANTS: dict[str, Any] = {"true": True, "false": False, "none": "none"}
_CONSTANTS |= {suit.value: suit for suit in Suit}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "mod": lambda amount, divisor: amount % divisor,
}
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, b: a in b,
}
