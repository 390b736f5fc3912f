"""What `darwindeck check` makes of what the laws report."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from darwindeck.cli import app
from darwindeck.cli import check as command
from darwindeck.laws import LAWS, LawReport, Violation
from darwindeck.simulation.state import Start


def told(monkeypatch: pytest.MonkeyPatch, violations: int) -> tuple[int, str]:
    """Exit code and output when so many violations are found."""
    found = Violation(LAWS[0], "a card lies in two places", 3, Start(17, False, None, None), ())
    report = LawReport("hearts", 10, 7000, 120, (found,) * violations)
    monkeypatch.setattr(command, "check_game", lambda *arguments, **named: report)
    result = CliRunner().invoke(app, ["check", "hearts"])
    return result.exit_code, result.output


def test_a_sound_game_that_keeps_the_laws_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    code, text = told(monkeypatch, 0)
    assert code == 0
    assert "valid and complete" in text
    assert "10 games with 7,000 decisions" in text


def test_a_broken_law_is_told_with_what_is_needed_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, text = told(monkeypatch, 1)
    assert code == 1
    assert "a card lies in two places" in text
    assert "seed 17" in text


def test_of_many_violations_only_some_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    code, text = told(monkeypatch, 13)
    assert code == 1
    assert text.count("a card lies in two places") == 10
    assert "and 3 more" in text


def test_ctrl_c_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **named: object) -> LawReport:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "check_game", interrupted)
    result = CliRunner().invoke(app, ["check", "hearts"])
    assert result.exit_code == 130
    assert "Traceback" not in result.output
