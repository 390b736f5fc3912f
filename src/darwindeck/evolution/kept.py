"""What follows from the library alone, worked out once and kept in the user's cache folder.

A run needs to know what the rulebooks of all known games say, how long they are and how the games
play. That takes seconds and is the same in every run, so it is kept under a fingerprint of the
program and its library. Whatever cannot be read is worked out again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import platformdirs

MOST_FILES = 12
"""So many files are kept; what was used least lately goes first."""
MOST_BYTES = 16 * 1024 * 1024
"""What is larger is no file of ours."""
SOURCES = ("*.py", "*.json", "_core*")
"""The files of the program from which anything follows."""


PROGRAM = Path(__file__).parents[1]
"""The folder of the program."""


def cache_folder() -> Path:
    """Where it is kept; it need not exist."""
    return platformdirs.user_cache_path("darwindeck", appauthor=False) / "library"


@cache
def program_fingerprint() -> str:
    """Another one for every change of the program, the core, or a game of the library."""
    files = sorted({file for pattern in SOURCES for file in PROGRAM.rglob(pattern)})
    found = hashlib.blake2b(digest_size=12)
    for file in files:
        data = file.read_bytes()
        found.update(f"{file.relative_to(PROGRAM).as_posix()}\0{len(data)}\0".encode() + data)
    return found.hexdigest()


def kept(name: str, work_out: Callable[[], Any]) -> Any:
    """What was worked out before under this name by the same program, or is now: plain JSON."""
    found = kept_before(name)
    if found is not None:
        return found
    found = work_out()
    # Where it cannot be kept it is worked out again another time.
    with suppress(OSError):
        _write(_file(name), json.dumps(found, ensure_ascii=False, separators=(",", ":")))
    return found


def kept_before(name: str) -> Any:
    """What was kept under this name; None if nothing was, or if it cannot be read."""
    path = _file(name)
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        found = json.loads(path.read_text(encoding="utf-8"))
        os.utime(path)
    except (OSError, ValueError):
        return None
    return found


def _file(name: str) -> Path:
    return cache_folder() / f"{name}-{program_fingerprint()}.json"


def _write(path: Path, text: str) -> None:
    """Writes a file whole or not at all, and makes room for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", dir=path.parent, suffix=".part", delete=False, encoding="utf-8"
    ) as file:
        file.write(text)
    os.replace(file.name, path)
    for old in sorted(path.parent.glob("*.json"), key=_last_used, reverse=True)[MOST_FILES:]:
        old.unlink(missing_ok=True)


def _last_used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
