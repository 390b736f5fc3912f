"""Changing one field of a genome at a time, within its type."""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from darwindeck.evolution.making.sites import put
from darwindeck.genome.problems import Path, parts
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.schema.base import ExprKind, NameOf, Part, field_types


class Change(NamedTuple):
    """A genome that differs from another in one field."""

    path: Path
    part: type[Part]
    field: str
    genome: GameGenome


EXPRESSIONS: dict[str, tuple[str, ...]] = {
    "bool": ("turns > 77", "turns < 55"),
    "int": ("77", "turns + 55"),
    "int or bool": ("77", "turns > 77"),
    "seat": ("right(right(right(dealer)))", "offset(dealer, 2)"),
    "seats": ("where(each, score > 77)", "where(each, score < 55)"),
    "suit": ("diamonds", "spades"),
}
"""Two expressions of each type that no game uses; zones are changed for another of the game's."""


def changes(genome: GameGenome) -> Iterator[Change]:
    """Every field of every part, changed once."""
    zones = tuple(zone.name for zone in genome.zones or ())
    for path, part in parts(genome):
        hints = field_types(type(part))
        for field in fields(part):
            old = getattr(part, field.name)
            for new in _other(hints[field.name], old, zones):
                changed = put(genome, (*path, field.name), new)
                yield Change((*path, field.name), type(part), field.name, changed)


def _other(hint: Any, old: Any, zones: tuple[str, ...]) -> Iterator[Any]:
    """Another value that the field could hold; nothing if there is none of a simple kind."""
    origin = get_origin(hint)
    if origin is Annotated:
        base, *markers = get_args(hint)
        for marker in markers:
            if isinstance(marker, ExprKind):
                known = zones if marker.type == "zone" else EXPRESSIONS[marker.type]
                yield from [text for text in known if not str(old).startswith(text)][:1]
                return
            if isinstance(marker, NameOf):
                return
        yield from _other(base, old, zones)
    elif origin in (Union, types.UnionType):
        if old is None:
            return
        yield from _other(next(a for a in get_args(hint) if a is not type(None)), old, zones)
    elif origin is tuple:
        if old:
            yield old[:-1]
    elif isinstance(old, bool):
        yield not old
    elif isinstance(old, int):
        yield old + 1
    elif isinstance(old, Enum):
        members = list(type(old))
        yield members[(members.index(old) + 1) % len(members)]
