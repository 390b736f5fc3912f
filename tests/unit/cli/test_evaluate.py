"""`darwindeck evaluate`: a card, JSON or a page; clear words where it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from darwindeck.cli.app import app
from darwindeck.cli.evaluate import EffortName, StyleName
from darwindeck.evaluation import EFFORTS, STYLES, Evaluation, Stage
from tests.support.evaluations import evaluation

run = CliRunner()


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Nothing is played: what was asked for is written down instead."""
    asked: list[dict[str, object]] = []

    def fake(genome: object, **wanted: object) -> Evaluation:
        asked.append(wanted)
        progress = wanted["progress"]
        assert callable(progress)
        progress(Stage.GREEDY, 0.5)
        return evaluation(error=0.1)

    monkeypatch.setattr("darwindeck.evaluation.evaluate_game", fake)
    return asked


def test_the_choices_are_those_there_are() -> None:
    assert [style.value for style in StyleName] == list(STYLES)
    assert [effort.value for effort in EffortName] == list(EFFORTS)


def test_the_card_is_printed(measured: list[dict[str, object]]) -> None:
    result = run.invoke(app, ["evaluate", "hearts", "--seed", "7", "--effort", "quick"])
    assert result.exit_code == 0
    assert "Hearts" in result.output
    assert "What the score is made of" in result.output
    assert (measured[0]["seed"], measured[0]["effort"]) == (7, "quick")


def test_json_holds_the_evaluation_and_the_verdict(measured: list[dict[str, object]]) -> None:
    result = run.invoke(app, ["evaluate", "hearts", "--json", "--style", "party"])
    data = json.loads(result.stdout)
    assert Evaluation.from_dict(data["evaluation"]) == evaluation(error=0.1)
    assert data["verdict"]["style"] == "party"


def test_a_page_is_written(measured: list[dict[str, object]], tmp_path: Path) -> None:
    page = tmp_path / "hearts.html"
    result = run.invoke(app, ["evaluate", "hearts", "--html", str(page)])
    assert result.exit_code == 0
    assert "<html" in page.read_text(encoding="utf-8")
    assert "What the score" not in result.stdout


def test_a_page_that_cannot_be_written_says_where(
    measured: list[dict[str, object]], tmp_path: Path
) -> None:
    result = run.invoke(app, ["evaluate", "hearts", "--html", str(tmp_path / "no" / "such.html")])
    assert result.exit_code == 2
    assert "cannot write" in result.output


def test_ctrl_c_ends_it_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(genome: object, **wanted: object) -> Evaluation:
        raise KeyboardInterrupt

    monkeypatch.setattr("darwindeck.evaluation.evaluate_game", interrupted)
    result = run.invoke(app, ["evaluate", "hearts"])
    assert result.exit_code == 130
    assert "stopped" in result.output


def test_an_unknown_style_lists_those_there_are() -> None:
    result = run.invoke(app, ["evaluate", "hearts", "--style", "cosy"])
    assert result.exit_code == 2
    assert "trick-taking" in result.output
