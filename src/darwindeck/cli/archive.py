"""`darwindeck archive`: records of real matches, read, shown and held against the rules."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer
from rich.progress import MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from darwindeck.cli.arguments import INTERRUPTED, Options, Seed
from darwindeck.cli.bars import bar
from darwindeck.cli.console import UNREADABLE, err, fail, known_name, out, safe, write_file
from darwindeck.cli.source import parse_options, read_bytes
from darwindeck.genome.problems import GenomeError

if TYPE_CHECKING:
    from darwindeck.archives import MatchRecord, ScoringValidationResult
    from darwindeck.archives.statistics import Statistics
    from darwindeck.archives.variants import Point

DIVERGES = 1
MOST_SHOWN = 20
MOST_DECIDING = 5
MANY_FILES = 16
"""From how many files on several processes are worth their start."""

archive = typer.Typer(
    name="archive",
    help="Records of real matches: hold them against the rules, read, count and write them.",
    no_args_is_help=True,
)

Paths = Annotated[
    list[Path], typer.Argument(metavar="PATH…", help="Archive files, or folders that hold them.")
]
Game = Annotated[
    str | None, typer.Option("--game", help="Only archives of this game; default: all there are.")
]
Html = Annotated[Path | None, typer.Option("--html", help="Write a page with everything found.")]
Csv = Annotated[Path | None, typer.Option("--csv", help="Write a table for spreadsheets.")]


def find_archives(paths: Iterable[Path], game: str | None) -> list[Path]:
    """The files that are meant; those of other games are left out of folders."""
    from darwindeck.archives import archive_files
    from darwindeck.archives.registry import archive_oracles, ending

    if game is not None:
        known_name("archives of", game, tuple(archive_oracles()))
    files: list[Path] = []
    for path in paths:
        try:
            found = archive_files(path)
        except OSError as error:
            fail(f"cannot read {path}: {error.strerror or error}")
        if game is not None and path.is_dir():
            readers = archive_oracles()[game].readers
            found = [item for item in found if ending(item) in readers]
        files += found
    files = list(dict.fromkeys(files))
    if not files:
        fail(f"no archives in {', '.join(map(str, paths))}")
    return files


class FileBar:
    """A bar on the screen while files are read, by the bytes that have been read of them."""

    def __init__(self, files: Sequence[Path], doing: str) -> None:
        self._sizes = [_size(path) for path in files]
        told = TextColumn("{task.percentage:.0f} %, {task.fields[files]} files")
        self._bar = bar(told, TimeElapsedColumn())
        self._task = self._bar.add_task(doing, total=sum(self._sizes), files=f"0/{len(files)}")
        self._done = 0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._bar.stop()

    def heard(self, read: int) -> None:
        """So many bytes of the present file have been read."""
        self._bar.update(self._task, completed=sum(self._sizes[: self._done]) + read)

    def next_file(self) -> None:
        """The present file is done."""
        self._done += 1
        self.heard(0)
        self._bar.update(self._task, files=f"{self._done}/{len(self._sizes)}")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def each_record(files: Sequence[Path], doing: str) -> Iterator[MatchRecord]:
    """The matches of many files, one after the other; each that cannot be read costs one line."""
    from darwindeck.archives import ArchiveError
    from darwindeck.archives.registry import stream_archive

    with FileBar(files, doing) as shown:
        for path in files:
            try:
                yield from stream_archive(path, heard=shown.heard)
            except ArchiveError as error:
                err.print(f"[yellow]not readable:[/] {safe(str(error))}", soft_wrap=True)
            shown.next_file()


def read_all(files: Sequence[Path], doing: str) -> list[MatchRecord]:
    """The matches of many files; it is an error if there are none."""
    records = list(each_record(files, doing))
    if not records:
        fail("none of the archives could be read")
    return records


@archive.command()
def validate(
    paths: Paths,
    game: Game = None,
    html: Html = None,
    csv: Csv = None,
    csv_rounds: Annotated[
        Path | None,
        typer.Option(
            help="Write a table of every round: what is recorded beside what is computed."
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show every divergence.")] = False,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Default: for many files, all the machine has.")
    ] = None,
) -> None:
    """Hold archives against the rules. Exit code 0: they agree; 1: divergences; 2: none readable.

    Revokes are mistakes of players: they are counted and shown and are no divergences.
    """
    from darwindeck.archives.report import divergences_csv, rounds_csv, validation_page
    from darwindeck.archives.validate import each_result

    files = find_archives(paths, game)
    workers = processes or ((os.cpu_count() or 1) if len(files) >= MANY_FILES else 1)
    begun = time.perf_counter()
    try:
        results = []
        with FileBar(files, "archives") as shown:
            for result in each_result(
                files, processes=workers, rounds=csv_rounds is not None, heard=shown.heard
            ):
                results.append(result)
                shown.next_file()
    except KeyboardInterrupt:
        err.print("stopped: not every archive was checked", highlight=False)
        raise typer.Exit(INTERRUPTED) from None
    # Files first: whoever reads what is printed may stop early.
    if html is not None:
        write_file(html, validation_page(results))
    if csv is not None:
        write_file(csv, divergences_csv(results))
    if csv_rounds is not None:
        write_file(csv_rounds, rounds_csv(results))
    _summary(results, every)
    deals, seconds = sum(result.rounds for result in results), time.perf_counter() - begun
    err.print(f"{deals:,} deals in {seconds:.1f} s: {deals / seconds:,.0f} a second", style="dim")
    if all(result.error is not None for result in results):
        raise typer.Exit(UNREADABLE)
    if any(result.divergences for result in results):
        raise typer.Exit(DIVERGES)


def _summary(results: Sequence[ScoringValidationResult], every: bool) -> None:
    from darwindeck.archives.divergences import Triage
    from darwindeck.archives.report import by_category, by_kind, skipped_lines, totals, verdict

    figures = Table(box=None, show_header=False, pad_edge=False)
    figures.add_column()
    figures.add_column(justify="right")
    for name, count in totals(results):
        figures.add_row(name, f"{count:,}")
    out.print(figures)
    unread = [result.error for result in results if result.error is not None]
    _lines("Not readable", unread, every)
    found = [item for result in results for item in result.divergences]
    if found:
        table = Table(box=None, pad_edge=False)
        for heading in ("category", "all", *(f"{kind} {kind.label}" for kind in Triage)):
            table.add_column(heading, justify="left" if heading == "category" else "right")
        for row in by_category(results):
            table.add_row(*map(str, row))
        out.print()
        out.print(table)
        _lines("Divergences", [str(item) for item in found], every)
    kinds = by_kind(results)
    if kinds:
        told = ", ".join(f"{count:,} {kind}" for kind, count in kinds)
        out.print(f"\nIrregularities, which are no divergences: {told}", highlight=False)
    skipped = skipped_lines(results)
    if skipped:
        told_lines = [
            f"{what}: {count:,} times, first in {first}" for what, count, first in skipped
        ]
        _lines("Passed over", told_lines, every)
    colour = "red" if found or len(unread) == len(results) else "green"
    out.print(f"\n[bold {colour}]{verdict(results)}[/]", highlight=False)


def _lines(title: str, lines: Sequence[str], every: bool) -> None:
    if not lines:
        return
    out.print(f"\n[bold]{title}[/]")
    shown = lines if every else lines[:MOST_SHOWN]
    for line in shown:
        out.print(f"  {safe(line)}", highlight=False, soft_wrap=True)
    if len(lines) > len(shown):
        out.print(f"  … and {len(lines) - len(shown):,} more; --all shows them", highlight=False)


@archive.command()
def show(
    file: Annotated[Path, typer.Argument(help="An archive file.")],
    round: Annotated[
        int | None, typer.Option("--round", min=1, help="The number of the round; default: all.")
    ] = None,
) -> None:
    """Show rounds as people would read them: hands, auction, tricks, score."""
    from darwindeck.archives import ArchiveError, read_archive
    from darwindeck.archives.registry import archive_oracles

    try:
        records = read_archive(file)
    except ArchiveError as error:
        fail(str(error))
    shown = 0
    for record in records:
        for text in archive_oracles()[record.game].show(
            record, None if round is None else round - 1
        ):
            out.print(("\n\n" if shown else "") + safe(text), highlight=False, soft_wrap=True)
            shown += 1
    if not shown:
        numbers = sorted({item.index + 1 for record in records for item in record.rounds})
        known = f"it has rounds {numbers[0]} to {numbers[-1]}" if numbers else "it has no rounds"
        fail(f"{file} has no round {round}; {known}" if round else f"{file}: {known}")


@archive.command()
def replay(
    file: Annotated[Path, typer.Argument(help="An archive file.")],
    html: Annotated[Path, typer.Option(metavar="PAGE", help="Where the page is written.")],
    round: Annotated[int, typer.Option("--round", min=1, help="The number of the round.")] = 1,
) -> None:
    """Write a round as a page on which it is seen again: a table with a slider.

    All hands lie open, or what one seat saw; the page needs no server.
    """
    from darwindeck.table.replay import replay_of_round, standalone

    data = read_bytes(file, "archive")
    try:
        found = replay_of_round(data, file.name, round - 1)
    except ValueError as error:
        fail(str(error))
    write_file(html, standalone(found))
    steps, stopped = len(found["frames"]) - 1, found["round"]["stopped"]
    out.print(f"{safe(str(file))}, round {round}: {steps} moves", highlight=False, soft_wrap=True)
    if stopped:
        err.print(f"[yellow]it stops there:[/] {safe(stopped)}", highlight=False, soft_wrap=True)


@archive.command()
def variants(
    paths: Paths,
    game: Game = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    csv: Csv = None,
    every: Annotated[bool, typer.Option("--all", help="Name every round that decides.")] = False,
) -> None:
    """Which readings of disputed rules recorded rounds support or refute, and which rounds decide.

    With --option another reading is in force while the other points are weighed.
    """
    from darwindeck.archives.registry import archive_oracles
    from darwindeck.archives.variants import variants_csv

    found: list[Point] = []
    readings = parse_options(option)
    for name, files in _by_game(find_archives(paths, game)):
        weigh = archive_oracles()[name].variants
        if weigh is None:
            err.print(f"the rules of {safe(name)} leave nothing open", highlight=False)
            continue
        records = read_all(files, "reading")
        try:
            with bar(MofNCompleteColumn(), TimeElapsedColumn()) as shown:
                found += weigh(shown.track(records, description="weighing"), readings)
        except ValueError as error:
            fail(str(error))
    if csv is not None:
        write_file(csv, variants_csv(found))
    for point in found:
        _point(point, every)


def _by_game(files: Sequence[Path]) -> list[tuple[str, list[Path]]]:
    from darwindeck.archives.registry import game_of_file

    sorted_out: dict[str, list[Path]] = {}
    for path in files:
        sorted_out.setdefault(game_of_file(path), []).append(path)
    return list(sorted_out.items())


def _point(point: Point, every: bool) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("  reading", min_width=20)
    for heading in ("supported", "refuted"):
        table.add_column(heading, justify="right")
    for choice in point.choices.values():
        table.add_row(f"  {choice.name}", f"{len(choice.supported):,}", f"{len(choice.refuted):,}")
    out.print(f"[bold]{point.option}[/]: {point.verdict}", highlight=False)
    out.print(table)
    rest = f"  cannot tell: {point.cannot_tell:,}"
    if point.unfit:
        rest += f"; fit no reading: {len(point.unfit):,}"
    out.print(rest, highlight=False)
    if point.note:
        out.print(f"  ({point.note})", highlight=False)
    deciding = point.deciding
    shown = deciding if every else deciding[:MOST_DECIDING]
    if shown:
        places = "; ".join(map(str, shown))
        more = len(deciding) - len(shown)
        more_text = f"; and {more:,} more" if more else ""
        out.print(f"  decided by: {safe(places)}{more_text}", highlight=False, soft_wrap=True)
    out.print()


@archive.command()
def stats(paths: Paths, game: Game = None, html: Html = None, csv: Csv = None) -> None:
    """Count how people play: contracts, results, declarations, leads and more, with intervals."""
    from darwindeck.archives.registry import archive_oracles
    from darwindeck.archives.statistics import statistics_csv, statistics_page

    found: list[Statistics] = []
    read = 0

    def counted(records: Iterable[MatchRecord]) -> Iterator[MatchRecord]:
        nonlocal read
        for record in records:
            read += 1
            yield record

    for name, files in _by_game(find_archives(paths, game)):
        records = counted(each_record(files, "counting"))
        count = archive_oracles()[name].statistics
        if count is not None:
            found.append(count(records))
        elif any(True for _ in records):
            err.print(f"nothing is counted in archives of {safe(name)}", highlight=False)
    if not read:
        fail("none of the archives could be read")
    if html is not None:
        write_file(html, statistics_page(found))
    if csv is not None:
        write_file(csv, statistics_csv(found))
    for statistics in found:
        _statistics(statistics)


def _statistics(found: Statistics) -> None:
    out.print(found.basis, highlight=False)
    for group in found.filled():
        table = Table(box=None, pad_edge=False, title=group.title, title_justify="left")
        table.add_column("", min_width=44)
        for heading in ("count", "of", "value", "95 %"):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in group.filled():
            count = "" if row.count is None else f"{row.count:,}"
            table.add_row(row.name, count, f"{row.total:,}", *row.shown())
        out.print()
        out.print(table)


@archive.command()
def generate(
    folder: Annotated[Path, typer.Argument(help="The folder to write to; it is made.")],
    count: Annotated[
        int, typer.Option("--count", min=1, max=100_000, help="How many matches.")
    ] = 10,
    seed: Seed = 0,
    game: Annotated[str | None, typer.Option("--game", help="Of which game.")] = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
) -> None:
    """Write made-up archives: matches of computer players, in the format of real ones."""
    from darwindeck.archives.generate import write_archives

    readings = parse_options(option)
    try:
        with bar(MofNCompleteColumn(), TimeElapsedColumn()) as shown:
            task = shown.add_task("matches", total=count)
            write_archives(
                folder,
                count,
                seed,
                game=game,
                readings=readings,
                progress=lambda done: shown.update(task, completed=done),
            )
    except (ValueError, GenomeError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"cannot write to {folder}: {error.strerror or error}")
    except KeyboardInterrupt:
        err.print(f"stopped: {safe(str(folder))} holds only some of the matches", highlight=False)
        raise typer.Exit(INTERRUPTED) from None
    many = "match" if count == 1 else "matches"
    err.print(f"wrote {count:,} {many} to {safe(str(folder))}", highlight=False)
