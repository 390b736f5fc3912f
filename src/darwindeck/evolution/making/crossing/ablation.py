"""Whether what was transplanted matters in play, and whether one can still learn the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from darwindeck.evaluation.complexity import rulebook_words
from darwindeck.evolution.making.crossing.mending import agreed
from darwindeck.evolution.making.door import SAME, acceptable
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.schema import GameGenome, Part
from darwindeck.genome.validation import problems_as_written

GROWTH = 1.3
"""How much longer than the longer parent's the rules of a child may be."""

SHORT = 450
"""Rules of so few words are never too long."""

_LISTS = ("scoring_rules", "card_scoring", "special_effects")


@lru_cache(maxsize=512)
def _words(genome: GameGenome) -> int:
    return rulebook_words(replace(genome, genome_id="game", name="Game", sources=(), generation=0))


def too_long(child: GameGenome, parents: tuple[GameGenome, GameGenome]) -> bool:
    """Whether the rules have grown beyond what two games may add up to."""
    most = max(SHORT, GROWTH * max(_words(parent) for parent in parents))
    return _words(child) > most


def without_idle_clauses(
    child: GameGenome, doubtful: tuple[Part, ...], parents: tuple[GameGenome, GameGenome]
) -> GameGenome | None:
    """The child without those of the doubtful clauses that change no game when they are taken
    away; None if it is no new game without them."""
    changed = False
    for clause in _there(child, doubtful):
        rest = clause.taken_from(child)
        if rest is None:
            continue
        rejection = acceptable(child, (rest,))
        if rejection is not None and rejection.reason == SAME:
            child, changed = rest, True
    if changed and acceptable(child, parents) is not None:
        return None
    return child


def _there(child: GameGenome, doubtful: tuple[Part, ...]) -> Iterator[_Clause]:
    """The doubtful clauses that are in the child, the last ones first."""
    for field in _LISTS:
        for part in reversed(getattr(child, field) or ()):
            if part in doubtful:
                yield _Clause(field, part)
    for phase in reversed(child.turn_structure.phases):
        if phase in doubtful:
            yield _Clause("phases", phase)


class _Clause:
    """A clause of a game, and the list it stands in."""

    def __init__(self, field: str, clause: Part) -> None:
        self.field = field
        self.clause = clause

    def taken_from(self, genome: GameGenome) -> GameGenome | None:
        if self.field == "phases":
            structure = genome.turn_structure
            kept = tuple(phase for phase in structure.phases if phase != self.clause)
            rest = replace(genome, turn_structure=replace(structure, phases=kept))
        else:
            items = getattr(genome, self.field) or ()
            shorter: dict[str, Any] = {
                self.field: tuple(item for item in items if item != self.clause)
            }
            rest = replace(genome, **shorter)
        rest = agreed(tidy(rest))
        return None if rest == genome or problems_as_written(rest) else rest
