"""Validation of archive files: what a file says, held against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from darwindeck.archives.divergences import (
    AuctionResult,
    ScoringValidationResult,
    count_categories,
)
from darwindeck.archives.door import ArchiveError
from darwindeck.archives.examination import Examination
from darwindeck.archives.record import MatchRecord
from darwindeck.archives.registry import (
    archive_oracles,
    counted_categories,
    empty_auction_result,
    oracle_of_file,
    stream_archive,
)


def archive_files(path: Path | str) -> list[Path]:
    """The archive files under a path: itself, or everything in a folder that a reader knows."""
    path = Path(path)
    if not path.is_dir():
        return [path]
    found = (item for item in path.rglob("*") if oracle_of_file(item) is not None)
    return sorted(item for item in found if item.is_file())


def examine_archive(
    path: Path | str,
    readings: Mapping[str, str] | None = None,
    *,
    engine: bool = True,
    name: str | None = None,
) -> list[Examination]:
    """Everything to be said about the matches of a file; `ArchiveError` if it is unreadable.

    `readings` chooses among the readings of disputed rules, by the names of the options.
    """
    return list(_examined(stream_archive(path, name), readings or {}, engine))


def _examined(
    records: Iterable[MatchRecord], readings: Mapping[str, str], engine: bool = True
) -> Iterator[Examination]:
    for record in records:
        yield archive_oracles()[record.game].examine(record, readings, engine=engine)


def scoring_result(
    file: str, found: Iterable[Examination], *, rounds: bool = True
) -> ScoringValidationResult:
    """The result for a file, from what was found in its matches.

    Nothing is kept of a match but what there is to tell of it; without `rounds` not even what each
    round comes to.
    """
    result = ScoringValidationResult(file)
    for examination in found:
        figures = examination.figures()
        result.divergences += examination.all_divergences()
        for item in examination.all_irregularities():
            result.note(item)
        for skipped in examination.record.skipped:
            result.pass_over(skipped)
        if rounds:
            result.comparisons += examination.comparisons()
        result.rounds += figures.rounds
        result.rounds_validated += figures.judged
        result.engine_rounds += figures.followed
        result.tricks += figures.tricks
        result.cards += figures.cards
        result.calls += figures.calls
    return result


def validate_archive_scoring(
    archive_path: Path | str,
    *,
    rounds: bool = True,
    heard: Callable[[int], object] = lambda read: None,
) -> ScoringValidationResult:
    """Holds everything that one file says against the rules; an unreadable file has an `error`.

    `rounds` keeps what every round comes to; `heard` is told how many bytes of a file that is read
    line by line have been read.
    """
    name = Path(archive_path).name
    try:
        records = stream_archive(archive_path, heard=heard)
        return scoring_result(name, _examined(records, {}), rounds=rounds)
    except ArchiveError as error:
        return ScoringValidationResult(name, error=str(error))


def validate_archive_bidding(archive_path: Path | str) -> AuctionResult:
    """The auctions of one file, counted and checked; of several matches, all together."""
    total = empty_auction_result(Path(archive_path))
    try:
        for examination in examine_archive(archive_path):
            total += examination.auctions()
    except ArchiveError as error:
        total.issues.append(str(error))
    return total


def each_result(
    paths: Sequence[Path],
    *,
    processes: int = 1,
    rounds: bool = True,
    heard: Callable[[int], object] = lambda read: None,
) -> Iterator[ScoringValidationResult]:
    """The results of many files in their order; with more processes it goes faster.

    `heard` is told how many bytes of the present file have been read, if one process works.
    """
    if processes <= 1 or len(paths) < 2:
        for path in paths:
            yield validate_archive_scoring(path, rounds=rounds, heard=heard)
        return
    with ProcessPoolExecutor(min(processes, len(paths))) as pool:
        yield from pool.map(partial(validate_archive_scoring, rounds=rounds), paths, chunksize=4)


def summarise(results: Sequence[ScoringValidationResult]) -> dict[str, Any]:
    """The summary of many files."""
    divergences = [item for result in results for item in result.divergences]
    return {
        "total_archives": len(results),
        "total_rounds": sum(result.rounds_validated for result in results),
        "clean_archives": sum(result.is_clean for result in results),
        "divergences_by_category": count_categories(divergences, counted_categories()),
        "details": list(results),
        "unreadable": [result.error for result in results if result.error is not None],
        "revokes": sum(result.revokes for result in results),
        "deals": sum(result.rounds for result in results),
        "tricks": sum(result.tricks for result in results),
    }


def validate_all_archives(archive_dir: Path | str, *, processes: int = 1) -> dict[str, Any]:
    """Validates every archive of a folder; an unreadable file never stops the others."""
    return summarise(list(each_result(archive_files(archive_dir), processes=processes)))
