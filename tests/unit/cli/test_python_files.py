"""A file of Python is a game wherever one is named, once the user trusts it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from darwindeck.cli import main, python_files

WRITTEN = """
from __future__ import annotations
from dataclasses import replace
from darwindeck.genome import GameGenome, get_genome

def whist() -> GameGenome:
    return replace(get_genome("whist"), name="My Whist")
"""
OTHER = """
def other() -> GameGenome:
    return get_genome("war")
"""


@pytest.fixture(autouse=True)
def _nothing_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_files, "_trusted", False)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["darwindeck", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)


def written(folder: Path, text: str = WRITTEN) -> str:
    path = folder / "mine.py"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("first", [True, False])
def test_a_trusted_file_is_a_game(
    first: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["rules", written(tmp_path)]
    arguments.insert(0 if first else 2, "--trust")
    assert run(monkeypatch, *arguments) == 0
    assert capsys.readouterr().out.startswith("# My Whist")


def test_nothing_is_run_without_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "trace"
    path = written(tmp_path, f"open({str(trace)!r}, 'w')\n{WRITTEN}")
    assert run(monkeypatch, "rules", path) == 2
    assert "--trust" in capsys.readouterr().err
    assert not trace.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it has none"),
        (
            WRITTEN + WRITTEN.partition("genome\n")[2].replace("whist()", "other()"),
            "it has other, whist",
        ),
        (WRITTEN.replace("return replace", "return 3 or replace"), "makes a int, not a GameGenome"),
        ("raise KeyError('x')", "does not run: KeyError"),
    ],
)
def test_what_makes_no_game_is_refused_with_a_sentence(
    text: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, "--trust", "rules", written(tmp_path, text)) == 2
    assert message in " ".join(capsys.readouterr().err.split())
