"""How far a run is and what it costs on this machine, for somebody who watches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from darwindeck.evolution.runs.records import Timing
from darwindeck.evolution.runs.work import BreedTask, SimplifyTask, Task, TaskOutcome, TaskResult


@dataclass(frozen=True)
class Progress:
    """Where a run stands, for somebody who watches."""

    generation: int
    generations: int | None
    """How many there will be; None where only time ends the run."""
    activity: str
    """``breeding``, ``making the best simpler`` or ``measuring the best again``."""
    done: int
    tasks: int
    """Tasks of this generation, and how many are done."""
    num_elites: int
    cells: int
    filled: Mapping[int, float]
    """The score of the elite of each filled cell."""
    best: tuple[tuple[str, float, str], ...]
    """Name, score and key of the best elites, the best first."""
    rejected: Mapping[str, int]
    """Rejections by reason, in the whole run."""
    proposals: int
    """New games tried in the whole run."""
    evaluations: int
    """Games measured since the run was begun or resumed."""
    evaluations_per_minute: float
    core_share: float
    """The share of the workers' time that was spent in the compiled core."""
    elapsed: float
    """Seconds in all, breaks left out."""
    time_left: float | None
    """Seconds, at the speed so far; None where it is not known yet."""
    news: tuple[str, ...] = ()
    """What came of the latest tasks of this generation, a line each, the latest last."""
    rounds: int = 0
    """How many generations before this one bred nothing, at an earlier end of the run."""


def task_words(task: Task, result: TaskResult, name_of: Callable[[str], str]) -> str:
    """What came of a task, in one line; `name_of` gives the name of a game by its key."""
    if isinstance(task, SimplifyTask):
        words = result.story or "as simple as it can be"
        return f"{name_of(task.key)}, {words}"
    if not isinstance(task, BreedTask):
        if result.score is None:
            return f"{name_of(task.key)}, measured again: {result.reason}"
        return f"{name_of(task.key)}, measured again: {_points(result.score.score)}"
    came_about = result.parents or (task.parent_keys[:1] if task.method != "random" else ())
    parents = [name_of(key) for key in came_about]
    first = "made up at random" if task.method == "random" else parents.pop(0)
    if parents:
        made = f"{first} with something of {' and '.join(parents)}"
    else:
        made = first + {"random": "", "mutate": ", changed"}.get(task.method, " and others")
    if result.outcome is TaskOutcome.STOCK:
        came_of_it = "too near to a known game to be shown, kept as a parent"
    elif result.outcome is TaskOutcome.REJECTED:
        came_of_it = f"turned away ({result.reason})"
    else:
        came_of_it = _points(0.0 if result.score is None else result.score.score)
    return f"{made}: {came_of_it}"


def _points(score: float) -> str:
    return f"{100 * score:.0f} of 100"


Observer = Callable[[Progress], None]


Now = Callable[[], float]
"""Tells what time it is, in seconds."""


class Clock:
    """What the run costs on this machine."""

    def __init__(self, before: float, now: Now = time.monotonic) -> None:
        self._before = before
        self.now = now
        self._started: float | None = None
        self._generation_started = 0.0
        self._workers = 1
        self.evaluations = 0
        self.tasks = 0
        self.busy = 0.0
        self.core = 0.0

    @property
    def begun(self) -> bool:
        """Whether any generation was begun since this process works on the run."""
        return self._started is not None

    def spend(self, seconds: float) -> None:
        """Counts time that was needed before the first generation."""
        self._before += seconds

    def begin(self, workers: int) -> None:
        """A generation begins."""
        self._workers = workers
        self._generation_started = self.now()
        if self._started is None:
            self._started = self._generation_started

    def count(self, result: TaskResult) -> None:
        """A task is finished."""
        self.tasks += 1
        self.evaluations += result.evaluation is not None
        self.busy += result.busy
        self.core += result.core

    @property
    def since_start(self) -> float:
        return 0.0 if self._started is None else self.now() - self._started

    @property
    def elapsed(self) -> float:
        return self._before + self.since_start

    @property
    def evaluations_per_minute(self) -> float:
        return 60 * self.evaluations / self.since_start if self.since_start else 0.0

    @property
    def core_share(self) -> float:
        return self.core / self.busy if self.busy else 0.0

    def timing(self, generation: int, results: Iterable[TaskResult]) -> Timing:
        """The generation in numbers."""
        done = list(results)
        return Timing(
            generation=generation,
            wall=self.now() - self._generation_started,
            busy=sum(result.busy for result in done),
            core=sum(result.core for result in done),
            evaluations=sum(result.evaluation is not None for result in done),
            workers=self._workers,
        )
