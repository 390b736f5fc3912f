"""The Rust side of the language, generated from its types: structures and how to read them.

The core reads bytecode into these structures. They follow the types of the language field by field,
so that the two can't drift apart.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from enum import Enum
from typing import Any

from darwindeck.genome.bytecode.compiler import COUNTED, TABLES
from darwindeck.genome.bytecode.names import WIN_TYPES
from darwindeck.genome.bytecode.writer import OPERATORS, TEXT, UNPLAYED, WORDS
from darwindeck.genome.codec import kinds_of
from darwindeck.genome.expressions.vocabulary import ROUNDINGS, VOCABULARY
from darwindeck.genome.limits import limits
from darwindeck.genome.reference import types_in
from darwindeck.genome.schema import GameGenome
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
    innermost,
)
from darwindeck.genome.validation.bounds import BOUNDS, MAX_LENGTHS

SECTIONS = (
    "setup",
    "turn_structure",
    "win_conditions",
    "scoring_rules",
    "card_scoring",
    "hand_evaluation",
)
_IDS = {
    "suit": "Suit",
    "rank": "Rank",
    "zone": "ZoneId",
    "role": "RoleId",
    "counter": "CounterId",
    "card set": "CardSetId",
    "point table": "TableId",
    "pattern": "PatternId",
    "tag": "TagId",
    "value": "ValueId",
    "mode": "ModeId",
    "call": "CallId",
    "choice": "ChoiceId",
    "colour": "ColourId",
    "into": "IntoId",
    "win type": "WinType",
}
_KINDS = {
    "bool": "Number",
    "int": "Number",
    "term": "Term",
    "number": "Literal",
    "seat": "Seat",
    "seats": "Seats",
    "side": "Seats",
    "zone": "Zone",
    "heap": "Heap",
    "suit": "Suit",
    "rank": "Rank",
    "mode": "Mode",
    "none": "Nothing",
    "same": "Same",
    "cards": "CardSet",
    "table": "Table",
    "role": "Seat",
    "phase": "Phase",
    "call": "Call",
    "choice": "Choice",
    "pattern": "Pattern",
    "tag": "Tag",
    "value": "Value",
    "rounding": "Rounding",
}
"""The kinds of expressions as the core tells them apart; conditions are numbers there."""
_RANGES = {(bound.part.__name__, bound.field): (bound.low, bound.high) for bound in BOUNDS}
_ARENAS = {"CardCondition": "CondId", "Phase": "PhaseId"}
"""Parts that the core keeps in one list each and refers to by number."""
_KEYWORDS = {"type", "match", "where", "move", "if", "while", "do", "in", "ref", "let"}
_OPERATOR_NAMES = (
    "Add Subtract Multiply Equal NotEqual Less LessEqual Greater GreaterEqual In And Or"
).split()


def rust_text() -> str:
    """The whole generated file."""
    found = _types()
    blocks = [
        "//! The parts of the language, generated from its types by `make generate`.",
        "",
        "use super::ids::*;",
        "use super::kinds::{Kind, Reads};",
        "use super::reader::{CondId, Decode, Error, ExprId, Reader};\nuse super::shapes::LATE;",
        "",
        _words(),
    ]
    for kind in found:
        if issubclass(kind, Enum):
            blocks.append(_choice(kind.__name__, [member.name for member in kind]))
        elif kinds_of(kind):
            blocks.append(_union(kind))
        else:
            blocks.append(_struct(kind))
    return "\n".join(blocks).rstrip() + "\n"


def _types() -> list[type[Any]]:
    found: dict[type[Any], None] = {}
    slots = {field.name: field.slot for field in fields_of(GameGenome)}
    waiting = [kind for field in (*TABLES, *SECTIONS) for kind in types_in(slots[field])]
    while waiting:
        kind = waiting.pop(0)
        if kind in found:
            continue
        found[kind] = None
        if issubclass(kind, Part):
            inner = [t for field in fields_of(kind) for t in types_in(field.slot)]
            waiting += [*kinds_of(kind).values(), *inner]
    return sorted(found, key=lambda kind: kind.__name__)


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in re.split(r"[_ ]", name.lower()))


def _field(name: str) -> str:
    return f"r#{name}" if name in _KEYWORDS else name


def _rust(slot: Slot, owner: str, field: str) -> str | None:
    """The Rust type of a field; None for what bytecode leaves out, such as text."""
    if (owner, field) in UNPLAYED:
        return None
    match slot:
        case ExpressionSlot():
            return "ExprId"
        case NameSlot(kind):
            return _IDS[kind]
        case OptionalSlot(inner):
            rust = _rust(inner, owner, field)
            if isinstance(inner, PartSlot) and inner.part.__name__ not in _ARENAS:
                return f"Option<Box<{rust}>>"
            return rust and f"Option<{rust}>"
        case ListSlot(item):
            return f"Vec<{_rust(item, owner, field) or '()'}>"
        case PlainSlot(kind) if kind is str:
            return _IDS[TEXT[owner, field]] if (owner, field) in TEXT else None
        case PlainSlot(kind):
            return {bool: "bool", int: "i32", float: "f32"}[kind]
        case PartSlot(kind) | EnumSlot(kind):
            return _ARENAS.get(kind.__name__, kind.__name__)


def _read(slot: Slot, owner: str, field: str) -> str:
    """What bounds a field: a range for numbers, for expressions the kind that is wanted."""
    if (owner, field) in _RANGES:
        low, high = _RANGES[owner, field]
        return f" => within({low}, {high})"
    inner = innermost(slot)
    if isinstance(inner, ExpressionSlot):
        return f" => wanting(Kind::{_KINDS[inner.type]})"
    return ""


def _struct(part: type[Part]) -> str:
    lines = []
    for field in fields_of(part):
        if field.name in part.late and part.late[0] == field.name:
            lines.append("} late {")
        rust = _rust(field.slot, part.__name__, field.name)
        if rust is not None:
            read = _read(field.slot, part.__name__, field.name)
            lines.append(f"    {_field(field.name)}: {rust}{read},")
    return _block("part", part.__name__, lines)


def _block(shape: str, name: str, lines: list[str]) -> str:
    return "\n".join([f"{shape}! {{ {name} {{", *lines, "} }", ""])


def _union(base: type[Part]) -> str:
    return _block(
        "kinds",
        base.__name__,
        [
            f"    {number} {_camel(kind)}({part.__name__}),"
            for number, (kind, part) in enumerate(kinds_of(base).items())
        ],
    )


def _choice(name: str, members: Iterable[str]) -> str:
    text = ", ".join(_camel(member) for member in members)
    return _block(
        "choice", name, textwrap.wrap(text, 100, initial_indent="    ", subsequent_indent="    ")
    )


def _words() -> str:
    counts = [f"    {_field(_snake(kind))}: u16," for kind in COUNTED]
    return "\n".join(
        [
            _block("words", "Word", [_signature(name) for name in WORDS]),
            _choice("Operator", [_snake(name) for name in _spaced(_OPERATOR_NAMES)]),
            _choice("Rounding", ROUNDINGS),
            _choice("WinType u16", WIN_TYPES),
            _block("part", "#[derive(Default)] Counts", counts),
        ]
    )


def _signature(name: str) -> str:
    """What a word takes, whether it may be asked of somebody, what it gives and what it reads."""
    word = VOCABULARY[name]
    plain = [kind.removeprefix("each ").removeprefix("pile ") for kind in word.takes]
    takes = ", ".join(_KINDS[kind] for kind in plain)
    of_subject, reads = str(word.of_subject).lower(), (word.reads or "nothing").capitalize()
    return f"    {_camel(name)}({takes}) {of_subject} {_KINDS[word.gives]} {reads},"


def limits_text() -> str:
    """The limits of the language, for the core."""
    lines = ["//! The limits of the language, generated by `make generate`.", ""]
    for limit in limits():
        lines += [f"/// {limit.meaning[:1].upper()}{limit.meaning[1:]}.", _constant(*limit[:2])]
    lines.append("")
    for name, most in MAX_LENGTHS.items():
        lines += [f"/// Entries of `{name}`.", _constant(f"MAX_{name.upper()}_LISTED", most)]
    return "\n".join(lines) + "\n"


def _constant(name: str, value: int) -> str:
    return f"pub const {name}: usize = {value:_};"


def _spaced(names: list[str]) -> list[str]:
    assert len(names) == len(OPERATORS)
    return [re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name) for name in names]


def _snake(name: str) -> str:
    return name.replace(" ", "_")
