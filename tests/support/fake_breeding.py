"""A worker that makes up its results: quick, and the same for the same task.

Its games are copies of their parents; only keys, scores and measures tell them apart.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from darwindeck.evaluation.results import Evaluation, Metric, Stage
from darwindeck.evolution.grid import measures_of
from darwindeck.evolution.runs.work import (
    BreedTask,
    Child,
    Score,
    SimplifyTask,
    Task,
    TaskOutcome,
    TaskResult,
)
from darwindeck.evolution.seeds import derived_seed

NAME = "tests.support.fake_breeding:perform"
DEADLY_NAME = "tests.support.fake_breeding:perform_once_dead"
FATAL_NAME = "tests.support.fake_breeding:perform_never"

FAMILIES = ("trick", "play", "meld", "betting", "capture")
REASONS = ("stuck", "unfair", "clone")


def perform(task: Task) -> TaskResult:
    """A made-up result, decided by the task alone."""
    if isinstance(task, BreedTask):
        return _bred(task)
    if isinstance(task, SimplifyTask):
        return _simpler(task)
    dice = Random(derived_seed(task.measuring.run_seed, "again", task.key, task.number))
    return _measured(dice, task.key, task.earlier)


def perform_once_dead(task: Task) -> TaskResult:
    """The same, but the first worker that gets the task dies of it; `DEATHS` names a directory."""
    mark = Path(os.environ["DEATHS"], str(derived_seed(0, _name(task))))
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return perform(task)


def perform_never(task: Task) -> TaskResult:
    """Dies of every second new game, always."""
    if isinstance(task, BreedTask) and task.seed % 2:
        os._exit(9)
    return perform(task)


def _name(task: Task) -> str:
    """What tells a task from the others of its run."""
    if isinstance(task, BreedTask):
        return f"breed {task.seed}"
    if isinstance(task, SimplifyTask):
        return f"simplify {task.key}"
    return f"measure {task.key} {task.number}"


def _bred(task: BreedTask) -> TaskResult:
    dice = Random(task.seed)
    story = f"{task.method} {task.steps}"
    if dice.random() < 0.3 or not task.parents:
        return TaskResult(TaskOutcome.REJECTED, dice.choice(REASONS), "made up", story)
    key = f"{dice.getrandbits(64):016x}"
    measured = _measured(dice, key, ())
    outcome = TaskOutcome.MEASURED if dice.random() < 0.8 else TaskOutcome.STOCK
    child = Child(task.parents[0], key, key, "war", dice.random(), 0.0)
    parents = task.parent_keys[:2]
    return replace(measured, outcome=outcome, story=story, child=child, parents=parents)


def _simpler(task: SimplifyTask) -> TaskResult:
    """Every second game can be made simpler; what comes of it is like any new game."""
    dice = Random(derived_seed(task.measuring.run_seed, "simpler", task.key))
    if dice.random() < 0.5:
        return TaskResult.rejected("simple", "made up")
    key = f"{dice.getrandbits(64):016x}"
    child = Child(task.genome, key, key, "war", dice.random(), 0.0)
    return replace(_measured(dice, key, ()), story="made simpler", child=child)


def _measured(dice: Random, key: str, earlier: Sequence[Evaluation]) -> TaskResult:
    values = {
        "minutes": dice.uniform(1, 80),
        "interaction": dice.random(),
        "skill_share": dice.random(),
    }
    evaluation = Evaluation(
        genome_id="made-up",
        key=key,
        seeds=(dice.getrandbits(32),),
        effort="quick",
        stage=Stage.SEARCH,
        family=dice.choice(FAMILIES),
        player_count=3,
        team_count=0,
        problems=(),
        metrics={name: Metric(name, value, value, value, 1) for name, value in values.items()},
        played=dice.randrange(1000),
    )
    first = earlier[0] if earlier else evaluation
    score = dice.uniform(0.2, 0.8)
    failed = bool(earlier) and dice.random() < 0.1
    judged = (0.0, 0.0, 0.0) if failed else (score, score - 0.1, score + 0.1)
    return TaskResult(
        TaskOutcome.MEASURED,
        evaluation=evaluation,
        score=Score(measures_of(first), *judged),
        busy=0.001,
        core=0.0005,
    )
