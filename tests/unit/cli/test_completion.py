"""What the shell offers for a word that is half typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from darwindeck.cli import app
from darwindeck.genome.codec import to_json
from darwindeck.genome.examples import get_genome
from darwindeck.library import library_ids


def offered(*words: str) -> list[str]:
    """What bash is offered for the last of these words."""
    result = CliRunner().invoke(
        app,
        prog_name="darwindeck",
        env={
            "_DARWINDECK_COMPLETE": "complete_bash",
            "COMP_WORDS": "\n".join(["darwindeck", *words]),
            "COMP_CWORD": str(len(words)),
        },
    )
    return result.stdout.split()


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        (["ga"], ["games"]),
        (["play", "he"], ["hearts"]),
        (["rules", "pi"], [name for name in library_ids() if name.startswith("pi")]),
        (["check", "hearts", "old"], ["old-maid"]),
        (["compare", "hearts", "eu"], ["euchre"]),
        (["play", "hearts", "--seat", "W"], ["West"]),
        (["play", "hearts", "--opponents", "random,se"], ["random,search"]),
        (["play", "hearts", "--opponents", "c"], []),
        (["simulate", "hearts", "--players", "c"], ["cheat"]),
        (["games", "--kind", "so"], ["solo"]),
        (["rules", "solitaire", "--option", "tu"], ["turned=three", "turned=one"]),
        (["rules", "solitaire", "--option=tu"], ["turned=three", "turned=one"]),
        (["rules", "nowhere", "--option", "tu"], []),
    ],
)
def test_the_shell_offers_what_fits(words: list[str], offers: list[str]) -> None:
    assert offered(*words) == offers


def test_files_are_offered_and_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hearty.json").write_text(to_json(get_genome("solitaire")))
    (tmp_path / "herrings.txt").write_text("")
    assert offered("play", "he") == ["hearts", "hearty.json"]
    assert offered("play", "./") == ["./hearty.json"]
    assert offered("rules", "hearty.json", "--option", "tu") == ["turned=three", "turned=one"]
    assert offered("play", "hearty.json", "--seat", "") == ["Player", "1"]


def test_runs_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert offered("best", "") == []
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "run-7.run").write_text("")
    assert offered("best", "ru") == ["run-7"]
