"""What names a run, what names a game of a run, and what does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import typer

from darwindeck.cli import run_files
from tests.support.runs import small_run


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("run-1:balodine", True),
        (":balodine", True),
        ("runs/run-1.run:balodine", True),
        ("hearts", False),
        ("run-1:", False),
        ("C:\\games\\mine.json", False),
        ("c:/games/mine.json", False),
        ("run-1:folder/mine.json", False),
        ("", False),
    ],
)
def test_a_reference_has_a_run_and_a_name(text: str, is_one: bool) -> None:
    assert run_files.is_reference(text) is is_one


def test_runs_are_listed_from_old_to_new(tmp_path: Path) -> None:
    for place, name in enumerate(("b", "a", "c")):
        path = small_run(tmp_path / f"{name}.run")
        os.utime(path, (place, place))
    (tmp_path / "note.txt").write_text("no run")
    (tmp_path / "folder.run").mkdir()
    assert [path.stem for path in run_files.run_files(tmp_path)] == ["b", "a", "c"]


def test_a_folder_that_is_not_there_has_no_runs(tmp_path: Path) -> None:
    assert run_files.run_files(tmp_path / "none") == []


def test_a_run_is_found_by_name_by_path_and_as_the_newest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = (small_run(Path(f"runs/{name}.run")) for name in ("old", "new"))
    os.utime(old, (1, 1))
    elsewhere = small_run(Path("other/far.run"))
    assert run_files.find_run("old") == old
    assert run_files.find_run(None) == new
    assert run_files.find_run("other/far.run") == elsewhere
    assert run_files.find_run("other/far") == elsewhere
    assert run_files.run_name(old) == "old"
    assert run_files.run_name(elsewhere) == "other/far.run"


@pytest.mark.parametrize("name", ["", "none", "no/such", "\0", "a" * 5000, ".."])
def test_a_run_that_is_not_there_ends_in_one_message(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(typer.Exit) as stopped:
        run_files.open_run(name)
    assert stopped.value.exit_code == 2
    assert capsys.readouterr().err.startswith("error: ")
