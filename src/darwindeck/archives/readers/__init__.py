"""Readers of archive formats: which one a file belongs to, and who examines what they read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from darwindeck.archives.door import parse_json, read_bytes
from darwindeck.archives.examination import Examiner
from darwindeck.archives.readers.baloot import BalootReader
from darwindeck.archives.readers.pbn import read_pbn
from darwindeck.archives.record import MatchRecord


def _baloot(data: bytes, name: str) -> list[MatchRecord]:
    return [BalootReader(name).match(parse_json(data, name))]


READERS: dict[str, Callable[[bytes, str], list[MatchRecord]]] = {
    ".json": _baloot,
    ".pbn": read_pbn,
}
"""How a file is read, by the end of its name: what it holds, as one record for each match."""


def read_archive(path: Path | str, name: str | None = None) -> list[MatchRecord]:
    """The matches of a file; `ArchiveError` if it cannot be read at all.

    `name` is what the records call the file; by default the name of the file without its folder.
    """
    path = Path(path)
    name = path.name if name is None else name
    reader = READERS.get(path.suffix.lower(), _baloot)
    return reader(read_bytes(path, name), name)


def examiner_of(record: MatchRecord) -> Examiner:
    """Who examines a match: what is known about its game apart from the genome."""
    # The games read by these readers use their tables, so they can be imported only now.
    from darwindeck.archives.baloot.match import examine_readings
    from darwindeck.archives.bridge.match import examine_deals

    examiners: dict[str, Examiner] = {"baloot": examine_readings, "bridge": examine_deals}
    return examiners[record.game]


__all__ = ["READERS", "examiner_of", "read_archive"]
