"""How people liked games: a file in the user's data folder, one line of JSON for each rating.

    {"game": "8d1c…", "name": "Hearts", "rating": 8, "again": true, "line": "…",
     "change": "…", "at": "2026-…Z"}

`game` is the key of the game as it was played (`CheckedGenome.key`), so that a rating belongs to
its rules whatever they are called. Lines are only ever added. A line that cannot be read costs
itself and is reported; all others count.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

LEAST, MOST = 1, 10
MOST_LINE = 200
"""Letters of what is said of a game."""
MOST_NAME = 80
MOST_BYTES = 16_000_000
"""Bytes of the file; it is not read or written beyond that."""
_MOST_RECORD = 4_000
"""Bytes of one line of the file."""
_KEY = re.compile(r"[0-9a-f]{16}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


class RatingError(ValueError):
    """A rating that makes no sense, or a file that cannot be kept."""


@dataclass(frozen=True)
class PersonRating:
    """What somebody thought of a game after playing it."""

    game: str
    """The key of the game."""
    name: str
    rating: int
    """From 1 to 10."""
    again: bool | None = None
    """Whether they would play it again; None: they did not say."""
    line: str = ""
    """What they said of it."""
    at: str = ""
    """When, in UTC."""
    change: str = ""
    """What they would change in it."""

    def __post_init__(self) -> None:
        for value, kind, what in (
            (self.game, str, "the key of a game"),
            (self.name, str, "the name of a game"),
            (self.line, str, "what is said of a game"),
            (self.change, str, "what somebody would change in a game"),
            (self.at, str, "the time of a rating"),
        ):
            if type(value) is not kind:
                raise RatingError(f"{what} is a text, not {type(value).__name__}")
        if not _KEY.fullmatch(self.game):
            raise RatingError("the key of a game has sixteen hexadecimal digits")
        if type(self.rating) is not int or not LEAST <= self.rating <= MOST:
            raise RatingError(f"a rating is a whole number from {LEAST} to {MOST}")
        if self.again is not None and type(self.again) is not bool:
            raise RatingError("“again” is yes, no or not said")
        for said in (self.line, self.change):
            if len(said) > MOST_LINE or not said.isprintable():
                raise RatingError(f"what is said is one line of at most {MOST_LINE} letters")
        if len(self.name) > MOST_NAME or not self.name.isprintable():
            raise RatingError(f"the name of a game has at most {MOST_NAME} letters")
        if self.at and not _TIME.fullmatch(self.at):
            raise RatingError("a time looks like 2026-01-31T12:00:00Z")


class Damaged(NamedTuple):
    """A line of the file that cannot be read."""

    line: int
    """Its number, from 1."""
    problem: str


class Ratings(NamedTuple):
    """Everything that a file holds."""

    kept: tuple[PersonRating, ...]
    damaged: tuple[Damaged, ...]

    def of(self, key: str) -> tuple[PersonRating, ...]:
        """The ratings of one game."""
        return tuple(rating for rating in self.kept if rating.game == key)


def ratings_file() -> Path:
    """Where ratings are kept; it need not exist."""
    return platformdirs.user_data_path("darwindeck", appauthor=False) / "ratings.jsonl"


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_ratings(path: Path | None = None) -> Ratings:
    """The ratings of a file; `RatingError` if it is too large, `OSError` if it cannot be read."""
    path = path or ratings_file()
    if not path.exists():
        return Ratings((), ())
    if path.stat().st_size > MOST_BYTES:
        raise RatingError(f"{path} is larger than {MOST_BYTES:,} bytes")
    kept: list[PersonRating] = []
    damaged: list[Damaged] = []
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        if line.strip():
            try:
                kept.append(_read(line))
            except RatingError as error:
                damaged.append(Damaged(number, str(error)))
    return Ratings(tuple(kept), tuple(damaged))


def _read(line: bytes) -> PersonRating:
    if len(line) > _MOST_RECORD:
        raise RatingError(f"longer than {_MOST_RECORD:,} bytes")
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RatingError("no JSON") from error
    if not isinstance(data, dict):
        raise RatingError("no JSON object")
    unknown = sorted(set(data) - set(PersonRating.__dataclass_fields__))
    if unknown:
        raise RatingError(f"unknown: {unknown[0][:40]!r}")
    try:
        return PersonRating(**data)
    except TypeError as error:
        raise RatingError("the game or its rating is missing") from error


def add_rating(rating: PersonRating, path: Path | None = None) -> None:
    """Adds a line; `RatingError` if the file is full, `OSError` if it cannot be written."""
    path = path or ratings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {name: value for name, value in asdict(rating).items() if value not in (None, "")}
    record = json.dumps(data, ensure_ascii=False).encode() + b"\n"
    with path.open("ab+") as file:
        size = file.seek(0, os.SEEK_END)
        if size + len(record) > MOST_BYTES:
            raise RatingError(f"{path} is full: it holds {size:,} bytes")
        if size:
            file.seek(size - 1)
            if file.read(1) != b"\n":
                # The end of a line that was never finished must not damage the next one.
                record = b"\n" + record
        file.write(record)
