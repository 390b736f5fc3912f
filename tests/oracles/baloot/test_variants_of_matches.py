"""Matches played under a reading bear out that reading."""

from __future__ import annotations

from functools import lru_cache

import pytest

from darwindeck.archives.record import MatchRecord
from darwindeck.archives.variants import Point
from darwindeck.oracles.baloot.match import examine
from darwindeck.oracles.baloot.reader import BalootReader
from darwindeck.oracles.baloot.rules import CHOICES, Rules
from darwindeck.oracles.baloot.variants import fitting, weigh_variants
from tests.oracles.baloot.server import play_match


def played(count: int, **options: str) -> list[MatchRecord]:
    return [
        BalootReader(f"match {seed}").match(play_match(seed, **options)) for seed in range(count)
    ]


@lru_cache(maxsize=1)
def usual() -> dict[str, Point]:
    return {point.option: point for point in weigh_variants(played(8))}


def test_every_disputed_point_is_weighed() -> None:
    assert set(usual()) == set(CHOICES)


@pytest.mark.parametrize("option", CHOICES)
def test_the_reading_in_force_is_never_refuted(option: str) -> None:
    point = usual()[option]
    in_force = next(iter(point.choices.values()))
    assert in_force.refuted == []
    assert point.unfit == []


@pytest.mark.parametrize(
    "option", ["sun_rounding", "doubles", "baloot_counts", "sawa", "all_pass_dealer", "under_trump"]
)
def test_some_rounds_decide_what_the_matches_show(option: str) -> None:
    point = usual()[option]
    assert point.deciding
    assert point.verdict == f"only {CHOICES[option][0]} is never refuted"


@pytest.mark.parametrize(
    ("option", "choice"),
    [
        ("sun_rounding", "half_up"),
        ("sun_rounding", "fifths"),
        ("doubles", "multiply_both"),
        ("all_pass_dealer", "same_dealer"),
    ],
)
def test_matches_under_another_reading_refute_the_usual_one(option: str, choice: str) -> None:
    points = {point.option: point for point in weigh_variants(played(6, **{option: choice}))}
    point = points[option]
    assert point.choices[choice].refuted == []
    assert point.choices[CHOICES[option][0]].refuted


def test_the_other_points_are_read_as_chosen() -> None:
    records = played(4, sun_rounding="half_up")
    points = {point.option: point for point in weigh_variants(records, {"sun_rounding": "half_up"})}
    assert all(not point.unfit for point in points.values())


def test_a_round_of_equal_scores_settles_that_raw_points_decide_who_fails() -> None:
    """Ten to ten in Hokum with unequal totals: by game points the buyer would have failed."""
    deciding = 0
    for record in (BalootReader("m").match(play_match(seed)) for seed in range(30, 60)):
        for item in examine(record, engine=False).rounds:
            judge = item.judge
            if judge is None or judge.facts is None or item.account.contract is None:
                continue
            plain = item.account.contract.mode == "hokum" and item.account.contract.level == 1
            raw = (judge.facts.raw(0), judge.facts.raw(1))
            if plain and judge.scores[0] == judge.scores[1] and raw[0] != raw[1]:
                deciding += 1
                assert fitting("khasara_by", judge, judge.facts, Rules()) == ["raw_points"]
    assert deciding
