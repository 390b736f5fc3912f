"""`darwindeck check`: is it a game, and does the engine play it as it must be played?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich import box
from rich.table import Table

from darwindeck.cli import completion, listing
from darwindeck.cli.arguments import INTERRUPTED, Options, Seed, Trust
from darwindeck.cli.console import err, fail, out, safe, write_file
from darwindeck.cli.replay import read_log
from darwindeck.cli.source import load_game, parse_options
from darwindeck.laws import LawReport, Violation, check_game, check_log, shrunk, smallest
from darwindeck.laws.long_run import log_text
from darwindeck.quoting import QuotedValueError
from darwindeck.simulation import Game

BROKEN = 1
MOST_SHOWN = 10
"""Of so many laws that were broken a counterexample is shown."""

LogFile = Annotated[
    Path | None,
    typer.Option("--log", metavar="FILE", help="Look at this logged game instead of playing."),
]
Logs = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Write each counterexample there as a log."),
]


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Games of the library, or genome files.",
            metavar="GAME…",
            autocompletion=completion.game_names,
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games of each are played.")] = 10,
    players: Annotated[
        str,
        typer.Option(
            metavar="PLAYER,…",
            help="Who plays: one for all seats, or one for each.",
            autocompletion=completion.players,
        ),
    ] = "random",
    seed: Seed = 0,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    log: LogFile = None,
    logs: Logs = None,
    trust: Trust = False,
) -> None:
    """Check genomes, then play them under the laws of every game and those of their own.

    Each law is listed with how often it applied. Of a law that was broken the smallest game that
    was found is shown as a log, which `darwindeck replay` reads.

    With --log, the laws are applied to that game and to no other.

    Exit code 0: all is well; 1: problems, or a law was broken; 2: something could not be read.
    """
    if log is not None and len(files) > 1:
        fail("--log is a game of one genome; name just that one")
    worst = 0
    wanted = _Wanted(games, seed, tuple(name.strip() for name in players.split(",")), log, logs)
    try:
        for name in files:
            worst = max(worst, _examined(name, option, wanted))
    except KeyboardInterrupt:
        err.print("stopped", highlight=False)
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(worst)


class _Wanted(NamedTuple):
    """How genomes are to be checked."""

    games: int
    seed: int
    players: tuple[str, ...]
    log: Path | None
    logs: Path | None


def _examined(name: str, option: list[str], wanted: _Wanted) -> int:
    """Prints what is wrong with one game; the exit code."""
    try:
        found = listing.report(name, parse_options(option))
        return found or _played(name, option, wanted)
    except typer.Exit as stop:
        return stop.exit_code


def _played(name: str, option: list[str], wanted: _Wanted) -> int:
    game = Game(load_game(name, option))
    if len(wanted.players) not in (1, game.player_count):
        fail(f"{name}: --players takes one player for all seats, or one for each")
    try:
        with err.status(f"playing {safe(name)}"):
            report = _report(game, wanted)
    except ValueError as error:
        fail(str(error))
    out.print(_listed(report))
    return _told(name, game, report, wanted.logs)


def _report(game: Game, wanted: _Wanted) -> LawReport:
    if wanted.log is None:
        return check_game(game, wanted.games, wanted.seed, wanted.players)
    try:
        return check_log(read_log(wanted.log, game))
    except ValueError as error:
        raise QuotedValueError(f"{wanted.log}: {error}") from error


def _listed(report: LawReport) -> Table:
    """Every law with how often it applied."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("applied", justify="right", no_wrap=True)
    table.add_column("broken", justify="right", no_wrap=True, style="red")
    table.add_column("law", style="cyan")
    table.add_column("says")
    for tally in report.tallies:
        applied = f"{tally.applied:,}" if tally.applied else "[yellow]never[/]"
        broken = f"{tally.broken:,}" if tally.broken else ""
        table.add_row(applied, broken, safe(tally.law.name), safe(tally.law.sentence))
    return table


def _told(name: str, game: Game, report: LawReport, logs: Path | None) -> int:
    played = "1 game" if report.games == 1 else f"{report.games:,} games"
    if report.openings:
        played += f" and {report.openings} hands from stacked decks"
    played += f" with {report.moves:,} decisions under {len(report.tallies)} laws"
    idle = len(report.idle)
    if idle:
        played += f" ({idle} never applied)"
    if not report.violations:
        out.print(f"[green]✓[/] {safe(name)}: {played}, none broken", highlight=False)
        return 0
    many = sum(tally.broken for tally in report.tallies) or len(report.violations)
    err.print(f"[red]✗[/] [bold]{safe(name)}[/]: {played}, broken {many} times", highlight=False)
    found = smallest(report.violations)
    for violation in list(found.values())[:MOST_SHOWN]:
        _show(game, violation, logs)
    if len(found) > MOST_SHOWN:
        err.print(f"  … and {len(found) - MOST_SHOWN} more laws", highlight=False)
    return BROKEN


def _show(game: Game, violation: Violation, logs: Path | None) -> None:
    """Prints a law that was broken and the smallest game in which that was seen."""
    small = shrunk(game, violation)
    err.print(
        f"\n[red]{safe(small.law.name)}[/], after {small.move} moves: {safe(small.what)}",
        highlight=False,
        soft_wrap=True,
    )
    text = log_text(game, small)
    err.print(safe(text), highlight=False, soft_wrap=True, end="")
    if logs is not None:
        path = logs / f"{_file_name(game.genome.genome_id)}-{_file_name(small.law.name)}.log"
        try:
            logs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            fail(f"cannot write {path}: {error.strerror or error}")
        write_file(path, text)


def _file_name(text: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in text)[:60]
