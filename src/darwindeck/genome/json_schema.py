"""The JSON Schema of genomes, generated from the types of the language."""

from __future__ import annotations

import ast
import inspect
import itertools
import json
import textwrap
from enum import Enum
from typing import Any

from darwindeck.genome.absent import USED_WITH, absence
from darwindeck.genome.codec import SCHEMA_NAME, TAG, encode, kinds_of
from darwindeck.genome.implied import implied_field
from darwindeck.genome.limits import MAX_INTEGER
from darwindeck.genome.schema.base import Part, once_per_type
from darwindeck.genome.schema.genome import GameGenome
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
)

_EXPRESSIONS = {
    "bool": "a condition",
    "int": "an amount",
    "term": "an amount, a condition or a seat",
    "seat": "a seat",
    "seats": "seats",
    "zone": "a zone",
    "suit": "a suit",
}


def genome_schema() -> dict[str, Any]:
    """A JSON Schema (2020-12) that every genome file satisfies."""
    builder = _Builder()
    root = builder.reference(GameGenome)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_NAME,
        "title": "DarwinDeck genome",
        **root,
        "$defs": dict(sorted(builder.definitions.items())),
    }


def schema_text() -> str:
    return json.dumps(genome_schema(), indent=2, ensure_ascii=False) + "\n"


def left_out(part: type[Part], field: PartField) -> dict[str, Any]:
    """How the schema marks a field that a complete file may leave out, and what that says.

    `x-absent`: what it says that the field is absent; `x-used-with`: the values of other fields
    with which it is used, and then needed; `x-follows`: that it follows from the rest, or from the
    field named here if that is given.
    """
    if implied := implied_field(part, field.name):
        return {"x-follows": implied.beside or True}
    if said := absence(part, field):
        return {"x-absent": said}
    if used := USED_WITH.get((part, field.name)):
        return {"x-used-with": {other: encode(values) for other, values in used.items()}}
    return {}


class _Builder:
    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}

    def reference(self, part: type[Any]) -> dict[str, Any]:
        name = part.__name__
        if name not in self.definitions:
            self.definitions[name] = {}
            if issubclass(part, Enum):
                self.definitions[name] = self.enum(part)
            elif kinds := kinds_of(part):
                self.definitions[name] = self.union(part, kinds)
            else:
                self.definitions[name] = self.object(part)
        return {"$ref": f"#/$defs/{name}"}

    def enum(self, enum: type[Enum]) -> dict[str, Any]:
        meanings = attribute_docs(enum)
        values = [member.value for member in enum]
        said = [f"`{m.value}`: {meanings[m.name]}" for m in enum if m.name in meanings]
        schema: dict[str, Any] = {"type": "string", "enum": values}
        description = "\n".join([*class_doc(enum), *said])
        return schema | ({"description": description} if description else {})

    def union(self, base: type[Part], kinds: dict[str, type[Part]]) -> dict[str, Any]:
        # A choice by the tag, not `oneOf`: a mistake is reported for the kind that is meant.
        members = [
            {"if": {"properties": {TAG: {"const": kind}}}, "then": self.reference(part)}
            for kind, part in kinds.items()
        ]
        schema = {
            "type": "object",
            "properties": {TAG: {"enum": list(kinds)}},
            "required": [TAG],
            "allOf": members,
        }
        return self.described(base, schema)

    def object(self, part: type[Part]) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        required = []
        if part is GameGenome:
            properties["$schema"] = {"type": "string", "description": "Where this schema lies."}
        if part.kind:
            properties[TAG] = {"const": part.kind}
            required.append(TAG)
        meanings = attribute_docs(part)
        for field in fields_of(part):
            schema = self.schema(field.slot)
            if field.name in meanings:
                schema = {**schema, "description": meanings[field.name]}
            if field.default is not REQUIRED:
                schema = {**schema, "default": encode(field.default)}
            elif implied_field(part, field.name) is None:
                required.append(field.name)
            properties[field.name] = {**schema, **left_out(part, field)}
        return self.described(
            part,
            {
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": False,
            },
        )

    def described(self, part: type[Part], schema: dict[str, Any]) -> dict[str, Any]:
        doc = class_doc(part)
        return {"description": doc[0], **schema} if doc else schema

    def schema(self, slot: Slot) -> dict[str, Any]:
        match slot:
            case ExpressionSlot(type=kind, numbers=numbers):
                said = f"An expression that gives {_EXPRESSIONS[kind]}."
                text = {"type": "string", "description": said}
                return {"anyOf": [dict(_PLAIN[int]), text]} if numbers else text
            case NameSlot(kind):
                return {"type": "string", "description": f"The name of a {kind}."}
            case OptionalSlot(inner):
                return {"anyOf": [self.schema(inner), {"type": "null"}]}
            case ListSlot(item):
                return {"type": "array", "items": self.schema(item)}
            case PlainSlot(kind):
                return dict(_PLAIN[kind])
            case PartSlot(kind) | EnumSlot(kind):
                return self.reference(kind)


_PLAIN: dict[type, dict[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -MAX_INTEGER, "maximum": MAX_INTEGER},
    float: {"type": "number"},
    str: {"type": "string"},
}


def class_doc(part: type) -> list[str]:
    doc = part.__dict__.get("__doc__")
    if not doc or doc.startswith(f"{part.__name__}("):
        return []
    return [" ".join(inspect.cleandoc(doc).split())]


@once_per_type
def attribute_docs(part: type) -> dict[str, str]:
    """The meaning of each field or member: the string that stands after it in the source."""
    found: dict[str, str] = {}
    for ancestor in reversed(part.__mro__):
        if ancestor.__module__.startswith("darwindeck."):
            found |= _own_attribute_docs(ancestor)
    return found


@once_per_type
def _own_attribute_docs(part: type) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(part)))
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found = {}
    for statement, following in itertools.pairwise(body):
        match statement, following:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str() as text)),
            ):
                found[name] = " ".join(text.split())
    return found
