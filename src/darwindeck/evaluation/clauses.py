"""What counts as a clause of a game, and genomes with one taken away.

A clause is an entry of a list of things that are done, may be done or score (phases, calls,
actions, duties, scoring rules, effects, ways to win, lines of a table of points, alternatives of a
condition), something declared (a zone, a counter, a combination), or an optional part. Expressions
and numbers are how a clause says what it says, not clauses of their own: a game may well say "if
you have cards left" where that is always so. A table of hands, an order of cards and a deck are one
clause each, a royal flush or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import Any, NamedTuple

from darwindeck.genome.options import fold_options
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    AIHints,
    CardCondition,
    CardPoints,
    CardRanking,
    DealStep,
    DeckSpec,
    GameGenome,
    HandEvaluation,
    HandPattern,
    PatternValue,
    TrickPhase,
    WinCondition,
)
from darwindeck.genome.schema.base import Part, once_per_type
from darwindeck.genome.tree import REQUIRED, ListSlot, NameSlot, OptionalSlot, PartSlot, fields_of

WHOLE = (AIHints, CardRanking, DealStep, DeckSpec, HandPattern, PatternValue)
"""Parts that stand or fall as one."""

KEPT: dict[type[Part], tuple[str, ...]] = {
    HandEvaluation: ("patterns",),
    GameGenome: ("deck", "ai_hints", "match", "game_rules", "options", "words", "table"),
    TrickPhase: ("trump_suit",),
}
"""Fields that nothing is taken from: what every game has, tables that are one clause, and what says
again what another field says."""


class Clause(NamedTuple):
    """Something that can be taken away from a genome: where it stands, and what is left."""

    path: Path
    rest: GameGenome


def in_force(genome: GameGenome) -> GameGenome:
    """The rules in force alone: options folded and left out."""
    return replace(fold_options(genome), options=())


def clauses(genome: GameGenome) -> Iterator[Clause]:
    """Every clause of a genome and the genome without it, outside in, in the order of the file.

    What is left need not be valid.
    """
    for path in clause_paths(genome):
        rest = without(genome, path)
        if rest is not None:
            yield Clause(path, rest)


def clause_paths(genome: GameGenome) -> Iterator[Path]:
    """Where every clause stands, outside in, in the order of the file."""
    return _within(genome, ())


def without(genome: GameGenome, path: Path) -> GameGenome | None:
    """The genome with what stands at a path taken away.

    None where nothing would change, and where a question would stay open: somebody must win.
    """
    if path[:1] == ("win_conditions",) and len(path) == 2 and len(genome.win_conditions) == 1:
        return None
    rest = _taken(genome, path)
    return rest if isinstance(rest, GameGenome) and rest != genome else None


def _within(part: Part, path: Path) -> Iterator[Path]:
    for field in _plan(type(part)):
        value = getattr(part, field.name)
        here = (*path, field.name)
        if field.entries and isinstance(value, tuple):
            for index, item in enumerate(value):
                if not _is_nothing(item):
                    yield (*here, index)
                yield from _inside(item, (*here, index))
        else:
            if field.optional and value != field.default:
                yield here
            yield from _inside(value, here)


def _inside(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, CardCondition):
        for index in range(len(value.any_of)):
            yield (*path, "any_of", index)
            yield from _inside(value.any_of[index], (*path, "any_of", index))
    elif isinstance(value, Part) and not isinstance(value, WHOLE):
        yield from _within(value, path)


def _is_nothing(item: Any) -> bool:
    """Whether it says what holds anyway: a card that no line names is worth nothing, too."""
    return isinstance(item, CardPoints) and item.points == 0


class _Field(NamedTuple):
    name: str
    entries: bool
    """Whether each entry of the list is a clause; otherwise the whole is one, if `optional`."""
    optional: bool
    default: Any


@once_per_type
def _plan(part: type[Part]) -> tuple[_Field, ...]:
    """The fields of a part that hold clauses."""
    found = []
    for name, slot, default in fields_of(part):
        if name in KEPT.get(part, ()):
            continue
        inner = slot.inner if isinstance(slot, OptionalSlot) else slot
        lists_parts = isinstance(inner, ListSlot) and isinstance(inner.item, PartSlot)
        entries = lists_parts or (part is WinCondition and name == "ties")
        without_it = None if default is REQUIRED else default
        may_be_none = isinstance(slot, OptionalSlot) and without_it is None
        optional = (may_be_none and isinstance(inner, PartSlot | NameSlot)) or (
            isinstance(without_it, Enum) and without_it.value == "none"
        )
        if entries or optional or isinstance(inner, PartSlot):
            found.append(_Field(name, entries, optional, without_it))
    return tuple(found)


def _taken(value: Any, path: Path) -> Any:
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        inner = (_taken(value[step], rest),) if rest else ()
        return (*value[:step], *inner, *value[step + 1 :])
    if rest:
        changed = replace(value, **{step: _taken(getattr(value, step), rest)})
        if isinstance(value, TrickPhase) and value.follow and not changed.follow:
            # Without a list of duties the flag decides, which says the usual duty again.
            changed = replace(changed, lead_suit_required=False)
        return changed
    default = next(field.default for field in fields_of(type(value)) if field.name == step)
    return replace(value, **{step: default})
