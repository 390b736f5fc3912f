"""One process at a time works on a run; others may read it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl


class RunBusyError(RuntimeError):
    """Another process is working on the run."""


class RunLock:
    """The right to work on a run, held until it is released or the process ends.

    It lies on a file of its own beside the run: SQLite's own locks come and go with transactions.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}-lock")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file: int | None = None
        while self._file is None:
            self._file = self._locked(path)

    def _locked(self, path: Path) -> int | None:
        """The open file; None if its last holder took the file away just now."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        if not _taken(file):
            os.close(file)
            raise RunBusyError(f"{path} is in use: another process is working on it")
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), os.stat(self._path)):
                return file
        os.close(file)
        return None

    def release(self) -> None:
        """Gives the right back."""
        if self._file is not None:
            with suppress(FileNotFoundError):
                self._path.unlink()
            os.close(self._file)
            self._file = None


def _taken(file: int) -> bool:
    """Whether the lock on an open file is ours now. Windows has no such locks: always."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def is_busy(path: Path) -> bool:
    """Whether some process is working on a run now."""
    if not path.with_name(f"{path.name}-lock").exists():
        return False
    try:
        RunLock(path).release()
    except (RunBusyError, OSError):
        return True
    return False
