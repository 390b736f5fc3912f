"""Writing parts and expressions as bytes.

Fields follow each other in the order of their types. A yes-or-no is one byte, a number four, a
choice one, a list its length in two bytes and its items, something optional one byte and perhaps
the thing. Names are numbers in two bytes (suits and ranks: one); text is left out. Expressions are
written in front of their operands.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from darwindeck.genome.bytecode.names import Names
from darwindeck.genome.codec import kinds_of
from darwindeck.genome.expressions import Binary, Call, Expr, Name, Negative, Node, Not, Number
from darwindeck.genome.expressions.vocabulary import ROUNDINGS, VOCABULARY
from darwindeck.genome.schema.base import Part
from darwindeck.genome.tree import (
    EnumSlot,
    ExpressionSlot,
    ListSlot,
    NameSlot,
    OptionalSlot,
    PartSlot,
    PlainSlot,
    Slot,
    fields_of,
)

OPERATORS = ("+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "in", "and", "or")
WORDS = tuple(VOCABULARY)


class Op:
    """The first byte of an expression says what it is."""

    NUMBER = 0
    WORD = 1
    BINARY = 2
    NOT = 3
    NEGATIVE = 4
    ZONE = 5
    ROLE = 6
    COUNTER = 7
    LET = 8
    CHOICE = 9
    SUIT = 10
    RANK = 11
    MODE = 12
    PILE = 13
    CARD_SET = 14
    TABLE = 15
    TAG = 16
    VALUE = 17
    PHASE = 18
    CALL = 19
    ROUNDING = 20
    PATTERN = 21


_ARGUMENT_KINDS = {
    "cards": ("card set", Op.CARD_SET),
    "table": ("point table", Op.TABLE),
    "role": ("role", Op.ROLE),
    "phase": ("phase", Op.PHASE),
    "call": ("call", Op.CALL),
    "choice": ("choice", Op.CHOICE),
    "pattern": ("pattern", Op.PATTERN),
    "tag": ("tag", Op.TAG),
    "value": ("value", Op.VALUE),
}
_NAME_KINDS = (
    ("zone", Op.ZONE),
    ("role", Op.ROLE),
    ("counter", Op.COUNTER),
    ("let", Op.LET),
    ("choice", Op.CHOICE),
    ("mode", Op.MODE),
    ("suit", Op.SUIT),
    ("rank", Op.RANK),
)

TEXT: dict[tuple[str, str], str] = {
    ("Call", "name"): "call",
    ("CallChoice", "name"): "choice",
    ("ScoringRule", "into"): "into",
    ("WinCondition", "type"): "win type",
    ("CardCondition", "colour"): "colour",
    ("HandPattern", "tags"): "tag",
    ("PatternValue", "name"): "value",
    ("PointTable", "name"): "point table",
}
"""Texts that mean something to play, and what they name; all others are left out."""

UNPLAYED = frozenset({("Counter", "announced"), ("RoleSpec", "announced")})
"""Fields that mean something to players and nothing to play."""


LATE = 0x80
"""Beside the number of a kind, or that an optional part is there: fields that are written only
where they are used follow."""
LATE_IN_LIST = 0x8000
"""Beside the length of a list: some of its parts have such fields, and before each stands which."""


def _says_more(part: Part) -> bool:
    """Whether one of the fields is used that are written only then."""
    defaults = {field.name: field.default for field in fields_of(type(part))} if part.late else {}
    return any(getattr(part, name) != defaults[name] for name in part.late)


class Writer:
    """Bytes under construction."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.data = bytearray()

    def u8(self, value: int) -> None:
        self.data += struct.pack("!B", value)

    def u16(self, value: int) -> None:
        self.data += struct.pack("!H", value)

    def i32(self, value: int) -> None:
        self.data += struct.pack("!i", value)

    def name(self, kind: str, name: str) -> None:
        number = self.names.number(kind, name)
        if kind in ("suit", "rank"):
            self.u8(number)
        else:
            self.u16(number)

    def part(self, part: Part) -> None:
        owner = type(part).__name__
        left_out = () if _says_more(part) else part.late
        for name, slot, _ in fields_of(type(part)):
            if (owner, name) not in UNPLAYED and name not in left_out:
                self.value(slot, getattr(part, name), owner, name)

    def value(self, slot: Slot, value: Any, owner: str, field: str) -> None:
        match slot:
            case ExpressionSlot():
                self.expression(value)
            case NameSlot(kind):
                self.name(kind, value)
            case OptionalSlot(inner):
                self.optional(inner, value, owner, field)
            case ListSlot(item):
                alone = isinstance(item, PartSlot) and not kinds_of(item.part)
                some = alone and any(_says_more(one) for one in value)
                self.u16(len(value) | (LATE_IN_LIST if some else 0))
                for one in value:
                    if some:
                        self.u8(LATE if _says_more(one) else 0)
                    self.value(item, one, owner, field)
            case PlainSlot(kind):
                self.plain(kind, value, owner, field)
            case EnumSlot(enum):
                self.u8(list(enum).index(value))
            case PartSlot(part):
                kinds = kinds_of(part)
                if kinds:
                    late = LATE if _says_more(value) else 0
                    self.u8(list(kinds).index(value.kind) | late)
                self.part(value)

    def plain(self, kind: type, value: Any, owner: str, field: str) -> None:
        if kind is bool:
            self.u8(int(value))
        elif kind is int:
            self.i32(value)
        elif kind is float:
            self.data += struct.pack("!f", value)
        elif (owner, field) in TEXT:
            self.name(TEXT[owner, field], value)

    def optional(self, inner: Slot, value: Any, owner: str, field: str) -> None:
        if inner == PlainSlot(str) and (owner, field) not in TEXT:
            return
        # Parts of several kinds say beside their kind whether they have more.
        alone = isinstance(inner, PartSlot) and not kinds_of(inner.part)
        late = LATE if alone and value is not None and _says_more(value) else 0
        self.u8(int(value is not None) | late)
        if value is not None:
            self.value(inner, value, owner, field)

    # --- expressions -----------------------------------------------------------------------------

    def expression(self, value: str | int) -> None:
        self.node(Number(value) if isinstance(value, int) else Expr(value).tree)

    def node(self, node: Node) -> None:
        match node:
            case Number(value):
                self.u8(Op.NUMBER)
                self.i32(value)
            case Not(operand):
                self.u8(Op.NOT)
                self.node(operand)
            case Negative(operand):
                self.u8(Op.NEGATIVE)
                self.node(operand)
            case Binary(operator, left, right):
                self.u8(Op.BINARY)
                self.u8(OPERATORS.index(operator))
                equality = operator in ("==", "!=")
                self.operand(left, right if equality else None)
                self.operand(right, left if equality else None)
            case Name(name):
                self.word(name, ())
            case Call(function, arguments):
                self.word(function, arguments)

    def operand(self, node: Node, other: Node | None) -> None:
        """One side of an operation; beside a rank or a named word it is one of these itself."""
        names = self.names
        match node:
            case Number(value) if names.is_rank(other) and names.has("rank", str(value)):
                self.u8(Op.RANK)
                self.u16(names.number("rank", str(value)))
            case Name(word) if (place := names.place_of_word(other, word)) is not None:
                self.u8(Op.NUMBER)
                self.i32(place)
            case _:
                self.node(node)

    def word(self, name: str, arguments: tuple[Node, ...]) -> None:
        if name == "pile":
            self.u8(Op.PILE)
            return
        word = VOCABULARY.get(name)
        if word is None:
            self.named(name, arguments)
            return
        self.u8(Op.WORD)
        self.u8(WORDS.index(name))
        self.u8(len(arguments))
        for position, argument in enumerate(arguments):
            kind = word.takes[position] if position < len(word.takes) else "seat"
            self.argument(kind, argument)

    def argument(self, kind: str, node: Node) -> None:
        write: Callable[[Node], None] = self.node
        if kind == "rounding" and isinstance(node, Name):
            self.u8(Op.ROUNDING)
            self.u8(ROUNDINGS.index(node.id))
        elif kind in _ARGUMENT_KINDS and isinstance(node, Name):
            table, op = _ARGUMENT_KINDS[kind]
            if self.names.has(table, node.id):
                self.u8(op)
                self.u16(self.names.number(table, node.id))
                if op == Op.ROLE:
                    self.u8(0)
            else:
                write(node)
        else:
            write(node)

    def named(self, name: str, arguments: tuple[Node, ...]) -> None:
        """A zone, role, counter and so on, perhaps of somebody else than the subject."""
        for kind, op in _NAME_KINDS:
            if self.names.has(kind, name):
                self.u8(op)
                self.u16(self.names.number(kind, name))
                if op in (Op.ZONE, Op.ROLE, Op.COUNTER, Op.LET):
                    self.u8(len(arguments))
                    for argument in arguments:
                        self.node(argument)
                return
        raise KeyError(name)
