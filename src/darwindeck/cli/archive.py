"""`darwindeck archive`: records of real matches, read, shown and held against the rules."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from darwindeck.cli.arguments import INTERRUPTED
from darwindeck.cli.source import UNREADABLE, err, fail, known_name, out, safe

if TYPE_CHECKING:
    from darwindeck.archives import MatchRecord, ScoringValidationResult

DIVERGES = 1
MOST_SHOWN = 20
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
    from darwindeck.archives.readers.tools import GAMES, tools_of

    if game is not None:
        known_name("archives of", game, GAMES)
    files: list[Path] = []
    for path in paths:
        try:
            found = archive_files(path)
        except OSError as error:
            fail(f"cannot read {path}: {error.strerror or error}")
        if game is not None and path.is_dir():
            found = [item for item in found if item.suffix.lower() == tools_of(game).suffix]
        files += found
    files = list(dict.fromkeys(files))
    if not files:
        fail(f"no archives in {', '.join(map(str, paths))}")
    return files


def read_all(files: Sequence[Path], doing: str) -> list[MatchRecord]:
    """The matches of many files; each that cannot be read costs one line."""
    from darwindeck.archives import ArchiveError, read_archive

    records: list[MatchRecord] = []
    with bar() as shown:
        for path in shown.track(files, description=doing):
            try:
                records += read_archive(path)
            except ArchiveError as error:
                err.print(f"[yellow]not readable:[/] {safe(str(error))}", soft_wrap=True)
    if not records:
        fail("none of the archives could be read")
    return records


def bar() -> Progress:
    """A bar on the screen, while something is done to many files."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")
    err.print(f"wrote {safe(str(path))}", highlight=False)


@archive.command()
def validate(
    paths: Paths,
    game: Game = None,
    html: Html = None,
    csv: Csv = None,
    every: Annotated[bool, typer.Option("--all", help="Show every divergence.")] = False,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Default: for many files, all the machine has.")
    ] = None,
) -> None:
    """Hold archives against the rules. Exit code 0: they agree; 1: divergences; 2: none readable.

    Revokes are mistakes of players: they are counted and shown and are no divergences.
    """
    from darwindeck.archives.report import divergences_csv, validation_page
    from darwindeck.archives.validate import each_result

    files = find_archives(paths, game)
    workers = processes or ((os.cpu_count() or 1) if len(files) >= MANY_FILES else 1)
    try:
        with bar() as shown:
            checked = each_result(files, processes=workers)
            results = list(shown.track(checked, total=len(files), description="archives"))
    except KeyboardInterrupt:
        err.print("stopped: not every archive was checked", highlight=False)
        raise typer.Exit(INTERRUPTED) from None
    _summary(results, every)
    if html is not None:
        write(html, validation_page(results))
    if csv is not None:
        write(csv, divergences_csv(results))
    if all(result.error is not None for result in results):
        raise typer.Exit(UNREADABLE)
    if any(result.divergences for result in results):
        raise typer.Exit(DIVERGES)


def _summary(results: Sequence[ScoringValidationResult], every: bool) -> None:
    from darwindeck.archives.divergences import Triage
    from darwindeck.archives.report import by_category, by_kind, skipped_lines, totals

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
    if len(unread) == len(results):
        out.print("\n[bold red]No archive could be read.[/]")
    elif found:
        out.print("\n[bold red]Archives and rules do not agree.[/]")
    else:
        out.print("\n[bold green]Archives and rules agree.[/]")


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
    from darwindeck.archives.readers.tools import tools_of

    try:
        records = read_archive(file)
    except ArchiveError as error:
        fail(str(error))
    shown = 0
    for record in records:
        there = sorted({item.index for item in record.rounds})
        for index in there:
            if round is None or index == round - 1:
                text = tools_of(record.game).show(record, index)
                out.print(("\n\n" if shown else "") + safe(text), highlight=False, soft_wrap=True)
                shown += 1
    if not shown:
        numbers = sorted({item.index + 1 for record in records for item in record.rounds})
        known = f"it has rounds {numbers[0]} to {numbers[-1]}" if numbers else "it has no rounds"
        fail(f"{file} has no round {round}; {known}" if round else f"{file}: {known}")


__all__ = ["archive"]
