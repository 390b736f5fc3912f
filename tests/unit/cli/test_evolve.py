"""`darwindeck evolve`, with workers that make up their results."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from darwindeck.cli import app
from darwindeck.cli.bred import best_list
from darwindeck.evolution.runs.best import best_games
from darwindeck.evolution.runs.run import EvolutionRun
from darwindeck.evolution.runs.store import RunStore
from tests.support import fake_breeding

ROOT = Path(__file__).parents[3]
MADE_UP = f"""
from functools import partial
from darwindeck.cli import main
from darwindeck.evolution.runs.run import EvolutionRun
EvolutionRun.create = partial(EvolutionRun.create, performer={fake_breeding.NAME!r})
main()
"""
"""The command with workers that make up their results."""


@pytest.fixture(autouse=True)
def _made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("create", "open"):
        made_up = partial(getattr(EvolutionRun, name), performer=fake_breeding.NAME)
        monkeypatch.setattr(EvolutionRun, name, made_up)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "160"})


def evolve(*arguments: str) -> Result:
    return run("evolve", "--workers", "1", "--population", "6", *arguments)


def dump(name: str) -> str:
    with RunStore.open(Path(f"runs/{name}.run")) as store:
        return store.dump()


@pytest.mark.slow
def test_a_run_ends_with_its_best_games_and_what_to_do_with_them() -> None:
    result = evolve("--generations", "3", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert re.search(r"The best of \d+ elites after 3 generations", result.output)
    assert "Its rules: " in result.output
    pace = r"\d+ evaluations in \d+ s, .* in the core"
    assert re.search(pace, " ".join(result.output.split()))
    game = re.search(r"darwindeck rules (run-1:[a-z-]+)", result.output)
    assert game is not None
    assert run("rules", game.group(1)).exit_code == 0


def test_without_a_terminal_there_is_a_line_for_each_generation() -> None:
    result = evolve("--generations", "2")
    assert "saved in runs/run-1.run" in result.stderr
    assert "generation 1 of 2: " in result.stderr
    assert "generation 2 of 2: " in result.stderr
    assert "generation 1 of 2: " not in result.stdout


def test_quiet_says_nothing_before_the_end() -> None:
    result = evolve("--generations", "1", "--quiet")
    assert result.exit_code == 0
    assert result.stderr == ""


def test_rules_of_the_best_game_are_printed_on_request() -> None:
    arguments = ("--generations", "2", "--seed", "1")
    assert "THE END OF THE GAME" in evolve(*arguments, "--rules").output
    assert "THE END OF THE GAME" not in evolve(*arguments).output


def test_runs_are_numbered_or_named_and_kept_where_one_says() -> None:
    for _ in range(2):
        evolve("--generations", "1", "--quiet")
    evolve("--generations", "1", "--quiet", "--name", "mine", "--out", "elsewhere")
    assert sorted(path.name for path in Path("runs").glob("[!.]*")) == ["run-1.run", "run-2.run"]
    assert [path.name for path in Path("elsewhere").glob("[!.]*")] == ["mine.run"]
    assert run("best", "elsewhere/mine.run").exit_code == 0
    assert run("best", "elsewhere/mine").exit_code == 0


def test_one_seed_one_result() -> None:
    for seed in ("3", "3", "4"):
        evolve("--generations", "2", "--quiet", "--seed", seed)
    assert dump("run-1") == dump("run-2") != dump("run-3")


def test_a_finished_run_goes_on_when_a_later_end_is_given() -> None:
    evolve("--generations", "2", "--quiet", "--name", "short", "--seed", "1")
    again = run("evolve", "--resume", "short", "--workers", "1")
    assert again.exit_code == 0
    assert "short is finished" in again.stderr
    longer = run("evolve", "--resume", "short", "--generations", "3", "--workers", "1")
    assert longer.exit_code == 0
    assert "generation 3 of 3: " in longer.output
    assert "after 3 generations" in longer.output


@pytest.mark.parametrize("option", [("--seed", "1"), ("--style", "party"), ("--out", "x")])
def test_a_resumed_run_keeps_its_settings(option: tuple[str, str]) -> None:
    evolve("--generations", "1", "--quiet", "--name", "short")
    result = run("evolve", "--resume", "short", *option)
    assert result.exit_code == 2
    assert f"{option[0]} does not go with --resume" in " ".join(result.output.split())


@pytest.mark.slow
def test_ctrl_c_saves_everything_and_says_how_to_go_on() -> None:
    arguments = ["evolve", "--generations", "4000", "--population", "6", "--workers", "1"]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", MADE_UP, *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={
            **os.environ,
            "TERM": "xterm",
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
            "COLUMNS": "100",
        },
        # What a shell runs in the background is deaf to Ctrl-C, and so is all that it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(theirs)
    seen = b""
    # The display is drawn now and then: a quick generation may never be seen.
    while not any(int(number) > 2 for number in re.findall(rb"Generation (\d+) of 4000", seen)):
        seen += os.read(ours, 1000)
    process.send_signal(signal.SIGINT)
    try:
        while piece := os.read(ours, 1000):
            seen += piece
    except OSError:
        pass  # the terminal is gone when the program has ended
    written, _ = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in seen
    assert b"cells filled" in seen
    assert b"darwindeck evolve --resume run-1" in seen
    assert b"The best of" in written
    assert [path.name for path in Path("runs").glob("[!.]*")] == ["run-1.run"]
    with RunStore.open(Path("runs/run-1.run")) as store:
        assert not store.finished
        assert len(store.history()) >= 2


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--from", "heart"], "no game 'heart' in the library"),
        (["--near", "0.3"], "--near goes with --from GAME"),
        (["--keep", "$.setup"], "--keep goes with --from GAME"),
        (["--from", "hearts", "--keep", "$.widow"], "--keep: no part stands at $.widow"),
        (["--minutes-of-play", "10-30"], "the least and the most, such as 10..30, not '10-30'"),
        (["--minutes-of-play", "30..10"], "games of 30 to 10 minutes cannot be"),
    ],
)
def test_what_cannot_be_asked_for_is_named_with_what_would_be_right(
    asked: list[str], message: str
) -> None:
    result = evolve("--generations", "1", *asked)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_games_are_bred_from_what_was_named() -> None:
    result = evolve("--generations", "1", "--from", "hearts", "--from", "scopa", "--words", "600")
    assert result.exit_code == 0, result.output
    with RunStore.open(Path("runs/run-1.run")) as store:
        assert {game.name for game in store.games("given")} == {"Hearts", "Scopa"}
        assert store.settings["words"] == 600
    assert run("evolve", "--resume", "run-1", "--near", "0.2").exit_code == 2


def test_a_run_that_has_found_nothing_says_how_to_go_on() -> None:
    chosen = ["--generations", "1", "--population", "1", "--seed", "1"]
    result = run("evolve", "--workers", "1", *chosen)
    assert result.exit_code == 0
    assert "No game was found" in result.output
    assert "darwindeck evolve --resume run-1 --minutes 10" in " ".join(result.output.split())


def test_a_run_that_had_no_time_for_a_single_game_says_so() -> None:
    # It takes long to load a program where others use the machine, and the minutes go by.
    result = CliRunner().invoke(
        app, ["evolve", "--minutes", "3", "--quiet"], obj=time.monotonic() - 1000
    )
    assert result.exit_code == 0, result.output
    said = " ".join(result.output.split())
    assert "No game was finished in this time" in said
    assert "darwindeck evolve --resume run-1 --minutes 15" in said


def test_a_game_that_was_measured_only_once_is_marked() -> None:
    evolve("--generations", "2", "--seed", "1", "--quiet")
    with RunStore.open(Path("runs/run-1.run")) as store:
        found = best_games(store, 1)[0]
    assert found.is_sure
    once = replace(found, standing=replace(found.standing, evaluations=1))
    for item, count in ((found, 0), (once, 1)):
        written = StringIO()
        Console(file=written, width=120).print(best_list([item]))
        assert written.getvalue().count("Measured only once") == count


def test_what_time_did_not_allow_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EvolutionRun, "_is_late", lambda _: True)
    result = evolve("--generations", "2", "--seed", "1", "--quiet")
    assert "`darwindeck best run-1` also says what is new in them" in result.output
    assert "Unlike" not in result.output
    assert "Unlike" in run("best", "run-1").output
