"""Validity as a type: a game that has passed the gate, with everything that follows from its rules.

`check` is the door. Whoever is given a `CheckedGame` need not ask again, and what is worked out of
it (its long form, bytecode, key) is worked out once, also for games that differ in names alone.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, Final

from darwindeck._core import fingerprint
from darwindeck.genome.bytecode.compiler import compile_expanded, with_identity
from darwindeck.genome.bytecode.header import IDENTITY_BYTES
from darwindeck.genome.codec import genome_fingerprint
from darwindeck.genome.completeness import CompletenessResult, check_genome_completeness
from darwindeck.genome.expansion import expand
from darwindeck.genome.limits import MAX_LABEL, MAX_TEXT
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.survey import Survey, survey
from darwindeck.genome.validation import problems_of

REMEMBERED: Final = 512
"""Of so many sets of rules, the ones asked for last, it is remembered what follows from them."""

_NAMELESS: Final[dict[str, Any]] = {
    "genome_id": "game",
    "name": "",
    "description": "",
    "sources": (),
    "generation": 0,
}


class _Rules:
    """A game under no name: what is wrong with it, or else what follows from it."""

    def __init__(self, nameless: GameGenome) -> None:
        self.nameless = nameless
        self.problems = problems_of(nameless)

    @cached_property
    def survey(self) -> Survey:
        return survey(self.nameless)

    @cached_property
    def expanded(self) -> GameGenome:
        return expand(self.nameless)

    @cached_property
    def bytecode(self) -> bytes:
        return _compiled(self.expanded)


@lru_cache(maxsize=REMEMBERED)
def _compiled(expanded: GameGenome) -> bytes:
    """The bytecode of a long form; rules with and without their options may have the same."""
    return compile_expanded(expanded)


class CheckedGame:
    """A valid genome. Only `check` makes one."""

    def __init__(self, genome: GameGenome, rules: _Rules) -> None:
        self.genome = genome
        self._rules = rules

    @property
    def survey(self) -> Survey:
        """Every part, expression and name of the rules."""
        return self._rules.survey

    @cached_property
    def expanded(self) -> GameGenome:
        """The same game with its options chosen and everything said at length."""
        names = {name: getattr(self.genome, name) for name in _NAMELESS}
        return replace(self._rules.expanded, **names)

    @property
    def rules_bytecode(self) -> bytes:
        """The rules as the core reads them, under no name."""
        return self._rules.bytecode

    @cached_property
    def bytecode(self) -> bytes:
        """The same under the name of the genome."""
        return with_identity(self._rules.bytecode, genome_fingerprint(self.genome))

    @cached_property
    def key(self) -> str:
        """The identity of the game as it plays, in hexadecimal digits.

        Names, texts and the number of the genome are left out, and options count as they are set:
        two genomes with the same key play alike, whatever they are called.
        """
        return f"{fingerprint(self._rules.bytecode[IDENTITY_BYTES:]):016x}"

    @cached_property
    def answers(self) -> CompletenessResult:
        """Which of the ten questions the genome answers."""
        return check_genome_completeness(self.genome)


_known: OrderedDict[GameGenome, _Rules] = OrderedDict()


def check(genome: GameGenome | CheckedGame) -> CheckedGame:
    """The genome as one that has passed the gate; raises `GenomeError` if it does not pass."""
    if isinstance(genome, CheckedGame):
        return genome
    given: object = genome
    if not isinstance(given, GameGenome):
        raise GenomeError(problems_of(given))
    rules = _rules_of(genome)
    problems = rules.problems
    if not problems and not _is_plainly_named(genome):
        problems = problems_of(genome)
    if problems:
        raise GenomeError(problems, str(genome.genome_id))
    return CheckedGame(genome, rules)


def is_sound(genome: GameGenome) -> bool:
    """Whether a genome is valid and complete."""
    try:
        return bool(check(genome).answers)
    except GenomeError:
        return False


def _rules_of(genome: GameGenome) -> _Rules:
    nameless = replace(genome, **_NAMELESS)
    try:
        known = _known.get(nameless)
    except TypeError:
        # It holds something that no genome can hold, which validation will name.
        return _Rules(nameless)
    if known is None:
        known = _known[nameless] = _Rules(nameless)
        if len(_known) > REMEMBERED:
            _known.popitem(last=False)
    else:
        _known.move_to_end(nameless)
    return known


def _is_plainly_named(genome: GameGenome) -> bool:
    """Whether names and texts of the genome are such that nothing can be wrong with them."""
    names: tuple[Any, ...] = (genome.genome_id, genome.name)
    texts: tuple[Any, ...] = (genome.description, *genome.sources)
    return (
        type(genome.generation) is int
        and all(isinstance(text, str) and text.isprintable() for text in (*names, *texts))
        and all(len(name) <= MAX_LABEL for name in names)
        and all(len(text) <= MAX_TEXT for text in texts)
    )


__all__ = ["CheckedGame", "check", "is_sound"]
