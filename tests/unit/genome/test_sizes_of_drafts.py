"""Games that were first written in the first edition take at most half as many values now.

The older files lie outside the repository; `DARWINDECK_DRAFTS` is their folder. Without it nothing
can be compared, and the test is skipped: `DARWINDECK_DRAFTS=… pytest -rP` on this file prints the
figures.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from darwindeck.genome.codec import to_json
from darwindeck.library import get_genome

FOLDER = os.environ.get("DARWINDECK_DRAFTS")
GAMES = ("cribbage", "skat", "dou-dizhu", "tichu")
MOST = 0.5
"""So much of the older file a game may take, however its values are counted."""


def counted(value: Any) -> tuple[int, int]:
    """How many values a JSON document has: texts, numbers and the like, and these with the objects
    and lists around them."""
    if not isinstance(value, (dict, list)):
        return 1, 1
    inner = [counted(item) for item in (value.values() if isinstance(value, dict) else value)]
    return sum(plain for plain, _ in inner), 1 + sum(every for _, every in inner)


def test_what_counts_as_a_value() -> None:
    assert counted({"a": [1, {"b": None}], "c": "d"}) == (3, 6)


@pytest.mark.skipif(FOLDER is None, reason="DARWINDECK_DRAFTS names no folder of older files")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_takes_at_most_half_the_values_it_took(game: str) -> None:
    older = Path(FOLDER or "") / f"{game.replace('-', '_')}.json"
    before = counted(json.loads(older.read_text()))
    now = counted(json.loads(to_json(get_genome(game))))
    plain, every = (new / old for new, old in zip(now, before, strict=True))
    print(
        f"{game}: {now[0]} of {before[0]} values, {plain:.3f}; with objects and lists {every:.3f}"
    )
    assert plain <= MOST
    assert every <= MOST
