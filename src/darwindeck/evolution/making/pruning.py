"""A game without the clauses that were found never to matter."""

from __future__ import annotations

from collections.abc import Sequence

from darwindeck.evaluation.clauses import clause_paths, in_force, without
from darwindeck.evaluation.idle_calls import find_idle_calls
from darwindeck.evaluation.results import DeadClause
from darwindeck.evolution.clones import play_digest
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.checked import is_sound
from darwindeck.genome.problems import path_text
from darwindeck.genome.schema import GameGenome


def without_dead(genome: GameGenome, dead: Sequence[DeadClause]) -> GameGenome:
    """The game without as many of the clauses as can go together.

    They go one by one, the last ones first, each only if what is left is valid, complete and plays
    seeded games as before: of two clauses that say the same, one stays.
    """
    pruned = in_force(genome)
    places = {path_text(path): path for path in clause_paths(pruned)}
    digest = play_digest(pruned)
    for clause in reversed(dead):
        path = places.get(clause.path)
        if path is None or path[-2:-1] == ("calls",):
            # A call that nobody needed yet may be the only one left to a player some day.
            continue
        rest = without(pruned, path)
        if rest is not None and is_sound(rest) and play_digest(rest) == digest:
            pruned = rest
    tidied = tidy(pruned)
    return tidied if is_sound(tidied) else pruned


def without_idle_calls(genome: GameGenome) -> GameGenome:
    """The game without phases in which players are asked for nothing; its options are folded."""
    kept = in_force(genome)
    for path in reversed(find_idle_calls(kept)):
        rest = without(kept, path)
        tidied = tidy(rest) if rest is not None else kept
        if is_sound(tidied):
            kept = tidied
    return kept
