"""The reference of the language as Markdown, generated from the types and the vocabulary."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Enum
from typing import Any

from darwindeck.genome.codec import encode, kinds_of
from darwindeck.genome.expressions.vocabulary import RESERVED, VOCABULARY, Word
from darwindeck.genome.json_schema import attribute_docs, class_doc, left_out
from darwindeck.genome.limits import limits
from darwindeck.genome.schema import Action, GameGenome, Phase
from darwindeck.genome.schema.base import Part
from darwindeck.genome.tree import (
    REQUIRED,
    EnumSlot,
    ExpressionSlot,
    ListSlot,
    NameSlot,
    OptionalSlot,
    PartField,
    PartSlot,
    PlainSlot,
    Slot,
    fields_of,
    innermost,
)
from darwindeck.genome.validation.bounds import BOUNDS, MAX_LENGTHS

_EXPRESSION_NAMES = {
    "bool": "condition",
    "int": "amount",
    "term": "amount or condition or seat",
    "seat": "seat",
    "seats": "seats",
    "zone": "zone",
    "suit": "suit",
}


def reference_text() -> str:
    """Every part of the language with its fields, then every word of expressions."""
    lines = [
        "# Reference of the genome language",
        "",
        "Generated from the types (`make generate`). The ideas behind it are in"
        " [language.md](language.md).",
        "",
        "*Condition*, *amount*, *seat*, *seats*, *zone* and *suit* are expressions; their words"
        " stand at the end. A field without a default must be given.",
        "",
        "In a complete file, fields that answer a question are written also if they have their"
        " default. The others may be left out; the table says so: *absent* tells what that says,"
        " *used with* when the field is needed after all, *follows* that it says again what follows"
        " from the rest.",
        "",
        "## Contents",
        "",
    ]
    order = _parts_in_order()
    kinds = [part for part in order if not issubclass(part, Enum)]
    enums = [part for part in order if issubclass(part, Enum)]
    lines += [
        "- Parts: " + ", ".join(f"[{p.__name__}](#{p.__name__.lower()})" for p in kinds),
        "- Choices: " + ", ".join(f"[{p.__name__}](#{p.__name__.lower()})" for p in enums),
        "- [Words of expressions](#words-of-expressions)",
        "- [Reserved words](#reserved-words)",
        "- [Limits](#limits)",
        "",
        "## Parts",
        "",
    ]
    for part in kinds:
        lines += _part(part)
    lines += ["## Choices", ""]
    for enum in enums:
        lines += _enum(enum)
    lines += ["## Words of expressions", "", *_words(), ""]
    lines += ["## Reserved words", "", *_reserved(), ""]
    lines += ["## Limits", "", *_limits()]
    return "\n".join(lines).rstrip() + "\n"


def _parts_in_order() -> list[type[Any]]:
    """Every type that a genome may hold, in the order in which one meets them."""
    found: dict[type[Any], None] = {}
    waiting: list[type[Any]] = [GameGenome]
    while waiting:
        part = waiting.pop(0)
        if part in found:
            continue
        found[part] = None
        if issubclass(part, Part):
            inner = [kind for field in fields_of(part) for kind in types_in(field.slot)]
            waiting += [*kinds_of(part).values(), *inner]
    return list(found)


def types_in(slot: Slot) -> Iterator[type[Any]]:
    """The parts and choices that a field may hold."""
    match innermost(slot):
        case PartSlot(kind) | EnumSlot(kind):
            yield kind


def _part(part: type[Part]) -> list[str]:
    lines = [f"### {part.__name__}", "", *class_doc(part), ""]
    if part in (Phase, Action):
        members = ", ".join(
            f"[`{kind}`](#{member.__name__.lower()})" for kind, member in kinds_of(part).items()
        )
        lines += [f"One of: {members}.", ""]
    if part.kind:
        lines += [f'Written with `"kind": "{part.kind}"`.', ""]
    if not fields_of(part):
        return lines
    lines += ["| field | holds | default | meaning |", "|---|---|---|---|"]
    meanings = attribute_docs(part)
    for field in fields_of(part):
        default = "" if field.default is REQUIRED else f"`{_default(field.default)}`"
        meaning = " ".join(filter(None, (meanings.get(field.name, ""), _absence(part, field))))
        lines.append(f"| `{field.name}` | {_holds(field.slot)} | {default} | {meaning} |")
    return [*lines, ""]


def _absence(part: type[Part], field: PartField) -> str:
    match left_out(part, field):
        case {"x-absent": said}:
            return f"*Absent:* {said}."
        case {"x-used-with": used}:
            values = (
                f"`{other}` {' or '.join(f'`{json.dumps(value)}`' for value in values)}"
                for other, values in used.items()
            )
            return f"*Used with* {' and '.join(values)}."
        case {"x-follows": True}:
            return "*Follows* from the rest."
        case {"x-follows": beside}:
            return f"*Follows* from `{beside}` if that is given."
    return ""


def _default(value: Any) -> str:
    if isinstance(value, Part):
        return "all defaults"
    plain = encode(value)
    return {True: "true", False: "false", None: "null", "": '""'}.get(
        plain if isinstance(plain, bool | str) or plain is None else "?", str(plain)
    )


def _holds(slot: Slot) -> str:
    match slot:
        case ExpressionSlot(type=kind):
            return _EXPRESSION_NAMES[kind]
        case NameSlot(kind):
            return f"name of a {kind}"
        case OptionalSlot(inner):
            return f"{_holds(inner)} or null"
        case ListSlot(item):
            return f"list of {_holds(item)}"
        case PlainSlot(kind):
            return {bool: "yes or no", int: "whole number", float: "number", str: "text"}[kind]
        case PartSlot(kind) | EnumSlot(kind):
            return f"[{kind.__name__}](#{kind.__name__.lower()})"


def _enum(enum: type[Enum]) -> list[str]:
    meanings = attribute_docs(enum)
    lines = [f"### {enum.__name__}", "", *class_doc(enum), ""]
    for member in enum:
        meaning = f": {meanings[member.name]}" if member.name in meanings else ""
        lines.append(f"- `{member.value}`{meaning}")
    return [*lines, ""]


def _words() -> Iterator[str]:
    yield "| word | takes | gives | meaning |"
    yield "|---|---|---|---|"
    for word in VOCABULARY.values():
        yield f"| `{word.name}` | {_takes(word)} | {word.gives} | {word.meaning} |"


def _reserved() -> Iterator[str]:
    yield "No zone, role, counter, let, option, card set or choice of a call may be called:"
    yield ""
    yield ", ".join(f"`{word}`" for word in sorted(RESERVED)) + "."


def _limits() -> Iterator[str]:
    yield (
        "What goes beyond them is refused. The validator keeps to them, and so does the core,"
        " whatever bytecode it is given."
    )
    yield ""
    yield "| at most | of what |"
    yield "|---|---|"
    for limit in limits():
        yield f"| {limit.value:,} | {limit.meaning} |"
    yield ""
    yield "The lists of a genome:"
    yield ""
    yield "| list | entries at most |"
    yield "|---|---|"
    for name, most in MAX_LENGTHS.items():
        yield f"| `{name}` | {most:,} |"
    yield ""
    yield "Numbers lie in these ranges; of a list, each number in it:"
    yield ""
    yield "| field | from | to |"
    yield "|---|---|---|"
    for part, field, low, high in BOUNDS:
        yield f"| `{part.__name__}.{field}` | {low:,} | {high:,} |"
    yield ""
    yield "What words of expressions can come to, if that is a number:"
    yield ""
    yield "| word | from | to |"
    yield "|---|---|---|"
    for word in VOCABULARY.values():
        if word.gives == "int" and word.range != (0, 0):
            yield f"| `{word.name}` | {word.range[0]:,} | {word.range[1]:,} |"


def _takes(word: Word) -> str:
    arguments = [*word.takes, *(["seat or side?"] if word.of_subject else [])]
    return ", ".join(arguments)
