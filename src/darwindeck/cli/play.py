"""`darwindeck play`: a game against the computer."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import IO, Annotated, cast

import typer
from rich.console import Console

from darwindeck.cli import completion
from darwindeck.cli.arguments import INTERRUPTED, Options, Trust
from darwindeck.cli.console import fail
from darwindeck.cli.learning import prepare
from darwindeck.cli.source import fail_with, load_game, read_bytes
from darwindeck.genome.problems import GenomeError
from darwindeck.play import Session, Terminal
from darwindeck.play.fitting import FittingStream
from darwindeck.simulation import Game


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game of the library, the path of a genome file, or RUN:NAME for a game of a "
            "run.",
            autocompletion=completion.game_names,
        ),
    ] = None,
    seat: Annotated[
        str,
        typer.Option(
            help="Yours: its name, or its number from 1.", autocompletion=completion.seats
        ),
    ] = "1",
    opponents: Annotated[
        str,
        typer.Option(
            metavar="PLAYER,…",
            help="easy, fair, strong or expert; also random, greedy, mc, search. One for all other "
            "seats, or one for each.",
            autocompletion=completion.opponents,
        ),
    ] = "fair",
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**64 - 1, help="Decides the cards; any, if it is left out."),
    ] = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    hand: Annotated[bool, typer.Option("--hand", help="Play a single hand only.")] = False,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a game that was saved.")
    ] = None,
    trust: Trust = False,
) -> None:
    """Play a game at the terminal against the computer."""
    if (game is None) == (resume is None):
        fail("name a game to play, or a saved one with --resume FILE; not both")
    if resume is not None:
        session = saved_session(resume)
    else:
        ready = Game(load_game(game or "", option))
        chance = secrets.randbelow(1_000_000) if seed is None else seed
        session = new_session(ready, seat, opponents, chance, hand)
    prepare(session.game, [name for name in session.opponents if name])
    sit_down(session)


def new_session(game: Game, seat: str, opponents: str, seed: int, single_hand: bool) -> Session:
    """A new game, as the command line asks for it."""
    names = [name.strip() for name in opponents.split(",")]
    try:
        return Session.begin(game, find_seat(game, seat), names, seed, single_hand)
    except ValueError as error:
        fail(str(error))


def find_seat(game: Game, wanted: str) -> int:
    """The seat that is called so, or has that number, counted from 1."""
    names = game.seats[: game.player_count]
    known = {name.lower(): number for number, name in enumerate(names)}
    known |= {str(number): number - 1 for number in range(1, len(names) + 1)}
    found = known.get(wanted.strip().lower())
    if found is None:
        seats = ", ".join(f"{number} ({name})" for number, name in enumerate(names, 1))
        fail(f"there is no seat '{wanted}': seats are {seats}")
    return found


def saved_session(path: Path) -> Session:
    """The game of a file that the table saved."""
    data = read_bytes(path, "saved game")
    try:
        return Session.from_json(data)
    except GenomeError as error:
        fail_with(error, str(path))
    except ValueError as error:
        fail(f"{path} is no saved game: {error}")


def sit_down(session: Session) -> None:
    """Plays at the terminal."""
    console = Console(file=cast(IO[str], FittingStream(sys.stdout)))
    # Whoever types at a terminal is given time to read; lines from a pipe are all moves.
    pause = input if sys.stdin.isatty() and sys.stdout.isatty() else None
    terminal = Terminal(session, console, pause=pause)
    try:
        terminal.run()
    except KeyboardInterrupt:
        terminal.leave()
        raise typer.Exit(INTERRUPTED) from None
