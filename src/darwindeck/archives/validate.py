"""Validation of archive files: what a file says, held against the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from darwindeck.archives.divergences import (
    AuctionResult,
    ScoringValidationResult,
    count_categories,
)
from darwindeck.archives.door import ArchiveError
from darwindeck.archives.examination import Examination
from darwindeck.archives.registry import (
    archive_oracles,
    counted_categories,
    empty_auction_result,
    oracle_of_file,
    read_archive,
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
    return [
        archive_oracles()[record.game].examine(record, readings or {}, engine=engine)
        for record in read_archive(path, name)
    ]


def scoring_result(file: str, found: Sequence[Examination]) -> ScoringValidationResult:
    """The result for a file, from what was found in its matches."""
    result = ScoringValidationResult(file)
    for examination in found:
        figures = examination.figures()
        result.divergences += examination.all_divergences()
        result.irregularities += examination.all_irregularities()
        result.skipped += examination.record.skipped
        result.comparisons += examination.comparisons()
        result.rounds += figures.rounds
        result.rounds_validated += figures.judged
        result.engine_rounds += figures.followed
        result.tricks += figures.tricks
        result.cards += figures.cards
        result.calls += figures.calls
    return result


def validate_archive_scoring(archive_path: Path | str) -> ScoringValidationResult:
    """Holds everything that one file says against the rules; an unreadable file has an `error`."""
    name = Path(archive_path).name
    try:
        return scoring_result(name, examine_archive(archive_path))
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


def each_result(paths: Sequence[Path], *, processes: int = 1) -> Iterator[ScoringValidationResult]:
    """The results of many files in their order; with more processes it goes faster."""
    if processes <= 1 or len(paths) < 2:
        yield from map(validate_archive_scoring, paths)
        return
    with ProcessPoolExecutor(min(processes, len(paths))) as pool:
        yield from pool.map(validate_archive_scoring, paths, chunksize=4)


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
