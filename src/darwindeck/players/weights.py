"""What players have learnt, kept on disk.

Weights are a cache: they follow from the rules of a game, the encoding, the learner and the number
of steps, and can be learnt again at any time. They lie beside the library for its games, and in the
user's cache folder for all others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

import platformdirs

from darwindeck._core import (
    CoreGame,
    fingerprint,
    has_learnt,
    learn_game,
    learning_version,
    schooling,
    teach_game,
    weights_of,
)
from darwindeck.genome.bytecode.header import IDENTITY_BYTES

SHIPPED = Path(__file__).parent / "learnt"
"""The weights that come with the program."""
MOST_BYTES = 64 * 1024 * 1024
"""How large the cache may grow; what was used least lately goes first."""
Progress = Callable[[int, int], object]
"""Is told how many steps are done, and of how many; False stops it."""


def cache_folder() -> Path:
    """Where weights are kept; it need not exist."""
    return platformdirs.user_cache_path("darwindeck", appauthor=False) / "weights"


def file_name(core: CoreGame, bytecode: bytes, steps: int) -> str:
    """What the file of the weights of a game is called."""
    encoding, learner = learning_version(core)
    return f"{fingerprint(bytecode[IDENTITY_BYTES:]):016x}-{encoding}.{learner}-{steps}.weights"


def prepare(
    core: CoreGame,
    bytecode: bytes,
    players: Iterable[str],
    *,
    threads: int = 1,
    progress: Progress | None = None,
    note: Callable[[str], object] | None = None,
) -> None:
    """Sees to it that some players have learnt the game.

    What was learnt before is read; what was not is learnt now and kept. A damaged file is learnt
    anew, and where nothing can be kept it is learnt all the same: `note` is told so (default: a
    line on the standard error). `KeyboardInterrupt` if it is stopped.
    """
    wanted = {steps for name in players if (steps := schooling(name)) is not None}
    for steps in sorted(wanted):
        if not has_learnt(core, steps):
            _learn(core, file_name(core, bytecode, steps), steps, threads, progress, note or _say)


def _learn(
    core: CoreGame,
    name: str,
    steps: int,
    threads: int,
    progress: Progress | None,
    note: Callable[[str], object],
) -> None:
    cached = cache_folder() / name
    for path in (SHIPPED / name, cached):
        if not (data := _read(path)):
            continue
        if teach_game(core, steps, data):
            _touch(path)
            return
        note(f"what was learnt is damaged and is learnt anew: {path}")
    report = None if progress is None else (lambda done: progress(done, steps))
    learn_game(core, steps, threads=threads, progress=report)
    learnt = weights_of(core, steps)
    if learnt is None:
        return
    try:
        _write(cached, learnt)
    except OSError as error:
        note(f"what was learnt cannot be kept: {error.strerror or error}: {cached.parent}")


def _read(path: Path) -> bytes:
    """The bytes of a file; none if it is not there, or far too large."""
    try:
        return path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    except OSError:
        return b""


def _touch(path: Path) -> None:
    try:
        os.utime(path)
    except OSError:
        return


def _write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all, and makes room for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        file.write(data)
    os.replace(file.name, path)
    _make_room(path)


def _make_room(newest: Path) -> None:
    """Removes what was used least lately until the rest fits."""
    files = []
    for path in newest.parent.glob("*.weights"):
        try:
            facts = path.stat()
        except OSError:
            continue
        files.append((path == newest, facts.st_mtime, facts.st_size, path))
    total = sum(size for _, _, size, _ in files)
    for kept, _, size, path in sorted(files):
        if total <= MOST_BYTES or kept:
            break
        path.unlink(missing_ok=True)
        total -= size


def _say(text: str) -> None:
    print(f"note: {text}", file=sys.stderr)
