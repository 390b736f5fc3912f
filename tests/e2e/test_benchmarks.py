"""The benchmarks run, and compare what can be compared."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks import face_up, instructions, ladder, speed
from benchmarks.outside.blackjack import CALLS, standing
from benchmarks.outside.contest import Book, Contest, hold, reach, verdict
from darwindeck.cli.measuring import Gauge
from darwindeck.genome.validator import GenomeValidator
from darwindeck.library import get_genome
from darwindeck.simulation import Game


def test_every_setting_is_a_sound_game_of_the_library() -> None:
    for setting in speed.SETTINGS:
        assert GenomeValidator.validate(setting.genome()) == [], setting.title
    assert len({setting.title for setting in speed.SETTINGS}) == len(speed.SETTINGS)


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_yardstick_is_compiled_and_timed(tmp_path: Path) -> None:
    program = speed.compiled(tmp_path)
    assert program is not None
    few, many = (speed.in_c(program, "hearts")(games) for games in (100, 100_000))
    assert 0 < few < many


def test_without_a_compiler_the_yardstick_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert speed.compiled(tmp_path) is None
    assert "no C compiler" in capsys.readouterr().err


def test_deals_won_face_up_are_told_as_a_share_of_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        won = {"10": 0, "1000": 5}[command[-1]]
        assert command[2:4] == ["7", "20"], "the first deal and how many"
        return subprocess.CompletedProcess(command, 0, stdout=f"{won} 999\n", stderr="")

    monkeypatch.setattr(subprocess, "run", run)
    line = face_up.line(tmp_path / "solve", "freecell", 7, 20, [10, 1000])
    assert line == "| FreeCell | 0.0 ± 0.0 | 25.0 ± 9.7 | 0 |"


def test_without_what_counts_instructions_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert instructions.counter(tmp_path) is None
    assert "no valgrind" in capsys.readouterr().err


def test_instructions_are_those_of_the_games_between_two_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        games = int(command[-1]) if command[0] == "valgrind" else 0
        told = f"==1== Collected : {1000 + 70 * games}"
        return subprocess.CompletedProcess(command, 0, stdout=str(7 * games), stderr=told)

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", run)
    count = instructions.counter(tmp_path)
    assert count is not None
    assert count(speed.SETTINGS[0].genome(), False) == pytest.approx(10.0)
    assert count.of_a_game(speed.SETTINGS[0].genome(), False) == pytest.approx(70.0)


def test_the_table_of_all_games_is_read_downwards() -> None:
    found = {"Hearts": 300.0, "War": 100.4, "Whist": 200.0, "UNO": 12_345.0}
    assert instructions.table(found).splitlines() == [
        "| game | instructions | game | instructions | game | instructions |",
        "|---|--:|---|--:|---|--:|",
        "| War | 100 | Hearts | 300 |  |  |",
        "| Whist | 200 | UNO | 12,345 |  |  |",
    ]


def test_the_yardstick_counts_each_deal_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command[-1])
        told = f"==1== Collected : {500 + 30 * int(command[5])}"
        return subprocess.CompletedProcess(command, 0, stdout="", stderr=told)

    monkeypatch.setattr(subprocess, "run", run)
    assert instructions.of_a_game_in_c(tmp_path, "war") == pytest.approx(30.0)
    assert set(asked) == {"once"}
    setting = next(item for item in speed.SETTINGS if item.yardstick == "war")
    contest = speed.Contest(setting, None, None)
    assert contest.to_yardstick_in_instructions is None
    contest.instructions_a_game = (75.0, 30.0)
    assert contest.to_yardstick_in_instructions == pytest.approx(2.5)


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_yardstick_plays_the_same_without_dealing_again(tmp_path: Path) -> None:
    program = speed.compiled(tmp_path)
    assert program is not None

    def figures(*words: str) -> dict[str, object]:
        command = [str(program), "war", "100", "1", *words]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        figures: dict[str, object] = json.loads(done.stdout)
        return figures

    once, twice = figures("once"), figures()
    assert once["checksum"] == twice["checksum"]


def test_figures_are_written_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(speed, "installed_openspiel", lambda: None)
    assert speed.main(["hearts", "--seconds", "0.05", "--json"]) == 0
    (figures,) = json.loads(capsys.readouterr().out).values()
    assert figures["decisions_per_game"] == 52
    assert figures["times_openspiel_in_games"] is None
    if shutil.which("cc"):
        assert figures["times_the_yardstick"] > 0


def test_the_ratios_are_those_of_the_times() -> None:
    setting = next(item for item in speed.SETTINGS if item.title.startswith("hearts"))
    contest = speed.Contest(setting, None, None)
    assert contest.to_yardstick is None
    assert contest.to_openspiel is None
    contest.ours.one.seconds = 3e-6
    contest.yardstick, contest.openspiel = Gauge(float), Gauge(float)
    contest.yardstick.seconds, contest.openspiel.seconds = 1.5e-6, 12e-6
    contest.openspiel_decisions = 26.0
    assert contest.to_yardstick == pytest.approx(2.0)
    contest.ours.several.seconds = contest.ours.search.seconds = contest.ours.load.seconds = 1.0
    contest.ours._decided[:] = [1, 52]
    assert contest.to_openspiel == pytest.approx((4.0, 8.0))


@pytest.mark.parametrize("arguments", [["heards"], ["--seconds", "0"], ["--seconds", "1e9"]])
def test_nonsense_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        speed.main(arguments)
    assert stop.value.code == 2


# --- held against others --------------------------------------------------------------------------


def test_a_contest_ends_when_it_is_decided_and_goes_on_where_it_was_left(tmp_path: Path) -> None:
    played: list[int] = []

    def play(player: str, number: int) -> dict[str, float]:
        played.append(number)
        return {"points": 3.0 + number % 3}

    contest = Contest("Any game", "anybody", play, ("points",))
    path = tmp_path / "book.json"
    left = hold(contest, "random", 4, 60.0, Book(path))
    assert played == [0, 1, 2, 3]
    assert left.endswith("> 0: open |")
    ended = hold(contest, "random", 100, 60.0, Book(path))
    assert played == list(range(10))
    assert "| 10 | points 3.90" in ended
    assert ended.endswith("> 0: yes |")


def test_a_contest_is_decided_by_what_is_far_from_the_bound_alone() -> None:
    even = [1.0, -1.0] * 50
    assert verdict(even, (">", 0.0)) == "open"
    assert verdict([x + 1 for x in even], (">", 0.0)) == "yes"
    assert verdict([x - 1 for x in even], (">", 0.0)) == "no"
    assert verdict([x - 1 for x in even], ("<", 0.0)) == "yes"
    assert reach(even) > reach(even * 4) > 0


def test_exact_play_at_blackjack_is_what_the_books_say() -> None:
    def cards(*worths: int) -> tuple[int, ...]:
        return tuple(worths.count(worth) for worth in range(1, 11))

    nothing_else = cards()

    def best(own: tuple[int, ...], shown: int) -> str:
        return max(CALLS, key=lambda name: CALLS[name](own, shown - 1, nothing_else))

    assert best(cards(5, 6), 6) == "double_down"
    assert best(cards(10, 6), 7) == "hit"
    assert best(cards(10, 6), 6) == "stand"
    assert best(cards(10, 2), 3) == "hit"
    assert best(cards(10, 2), 5) == "stand"
    assert best(cards(1, 7), 9) == "hit"
    assert best(cards(1, 7), 8) == "stand"
    assert standing(cards(10, 10), 5, nothing_else) == pytest.approx(0.70, abs=0.02)


@pytest.mark.parametrize("name", ["schnapsen", "simple-poker", "solitaire"])
def test_a_step_of_the_ladder_goes_on_where_it_was_left(name: str, tmp_path: Path) -> None:
    """What was played is not played again, and more deals are added to it."""
    game, pair = Game(get_genome(name)), ("easy", "random")
    file = tmp_path / "ladder.json"
    told = [ladder.cell(game, pair, deals, 60.0, 3, Book(file)) for deals in (1, 1, 2)]
    assert told[0] == told[1] != told[2]
    assert told[0].endswith("(1)")
    assert told[2].endswith("(2)")
    assert told[2] == ladder.cell(game, pair, 2, 60.0, 3, Book(None))
    [rows] = json.loads(file.read_text(encoding="utf-8")).values()
    assert len(rows) == 2
