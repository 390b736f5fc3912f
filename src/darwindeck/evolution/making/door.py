"""The door of evolution: only games that are sound, come to an end and are new come in.

A proposal is compiled, which validates it, asked the ten questions of completeness, and then played
by random players: single hands and whole games, on the same seeds as its parents. It must differ
from each of them in what came out: who won, how many turns, decisions and moves to choose from
there were, and what was scored. Everything is counted in games and decisions, never in seconds.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from darwindeck._core import CoreGame
from darwindeck.genome.bytecode import BytecodeHeader
from darwindeck.genome.bytecode.header import IDENTITY_BYTES
from darwindeck.genome.checked import check
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome

SEED = 20_240
"""All games at the door are dealt from this seed, so that parent and child get the same cards."""

MOST_TURNS = 30_000
"""A game that is not over after so many turns counts as one that does not finish."""

UNFINISHED = 0.25
"""The greatest share of games that may be stopped by the limit of turns."""

BATCHES: tuple[tuple[bool, int], ...] = (
    (True, 3),
    (False, 1),
    (False, 3),
    (True, 24),
    (False, 10),
    (True, 80),
    (False, 30),
    (True, 300),
    (False, 80),
)
"""Single hands (true) and whole games that are played in turn, until the parents are told apart and
the least number of them is done."""

MATCH = 1
"""The first batch of whole games."""

LEAST = 3
"""So many of the batches are played of every game, but one less of a long one."""

LONG = 6_000
"""The decisions of the batches before that make a game a long one."""

BUDGET = 60_000
"""Once so many decisions have been taken no further batch is begun."""


WORK = 30_000_000
"""Nor is one begun that would bring the work of all decisions above this, in units of the core."""

WORK_OF_A_GAME = 10_000_000
"""A game in which the decisions take more work than this counts as one that cannot be played."""


class Rejection(NamedTuple):
    """Why a proposal was turned away."""

    reason: str
    """One of `REASONS`."""
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}" if self.detail else self.reason


UNCHANGED = "unchanged"
INVALID = "invalid"
INCOMPLETE = "incomplete"
CORE = "refused by the core"
STUCK = "does not finish"
IDLE = "leaves nothing to decide"
SAME = "plays the same"
UNWANTED = "not what is wanted"
REASONS = (UNCHANGED, INVALID, INCOMPLETE, CORE, STUCK, IDLE, SAME, UNWANTED)

Tally = tuple[Any, ...]


class _Record:
    """How one game plays on the seeds of the door, worked out batch by batch."""

    def __init__(self, bytecode: bytes, budget: int) -> None:
        self.core = CoreGame(_bounded(bytecode))
        self.budget = budget
        self.tallies: list[Tally] = []
        self.decisions: list[int] = []
        self.games = 0
        self.stopped = 0
        self.work = 0
        self.units = 0
        self.cost = {True: 0.0, False: 0.0}
        """What a single hand (true) and a whole game took in the last batch."""
        self.choices = 0
        self.hands = (1, 10_000)

    def expected_work(self, number: int) -> float:
        """What the work of all batches would be with one more."""
        if number >= len(BATCHES):
            return self.units
        single, games = BATCHES[number]
        return self.units + games * self.cost[single]

    def batch(self, number: int) -> Tally:
        """What came out of a batch."""
        while len(self.tallies) <= number:
            self._play(len(self.tallies))
        return self.tallies[number]

    def _play(self, number: int) -> None:
        single, games = BATCHES[number]
        tally = self.core.simulate(
            games,
            seed=SEED + number,
            players=["random"],
            threads=1,
            single_hand=single,
            work=WORK_OF_A_GAME,
        )
        decided = tally["decisions"][1]
        self.decisions.append(decided + (self.decisions[-1] if self.decisions else 0))
        self.choices += decided - tally["forced"]
        self.work += tally["work"]
        self.units += tally["units"]
        self.cost[single] = tally["units"] / games
        if not single:
            self.games += games
            self.stopped += tally["limit"]
            if number == MATCH:
                _, _, _, fewest, most = tally["hands"]
                self.hands = fewest, most
        self.tallies.append(_outcome(tally))


def _outcome(tally: Mapping[str, Any]) -> Tally:
    """What matters of a batch. Scores count in proportion: twice as many points for everything
    change no game, unless they change who wins or how long it takes."""
    points = [spread[1] for spread in tally["scores"]]
    grain = math.gcd(*points) or 1
    plain = (_plain(tally[name]) for name in _TOLD)
    return (*plain, tuple(sum_ // grain for sum_ in points))


_TOLD = (
    "wins",
    "team_wins",
    "draws",
    "lost",
    "limit",
    "forced",
    "turns",
    "hands",
    "decisions",
    "branching",
)


def _plain(value: Any) -> Any:
    return tuple(_plain(item) for item in value) if isinstance(value, list | tuple) else value


def _bounded(bytecode: bytes) -> bytes:
    """The same game with a limit of turns that the door can wait for."""
    header = BytecodeHeader.from_bytes(bytecode)
    if header.max_turns <= MOST_TURNS:
        return bytecode
    size = BytecodeHeader.HEADER_SIZE
    values = header.__dict__ | {"max_turns": MOST_TURNS}
    return BytecodeHeader(**values).to_bytes() + bytecode[size:]


_KEPT = 256
_records: OrderedDict[bytes, _Record] = OrderedDict()


def _record(genome: GameGenome) -> _Record:
    """The record of a valid game; those asked for last are remembered, which changes no answer."""
    bytecode = check(genome).rules_bytecode
    key = bytecode[IDENTITY_BYTES:]
    if key in _records:
        _records.move_to_end(key)
        return _records[key]
    record = _Record(bytecode, _budget(genome))
    _records[key] = record
    while len(_records) > _KEPT:
        _records.popitem(last=False)
    return record


def _budget(genome: GameGenome) -> int:
    """How many decisions may be taken: fewer where cards are searched for combinations."""
    evaluation = genome.hand_evaluation
    if any(pattern.wild is not None for pattern in genome.patterns):
        return BUDGET // 6
    return BUDGET // 3 if evaluation is not None and evaluation.patterns else BUDGET


def acceptable(genome: GameGenome, parents: Sequence[GameGenome] = ()) -> Rejection | None:
    """None if the genome may come in, otherwise why not.

    It must be valid and complete, finish most of its games, leave its players something to decide
    if they had that before, and play differently from each parent. Parents must be valid.
    """
    try:
        answers = check(genome).answers
    except GenomeError as error:
        return Rejection(INVALID, str(error.problems[0]))
    if not answers:
        return Rejection(INCOMPLETE, str(answers.unanswered[0]))
    try:
        record = _record(genome)
        others = [_record(parent) for parent in parents]
        if any(other is record for other in others):
            return Rejection(SAME)
        return _played(record, others)
    except (RuntimeError, ValueError) as error:
        return Rejection(CORE, str(error))


def readable(genome: GameGenome, parents: Sequence[GameGenome] = ()) -> Rejection | None:
    """What `acceptable` says without a game being played: for steps on the way to a child."""
    try:
        answers = check(genome).answers
        if not answers:
            return Rejection(INCOMPLETE, str(answers.unanswered[0]))
        return Rejection(SAME) if any(_is_same(genome, parent) for parent in parents) else None
    except GenomeError as error:
        return Rejection(INVALID, str(error.problems[0]))


def _is_same(genome: GameGenome, other: GameGenome) -> bool:
    """Whether two games have the same clauses, whatever they are called."""
    fields = ("genome_id", "name", "description", "sources", "generation")
    return genome == replace(other, **{name: getattr(genome, name) for name in fields})


def hands_played(genome: GameGenome) -> tuple[int, int]:
    """The fewest and the most hands that the first whole games at the door had.

    An operator may ask this of the game it is to change; a game that is not valid tells nothing.
    """
    try:
        record = _record(genome)
        record.batch(MATCH)
    except (GenomeError, RuntimeError, ValueError):
        return 1, 10_000
    return record.hands


def _played(record: _Record, others: list[_Record]) -> Rejection | None:
    alike = others
    for number in range(len(BATCHES)):
        tally = record.batch(number)
        alike = [other for other in alike if other.batch(number) == tally]
        if record.work:
            return Rejection(STUCK, "one decision would take too much work")
        if record.stopped > UNFINISHED * max(record.games, 8):
            return Rejection(STUCK, f"{record.stopped} of {record.games} games")
        decisions = record.decisions[number]
        if number + 1 < LEAST - (decisions > LONG):
            continue
        if (not alike and not record.stopped) or decisions > record.budget:
            break
        if record.expected_work(number + 1) > WORK:
            break
    if record.games and record.stopped > UNFINISHED * record.games:
        return Rejection(STUCK, f"{record.stopped} of {record.games} games")
    if not record.choices and any(other.choices for other in others):
        return Rejection(IDLE)
    return Rejection(SAME) if alike else None
