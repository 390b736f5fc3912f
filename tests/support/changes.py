"""Changing one field of a genome at a time, within its type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from darwindeck.genome.problems import Path
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.schema.base import Part
from darwindeck.genome.tree import (
    EnumSlot,
    ExpressionSlot,
    ListSlot,
    OptionalSlot,
    PlainSlot,
    Slot,
    fields_of,
    put,
    walk,
)


class Change(NamedTuple):
    """A genome that differs from another in one field."""

    path: Path
    part: type[Part]
    field: str
    genome: GameGenome


EXPRESSIONS: dict[str, tuple[str, ...]] = {
    "bool": ("turns > 77", "turns < 55"),
    "int": ("77", "turns + 55"),
    "term": ("77", "turns > 77"),
    "seat": ("right(right(right(dealer)))", "offset(dealer, 2)"),
    "seats": ("where(each, score > 77)", "where(each, score < 55)"),
    "suit": ("diamonds", "spades"),
}
"""Two expressions of each type that no game uses; zones are changed for another of the game's."""


def changes(genome: GameGenome) -> Iterator[Change]:
    """Every field of every part, changed once."""
    zones = tuple(zone.name for zone in genome.zones or ())
    for path, part in walk(genome):
        for name, slot, _ in fields_of(type(part)):
            for new in _other(slot, getattr(part, name), zones):
                changed = put(genome, (*path, name), new)
                yield Change((*path, name), type(part), name, changed)


def _other(slot: Slot, old: Any, zones: tuple[str, ...]) -> Iterator[Any]:
    """Another value that the field could hold; nothing if there is none of a simple kind."""
    match slot:
        case ExpressionSlot(type=kind):
            known = zones if kind == "zone" else EXPRESSIONS[kind]
            yield from [text for text in known if not str(old).startswith(text)][:1]
        case OptionalSlot(inner):
            if old is not None:
                yield from _other(inner, old, zones)
        case ListSlot():
            if old:
                yield old[:-1]
        case EnumSlot(enum):
            members = list(enum)
            yield members[(members.index(old) + 1) % len(members)]
        case PlainSlot(kind) if kind is bool:
            yield not old
        case PlainSlot(kind) if kind is int:
            yield old + 1
