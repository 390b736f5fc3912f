"""`darwindeck check`: is it a game, and does the engine play it as any game must be played?"""

from __future__ import annotations

from typing import Annotated

import typer

from darwindeck.cli import listing
from darwindeck.cli.arguments import INTERRUPTED, Options, Seed
from darwindeck.cli.source import err, fail, load_game, out, parse_options, safe
from darwindeck.laws import LAWS, LawReport, check_game
from darwindeck.simulation import Game

BROKEN = 1
MOST_VIOLATIONS = 10


def check(
    files: Annotated[
        list[str], typer.Argument(help="Games of the library, or genome files.", metavar="GAME…")
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games of each are played.")] = 10,
    players: Annotated[
        str, typer.Option(metavar="PLAYER,…", help="Who plays: one for all seats, or one for each.")
    ] = "random",
    seed: Seed = 0,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
) -> None:
    """Check genomes, then play them under laws that hold in every game.

    Exit code 0: all is well; 1: problems, or a law was broken; 2: something could not be read.
    """
    worst = 0
    names = [name.strip() for name in players.split(",")]
    try:
        for name in files:
            worst = max(worst, _examined(name, option, games, seed, names))
    except KeyboardInterrupt:
        err.print("stopped", highlight=False)
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(worst)


def _examined(name: str, option: list[str], games: int, seed: int, players: list[str]) -> int:
    """Prints what is wrong with one game; the exit code."""
    try:
        found = listing.report(name, parse_options(option))
        return found or _played(name, option, games, seed, players)
    except typer.Exit as stop:
        return stop.exit_code


def _played(name: str, option: list[str], games: int, seed: int, players: list[str]) -> int:
    game = Game(load_game(name, option))
    if len(players) not in (1, game.player_count):
        fail(f"{name}: --players takes one player for all seats, or one for each")
    try:
        with err.status(f"playing {safe(name)}"):
            report = check_game(game, games=games, seed=seed, players=players)
    except ValueError as error:
        fail(str(error))
    return _tell(name, report)


def _tell(name: str, report: LawReport) -> int:
    played = f"{report.games:,} games with {report.moves:,} decisions under {len(LAWS)} laws"
    if not report.violations:
        out.print(f"[green]✓[/] {safe(name)}: {played}, every one kept", highlight=False)
        return 0
    many = len(report.violations)
    err.print(f"[red]✗[/] [bold]{safe(name)}[/]: {played}, broken {many} times", highlight=False)
    for violation in report.violations[:MOST_VIOLATIONS]:
        err.print(f"  {safe(str(violation))}", highlight=False, soft_wrap=True)
    if many > MOST_VIOLATIONS:
        err.print(f"  … and {many - MOST_VIOLATIONS} more", highlight=False)
    return BROKEN
