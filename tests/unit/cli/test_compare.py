"""`darwindeck compare`: rules in words, numbers side by side."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from darwindeck.cli import app
from darwindeck.cli.compare import rule_differences, side_by_side
from darwindeck.evaluation.results import Metric
from darwindeck.genome.codec import to_json
from darwindeck.genome.examples import get_genome
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.compare import compare_rulebooks
from tests.support.runs import invented_evaluation, renamed, small_run


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})


def test_rules_that_differ_are_told_section_by_section() -> None:
    result = run("compare", "mau-mau", "spades", "--no-metrics")
    assert result.exit_code == 0
    assert "− The aim is to have the fewest points when a player reaches 100." in result.output
    assert "+ Spades are always trumps." in result.output
    assert "~ If, after a hand, a player has [-100-]{+at least 500+} points" in result.output


def test_options_of_both_games_can_be_chosen() -> None:
    plain = run("compare", "pidro", "pidro", "--no-metrics")
    assert "word for word" in plain.output
    second = run("compare", "pidro", "pidro", "--no-metrics", "--option", "fourteen=nobody")
    assert "− It may also be equal to the last bid" in second.output
    first = run("compare", "pidro", "pidro", "--no-metrics", "--first-option", "fourteen=nobody")
    assert "+ It may also be equal to the last bid" in first.output


def test_files_and_games_of_runs_are_compared_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small_run(Path("runs/demo.run"))
    Path("mine.json").write_text(to_json(renamed(get_genome("hearts"), "Mine")))
    result = run("compare", "mine.json", "demo:balodine", "--no-metrics")
    assert result.exit_code == 0
    assert "[-13-]{+20+}" in result.output


def test_json_holds_both_versions_of_a_sentence() -> None:
    result = run("compare", "mau-mau", "spades", "--no-metrics", "--json")
    topics = {topic["title"]: topic for topic in json.loads(result.output)["topics"]}
    pairs = [
        (item["first"], item["second"]) for item in topics["The end of the game"]["differences"]
    ]
    assert (
        "If, after a hand, a player has 100 points or more, the game ends, and the player with the "
        "lowest score has won.",
        "If, after a hand, a player has at least 500 points and more points than anyone else, the "
        "game ends, and that player has won.",
    ) in pairs
    only_first = [
        item for topic in topics.values() for item in topic["differences"] if item["second"] is None
    ]
    assert only_first


def test_metrics_are_set_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "darwindeck.evaluation.evaluate_game",
        lambda genome, effort, seed: invented_evaluation(genome, genome.genome_id, seed),
    )
    result = run("compare", "hearts", "spades", "--seed", "3")
    assert result.exit_code == 0
    assert "decisions that matter" in result.output


def test_an_arrow_points_to_what_is_clearly_higher() -> None:
    low = invented_evaluation(get_genome("hearts"), "a")
    high = invented_evaluation(get_genome("hearts"), "a")
    metrics = dict(high.metrics) | {"drama": Metric("drama", 0.95, 0.9, 1.0, 10)}
    console = Console(width=140, record=True, file=io.StringIO())
    console.print(side_by_side(("A", "B"), (low, replace(high, metrics=metrics))))
    marked = [line for line in console.export_text().splitlines() if "▶" in line or "◀" in line]
    assert len(marked) == 1
    assert marked[0].split()[0] == "drama"
    assert "▶" in marked[0]


def test_colours_replace_the_marks_on_a_terminal() -> None:
    books = [build_rulebook(get_genome(name)) for name in ("hearts", "spades")]
    console = Console(width=100, record=True, file=io.StringIO(), force_terminal=True)
    console.print(rule_differences(compare_rulebooks(*books), colours=True))
    text = console.export_text(styles=True)
    assert "{+" not in text
    assert "\x1b[9;31m100" in text
