"""The commands that play: simulate, play, check and bench, as a user meets them."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from darwindeck.cli import app
from darwindeck.genome.codec import to_json
from darwindeck.genome.examples import create_hearts_genome
from darwindeck.simulation import SimulationResult, simulate_game


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "darwindeck", *arguments]


# --- simulate ------------------------------------------------------------------------------------


def test_simulate_sums_games_up() -> None:
    result = run("simulate", "hearts", "--games", "20", "--seed", "4")
    assert result.exit_code == 0, result.output
    assert "Hearts: 20 games, played by random (seed 4)" in result.output
    assert "stopped by the limit" in result.output


def test_simulate_writes_json_that_python_reads_back() -> None:
    result = run("simulate", "hearts", "--games", "20", "--seed", "4", "--hands", "--json")
    data = json.loads(result.stdout)
    expected = simulate_game(create_hearts_genome(), 20, seed=4, single_hand=True)
    assert SimulationResult.from_dict(data["result"]) == expected


def test_simulate_gives_the_same_result_with_any_number_of_threads() -> None:
    outputs = {
        run("simulate", "euchre", "--games", "300", "--threads", str(threads), "--json").stdout
        for threads in (1, 2, 5)
    }
    assert len(outputs) == 1


def test_simulate_takes_files_options_and_players_for_each_seat(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(to_json(create_hearts_genome()))
    players = "greedy,random,random,random"
    result = run("simulate", str(file), "--games", "5", "--hands", "--players", players, "--json")
    assert json.loads(result.stdout)["result"]["players"] == players.split(",")
    assert run("simulate", "pidro", "--games", "2", "--option", "fourteen=nobody").exit_code == 0


def test_simulate_tells_one_game_move_by_move() -> None:
    result = run("simulate", "euchre", "--show", "--hands", "--seed", "3")
    assert result.exit_code == 0, result.output
    assert result.output.count("  Trick ") == 5
    assert result.output.rstrip().endswith("win the game.")


def hear_ctrl_c() -> None:
    """What a shell runs in the background is deaf to Ctrl-C, and so is all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_simulate_stops_at_ctrl_c() -> None:
    """Once the bar is on the screen, Ctrl-C ends it with what there is, and exit code 130."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command("simulate", "hearts", "--games", "2000000000", "--hands", "--json"),
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
        preexec_fn=hear_ctrl_c,
    )
    os.close(theirs)
    seen = b""
    while b"playing" not in seen:
        seen += os.read(ours, 1000)
    process.send_signal(signal.SIGINT)
    try:
        while piece := os.read(ours, 1000):
            seen += piece
    except OSError:
        pass  # the terminal is gone when the program has ended
    written, _ = process.communicate()
    assert process.returncode == 130
    result = SimulationResult.from_dict(json.loads(written)["result"])
    assert f"stopped: {result.games_played:,} of 2,000,000,000 games".encode() in seen
    assert b"Traceback" not in seen


# --- play ----------------------------------------------------------------------------------------


def test_play_takes_piped_moves_and_ends_politely() -> None:
    result = run("play", "hearts", "--seed", "5", "--opponents", "random", typed="1\n2\nhint\n")
    assert result.exit_code == 0, result.output
    assert "Hearts: you are South" in result.output
    assert result.output.count("Your hand: ") == 1
    assert "Pass one more to " in result.output
    assert "Hint: " in result.output
    assert "You leave the table" in result.output


def test_play_goes_on_with_a_saved_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = run(
        "play", "hearts", "--seat", "West", "--seed", "5", typed=f"1\n1\nsave {file}\nlook\nquit\n"
    )
    assert first.exit_code == 0, first.output
    second = run("play", "--resume", str(file), typed="quit\n")
    assert second.exit_code == 0, second.output
    assert "you are West" in second.output
    table = first.output[first.output.rindex("Hearts, hand 1") : first.output.rindex("You leave")]
    assert table.replace("> ", "").strip() in second.output.replace("> ", "")


def test_play_shows_letters_where_there_are_no_symbols() -> None:
    result = subprocess.run(
        command("play", "hearts", "--seed", "5"),
        input=b"log\nrules scoring\nquit\n",
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert result.returncode == 0, result.stderr
    text = result.stdout.decode("ascii")
    hand = next(line for line in text.splitlines() if line.startswith("Your hand: "))
    assert all(card[-1] in "cdhs" for card in hand.removeprefix("Your hand: ").split())
    assert "\x1b" not in text


def test_play_ends_at_ctrl_c_with_130() -> None:
    with subprocess.Popen(
        command("play", "hearts", "--seed", "5"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=hear_ctrl_c,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        seen = b""
        while b"\n> " not in seen:
            seen += os.read(process.stdout.fileno(), 1000)
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate()
    assert process.returncode == 130
    assert b"You leave the table" in rest
    assert b"Traceback" not in errors


# --- check ---------------------------------------------------------------------------------------


def test_check_reports_problems_before_it_plays(tmp_path: Path) -> None:
    data = create_hearts_genome().to_dict()
    data["setup"]["deal"][0]["packets"] = [14]
    file = tmp_path / "greedy.json"
    file.write_text(json.dumps(data))
    result = run("check", str(file))
    assert result.exit_code == 1
    assert "deal-exceeds-deck" in result.output
    assert "decisions" not in result.output


# --- bench ---------------------------------------------------------------------------------------


def test_bench_measures_the_games_that_are_named() -> None:
    result = run("bench", "hearts", "war", "--seconds", "0.02", "--hands", "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert list(data) == ["hearts", "war"]
    assert data["hearts"]["decisions_per_game"] == 64
    assert data["hearts"]["games_per_second"] > 0
    assert "hearts" in run("bench", "hearts", "--seconds", "0.02", "--hands").output


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "heards"], "did you mean `hearts`?"),
        (["simulate", "hearts", "--games", "0"], "--games"),
        (["simulate", "hearts", "--players", "wizard"], "is no player"),
        (["simulate", "hearts", "--players", "random,random"], "one for each of 4"),
        (["simulate", "hearts", "--seed", "-1"], "--seed"),
        (["simulate", "hearts", "--option", "moon=old"], "no option 'moon'"),
        (["simulate", "hearts", "--show", "--json"], "without --json"),
        (["simulate", "hearts", "--show", "--players", "wizard"], "is no player"),
        (["simulate", "hearts", "--show", "--players", "random,random"], "one for each of 4"),
        (["play"], "name a game to play"),
        (["play", "hearts", "--seat", "Northwest"], "seats are 1 (South), 2 (West)"),
        (["play", "hearts", "--seat", "5"], "there is no seat '5'"),
        (["play", "hearts", "--opponents", "wizard"], "is no player"),
        (["play", "hearts", "--opponents", "random,random"], "one for each of 3"),
        (["play", "hearts", "--resume", "x.json"], "not both"),
        (["play", "--resume", "nowhere.json"], "cannot read nowhere.json"),
        (["play", "--resume", "."], "not a regular file"),
        (["check", "nowhere.json"], "cannot read nowhere.json"),
        (["check", "hearts", "--players", "wizard"], "is no player"),
        (["check", "hearts", "--players", "random,random"], "one for each"),
        (["bench", "heards"], "did you mean `hearts`?"),
    ],
)
def test_a_mistake_gets_one_clear_message(arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert says in " ".join(result.output.split())
    assert "Traceback" not in result.output


@pytest.mark.parametrize("content", [b"", b"clubs", b"[]", b"{}", b"\xff\xfe", b'{"format": 1}'])
@pytest.mark.parametrize("arguments", [["simulate"], ["check"], ["play"], ["play", "--resume"]])
def test_nonsense_ends_in_one_message(content: bytes, arguments: list[str], tmp_path: Path) -> None:
    file = tmp_path / "nonsense.json"
    file.write_bytes(content)
    result = run(*arguments, str(file))
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "nonsense.json" in result.output.replace("\n", "")
    assert len(result.output) < 5_000


def test_a_game_file_whose_moves_are_not_legal_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "hearts", "--seed", "5", typed=f"1\nsave {file}\n")
    data = json.loads(file.read_text(encoding="utf-8"))
    data["moves"][0]["code"] = "12345"
    file.write_text(json.dumps(data))
    result = run("play", "--resume", str(file))
    assert result.exit_code == 2
    assert "no saved game" in " ".join(result.output.split())
