"""The card fits the screen and says what was found, in words."""

from __future__ import annotations

import pytest
from rich.console import Console

from darwindeck import get_genome
from darwindeck.evaluation.card import bar, evaluation_card, sparkline, value_at
from darwindeck.evaluation.fitness import judge
from darwindeck.evaluation.results import Curve, DeadClause, Evaluation, Stage
from tests.support.evaluations import evaluation


def shown(found: Evaluation, width: int) -> str:
    console = Console(width=width, force_terminal=False, color_system=None, file=None)
    with console.capture() as capture:
        console.print(evaluation_card(get_genome("hearts"), found, judge(found), width))
    return capture.get()


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_no_line_is_longer_than_the_screen(width: int) -> None:
    dead = (DeadClause("$.scoring_rules[3]", "A sentence " * 30),)
    for line in shown(evaluation(error=0.1, dead=dead), width).splitlines():
        assert len(line) <= width


def test_the_card_has_title_verdict_score_reasons_numbers_and_dead_clauses() -> None:
    dead = (DeadClause("$.scoring_rules[3]", "Forty cards score five points."),)
    found = evaluation(error=0.1, dead=dead)
    text, verdict = shown(found, 120), judge(found)
    assert "Hearts" in text
    assert verdict.sentence in text
    assert f"{100 * verdict.score:.0f} of 100" in text
    assert f"{100 * verdict.low:.0f} to {100 * verdict.high:.0f}" in text
    for part in verdict.parts:
        assert part.why[:40] in text
    assert "changes of the lead" in text
    assert "Forty cards score five points. $.scoring_rules[3]" in text


def test_a_game_turned_away_shows_the_reasons_and_no_score() -> None:
    text = shown(evaluation(completion=0.5, stuck=0.9), 80)
    assert "Turned away (does not finish)" in text
    assert "stands still" in text
    assert "of 100" not in text


def test_a_game_turned_away_at_the_door_has_no_numbers() -> None:
    text = shown(evaluation(Stage.DOOR, problems=("No such zone - at `$.setup`",)), 80)
    assert "No such zone" in text
    assert "In numbers" not in text


def test_what_is_measured_in_part_says_so() -> None:
    assert "so far; at most" in shown(evaluation(Stage.RANDOM), 80)


def test_a_bar_is_as_long_as_its_value() -> None:
    assert bar(0.0, 4) == "····"
    assert bar(1.0, 4) == "████"
    assert bar(0.5, 4) == "██··"
    assert bar(0.5 + 1 / 8, 4) == "██▌·"
    assert bar(7.0, 3) == "███"


def test_a_sparkline_follows_its_curve() -> None:
    falling = Curve("x", ((0.0, 1.0, 1, 1), (0.5, 0.5, 0, 1), (1.0, 0.0, 0, 0)))
    assert value_at(falling, 0.25) == pytest.approx(0.75)
    assert value_at(falling, 0.75) == pytest.approx(0.25)
    assert sparkline(falling, 8) == "█▇▆▅▄▃▂▁"
    level = Curve("x", ((0.3, 0.5, 0, 1),))
    assert value_at(level, 0.0) == value_at(level, 1.0) == 0.5
