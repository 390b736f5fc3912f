"""What is told of each new game while a run goes on."""

from __future__ import annotations

import pytest

from darwindeck.evaluation import Stage
from darwindeck.evolution.runs.progress import task_words
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.work import BreedTask, Measuring, TaskOutcome, TaskResult

HOW = Settings()
MEASURING = Measuring(0, HOW.taste, HOW.effort, Stage(HOW.deepest), HOW.wanted(()))


@pytest.mark.parametrize(
    ("method", "gave", "told"),
    [
        ("random", "Uno", "made up at random with something of Uno"),
        ("random", "Skat Uno", "made up at random with something of Skat and Uno"),
        ("random", "", "made up at random"),
        ("crossover", "Skat Uno", "Skat with something of Uno"),
        ("crossover", "", "Skat and others"),
        ("mutate", "Skat", "Skat, changed"),
    ],
)
def test_only_games_that_gave_something_are_named(method: str, gave: str, told: str) -> None:
    named = ("Skat", "Uno", "War")
    task = BreedTask(
        measuring=MEASURING,
        method=method,
        steps=1,
        seed=1,
        parents=named,
        parent_keys=named,
        known_keys=frozenset(),
        known_digests=frozenset(),
        bars={},
        bar=0.0,
    )
    result = TaskResult(TaskOutcome.REJECTED, "stuck", parents=tuple(gave.split()))
    words = task_words(task, result, lambda key: key)
    assert words == f"{told}: turned away (stuck)"
