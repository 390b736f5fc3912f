"""Ratings against scores, and the weights that fit them."""

from __future__ import annotations

import pytest

from darwindeck.evaluation.results import Evaluation, Metric, Stage
from darwindeck.evaluation.styles import STYLES, Style
from darwindeck.evaluation.taste import Liked, agreement, fitted_style

STYLE = Style("two", "two things", {"length": 0.5, "clarity": 0.5})


def game(rating: float, minutes: float, words: float) -> Liked:
    values = {"minutes": minutes, "words": words}
    evaluation = Evaluation(
        genome_id="made-up",
        key="0" * 16,
        seeds=(0,),
        effort="quick",
        stage=Stage.SEARCH,
        family="trick",
        player_count=3,
        team_count=0,
        problems=(),
        metrics={name: Metric(name, value, value, value, 1) for name, value in values.items()},
    )
    return Liked(f"{minutes:g} minutes, {words:g} words", rating, evaluation)


def test_without_ratings_or_with_equal_ones_nothing_changes() -> None:
    assert fitted_style([], STYLE) == STYLE
    assert fitted_style([game(8, 20, 400)], STYLE) == STYLE
    assert fitted_style([game(5, 20, 400), game(5, 200, 3000)], STYLE) == STYLE
    assert agreement([], STYLE) is None


def test_what_goes_with_the_ratings_weighs_more() -> None:
    liked = [game(9, 20, 3000), game(8, 20, 400), game(2, 200, 3000), game(1, 200, 400)]
    weights = fitted_style(liked, STYLE).weights
    assert weights["length"] > 0.55 > 0.45 > weights["clarity"]
    assert sum(weights.values()) == pytest.approx(1)


def test_more_ratings_say_more() -> None:
    liked = [game(9, 20, 3000), game(1, 200, 3000), game(6, 20, 400), game(3, 200, 400)]
    once = fitted_style(liked, STYLE).weights["length"]
    often = fitted_style(liked * 5, STYLE).weights["length"]
    assert 0.5 < once < often


def test_no_weight_is_negative_and_what_a_style_leaves_out_stays_out() -> None:
    liked = [game(9, 200, 3000), game(1, 20, 400), game(8, 200, 2500), game(2, 20, 300)] * 5
    weights = fitted_style(liked, STYLES["balanced"]).weights
    assert set(weights) == set(STYLES["balanced"].weights)
    assert min(weights.values()) >= 0


def test_agreement_is_that_of_the_orders() -> None:
    same = [game(9, 20, 400), game(7, 20, 900), game(4, 100, 900), game(1, 200, 3000)]
    found = agreement(same, STYLE)
    assert found is not None
    assert (found.games, found.rank_correlation) == (4, 1.0)
    mixed = agreement([*same, game(10, 300, 3500)], STYLE)
    assert mixed is not None
    assert mixed.low < mixed.rank_correlation < mixed.high < 1
    few = agreement(same[:2], STYLE)
    assert few is not None
    assert (few.low, few.high) == (-1.0, 1.0)
