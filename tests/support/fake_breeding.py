"""A worker that makes up its results: quick, and the same for the same task.

Its games are copies of their parents; only keys, scores and measures tell them apart.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from darwindeck.evaluation.results import Evaluation, Metric, Stage
from darwindeck.evolution.grid import measures_of
from darwindeck.evolution.seeds import derived_seed

NAME = "tests.support.fake_breeding:perform"
SLOW_NAME = "tests.support.fake_breeding:perform_slowly"
DEADLY_NAME = "tests.support.fake_breeding:perform_once_dead"
FATAL_NAME = "tests.support.fake_breeding:perform_never"

FAMILIES = ("trick", "play", "meld", "betting", "capture")
REASONS = ("stuck", "unfair", "clone")


def perform(task: Mapping[str, Any]) -> dict[str, Any]:
    """A made-up result, decided by the task alone."""
    if task["kind"] == "breed":
        return _bred(task)
    dice = Random(derived_seed(task["run_seed"], "again", task["key"], task["number"]))
    earlier = [Evaluation.from_dict(one) for one in task["earlier"]]
    return _measured(dice, task["key"], earlier)


def perform_slowly(task: Mapping[str, Any]) -> dict[str, Any]:
    """The same, but so slowly that one can interrupt it."""
    time.sleep(0.01)
    return perform(task)


def perform_once_dead(task: Mapping[str, Any]) -> dict[str, Any]:
    """The same, but the first worker that gets the task dies of it; `DEATHS` names a directory."""
    mark = Path(os.environ["DEATHS"], str(derived_seed(0, str(sorted(task.items())))))
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return perform(task)


def perform_never(task: Mapping[str, Any]) -> dict[str, Any]:
    """Dies of every second new game, always."""
    if task["kind"] == "breed" and task["seed"] % 2:
        os._exit(9)
    return perform(task)


def _bred(task: Mapping[str, Any]) -> dict[str, Any]:
    dice = Random(task["seed"])
    story = f"{task['method']} {task['steps']}"
    if dice.random() < 0.3 or not task["parents"]:
        return {
            "outcome": "rejected",
            "reason": dice.choice(REASONS),
            "detail": "made up",
            "story": story,
        }
    key = f"{dice.getrandbits(64):016x}"
    return {
        **_measured(dice, key, []),
        "outcome": "measured" if dice.random() < 0.8 else "stock",
        "story": story,
        "genome": task["parents"][0],
        "key": key,
        "digest": key,
        "nearest": "war",
        "distance": dice.random(),
    }


def _measured(dice: Random, key: str, earlier: list[Evaluation]) -> dict[str, Any]:
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
    return {
        "outcome": "measured",
        "evaluation": evaluation.to_dict(),
        "measures": measures_of(first),
        "stage": Stage.SEARCH.value,
        "score": 0.0 if failed else score,
        "low": 0.0 if failed else score - 0.1,
        "high": 0.0 if failed else score + 0.1,
        "busy": 0.001,
        "core": 0.0005,
    }
