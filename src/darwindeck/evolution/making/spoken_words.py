"""Words of a game's own that no longer fit once the clauses behind them have changed."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from darwindeck.evolution.making.mentions import spoken_of_itself
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import GameGenome, Wording
from darwindeck.genome.schema.base import Part
from darwindeck.genome.tree import fields_of, holders, walk


def with_true_words(genome: GameGenome, parents: Sequence[GameGenome]) -> GameGenome:
    """The game with those words alone whose things are written and read as in a parent that has
    the same words."""
    if not genome.words:
        return genome
    now = _clauses(genome)
    before = [(frozenset(parent.words), _clauses(parent)) for parent in parents]

    def is_true(wording: Wording) -> bool:
        return any(
            wording in words and wording.of in now and clauses.get(wording.of) == now[wording.of]
            for words, clauses in before
        )

    kept = tuple(wording for wording in genome.words if is_true(wording))
    return genome if kept == genome.words else replace(genome, words=kept)


def _clauses(genome: GameGenome) -> dict[str, Tally[Any]]:
    """For each name, the clauses that write or read it, with all that they stand in."""
    found: dict[str, Tally[Any]] = {}
    own: dict[Path, Any] = {}
    for path, part in walk(genome):
        own[path] = _own(part)
        if isinstance(part, GameGenome | Wording):
            continue
        names = {mention.name for mention in spoken_of_itself(part, declared=True)}
        if names:
            around = tuple(own[path[:end]] for end in range(1, len(path) + 1) if path[:end] in own)
            for name in names:
                found.setdefault(name, Tally())[around] += 1
    return found


def _own(part: Part) -> Any:
    """What a part says itself, apart from the parts in it."""
    held = set(holders(type(part)))
    fields = fields_of(type(part))
    return type(part).__name__, tuple(
        getattr(part, field.name) for field in fields if field.name not in held
    )
