"""Whose archives can be read: what the oracle of each game offers, and whose file a file is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from darwindeck.archives.again import PlayedAgain
from darwindeck.archives.divergences import AuctionResult, Category
from darwindeck.archives.door import read_bytes, read_lines
from darwindeck.archives.examination import Examiner
from darwindeck.archives.record import MatchRecord
from darwindeck.archives.statistics import Statistics
from darwindeck.archives.variants import Point
from darwindeck.plugins import oracle_games, oracle_module

Reader = Callable[[bytes, str], list[MatchRecord]]
"""Tells what the bytes of a file of some name hold, as one record for each match."""
Streamer = Callable[[Iterable[bytes], str], Iterator[MatchRecord]]
"""The same, match by match while the lines are read."""


@dataclass(frozen=True)
class ArchiveOracle:
    """What can be done with the archives of one game."""

    game: str
    """By the name of its genome."""
    readers: Mapping[str, Reader]
    """Who reads files, by how their names end; made-up archives are of the first kind."""
    examine: Examiner
    show: Callable[[MatchRecord, int | None], Iterable[str]]
    """The deals of a round, by its number from 0, or of all, as people would read them."""
    again: Callable[[MatchRecord, int], PlayedAgain]
    """A round, by its number from 0, as moves of the engine; `NotPlayable` if it was not dealt."""
    streamers: Mapping[str, Streamer] = field(default_factory=dict)
    """Who reads files of any length, by how their names end."""
    auction_result: type[AuctionResult] = AuctionResult
    categories: tuple[Category, ...] = ()
    """What every summary counts, whether it occurs or not."""
    statistics: Callable[[Iterable[MatchRecord]], Statistics] | None = None
    variants: Callable[[Iterable[MatchRecord], Mapping[str, str]], list[Point]] | None = None
    """What matches say about disputed points, the others being read as chosen."""
    make: Callable[[int, str, Mapping[str, str]], dict[str, Any]] | None = None
    """A made-up match, from a seed, a player of cards and readings of the rules."""
    any_name: bool = False
    """Whether files whose names end in no known way are taken for these."""


@cache
def archive_oracles() -> Mapping[str, ArchiveOracle]:
    """The oracles that can read archives, by their games."""
    modules = (oracle_module(game, "archive") for game in oracle_games())
    oracles: list[ArchiveOracle] = [module.ARCHIVE for module in modules if module is not None]
    return {oracle.game: oracle for oracle in oracles}


def ending(path: Path) -> str:
    """How the name of a file ends, in small letters; that it is packed does not count."""
    packed = path.suffix.lower() == ".gz"
    return (path.with_suffix("") if packed else path).suffix.lower()


def oracle_of_file(path: Path) -> ArchiveOracle | None:
    """Whose archive a file is, by the end of its name."""
    oracles = archive_oracles().values()
    named = (oracle for oracle in oracles if ending(path) in oracle.readers)
    return next(named, None)


def _oracle(path: Path) -> ArchiveOracle:
    oracles = archive_oracles().values()
    return oracle_of_file(path) or next(oracle for oracle in oracles if oracle.any_name)


def _reader(path: Path) -> Reader:
    readers = _oracle(path).readers
    return readers.get(ending(path)) or next(iter(readers.values()))


def read_archive(path: Path | str, name: str | None = None) -> list[MatchRecord]:
    """The matches of a file; `ArchiveError` if it cannot be read at all.

    `name` is what the records call the file; by default the name of the file without its folder.
    """
    return list(stream_archive(path, name))


def stream_archive(
    path: Path | str, name: str | None = None, heard: Callable[[int], object] = lambda read: None
) -> Iterator[MatchRecord]:
    """The matches of a file, one after the other; of some kinds a file of any length is read.

    `heard` is told how many bytes of such a file have been read.
    """
    path = Path(path)
    name = path.name if name is None else name
    streamer = _oracle(path).streamers.get(ending(path))
    if streamer is not None:
        yield from streamer(read_lines(path, name, heard), name)
    else:
        yield from _reader(path)(read_bytes(path, name), name)


def game_of_file(path: Path) -> str:
    """The game whose archive a file is."""
    return _oracle(path).game


def archived_rounds(data: bytes, name: str) -> list[tuple[MatchRecord, int]]:
    """The rounds of an archive with a name, each as its match and its number there."""
    records = _reader(Path(name))(data, Path(name).name)
    return [(record, item.index) for record in records for item in record.rounds]


def played_again(record: MatchRecord, index: int) -> PlayedAgain:
    """A round of a match as moves of the engine; `NotPlayable` if it cannot be dealt."""
    return archive_oracles()[record.game].again(record, index)


def empty_auction_result(path: Path) -> AuctionResult:
    """What the auctions of a file come to before any was looked at."""
    return _oracle(path).auction_result(path.name)


def counted_categories() -> tuple[Category, ...]:
    """The categories that every summary counts."""
    every = (category for oracle in archive_oracles().values() for category in oracle.categories)
    return tuple(dict.fromkeys(every))
