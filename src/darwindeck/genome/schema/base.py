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
from dataclasses import dataclass, fields
from enum import Enum
from functools import wraps
from typing import (
    Annotated,
    Any,
    ClassVar,
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

    def __post_init__(self) -> None:
        for name, coerce in _coercions(type(self)).items():
            value = getattr(self, name)
            coerced = coerce(value)
            if coerced is not value:
                object.__setattr__(self, name, coerced)


Coercion = Callable[[Any], Any]


@once_per_type
def field_types(part: type[Part]) -> dict[str, Any]:
    """The resolved type of every field of a part, in order, with its markers."""
    hints = get_type_hints(part, include_extras=True)
    return {field.name: hints[field.name] for field in fields(part)}


@once_per_type
def _coercions(part: type[Part]) -> dict[str, Coercion]:
    found = {name: _coercion(hint) for name, hint in field_types(part).items()}
    return {name: coerce for name, coerce in found.items() if coerce is not None}


def _coercion(hint: Any) -> Coercion | None:
    origin = get_origin(hint)
    if origin is Annotated:
        base, *markers = get_args(hint)
        for marker in markers:
            if isinstance(marker, ExprKind):
                keep_numbers = base is not str
                return lambda value: _as_expr(value, keep_numbers)
            if isinstance(marker, NameOf) and marker.kind == "suit":
                return lambda value: as_suit(value) if isinstance(value, str) else value
            if isinstance(marker, NameOf) and marker.kind == "rank":
                return lambda value: as_rank(value) if isinstance(value, str) else value
        return None
    if origin in (Union, types.UnionType):
        inner = [c for a in get_args(hint) if a is not type(None) and (c := _coercion(a))]
        if not inner:
            return None
        coerce = inner[0]
        return lambda value: None if value is None else coerce(value)
    if origin is tuple:
        element = _coercion(get_args(hint)[0])
        return lambda value: _as_tuple(value, element)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda value: _as_member(hint, value)
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
