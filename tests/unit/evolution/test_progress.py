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
    ("method", "keys", "story", "told"),
    [
        ("random", "Skat Uno", "made up at random; change target", "made up at random"),
        (
            "random",
            "Skat Uno",
            "made up at random; took the deck from Uno; change target",
            "made up at random with something of Uno",
        ),
        (
            "random",
            "Skat Uno",
            "made up at random; took the deck from Uno; took the scoring from Skat",
            "made up at random with something of Skat and Uno",
        ),
        (
            "random",
            "Skat Uno",
            "made up at random; took the play from Game 12; took the deck from Uno",
            "made up at random with something of Skat and Uno",
        ),
        ("crossover", "Skat Uno", "took the deck from Uno", "Skat with something of Uno"),
        ("crossover", "Skat Uno", "took the deck from Skat", "Skat with something of Uno"),
        ("mutate", "Skat", "change target", "Skat, changed"),
        ("crossover", "Skat Uno", "", "Skat and Uno"),
    ],
)
def test_only_games_that_gave_something_are_named(
    method: str, keys: str, story: str, told: str
) -> None:
    named = tuple(keys.split())
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
    result = TaskResult(TaskOutcome.REJECTED, "stuck", story=story)
    words = task_words(task, result, lambda key: key)
    assert words == f"{told}: turned away (stuck)"
