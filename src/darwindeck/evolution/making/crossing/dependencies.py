"""What a mechanic brings along: what its clauses speak of, and what that speaks of in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from darwindeck.evolution.making.mentions import PLAIN, Mention, spoken_of
from darwindeck.genome.schema import (
    Counter,
    GameGenome,
    HandPattern,
    Let,
    NamedCards,
    Part,
    PointTable,
    RoleSpec,
    ZoneSpec,
)

FIELDS = {
    "zone": "zones",
    "role": "roles",
    "counter": "counters",
    "let": "lets",
    "card set": "card_sets",
    "point table": "point_tables",
    "pattern": "patterns",
}
"""The fields of a genome that declare names, by the kind of name."""

_UNMARKED = ("zone", "role", "counter", "let", "card set")
"""What a name that stands by itself in an expression may be."""


@dataclass(frozen=True)
class Dependencies:
    """The declarations that some clauses of a game need, in the order of the game."""

    zones: tuple[ZoneSpec, ...] = ()
    roles: tuple[RoleSpec, ...] = ()
    counters: tuple[Counter, ...] = ()
    lets: tuple[Let, ...] = ()
    card_sets: tuple[NamedCards, ...] = ()
    point_tables: tuple[PointTable, ...] = ()
    patterns: tuple[HandPattern, ...] = ()

    def items(self) -> list[tuple[str, Any]]:
        """Every declaration with its kind."""
        return [(kind, part) for kind, field in FIELDS.items() for part in getattr(self, field)]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(part.name for _, part in self.items())


def declared(genome: GameGenome, kind: str) -> tuple[Any, ...]:
    return getattr(genome, FIELDS[kind]) or ()


def dependencies_of(donor: GameGenome, clauses: Any) -> Dependencies:
    """Everything declared in the donor that the clauses speak of, directly or not."""
    known: dict[Mention, list[Part]] = {}
    for kind in FIELDS:
        for part in declared(donor, kind):
            known.setdefault(Mention(kind, part.name), []).append(part)
    wanted: set[Mention] = set()
    waiting: list[Any] = [clauses]
    while waiting:
        for mention in spoken_of(waiting.pop()):
            kinds = _UNMARKED if mention.kind == PLAIN else (mention.kind,)
            for kind in kinds:
                found = Mention(kind, mention.name)
                if found in known and found not in wanted:
                    wanted.add(found)
                    waiting += known[found]
    return Dependencies(
        **{
            field: tuple(
                part for part in declared(donor, kind) if Mention(kind, part.name) in wanted
            )
            for kind, field in FIELDS.items()
        }
    )
