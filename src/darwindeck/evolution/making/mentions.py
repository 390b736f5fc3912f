"""The names that clauses speak of: finding them and changing them, in fields and in expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

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
from darwindeck.genome.schema.base import Part, once_per_type
from darwindeck.genome.schema.calls import Call as PlayersCall
from darwindeck.genome.schema.calls import CallChoice
from darwindeck.genome.schema.patterns import HandPattern, PatternValue
from darwindeck.genome.schema.phases import Phase
from darwindeck.genome.schema.ranking import PointTable
from darwindeck.genome.schema.selectors import NamedCards
from darwindeck.genome.schema.things import Counter, Let, RoleSpec, ZoneSpec
from darwindeck.genome.schema.worth import ScoringRule
from darwindeck.genome.tree import (
    ExpressionSlot,
    NameSlot,
    PartSlot,
    fields_of,
    holders,
    innermost,
    transform,
)

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
    "pattern": "pattern",
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
    for name, slot, _ in fields_of(part):
        match innermost(slot):
            case ExpressionSlot():
                slots[name] = _Slot("expr", "")
            case NameSlot(kind):
                slots[name] = _Slot("name", kind)
            case PartSlot():
                slots[name] = _Slot("part", "")
    if part in DECLARING:
        slots["name"] = _Slot("name", DECLARING[part])
    elif issubclass(part, Phase):
        slots["name"] = _Slot("name", "phase")
    if part is HandPattern:
        slots["tags"] = _Slot("name", "tag")
    if part is ScoringRule:
        slots["into"] = _Slot("name", "counter")
    return slots


def spoken_of(value: Any, *, declared: bool = False) -> Iterator[Mention]:
    """Every name that a part, or a list of parts, speaks of; with `declared`, also its own."""
    if isinstance(value, tuple):
        for item in value:
            yield from spoken_of(item, declared=declared)
    elif isinstance(value, Part):
        yield from spoken_of_itself(value, declared=declared)
        for name in holders(type(value)):
            yield from spoken_of(getattr(value, name), declared=declared)


def spoken_of_itself(part: Part, *, declared: bool = False) -> Iterator[Mention]:
    """Every name that a part speaks of, apart from the parts in it."""
    own = DECLARING.get(type(part), "phase" if isinstance(part, Phase) else "")
    for field, slot in _slots(type(part)).items():
        inner = getattr(part, field)
        if slot.holds != "part" and (declared or not (field == "name" and own)):
            for item in inner if isinstance(inner, tuple) else (inner,):
                if isinstance(item, str) and item:
                    if slot.holds == "name":
                        yield Mention(slot.kind, str(item))
                    else:
                        yield from mentions(item)


def with_names(value: P, rename: Rename) -> P:
    """The same part, or list of parts, with its names changed wherever they stand."""

    def renamed(part: Part) -> Part:
        changes: dict[str, Any] = {}
        for field, slot in _slots(type(part)).items():
            old = getattr(part, field)
            if slot.holds == "part":
                continue
            if isinstance(old, tuple):
                new: Any = tuple(_renamed(item, slot, rename) for item in old)
            else:
                new = _renamed(old, slot, rename)
            if new is not old and new != old:
                changes[field] = new
        return replace(part, **changes) if changes else part

    return transform(value, renamed)


def _renamed(item: Any, slot: _Slot, rename: Rename) -> Any:
    if not isinstance(item, str) or not item:
        return item
    if slot.holds == "name":
        new = rename(Mention(slot.kind, str(item)))
        return item if new == item else new
    return reworded(item, rename)
