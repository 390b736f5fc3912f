"""A game may be a Python file, which is run only if it is trusted."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from darwindeck.cli.app import app

GAME = """
from darwindeck.genome import *

def longer() -> GameGenome:
    from dataclasses import replace
    hearts = get_genome("hearts")
    return replace(hearts, genome_id="longer", name="Longer Hearts", max_turns=9000)

def helper(genome: GameGenome) -> GameGenome:
    return genome
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "longer.py"
    path.write_text(GAME)
    return path


def run(*words: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize("command", ["rules", "show", "validate", "games"])
def test_a_trusted_program_is_a_game(program: Path, command: str) -> None:
    assert "onger" in run(command, program, "--trust")


def test_a_program_may_be_where_any_game_is(program: Path, tmp_path: Path) -> None:
    run("new", "Mine", "--like", program, "--trust", "-o", tmp_path / "mine.json")
    assert "Longer Hearts" in run("compare", program, tmp_path / "mine.json", "--trust")


def test_nothing_is_run_unless_it_is_trusted(program: Path, tmp_path: Path) -> None:
    program.write_text(f"import os; os.mkdir({str(tmp_path / 'trace')!r})\n{GAME}")
    run("rules", "hearts", "--trust")
    assert "--trust" in run("rules", program, code=2)
    assert not (tmp_path / "trace").exists()
    run("rules", program, "--trust")
    assert (tmp_path / "trace").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "it defines none"),
        (f"{GAME}\ndef other() -> GameGenome: ...", "it defines `longer`, `other`"),
        ("1 / 0", "ZeroDivisionError"),
        ("exit()", "SystemExit"),
        ("def create_x_genome(): return 1", "returns no GameGenome"),
        (GAME.replace("9000", "-1"), "max_turns"),
    ],
)
def test_a_program_that_makes_no_game_is_told(program: Path, text: str, told: str) -> None:
    program.write_text(text)
    assert told in run("rules", program, "--trust", code=2)
