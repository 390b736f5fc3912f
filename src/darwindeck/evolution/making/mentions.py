"""The names that clauses speak of: finding them and changing them, in fields and in expressions."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

from darwindeck.genome.expressions import (
    Binary,
    Call,
    Expr,
    ExpressionError,
    Name,
    Negative,
    Node,
    Not,
    parse,
    print_node,
)
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.schema.base import ExprKind, NameOf, Part, field_types, once_per_type
from darwindeck.genome.schema.calls import Call as PlayersCall
from darwindeck.genome.schema.calls import CallChoice
from darwindeck.genome.schema.patterns import HandPattern, PatternValue
from darwindeck.genome.schema.phases import Phase
from darwindeck.genome.schema.ranking import PointTable
from darwindeck.genome.schema.selectors import NamedCards
from darwindeck.genome.schema.things import Counter, Let, RoleSpec, ZoneSpec
from darwindeck.genome.schema.worth import ScoringRule

P = TypeVar("P")

PLAIN = ""
"""The kind of a name that stands by itself in an expression: it may be a zone, a role, a counter,
a let, what a call names, a suit, a rank or a mode; these never share a name."""

_KINDS = {
    "cards": "card set",
    "table": "point table",
    "role": "role",
    "phase": "phase",
    "call": "call",
    "choice": "choice",
    "tag": "tag",
    "value": "value",
}
"""Arguments of words that are plain names, and what they name."""


class Mention(NamedTuple):
    """A name and what it names."""

    kind: str
    name: str


Rename = Callable[[Mention], str]


@lru_cache(maxsize=8192)
def mentions(text: str) -> frozenset[Mention]:
    """Every name of the game's own that an expression speaks of."""
    found: set[Mention] = set()
    try:
        tree = parse(str(text))
    except ExpressionError:
        return frozenset()

    def note(mention: Mention) -> str:
        found.add(mention)
        return mention.name

    _tree(tree, PLAIN, note)
    return frozenset(found)


def reworded(text: str, rename: Rename) -> str:
    """The expression with its names changed."""
    changes = {mention: rename(mention) for mention in mentions(text)}
    if all(mention.name == name for mention, name in changes.items()):
        return text
    return Expr(print_node(_tree(parse(str(text)), PLAIN, changes.__getitem__)))


def _tree(node: Node, kind: str, rename: Rename) -> Node:
    match node:
        case Name(name):
            if kind == PLAIN and (name in VOCABULARY or name == "pile"):
                return node
            if kind == "rounding":
                return node
            return Name(rename(Mention(kind, name)))
        case Call(function, arguments):
            word = VOCABULARY.get(function)
            takes = word.takes if word is not None else ()
            inner = []
            for index, argument in enumerate(arguments):
                taken = takes[index].removesuffix("?") if index < len(takes) else PLAIN
                below = "rounding" if taken == "rounding" else _KINDS.get(taken, PLAIN)
                inner.append(_tree(argument, below, rename))
            if word is None:
                function = rename(Mention(PLAIN, function))
            return Call(function, tuple(inner))
        case Binary(operator, left, right):
            return Binary(operator, _tree(left, PLAIN, rename), _tree(right, PLAIN, rename))
        case Not(operand):
            return Not(_tree(operand, PLAIN, rename))
        case Negative(operand):
            return Negative(_tree(operand, PLAIN, rename))
        case _:
            return node


# --- names in the fields of parts -----------------------------------------------------------------

DECLARING: Mapping[type[Part], str] = {
    ZoneSpec: "zone",
    RoleSpec: "role",
    Counter: "counter",
    Let: "let",
    NamedCards: "card set",
    PointTable: "point table",
    HandPattern: "pattern",
    PlayersCall: "call",
    CallChoice: "choice",
    PatternValue: "value",
}
"""What declares a name in its field `name`, and the kind of that name."""


class _Slot(NamedTuple):
    """How a field holds names: `expr`, `name` (of `kind`) or `part`."""

    holds: str
    kind: str


@once_per_type
def _slots(part: type[Part]) -> dict[str, _Slot]:
    slots = {}
    for name, hint in field_types(part).items():
        slot = _slot(hint)
        if slot is not None:
            slots[name] = slot
    if part in DECLARING:
        slots["name"] = _Slot("name", DECLARING[part])
    elif issubclass(part, Phase):
        slots["name"] = _Slot("name", "phase")
    if part is HandPattern:
        slots["tags"] = _Slot("name", "tag")
    if part is ScoringRule:
        slots["into"] = _Slot("name", "counter")
    return slots


def _slot(hint: Any) -> _Slot | None:
    origin = get_origin(hint)
    if origin is Annotated:
        for marker in get_args(hint)[1:]:
            if isinstance(marker, ExprKind):
                return _Slot("expr", "")
            if isinstance(marker, NameOf):
                return _Slot("name", marker.kind)
        return None
    if origin in (Union, types.UnionType):
        return _slot(next(choice for choice in get_args(hint) if choice is not type(None)))
    if origin is tuple:
        return _slot(get_args(hint)[0])
    return _Slot("part", "") if isinstance(hint, type) and issubclass(hint, Part) else None


def spoken_of(value: Any, *, declared: bool = False) -> Iterator[Mention]:
    """Every name that a part, or a list of parts, speaks of; with `declared`, also its own."""
    if isinstance(value, tuple):
        for item in value:
            yield from spoken_of(item, declared=declared)
    elif isinstance(value, Part):
        own = DECLARING.get(type(value), "phase" if isinstance(value, Phase) else "")
        for field, slot in _slots(type(value)).items():
            inner = getattr(value, field)
            if slot.holds == "part":
                yield from spoken_of(inner, declared=declared)
            elif declared or not (field == "name" and own):
                for item in inner if isinstance(inner, tuple) else (inner,):
                    if isinstance(item, str) and item:
                        if slot.holds == "name":
                            yield Mention(slot.kind, str(item))
                        else:
                            yield from mentions(item)


def with_names(value: P, rename: Rename) -> P:
    """The same part, or list of parts, with its names changed wherever they stand."""
    if isinstance(value, tuple):
        items = tuple(with_names(item, rename) for item in value)
        same = all(new is old for new, old in zip(items, value, strict=True))
        return value if same else items  # type: ignore[return-value]  # the same kind of tuple
    if not isinstance(value, Part):
        return value
    changes: dict[str, Any] = {}
    for field, slot in _slots(type(value)).items():
        old = getattr(value, field)
        new: Any
        if slot.holds == "part":
            new = with_names(old, rename)
        elif isinstance(old, tuple):
            new = tuple(_renamed(item, slot, rename) for item in old)
        else:
            new = _renamed(old, slot, rename)
        if new is not old and new != old:
            changes[field] = new
    return replace(value, **changes) if changes else value


def _renamed(item: Any, slot: _Slot, rename: Rename) -> Any:
    if not isinstance(item, str) or not item:
        return item
    if slot.holds == "name":
        new = rename(Mention(slot.kind, str(item)))
        return item if new == item else new
    return reworded(item, rename)


def with_expressions(value: P, change: Callable[[str], str | int]) -> P:
    """The same part, or list of parts, with every expression in it changed."""
    if isinstance(value, tuple):
        items = tuple(with_expressions(item, change) for item in value)
        same = all(new is old for new, old in zip(items, value, strict=True))
        return value if same else items  # type: ignore[return-value]  # the same kind of tuple
    if not isinstance(value, Part):
        return value
    changes: dict[str, Any] = {}
    for field, slot in _slots(type(value)).items():
        old = getattr(value, field)
        new: Any = old
        if slot.holds == "part":
            new = with_expressions(old, change)
        elif slot.holds == "expr" and isinstance(old, tuple):
            new = tuple(change(item) if isinstance(item, str) else item for item in old)
        elif slot.holds == "expr" and isinstance(old, str):
            new = change(old)
        if new is not old and new != old:
            changes[field] = new
    return replace(value, **changes) if changes else value
