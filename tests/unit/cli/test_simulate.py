"""What `darwindeck simulate` says about its games."""

from __future__ import annotations

import json
import math
import signal
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from darwindeck.cli import app
from darwindeck.cli import simulate as command
from darwindeck.cli.simulate import as_data, report, wilson
from darwindeck.genome.examples import get_genome
from darwindeck.simulation import Game, SimulationResult, simulate_game


def shown(game: Game, result: SimulationResult) -> str:
    console = Console(width=120, no_color=True)
    with console.capture() as capture:
        console.print(report(game, result))
    return capture.get()


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (5, 10, 0.23659, 0.76341),
        (1, 1000, 0.00018, 0.00564),
    ],
)
def test_intervals_are_those_of_wilson(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-5)


@pytest.mark.parametrize(("successes", "trials"), [(250, 1000), (3, 7), (999, 1000)])
def test_at_the_ends_of_an_interval_what_was_seen_is_just_likely_enough(
    successes: int, trials: int
) -> None:
    for end in wilson(successes, trials):
        deviation = math.sqrt(end * (1 - end) / trials)
        assert abs(successes / trials - end) / deviation == pytest.approx(1.959964, abs=1e-6)


def test_of_no_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_report_names_seats_wins_and_lengths() -> None:
    game = Game(get_genome("hearts"))
    result = simulate_game(game, 40, seed=3)
    text = shown(game, result)
    assert "Hearts: 40 games, played by random (seed 3)" in text
    for seat, wins in zip(game.seats, result.wins, strict=True):
        row = next(line for line in text.splitlines() if line.split()[:1] == [seat])
        assert row.split()[1] == str(wins)
        assert f"{wins / 40:.1%}" in row
    assert f"{result.decisions.mean:,.1f} ± {result.decisions.deviation:,.1f}" in text
    assert f"{result.forced:.1%}" in text


def test_a_team_game_is_reported_by_teams() -> None:
    game = Game(get_genome("euchre"))
    result = simulate_game(game, 30, seed=3)
    text = shown(game, result)
    row = next(line for line in text.splitlines() if "South and North" in line)
    assert row.split()[3] == str(result.team_wins[0])
    assert "West and East" in text


def test_players_who_change_seats_are_reported_by_themselves() -> None:
    game = Game(get_genome("hearts"))
    players = ["greedy", "random", "random", "random"]
    result = simulate_game(game, 40, players, seed=3, single_hand=True, rotate=True)
    text = shown(game, result)
    row = next(line for line in text.splitlines() if line.strip().startswith("1 greedy"))
    assert row.split()[2] == str(result.player_wins[0])
    assert "1 greedy" not in shown(game, simulate_game(game, 40, players, single_hand=True))


def test_data_hold_the_whole_result_and_an_interval_for_each_count() -> None:
    result = simulate_game(get_genome("euchre"), 30, seed=3)
    data = json.loads(json.dumps(as_data(result)))
    assert SimulationResult.from_dict(data["result"]) == result
    assert data["win_intervals"] == [list(wilson(wins, 30)) for wins in result.wins]
    assert len(data["team_win_intervals"]) == 2


def test_ctrl_c_shows_the_games_that_are_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []

    def interrupted(*arguments: object, **named: Any) -> SimulationResult:
        heard.append(named["progress"](10))
        signal.raise_signal(signal.SIGINT)
        heard.append(named["progress"](20))
        return simulate_game(get_genome("hearts"), 20)

    monkeypatch.setattr(command, "simulate_game", interrupted)
    result = CliRunner().invoke(app, ["simulate", "hearts"])
    assert heard == [True, False]
    assert result.exit_code == 130
    assert "Hearts: 20 games" in result.output
    assert "stopped: 20 of 1,000 games" in result.output


def test_a_second_ctrl_c_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **named: object) -> SimulationResult:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the second one interrupts")

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(command, "simulate_game", interrupted)
    result = CliRunner().invoke(app, ["simulate", "hearts"])
    assert result.exit_code == 130
    assert "stopped: 0 of 1,000 games" in result.output
    assert "Traceback" not in result.output
    assert signal.getsignal(signal.SIGINT) is before
