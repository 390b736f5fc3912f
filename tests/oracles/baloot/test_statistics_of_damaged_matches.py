"""Damaged matches are counted, weighed and shown as far as they go, without a crash."""

from __future__ import annotations

import json
import os
import random
from typing import Any

from darwindeck.oracles.baloot.reader import BalootReader
from darwindeck.oracles.baloot.showing import show_rounds
from darwindeck.oracles.baloot.statistics import count_matches
from darwindeck.oracles.baloot.variants import weigh_variants
from tests.oracles.baloot.server import Json, play_match
from tests.support.seeds import for_seeds

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
TRIES = max(5, round(10 * SCALE))
VALUES: tuple[Any, ...] = (
    0,
    1,
    2,
    3,
    4,
    5,
    12,
    16,
    -1,
    10**9,
    "x",
    "sun",
    "ashkal",
    "double",
    [],
    {},
    None,
    True,
)


def damaged(data: Json, chance: random.Random) -> Json:
    for _ in range(chance.randint(1, 6)):
        events: list[Any] = chance.choice(data["rs"])["r"]
        if not events:
            continue
        at, other = chance.randrange(len(events)), chance.randrange(len(events))
        match chance.randrange(5):
            case 0:
                del events[at]
            case 1:
                events.insert(at, json.loads(json.dumps(events[other])))
            case 2:
                events[at], events[other] = events[other], events[at]
            case 3:
                del events[at:]
            case _:
                event = events[at]
                inner = event.get("rs")
                holder = inner if isinstance(inner, dict) and inner else event
                holder[chance.choice(list(holder))] = chance.choice(VALUES)
    return data


@for_seeds(3)
def test_damaged_matches_are_told_as_far_as_they_go(seed: int) -> None:
    chance = random.Random(seed)
    text = json.dumps(play_match(seed))
    for _ in range(TRIES):
        record = BalootReader("damaged").match(damaged(json.loads(text), chance))
        counted = count_matches([record])
        assert counted.deals == len(record.rounds)
        for table in counted.filled():
            for row in table.filled():
                low, high = row.interval
                assert low - 1e-9 <= row.value <= high + 1e-9
        for point in weigh_variants([record]):
            decided = {
                len(choice.supported) + len(choice.refuted) for choice in point.choices.values()
            }
            assert len(decided) == 1
        assert len(list(show_rounds(record))) == len(record.rounds)
