"""What follows from the library is kept, and never believed when it cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.evolution import kept as module
from darwindeck.evolution.kept import MOST_FILES, kept, kept_before, program_fingerprint
from darwindeck.evolution.novelty import library_sayings, sayings
from darwindeck.evolution.runs.names import library_names
from darwindeck.evolution.runs.stock import Traits, library_stock, made_ready, traits_of
from darwindeck.genome.options import fold_options
from darwindeck.library import get_genome


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setattr(module, "cache_folder", lambda: tmp_path / "library")
    return tmp_path / "library"


def test_what_was_worked_out_is_not_worked_out_again(folder: Path) -> None:
    assert kept_before("numbers") is None
    assert kept("numbers", lambda: [1, 2]) == [1, 2]
    assert kept("numbers", lambda: pytest.fail("worked out again")) == [1, 2]


@pytest.mark.parametrize("text", ["", "[1, 2", "\x00"])
def test_a_damaged_file_is_worked_out_again(folder: Path, text: str) -> None:
    kept("numbers", lambda: [1, 2])
    (file,) = folder.iterdir()
    file.write_text(text)
    assert kept("numbers", lambda: [3]) == [3]
    assert kept_before("numbers") == [3]


def test_another_program_works_it_out_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept("numbers", lambda: [1, 2])
    monkeypatch.setattr(module, "program_fingerprint", lambda: "another")
    assert kept("numbers", lambda: [3]) == [3]


def test_the_cache_stays_small(folder: Path) -> None:
    for number in range(MOST_FILES + 3):
        kept(f"number-{number}", lambda: 0)
    assert len(list(folder.iterdir())) == MOST_FILES


def test_where_nothing_can_be_kept_it_is_worked_out_all_the_same(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    assert kept("numbers", lambda: [1, 2]) == [1, 2]


def test_a_change_of_any_source_is_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PROGRAM", tmp_path)
    found = set()
    for name, text in (("a.py", "1"), ("a.py", "2"), ("b.json", "2"), ("_core.so", "")):
        (tmp_path / name).write_text(text)
        found.add(program_fingerprint.__wrapped__())
    assert len(found) == 4


def test_what_is_kept_is_what_follows_from_the_library() -> None:
    for name in ("hearts", "war"):
        assert library_sayings(name) == sayings(fold_options(get_genome(name)))
    war = next(game for game in library_stock() if game.genome_id == "war")
    assert traits_of(war) == Traits(
        players=2, words=traits_of(war).words, choices=False, family="tricks"
    )
    assert {game.genome_id for game in library_stock()} <= library_names()


def test_games_kept_are_those_that_are_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "darwindeck.evolution.runs.stock.get_seed_genomes", lambda: [get_genome("briscola")]
    )
    made = library_stock.__wrapped__()
    assert [game.genome_id for game in made] == ["briscola"]
    assert library_stock.__wrapped__() == made
    assert [game["key"] for game in made_ready()] == [made[0].key]
