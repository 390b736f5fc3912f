"""What was learnt is kept, found again, learnt anew if it is damaged, and never in the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from darwindeck import get_genome
from darwindeck._core import weights_of
from darwindeck.players import weights
from darwindeck.simulation import Game

PLAYER, STEPS = "learned:600", 600


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(weights, "cache_folder", lambda: tmp_path / "weights")
    return tmp_path / "weights"


def prepared(game: Game) -> list[str]:
    """Lets a player learn; gives what was said."""
    notes: list[str] = []
    weights.prepare(game.core, game.bytecode, [PLAYER, "greedy"], note=notes.append)
    return notes


def briscola() -> Game:
    return Game(get_genome("briscola"))


def test_weights_are_kept_and_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = briscola()
    assert prepared(game) == []
    (file,) = folder.iterdir()
    assert file.read_bytes() == weights_of(game.core, STEPS)
    monkeypatch.setattr(weights, "learn_game", None)
    again = briscola()
    assert prepared(again) == []
    assert weights_of(again.core, STEPS) == file.read_bytes()


def test_players_who_do_not_learn_need_nothing(folder: Path) -> None:
    game = briscola()
    weights.prepare(game.core, game.bytecode, ["random", "mc:5"])
    assert not folder.exists()


def test_a_damaged_file_is_learnt_anew_with_a_note(folder: Path) -> None:
    prepared(briscola())
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:1000])
    (note,) = prepared(briscola())
    assert note.startswith("what was learnt is damaged")
    assert file.read_bytes() == whole


def test_where_nothing_can_be_kept_play_goes_on_with_a_note(folder: Path) -> None:
    folder.write_text("no folder")
    game = briscola()
    (note,) = prepared(game)
    assert note.startswith("what was learnt cannot be kept")
    assert weights_of(game.core, STEPS) is not None


def test_the_cache_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    old, young = folder / "old.weights", folder / "young.weights"
    for age, path in ((2, old), (1, young)):
        path.write_bytes(b"x" * 1000)
        os.utime(path, (10_000 - age, 10_000 - age))
    prepared(briscola())
    (new,) = set(folder.iterdir()) - {old, young}
    monkeypatch.setattr(weights, "MOST_BYTES", new.stat().st_size + 1500)
    new.unlink()
    prepared(briscola())
    assert set(folder.iterdir()) == {young, new}


def test_the_key_is_of_the_rules_not_of_the_name() -> None:
    game = briscola()
    core, code = game.core, game.bytecode
    renamed = code[:5] + bytes([255] * 8) + code[13:]
    assert weights.file_name(core, code, 5) == weights.file_name(core, renamed, 5)
    assert weights.file_name(core, code, 5) != weights.file_name(core, code, 6)
    assert weights.file_name(core, code, 5) != weights.file_name(core, code[:-1], 5)
