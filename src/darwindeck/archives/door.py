"""The door for files from outside: bounded in size, strict in form, one line for what is wrong."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from darwindeck._core import JsonDoorError, check_json
from darwindeck.quoting import QuotingError

MAX_BYTES = 16_000_000
MAX_DEPTH = 24
MAX_VALUES = 1_500_000
MAX_STRING = 100_000
MAX_DIGITS = 40
MAX_LINE = 1_000_000
"""The longest line of a file that is read line by line."""
_LINES_UNHEARD = 1_000

_PACKED = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


class ArchiveError(QuotingError):
    """A file that cannot be read. Its text is one line that names the file and the reason."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{one_line(file)}: {reason}")
        self.file = file
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return ArchiveError, (self.file, self.reason)


def read_bytes(path: Path, name: str) -> bytes:
    """The bytes of a file, if it is a plain file of moderate size; one that is packed, unpacked."""
    try:
        if not path.is_file():
            raise ArchiveError(name, "there is no such file" if not path.exists() else "not a file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ArchiveError(name, error.strerror or "cannot be opened") from None
    if data[:2] == _PACKED:
        data = _unpacked(data, name)
    if len(data) > MAX_BYTES:
        raise ArchiveError(name, f"larger than {MAX_BYTES // 1_000_000} MB, which no match is")
    return data


def read_lines(
    path: Path, name: str, heard: Callable[[int], object] = lambda read: None
) -> Iterator[bytes]:
    """The lines of a file of any size, packed or not, each of moderate length.

    `heard` is told from time to time how many bytes of the file have been read.
    """
    try:
        if not path.is_file():
            raise ArchiveError(name, "there is no such file" if not path.exists() else "not a file")
        with path.open("rb") as file:
            packed = file.read(2) == _PACKED
            file.seek(0)
            lines = gzip.GzipFile(fileobj=file) if packed else file
            for number, line in enumerate(iter(lambda: lines.readline(MAX_LINE + 1), b"")):
                if len(line) > MAX_LINE:
                    raise ArchiveError(name, f"line {number + 1} is longer than {MAX_LINE:,} bytes")
                if number % _LINES_UNHEARD == 0:
                    heard(file.tell())
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ArchiveError(name, f"cannot be unpacked: {one_line(str(error))}") from None
    except OSError as error:
        raise ArchiveError(name, error.strerror or "cannot be opened") from None


def _unpacked(data: bytes, name: str) -> bytes:
    """What a packed file holds, as far as it may be read."""
    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ArchiveError(name, f"cannot be unpacked: {one_line(str(error))}") from None


def parse_json(data: bytes, name: str) -> Any:
    """What strict JSON of moderate size says."""
    data = data.removeprefix(_BOM)
    try:
        check_json(
            data,
            max_bytes=MAX_BYTES,
            max_depth=MAX_DEPTH,
            max_values=MAX_VALUES,
            max_string=MAX_STRING,
            max_digits=MAX_DIGITS,
        )
        return json.loads(data)
    except JsonDoorError as error:
        raise ArchiveError(name, f"not readable as JSON: {one_line(str(error))}") from None


def one_line(text: str, most: int = 200) -> str:
    """A text as one short line, whatever it holds."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * most]).split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"
