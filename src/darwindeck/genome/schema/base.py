"""What every part of a genome has in common.

A part is a frozen dataclass. Its constructor is forgiving about form (a list where a tuple is kept,
plain text where an expression is kept) and never about meaning; the validator judges that.

The type of a field says what may stand there. The aliases below are plain `str` or `int` to a type
checker and carry, for the codec, the validator and evolution, which kind of expression or name they
hold.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import wraps
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from darwindeck.cards import as_rank, as_suit
from darwindeck.genome.expressions import Expr

R = TypeVar("R")


def once_per_type(function: Callable[[type[Any]], R]) -> Callable[[type[Any]], R]:
    """Works a property of a type out once and remembers it."""
    known: dict[type[Any], R] = {}

    @wraps(function)
    def remembered(part: type[Any]) -> R:
        if part not in known:
            known[part] = function(part)
        return known[part]

    return remembered


@dataclass(frozen=True)
class ExprKind:
    """Marks a field that holds an expression; `type` is what it must evaluate to."""

    type: str


@dataclass(frozen=True)
class NameOf:
    """Marks a field that refers to something by name; `kind` is what is named."""

    kind: str


Condition = Annotated[str, ExprKind("bool")]
Amount = Annotated[int | str, ExprKind("int")]
SeatExpr = Annotated[str, ExprKind("seat")]
SeatsExpr = Annotated[str, ExprKind("seats")]
ZoneExpr = Annotated[str, ExprKind("zone")]
SuitExpr = Annotated[str, ExprKind("suit")]

SuitName = Annotated[str, NameOf("suit")]
RankName = Annotated[str, NameOf("rank")]
ZoneName = Annotated[str, NameOf("zone")]
RoleName = Annotated[str, NameOf("role")]
CounterName = Annotated[str, NameOf("counter")]
CardSetName = Annotated[str, NameOf("card set")]
TableName = Annotated[str, NameOf("point table")]
PatternName = Annotated[str, NameOf("pattern")]
ModeName = Annotated[str, NameOf("mode")]


@dataclass(frozen=True)
class Part:
    """A node of a genome. Subclasses of a base with `kinds` form a tagged union."""

    kind: ClassVar[str] = ""
    newer: ClassVar[bool] = False
    """Whether bytecode numbers its kind after those that are not."""
    late: ClassVar[tuple[str, ...]] = ()
    """Its last fields, which bytecode has only where one of them is used."""

    def __post_init__(self) -> None:
        for name, coerce in _coercions(type(self)).items():
            value = getattr(self, name)
            coerced = coerce(value)
            if coerced is not value:
                object.__setattr__(self, name, coerced)


# --- what a field may hold ------------------------------------------------------------------------


@dataclass(frozen=True)
class ExpressionSlot:
    """An expression that evaluates to `type`; with `numbers`, a plain whole number will do."""

    type: str
    numbers: bool


@dataclass(frozen=True)
class NameSlot:
    """The name of something of a kind."""

    kind: str


@dataclass(frozen=True)
class PartSlot:
    """A part, or one of the kinds below it."""

    part: type[Part]


@dataclass(frozen=True)
class EnumSlot:
    """One of the members of a choice."""

    enum: type[Enum]


@dataclass(frozen=True)
class PlainSlot:
    """A value of one of the types `bool`, `int`, `float` and `str`."""

    type: type


@dataclass(frozen=True)
class ListSlot:
    """A list of so filled places."""

    item: Slot


@dataclass(frozen=True)
class OptionalSlot:
    """What the inner slot holds, or None: the question is not answered."""

    inner: Slot


Slot = ExpressionSlot | NameSlot | PartSlot | EnumSlot | PlainSlot | ListSlot | OptionalSlot


def _slot(hint: Any) -> Slot:
    """What a field of this type may hold. Nothing else looks at types of fields."""
    origin = get_origin(hint)
    if origin is Annotated:
        base, marker = get_args(hint)
        if isinstance(marker, ExprKind):
            return ExpressionSlot(marker.type, numbers=base is not str)
        return NameSlot(marker.kind)
    if origin in (Union, types.UnionType):
        (inner,) = (choice for choice in get_args(hint) if choice is not type(None))
        return OptionalSlot(_slot(inner))
    if origin is tuple:
        return ListSlot(_slot(get_args(hint)[0]))
    if issubclass(hint, Part):
        return PartSlot(hint)
    return EnumSlot(hint) if issubclass(hint, Enum) else PlainSlot(hint)


class PartField(NamedTuple):
    """One field of a part."""

    name: str
    slot: Slot
    default: Any
    """`REQUIRED` if it must be given."""


REQUIRED: Final = MISSING
"""Stands for the default of a field that has none."""


@once_per_type
def fields_of(part: type[Part]) -> tuple[PartField, ...]:
    """The fields of a part, in order."""
    hints = get_type_hints(part, include_extras=True)
    return tuple(PartField(f.name, _slot(hints[f.name]), f.default) for f in fields(part))


def innermost(slot: Slot) -> Slot:
    """What a slot holds, whether it is a list of it or may be left open."""
    while isinstance(slot, ListSlot | OptionalSlot):
        slot = slot.item if isinstance(slot, ListSlot) else slot.inner
    return slot


# --- forgiving about form -------------------------------------------------------------------------

Coercion = Callable[[Any], Any]


@once_per_type
def _coercions(part: type[Part]) -> dict[str, Coercion]:
    found = {field.name: _coercion(field.slot) for field in fields_of(part)}
    return {name: coerce for name, coerce in found.items() if coerce is not None}


def _coercion(slot: Slot) -> Coercion | None:
    match slot:
        case ExpressionSlot(numbers=numbers):
            return lambda value: _as_expr(value, numbers)
        case NameSlot("suit"):
            return lambda value: as_suit(value) if isinstance(value, str) else value
        case NameSlot("rank"):
            return lambda value: as_rank(value) if isinstance(value, str) else value
        case OptionalSlot(inner):
            coerce = _coercion(inner)
            return coerce and (lambda value: None if value is None else coerce(value))
        case ListSlot(item):
            element = _coercion(item)
            return lambda value: _as_tuple(value, element)
        case EnumSlot(enum):
            return lambda value: _as_member(enum, value)
    return None


def _as_expr(value: Any, keep_numbers: bool) -> Any:
    if isinstance(value, bool):
        return Expr(value)
    if isinstance(value, int):
        return value if keep_numbers else Expr(value)
    if isinstance(value, str):
        expr = Expr(value)
        return int(expr) if keep_numbers and _is_number(expr) else expr
    return value


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) <= 11


def _as_tuple(value: Any, element: Coercion | None) -> Any:
    if not isinstance(value, list | tuple):
        return value
    if element is None:
        return value if isinstance(value, tuple) else tuple(value)
    items = tuple(element(item) for item in value)
    return value if isinstance(value, tuple) and _same(items, value) else items


def _same(left: tuple[Any, ...], right: tuple[Any, ...]) -> bool:
    return len(left) == len(right) and all(a is b for a, b in zip(left, right, strict=True))


def _as_member(enum: type[Enum], value: Any) -> Any:
    if isinstance(value, enum) or value not in enum._value2member_map_:
        return value
    return enum(value)
