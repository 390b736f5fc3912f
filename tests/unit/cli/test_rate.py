"""`darwindeck rate` adds to the file of ratings, and tells what it holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from darwindeck import get_genome
from darwindeck.cli.app import app
from darwindeck.genome.checked import check
from darwindeck.ratings import read_ratings


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("darwindeck.ratings.ratings_file", lambda: tmp_path / "ratings.jsonl")
    monkeypatch.setattr("darwindeck.cli.rate.ratings_file", lambda: tmp_path / "ratings.jsonl")


def rate(*words: str) -> Result:
    return CliRunner().invoke(app, ["rate", *words])


def test_what_is_said_is_kept_and_told(tmp_path: Path) -> None:
    assert "not been rated" in rate("hearts").output
    assert rate("hearts", "8", "--again", "--line", "fine").exit_code == 0
    told = rate("hearts", "5", "--never-again").output
    assert "6.5 of 10 in two ratings" in told
    assert "1 of 2 would play it again" in told
    assert "fine" in told
    kept = read_ratings(tmp_path / "ratings.jsonl").of(check(get_genome("hearts")).key)
    assert [(rating.rating, rating.again) for rating in kept] == [(8, True), (5, False)]
    assert "not been rated" in rate("scopa").output


def test_what_makes_no_sense_is_not_kept(tmp_path: Path) -> None:
    for words in (["hearts", "11"], ["hearts", "0"], ["hearts", "--line", "x"], ["no-such", "5"]):
        assert rate(*words).exit_code != 0
    assert rate("hearts", "7", "--line", "x" * 201).exit_code != 0
    assert not (tmp_path / "ratings.jsonl").exists()


def test_damaged_lines_are_named(tmp_path: Path) -> None:
    (tmp_path / "ratings.jsonl").write_text("{\n")
    found = rate("hearts", "7")
    assert found.exit_code == 0
    assert "line 1" in found.output
    assert "7.0 of 10" in found.output
