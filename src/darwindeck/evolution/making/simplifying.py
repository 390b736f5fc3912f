"""A game made simpler: what it can do without goes, and numbers become round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from darwindeck.evaluation.clauses import clause_paths, in_force, without
from darwindeck.evaluation.complexity import rulebook_words
from darwindeck.evolution.kept import kept
from darwindeck.evolution.making.children import nameless
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.checked import is_sound
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_seed_genomes

MOST_TRIALS = 24
"""So many clauses are tried at the most, those of the outermost lists first."""
SMALL = 20
"""Numbers below this are never rounded."""


def simplified(
    genome: GameGenome, is_as_good: Callable[[GameGenome], bool]
) -> tuple[GameGenome, tuple[str, ...]]:
    """A simpler game, and what was done to it, in words.

    Clauses go one by one, the last ones first, each only if the game without it is sound, takes
    fewer words, and `is_as_good` says so; then numbers are rounded on the same terms. A table with
    a hole in it takes more words than a whole one.
    """
    simple, done = in_force(genome), []
    for path in _candidates(simple):
        rest = without(simple, path)
        if rest is None:
            continue
        rest = tidy(rest)
        if is_sound(rest) and _words(rest) < _words(simple) and is_as_good(rest):
            simple = rest
            done.append(f"without {_called(path)}")
    for rounded, what in (
        (with_round_targets, "a round number to reach"),
        (with_round_scores, "round scores"),
    ):
        round_numbers = rounded(simple)
        if round_numbers != simple and is_sound(round_numbers) and is_as_good(round_numbers):
            simple = round_numbers
            done.append(what)
    return simple, tuple(done)


def _words(genome: GameGenome) -> int:
    return rulebook_words(nameless(genome))


def _candidates(genome: GameGenome) -> Iterator[Path]:
    """Clauses that may go: entries of lists, from the end, so that the others keep their places.
    A line of a table stays: worths that leave out a card are no simpler."""
    paths = [
        path for path in clause_paths(genome) if isinstance(path[-1], int) and "lines" not in path
    ]
    by_depth = sorted(paths, key=len)[:MOST_TRIALS]
    return iter(sorted(by_depth, key=_place, reverse=True))


def _place(path: Path) -> tuple[tuple[str, int], ...]:
    return tuple((step, 0) if isinstance(step, str) else ("", step) for step in path)


def _called(path: Path) -> str:
    names = [step for step in path if isinstance(step, str)]
    return f"a rule of {names[-1].replace('_', ' ')}"


def with_round_targets(genome: GameGenome) -> GameGenome:
    """The game with numbers to reach that one remembers: round, or known from other games."""
    conditions = tuple(
        replace(condition, threshold=round_number(condition.threshold))
        for condition in genome.win_conditions
    )
    return replace(genome, win_conditions=conditions)


def with_round_scores(genome: GameGenome) -> GameGenome:
    """The game with scores that one remembers."""
    rules = tuple(
        replace(rule, amount=round_number(rule.amount)) if isinstance(rule.amount, int) else rule
        for rule in genome.scoring_rules or ()
    )
    return replace(genome, scoring_rules=rules) if genome.scoring_rules else genome


def round_number(number: int) -> int:
    """A number near this one that people remember."""
    if abs(number) < SMALL or number in known_numbers():
        return number
    step = 5 if abs(number) < 100 else 10 if abs(number) < 300 else 50
    return round(number / step) * step


@cache
def known_numbers() -> frozenset[int]:
    """Numbers that games everybody knows are played to, and scores that they know."""
    return frozenset(kept("numbers", lambda: sorted(usual_numbers())))


def usual_numbers() -> frozenset[int]:
    """The same, worked out anew."""
    known = get_seed_genomes()
    targets = {condition.threshold for genome in known for condition in genome.win_conditions}
    rules = (rule for genome in known for rule in genome.scoring_rules or ())
    return frozenset(targets | {rule.amount for rule in rules if isinstance(rule.amount, int)})
