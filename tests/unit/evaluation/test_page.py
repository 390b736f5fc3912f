"""The page about one game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.charts import escaped
from darwindeck.evaluation.fitness import judge
from darwindeck.evaluation.labels import LABELS, label_of, shown_metrics
from darwindeck.evaluation.page import evaluation_page
from darwindeck.evaluation.results import DeadClause, Metric
from darwindeck.genome.examples import get_genome
from tests.support.runs import invented_evaluation, renamed

GAME = get_genome("partnership-spades")
EVALUATION = invented_evaluation(GAME, "k")


def test_the_page_holds_verdict_reasons_numbers_charts_and_rules() -> None:
    verdict = judge(EVALUATION)
    page = evaluation_page(GAME, EVALUATION, verdict)
    assert f"{100 * verdict.score:.0f} of 100" in page
    assert all(part.name in page for part in verdict.parts)
    assert all(label.text in page for label in LABELS.values())
    assert "How open the outcome is" in page
    assert "<svg" in page
    assert "Spades are always trumps." in page


def test_a_gate_that_was_not_passed_is_named_with_its_reason() -> None:
    stuck = Metric("completion", 0.2, 0.15, 0.25, 400)
    evaluation = replace(EVALUATION, metrics={**EVALUATION.metrics, "completion": stuck})
    verdict = judge(evaluation)
    page = evaluation_page(GAME, evaluation, verdict)
    assert "Turned away: does not finish." in page
    assert escaped(verdict.reasons[0][1:]) in page.replace("\u00a0", " ")


def test_dead_clauses_are_listed_with_their_place() -> None:
    evaluation = replace(EVALUATION, dead=(DeadClause("$.scoring_rules[3]", "Nil <made>"),))
    page = evaluation_page(GAME, evaluation, judge(evaluation))
    assert "Nil &lt;made&gt;" in page
    assert "$.scoring_rules[3]" in page
    assert "never mattered" not in evaluation_page(GAME, EVALUATION, judge(EVALUATION))


def test_a_game_named_like_markup_is_shown_by_that_name() -> None:
    odd = renamed(GAME, "<script>alert(1)</script>")
    page = evaluation_page(odd, EVALUATION, judge(EVALUATION))
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_metric_without_words_is_shown_by_its_name() -> None:
    evaluation = replace(EVALUATION, metrics={"odd_thing": Metric("odd_thing", 1, 1, 1, 0)})
    assert [label.text for label in shown_metrics(evaluation)] == ["odd thing"]


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("completion", 0.994, "99.4 %"),
        ("drama", 0.456, "46 %"),
        ("words", 1234.0, "1,234"),
        ("hands", 12.25, "12.2"),
        ("turns", 3.456, "3.46"),
        ("skill_search", -0.111, "-0.11"),
        ("skill_greedy", 0.5, "+0.50"),
    ],
)
def test_numbers_are_written_as_one_reads_them(name: str, value: float, says: str) -> None:
    assert label_of(name).write(value) == says
