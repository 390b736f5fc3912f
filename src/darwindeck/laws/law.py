"""Laws, and what is said when one is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game, MatchLog, State
from darwindeck.simulation.state import Start


class Broken(NamedTuple):
    """What was wrong, and after how many moves of the record."""

    what: str
    moves: int


Finding = str | Broken | None
"""What comes out when a law is applied once: None if it was kept, else what was wrong."""
Check = Callable[[Any], Iterator[Finding]]
"""Applies a law to what there is at its occasion: one finding for each time that it applied."""


class Occasion(StrEnum):
    """When a law is looked at, and what its check is given."""

    RULES = "rules"
    """Once for a genome: the `Game`."""
    STATE = "state"
    """After every decision: the `WatchedMoment`."""
    STEP = "transition"
    """After every decision but not at the beginning: the `WatchedMoment` and the one before."""
    LOOK = "close look"
    """Now and then, because it takes long: the `WatchedMoment`."""
    GAME = "finished game"
    """Once for each game that was played: its `Record`."""
    PAIR = "pair of games"
    """Once for each game: the `Record` of a hand from a stacked deck."""


@dataclass(frozen=True)
class Need:
    """What a genome must have for a law to say anything about it."""

    sentence: str
    holds: Callable[[GameGenome], bool] = field(compare=False)


ANY_GENOME = Need("any genome", lambda genome: True)


@dataclass(frozen=True)
class Law:
    """Something that holds in every game, or in every game of one kind."""

    name: str
    sentence: str
    """What holds."""
    check: Check = field(compare=False, repr=False)
    at: str = Occasion.STATE
    """An `Occasion`, or one that the laws of a single game add."""
    needs: Need = ANY_GENOME
    note: str = ""
    """Where the check differs from the sentence, if the sentence is quoted."""

    def __str__(self) -> str:
        return f"{self.name}: {self.sentence}"


def kept(holds: bool, what: str) -> Finding:
    """The finding of a law that holds or else what is wrong."""
    return None if holds else what


def each_time(broken: Callable[[Any], Iterator[str]]) -> Check:
    """The check of a law that applies whenever it is looked at, from what says how it is broken."""

    def check(thing: Any) -> Iterator[Finding]:
        found = list(broken(thing))
        yield from found or (None,)

    return check


@dataclass(frozen=True)
class Violation:
    """A law that was broken, and how to see it again."""

    law: Law
    what: str
    """What was wrong."""
    game: int
    """The number of the game in which it was seen, from 0."""
    start: Start
    """What that game began with."""
    moves: tuple[tuple[int, int], ...]
    """The decisions that led there: seat, and number of the move."""

    @property
    def move(self) -> int:
        """How many decisions had been made."""
        return len(self.moves)

    def log(self, game: Game) -> MatchLog:
        """The game up to where the law was found broken, or up to where the core failed."""
        return MatchLog(game, self.start, self.moves)

    def state(self, game: Game) -> State:
        """The state in which the law was found broken, or the last one before the core failed."""
        return self.log(game).state

    def __str__(self) -> str:
        made = " ".join(f"{seat}:{code}" for seat, code in self.moves) or "none"
        return (
            f"{self.law.name}, game {self.game}, after {self.move} moves: {self.what}\n"
            f"  to see it again: {_begun(self.start)}, moves {made}"
        )


def _begun(start: Start) -> str:
    text = f"seed {start.seed}, {'a single hand' if start.single_hand else 'a match'}"
    if start.deck is not None:
        text += f", deck {' '.join(map(str, start.deck))}"
    return text if start.dealer is None else f"{text}, dealer {start.dealer}"


@dataclass(frozen=True)
class Tally:
    """How often a law applied, and how often it was broken."""

    law: Law
    applied: int
    """How often it said something."""
    broken: int
    """How often that was not true."""


@dataclass(frozen=True)
class LawReport:
    """What came out when games were played under the laws."""

    genome_id: str
    games: int
    moves: int
    """Decisions in all games together."""
    looks: int
    """Moments that were examined closely."""
    violations: tuple[Violation, ...]
    openings: int = 0
    """Hands that were played besides, from decks stacked so that rare things happen."""
    tallies: tuple[Tally, ...] = ()
    """How each law fared that says something about such a genome."""

    @property
    def kept(self) -> bool:
        """Whether every law was kept."""
        return not self.violations

    @property
    def idle(self) -> tuple[Law, ...]:
        """The laws that never applied."""
        return tuple(tally.law for tally in self.tallies if not tally.applied)

    def __str__(self) -> str:
        head = f"{self.genome_id}: {self.games} games, {self.moves} moves, "
        if self.kept:
            return f"{head}every law was kept"
        found = "\n".join(str(violation) for violation in self.violations)
        return f"{head}{len(self.violations)} violations\n{found}"


class BrokenLaw(RuntimeError):
    """A game broke a law: a bug of the core, never a matter of the genome or of the players."""

    def __init__(self, genome_id: str, violation: Violation) -> None:
        super().__init__(f"{genome_id}: {violation}")
        self.violation = violation
