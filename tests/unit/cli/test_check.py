"""What `darwindeck check` makes of what the laws report."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from darwindeck import get_genome
from darwindeck.cli import app
from darwindeck.cli import check as command
from darwindeck.laws import LAWS, LawReport, Tally, Violation
from darwindeck.simulation import Game, MatchLog
from darwindeck.simulation.state import Start

NOTHING = Tally(LAWS[1], 0, 0)


def told(monkeypatch: pytest.MonkeyPatch, violations: int, *arguments: str) -> Result:
    """The output when so many violations of one law are found; another law never applied."""
    found = Violation(LAWS[0], "a card lies in two places", 3, Start(17, False, None, None), ())
    tallies = (Tally(LAWS[0], 7001, violations), NOTHING)
    report = LawReport("hearts", 10, 7000, 120, (found,) * violations, 4, tallies)
    monkeypatch.setattr(command, "check_game", lambda *arguments, **named: report)
    return CliRunner().invoke(app, ["check", "hearts", *arguments], env={"COLUMNS": "160"})


def test_a_sound_game_that_keeps_the_laws_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    result = told(monkeypatch, 0)
    assert result.exit_code == 0
    assert "valid and complete" in result.output
    assert "10 games and 4 hands from stacked decks with 7,000 decisions" in result.output
    assert "none broken" in result.output


def test_each_law_is_listed_with_how_often_it_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = told(monkeypatch, 0).output.splitlines()
    assert any("7,001" in line and LAWS[0].sentence in line for line in lines)
    assert any("never" in line and LAWS[1].name in line for line in lines)
    assert any("(1 never applied)" in line for line in lines)


def test_a_broken_law_is_told_with_a_log_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    result = told(monkeypatch, 1)
    assert result.exit_code == 1
    assert "a card lies in two places" in result.output
    assert "\ndarwindeck log, edition 2.0\ngame hearts " in result.output
    assert "\nseed 17\n" in result.output


def test_of_many_violations_of_a_law_one_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    result = told(monkeypatch, 13)
    assert result.exit_code == 1
    assert result.output.count("darwindeck log, edition 2.0") == 1
    assert "broken 13 times" in result.output


def test_counterexamples_are_written_and_can_be_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    result = told(monkeypatch, 1, "--logs", str(tmp_path / "logs"))
    assert result.exit_code == 1
    (file,) = (tmp_path / "logs").iterdir()
    assert file.name == "hearts-cards.log"
    again = CliRunner().invoke(app, ["replay", str(file)])
    assert again.exit_code == 0, again.output
    assert "0 moves, digest" in again.output


def test_a_logged_game_is_looked_at_instead(tmp_path: Path) -> None:
    log = MatchLog.of(Game(get_genome("hearts")).deal(3)).state
    for number in range(9):
        log = log.apply(log.choose("random", seed=number))
    path = tmp_path / "match.log"
    path.write_text(MatchLog.of(log).to_text(), encoding="utf-8")
    run = CliRunner()
    result = run.invoke(app, ["check", "hearts", "--log", str(path)], env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    assert "1 game with 9 decisions" in result.output
    assert run.invoke(app, ["check", "hearts", "uno", "--log", str(path)]).exit_code == 2
    wrong = run.invoke(app, ["check", "spades", "--log", str(path)])
    assert wrong.exit_code == 2
    assert "with the rules" in wrong.output


def test_ctrl_c_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **named: object) -> LawReport:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "check_game", interrupted)
    result = CliRunner().invoke(app, ["check", "hearts"])
    assert result.exit_code == 130
    assert "Traceback" not in result.output
