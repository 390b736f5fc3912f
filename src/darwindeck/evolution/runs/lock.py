"""One process at a time works on a run; others may read it."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from darwindeck.quoting import QuotingError


class RunBusyError(QuotingError, RuntimeError):
    """Another process is working on the run."""


class RunLock:
    """The right to work on a run, held until it is released or the process ends.

    It lies on a file of its own beside the run: SQLite's own locks come and go with transactions.
    """

    def __init__(self, path: Path) -> None:
        lock = _lock_file(path)
        lock.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(lock, timeout=0)
        try:
            self._lock.acquire()
        except Timeout:
            raise RunBusyError(f"{path} is in use: another process is working on it") from None

    def release(self) -> None:
        """Gives the right back."""
        self._lock.release()


def _lock_file(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def is_busy(path: Path) -> bool:
    """Whether some process is working on a run now."""
    if not _lock_file(path).exists():
        return False
    try:
        RunLock(path).release()
    except (RunBusyError, OSError):
        return True
    return False
