"""Games of the user's own: a file in a folder is listed, checked and played by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from darwindeck.cli.app import app
from darwindeck.genome.codec import from_json
from darwindeck.library import get_genome


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("darwindeck.library.shelf.user_folder", lambda: tmp_path / "games")
    monkeypatch.setattr("darwindeck.cli.own_games.user_folder", lambda: tmp_path / "games")
    return tmp_path / "games"


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result.output


def test_the_path_is_a_folder_that_is_there(folder: Path) -> None:
    assert run("games", "--path") == f"{folder}\n"
    assert folder.is_dir()


def test_a_new_game_is_a_copy_under_its_own_name(folder: Path) -> None:
    run("new", "My Hearts", "--like", "hearts")
    game = from_json((folder / "my-hearts.json").read_bytes())
    hearts = get_genome("hearts")
    assert (game.genome_id, game.name) == ("my-hearts", "My Hearts")
    assert game.turn_structure == hearts.turn_structure
    assert game.scoring_rules == hearts.scoring_rules


def test_a_game_in_the_folder_is_listed_checked_and_read_by_name(folder: Path) -> None:
    run("new", "My Hearts", "--like", "hearts")
    assert "my-hearts" in run("games")
    assert "valid and complete" in run("validate", "my-hearts")
    assert "My Hearts" in run("rules", "My Hearts", "--format", "md")
    run("simulate", "my_hearts", "--games", "2")


def test_a_file_that_does_not_load_is_listed_as_such(folder: Path) -> None:
    folder.mkdir()
    (folder / "broken.json").write_text(json.dumps({"genome_id": "broken"}))
    assert "does not load" in run("games")
    run("validate", "broken", code=2)


def test_nothing_is_overwritten_and_names_of_the_library_are_taken(folder: Path) -> None:
    run("new", "Mine", "--like", "war")
    assert "not overwritten" in run("new", "Mine", "--like", "hearts", code=2)
    assert "choose another name" in run("new", "Hearts", "--like", "war", code=2)
    assert "no letter" in run("new", "!!", "--like", "war", code=2)
