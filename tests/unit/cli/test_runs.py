"""Runs as the command line shows them, sound and damaged."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from darwindeck.cli import app
from darwindeck.evolution.runs.lock import RunLock
from darwindeck.evolution.runs.store import RunStore
from tests.support.runs import hostile, small_games, small_run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def demo() -> Path:
    return small_run(Path("runs/demo.run"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "160"})


def said(result: Result) -> str:
    return " ".join(result.output.split())


def test_runs_are_listed_with_state_best_game_and_size(demo: Path) -> None:
    small_run(Path("runs/half.run"), finished=False)
    Path("runs/odd.run").write_bytes(b"no run at all")
    result = run("runs")
    assert result.exit_code == 0
    lines = {line.split()[0]: line for line in result.output.splitlines() if line.strip()}
    assert "finished" in lines["demo"]
    shown = re.search(r"Coralette  (\d+) of 100", run("best", "demo", "-n", "1").output)
    assert shown is not None
    assert f"Coralette, {shown[1]}" in lines["demo"]
    assert "kB" in lines["demo"] or "MB" in lines["demo"]
    assert "interrupted" in lines["half"]
    assert "damaged" in lines["odd"]


def test_a_run_that_somebody_works_on_is_running_and_can_be_read() -> None:
    path = small_run(Path("runs/busy.run"), finished=False)
    lock = RunLock(path)
    try:
        assert "running" in run("runs").output
        assert "Coralette" in run("best", "busy").output
    finally:
        lock.release()


def test_a_run_is_read_while_another_process_writes_it(demo: Path) -> None:
    script = (
        "import sqlite3, sys\n"
        f"c = sqlite3.connect({str(demo)!r}, isolation_level=None)\n"
        "c.execute('BEGIN IMMEDIATE')\n"
        "c.execute(\"INSERT INTO facts VALUES ('x', '1')\")\n"
        "print('writing', flush=True)\n"
        "sys.stdin.readline()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "writing\n"
        result = run("best", "demo")
        writer.communicate("\n")
    assert result.exit_code == 0
    assert "Coralette" in result.output


def test_no_runs_is_no_error() -> None:
    result = run("runs")
    assert result.exit_code == 0
    assert "`darwindeck evolve` makes one" in result.output


def test_the_best_games_are_told_in_words(demo: Path) -> None:
    text = said(run("best", "demo", "-n", "1"))
    assert "1. Coralette" in text
    assert re.search(r"Its rules: [a-z ]+ from Scopa", text)
    assert "Most like " in text
    assert "with 40 cards" in text
    assert "+ " in text
    assert "evaluations in 30 s" in text
    assert "darwindeck rules demo:coralette" in text
    assert "2. " not in text


def test_the_best_games_as_json(demo: Path) -> None:
    data = json.loads(run("best", "demo", "--json").output)
    assert data[0]["name"] == "Coralette"
    assert set(data[0]["descends_from"]) == {"Scopa", "Hearts"}
    assert data[0]["descends_from"]["Scopa"] > 0.5
    assert len(data[0]["new"]) <= 2
    assert 0 < data[0]["verdict"]["score"] < 1


def test_without_a_name_the_newest_run_is_meant(demo: Path) -> None:
    assert run("best").output == run("best", "demo").output
    assert run("rules", ":tamavel").output == run("rules", "demo:tamavel").output


def test_every_command_takes_a_game_of_a_run(demo: Path) -> None:
    assert run("rules", "demo:tamavel").output.startswith("# Tamavel")
    assert run("rules", "demo:TAMAVEL").output == run("rules", "runs/demo.run:tamavel").output
    assert run("validate", "demo:tamavel").exit_code == 0
    assert json.loads(run("show", "demo:tamavel", "--format", "json").output)["name"] == "Tamavel"
    assert run("simulate", "demo:tamavel", "--games", "1", "--hands").exit_code == 0


def test_a_lineage_tells_each_step(demo: Path) -> None:
    result = run("lineage", "demo:coralette")
    assert result.exit_code == 0
    order = [
        result.output.index(name)
        for name in ("Coralette", "Tamavel  ", "Balodine", "Scopa", "Hearts")
    ]
    assert order == sorted(order)
    assert "the queen of spades costs 20" in result.output
    assert "now: The queen of spades in a trick scores 20 points" in result.output
    assert "├─╮" in result.output
    assert "scores 20 points" not in run("lineage", "demo:coralette", "--no-rules").output


def test_a_report_is_one_page(demo: Path) -> None:
    result = run("report", "demo", "-o", "page.html")
    assert result.exit_code == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "Coralette" in page


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["best", "dema"], "did you mean `demo`?"),
        (["best", "runs/none.run"], "there is no such file"),
        (["rules", "demo:tamavell"], "did you mean `tamavel`?"),
        (["rules", "dema:tamavel"], "did you mean `demo`?"),
        (["rules", "demo:"], "RUN:NAME"),
        (["lineage", "hearts"], "RUN:NAME"),
        (["report", "demo", "-o", "nowhere/page.html"], "cannot write nowhere/page.html"),
        (["evolve", "--resume", "dema"], "did you mean `demo`?"),
        (["evolve", "--style", "balance"], "did you mean `balanced`?"),
        (["evolve", "--effort", "huge"], "there are: glance, inspection, quick"),
        (["evolve", "--name", "../x"], "cannot be called"),
        (["evolve", "--name", "demo"], "exists already"),
        (["evolve", "--out", "demo-file"], "cannot write demo-file/run-1.run"),
    ],
)
def test_a_mistake_gets_one_clear_message(demo: Path, arguments: list[str], says: str) -> None:
    Path("demo-file").write_text("not a folder")
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in said(result)
    assert "Traceback" not in result.output


def test_a_run_that_another_process_works_on_is_not_resumed() -> None:
    path = small_run(Path("runs/busy.run"), finished=False)
    lock = RunLock(path)
    try:
        result = run("evolve", "--resume", "busy")
    finally:
        lock.release()
    assert result.exit_code == 2
    assert "another process" in said(result)


@pytest.mark.parametrize("command", ["best", "report", "lineage"])
@pytest.mark.parametrize("damage", ["cut", "other", "text", "game", "evaluation", "settings"])
def test_a_damaged_run_ends_in_one_message(demo: Path, damage: str, command: str) -> None:
    _damage(demo, damage)
    argument = "demo:coralette" if command == "lineage" else "demo"
    result = run(command, argument)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    # A lineage reads neither evaluations nor settings.
    unread = command == "lineage" and damage in ("evaluation", "settings")
    assert (result.exit_code == 0) == unread
    if not unread:
        assert "demo.run" in said(result)


def _damage(path: Path, damage: str) -> None:
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:9000])
    elif damage == "text":
        path.write_text("a run, surely")
    elif damage == "other":
        path.unlink()
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE t (x)")
        other.close()
    else:
        table, column = {
            "game": ("games", "text"),
            "evaluation": ("evaluations", "evaluation"),
            "settings": ("facts", "value"),
        }[damage]
        with sqlite3.connect(path) as run:
            run.execute(f"UPDATE {table} SET {column} = '[1, 2'")
        run.close()


def test_texts_of_a_strange_run_do_nothing_to_the_terminal() -> None:
    text = "[red]x[/red]\x1b]0;owned\x07<script>alert(1)</script>"
    games = [
        replace(hostile(game, text), name=f"{text}{place}", genome_id=f"g{place}")
        for place, game in enumerate(small_games())
    ]
    small_run(Path("runs/strange.run"), games)
    for command in (["runs"], ["best", "strange"], ["lineage", "strange:g4"]):
        result = run(*command)
        assert result.exit_code == 0, result.output
        assert "\x1b" not in result.output
        assert "\x07" not in result.output
        assert "[red]x" in result.output
    run("report", "strange", "-o", "page.html")
    assert "<script" not in Path("page.html").read_text(encoding="utf-8")


def test_the_store_is_left_as_it_was(demo: Path) -> None:
    with RunStore.open(demo) as store:
        before = store.dump()
    for command in (["runs"], ["best", "demo"], ["lineage", "demo:tamavel"], ["report", "demo"]):
        run(*command)
    with RunStore.open(demo) as store:
        assert store.dump() == before


def test_stages_are_counted_in_words_and_as_json(demo: Path) -> None:
    text = said(run("stages", "demo"))
    assert "proposed" in text
    assert "passed random players" in text
    data = json.loads(run("stages", "demo", "--json").output)
    assert data["proposals"] >= data["stages"][0]["passed"] >= data["stages"][-1]["passed"]
    assert "stopped most" in text
    assert data["families"]
