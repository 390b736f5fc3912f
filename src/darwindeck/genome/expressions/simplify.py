"""Simplifying expressions: constants worked out, branches that cannot be taken removed."""

from __future__ import annotations

from collections.abc import Callable

from darwindeck.genome.expressions.syntax import (
    Binary,
    Call,
    Expr,
    ExpressionError,
    Name,
    Negative,
    Node,
    Not,
    Number,
    print_node,
)

TRUE = Name("true")
FALSE = Name("false")

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
_NEUTRAL = {"+": Number(0), "-": Number(0), "*": Number(1)}

Known = Callable[[Node], Node | None]


def simplify(node: Node, known: Known = lambda node: None) -> Node:
    """An equal, simpler tree. `known` may put a constant in the place of a node."""
    replaced = known(node)
    if replaced is not None:
        return replaced
    match node:
        case Not(operand):
            return _negate(simplify(operand, known))
        case Negative(operand):
            inner = simplify(operand, known)
            return Number(-inner.value) if isinstance(inner, Number) else Negative(inner)
        case Call(function, arguments):
            return _call(Call(function, tuple(simplify(a, known) for a in arguments)))
        case Binary(operator, left, right):
            return _binary(operator, simplify(left, known), simplify(right, known))
        case _:
            return node


def _boolean(value: bool) -> Name:
    return TRUE if value else FALSE


def _negate(node: Node) -> Node:
    if node in (TRUE, FALSE):
        return _boolean(node == FALSE)
    if isinstance(node, Not):
        return node.operand
    if isinstance(node, Binary) and node.operator in _OPPOSITE:
        return Binary(_OPPOSITE[node.operator], node.left, node.right)
    return Not(node)


def _call(node: Call) -> Node:
    if node.function == "if" and len(node.arguments) == 3:
        condition, then, otherwise = node.arguments
        if condition == TRUE or then == otherwise:
            return then
        if condition == FALSE:
            return otherwise
        if otherwise == FALSE:
            return _binary("and", condition, then)
        if then == FALSE:
            return _binary("and", _negate(condition), otherwise)
        if then == TRUE:
            return _binary("or", condition, otherwise)
        if otherwise == TRUE:
            return _binary("or", _negate(condition), then)
    return node


def _binary(operator: str, left: Node, right: Node) -> Node:
    if operator == "and":
        return _joined(operator, left, right, absorbing=FALSE, neutral=TRUE)
    if operator == "or":
        return _joined(operator, left, right, absorbing=TRUE, neutral=FALSE)
    if isinstance(left, Number) and isinstance(right, Number):
        if operator in _COMPARE:
            return _boolean(_COMPARE[operator](left.value, right.value))
        if operator in _ARITHMETIC:
            return Number(_ARITHMETIC[operator](left.value, right.value))
    if right == _NEUTRAL.get(operator):
        return left
    if left == _NEUTRAL.get(operator) and operator != "-":
        return right
    return Binary(operator, left, right)


def _joined(operator: str, left: Node, right: Node, *, absorbing: Name, neutral: Name) -> Node:
    if absorbing in (left, right):
        return absorbing
    if left == neutral:
        return right
    if right == neutral or left == right:
        return left
    return Binary(operator, left, right)


def simplified(expr: str, known: Known = lambda node: None) -> Expr:
    """The simpler form of an expression's text; text that does not parse is returned as it is."""
    expr = Expr(expr)
    try:
        return Expr(print_node(simplify(expr.tree, known)))
    except ExpressionError:
        return expr
