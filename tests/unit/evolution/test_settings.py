"""Settings of runs."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.evolution.runs.settings import Settings


def test_settings_survive_being_written_and_read() -> None:
    settings = Settings(seed=7, generations=None, minutes=2.5, style="party")
    assert Settings.from_dict(settings.to_dict()) == settings


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": -1}, "seed must be a whole number"),
        ({"seed": 2**64}, "seed must be a whole number"),
        ({"population": 0}, "population must be a whole number from 1"),
        ({"population": True}, "population must be a whole number from 1"),
        ({"generations": 0}, "generations must be a whole number from 1"),
        ({"generations": None}, "a run needs an end"),
        ({"minutes": float("nan")}, "minutes must be a number"),
        ({"minutes": "2"}, "minutes must be a number"),
        ({"crossover": 1.5}, "crossover must be a number from 0 to 1"),
        ({"crossover": 0.7, "fresh": 0.7}, "together at most 1"),
        ({"style": 3}, "style must be a name"),
        ({"style": "boring"}, "style"),
        ({"effort": "lazy"}, "effort"),
        ({"deepest": "door"}, "deepest must be one of random, greedy, search"),
        ({"colour": "blue"}, "unknown settings: colour"),
    ],
)
def test_settings_that_cannot_be_meant_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Settings.from_dict(Settings().to_dict() | changes)
