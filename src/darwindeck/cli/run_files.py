"""From what a user names to a run, or to a game of a run."""

from __future__ import annotations

from pathlib import Path

from darwindeck.cli.console import fail
from darwindeck.evolution.runs.records import StoredGame
from darwindeck.evolution.runs.store import SUFFIX, RunFileError, RunStore
from darwindeck.genome.codec import suggestion

FOLDER = Path("runs")
"""Where runs are kept, seen from where one works."""


def run_files(folder: Path) -> list[Path]:
    """The runs of a folder, the newest last."""
    try:
        found = [path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file()]
        return sorted(found, key=lambda path: (path.stat().st_mtime, path.name))
    except FileNotFoundError:
        return []
    except OSError as error:
        fail(f"cannot read {folder}: {error.strerror or error}")


def find_run(name: str | None) -> Path:
    """The file of a run: named as in the folder of runs, by its path, or (no name) the newest."""
    if not name:
        files = run_files(FOLDER)
        if not files:
            fail(f"there are no runs in {FOLDER}/: `darwindeck evolve` makes one")
        return files[-1]
    if _is_path(name):
        path = Path(name)
        if not _is_file(path) and _is_file(path.with_name(path.name + SUFFIX)):
            return path.with_name(path.name + SUFFIX)
        return path
    path = FOLDER / f"{name}{SUFFIX}"
    if not _is_file(path):
        known = [file.stem for file in run_files(FOLDER)]
        near = suggestion(name.lower(), known)
        fail(
            f"no run '{name}' in {FOLDER}/{near or '.'} "
            "`darwindeck runs` lists them; a run elsewhere is named by its path"
        )
    return path


def _is_path(name: str) -> bool:
    return name.endswith(SUFFIX) or "/" in name or "\\" in name


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def open_run(name: str | None) -> RunStore:
    """A run for reading; others may work on it meanwhile."""
    try:
        return RunStore.open(find_run(name))
    except RunFileError as error:
        fail(str(error))
    except (OSError, ValueError) as error:
        fail(f"cannot read the run '{name}': {error}")


def game_of(store: RunStore, name: str) -> StoredGame:
    """The game of that name in a run."""
    game = store.named(name.strip())
    if game is None:
        near = suggestion(name.strip().lower().replace(" ", "-"), store.names())
        fail(
            f"no game '{name}' in the run {store.path}{near or '.'} "
            f"`darwindeck best {run_name(store.path)}` lists the best"
        )
    return game


def run_name(path: Path) -> str:
    """How a user names a run: short where it lies in the usual folder."""
    return path.stem if path.parent == FOLDER else str(path)


def is_reference(game: str) -> bool:
    """Whether this can only be RUN:NAME. A letter and a colon before a path is a drive."""
    run, colon, name = game.rpartition(":")
    drive = len(run) == 1 and name.startswith(("/", "\\"))
    return bool(colon) and bool(name) and not drive and "/" not in name and "\\" not in name


def find_game(reference: str) -> StoredGame:
    """The game that RUN:NAME means; `:NAME` is one of the newest run."""
    run, _, name = reference.rpartition(":")
    with open_run(run) as store:
        try:
            return game_of(store, name)
        except RunFileError as error:
            fail(str(error))
