"""Many ways to change one field of a genome: other values of its type that the game could hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from darwindeck.genome.bytecode.names import Names
from darwindeck.genome.bytecode.writer import TEXT
from darwindeck.genome.expansion import expand
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import Action, Award, EndHand, GameGenome, Shuffle
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
    put,
    walk,
)
from tests.support.changes import EXPRESSIONS, Change

VALUES: dict[str, tuple[str | int, ...]] = {
    "bool": ("false", "true", "turns > 3", *EXPRESSIONS["bool"]),
    "int": (0, 1, 2, 3, "turns", *EXPRESSIONS["int"]),
    "term": (0, 1, "false", "true", *EXPRESSIONS["term"]),
    "seat": ("dealer", "left(dealer)", "turn", "left(turn)", *EXPRESSIONS["seat"]),
    "seats": ("each", "dealer", "others(dealer)", "turn", *EXPRESSIONS["seats"]),
    "suit": ("hearts", "clubs", *EXPRESSIONS["suit"]),
}
"""Expressions of each type that may make sense in any game."""

ACTIONS: tuple[Action, ...] = (EndHand(), Shuffle("deck"), Award(3, "dealer"))
"""Actions that may make sense in any game; after a shuffle all further chance is different."""


class Variations:
    """The changes of the fields of one genome."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.names = Names(expand(genome)).tables
        self.parts = list(walk(genome))

    def of(self, part: type[Part], field: str) -> Iterator[Change]:
        """Every change of this field of every part of this type, one of each part in turn."""
        found = [(path, value) for path, value in self.parts if type(value) is part]
        rows = [self._of_one(path, value, field) for path, value in found]
        for column in zip_longest(*rows):
            yield from (change for change in column if change is not None)

    def _of_one(self, path: Path, part: Part, field: str) -> Iterator[Change]:
        old = getattr(part, field)
        tried = [repr(old)]
        slot = next(one.slot for one in fields_of(type(part)) if one.name == field)
        for new in self.values(slot, old, type(part).__name__, field):
            if repr(new) not in tried:
                tried.append(repr(new))
                here = (*path, field)
                yield Change(here, type(part), field, put(self.genome, here, new))

    def values(self, slot: Slot, old: Any, owner: str, field: str) -> Iterator[Any]:
        """Other values that the field could hold; the last ones are far-fetched."""
        match slot:
            case ExpressionSlot(type=kind):
                yield from self.names["zone"] if kind == "zone" else VALUES[kind]
            case NameSlot(kind):
                yield from self.names[kind]
            case OptionalSlot(inner):
                yield None
                yield from self.values(inner, old, owner, field)
            case ListSlot(item):
                yield from self._lists(item, old or (), owner, field)
            case EnumSlot(enum):
                yield from enum
            case PartSlot(kind) if kind is Action:
                yield from ACTIONS
            case PartSlot(kind):
                yield from (part for _, part in self.parts if type(part) is kind)
            case PlainSlot(kind) if kind is bool:
                yield from (False, True)
            case PlainSlot(kind) if kind is int:
                yield from (0, 1, 2, 3, 5) if old is None else (old + 1, old - 1, 2 * old, 0, 1, 2)
            case PlainSlot(kind) if kind is float:
                yield from (0.0, 1.0)
            case PlainSlot():
                yield from self.names[TEXT[owner, field]] if (owner, field) in TEXT else ()

    def _lists(
        self, item: Slot, old: tuple[Any, ...], owner: str, field: str
    ) -> Iterator[tuple[Any, ...]]:
        yield ()
        yield old[:-1]
        yield old[1:]
        yield tuple(reversed(old))
        for index in range(len(old)):
            yield (*old[:index], *old[index + 1 :])
        for other in self.values(item, None, owner, field):
            if other is not None:
                yield (*old, other)
                yield (other,)
        yield (*old, *old)
