"""`darwindeck replay`: a logged game, played again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from darwindeck.cli.arguments import Options, Trust
from darwindeck.cli.console import err, fail, out, safe, write_file
from darwindeck.cli.source import load_game, read_bytes
from darwindeck.genome.problems import GenomeError
from darwindeck.simulation import Divergence, Game, MatchLog
from darwindeck.text.telling import tell

DIVERGED = 1


def replay(
    log: Annotated[
        Path, typer.Argument(metavar="LOG", help="A log in notation, or a saved game (JSON).")
    ],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The genome of the log, if it is none of the library."),
    ] = None,
    to: Annotated[int | None, typer.Option(min=0, help="Only the first moves, so many.")] = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    notation: Annotated[
        bool, typer.Option("--notation", help="Print the log in notation instead of telling it.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page on which the match is seen again."),
    ] = None,
    trust: Trust = False,
) -> None:
    """Play a logged game again and tell it, or notice that it takes another course.

    With --html it is written as one page that needs no server: a table with a slider, all hands
    open or what one seat saw.

    Exit code 0: it leads where the log says; 1: it does not; 2: the log cannot be read.
    """
    try:
        found = _read(log, game, option)
    except Divergence as error:
        text = f"[red]✗[/] {safe(str(log))}: {safe(str(error))}"
        err.print(text, highlight=False, soft_wrap=True)
        raise typer.Exit(DIVERGED) from None
    except GenomeError as error:
        fail(f"{log}: {error.problems[0]}")
    except ValueError as error:
        fail(f"{log}: {error}")
    if to is not None and to > len(found):
        fail(f"{log} has {len(found)} moves; --to {to} is beyond them")
    found = found.go(len(found) if to is None else to).cut()
    if html is not None:
        _write_page(found, html)
    else:
        typer.echo(found.to_text() if notation else tell(found.state), nl=False)
    where = f"{found.at:,} moves, digest {found.state.digest:016x}"
    out.print(f"[green]✓[/] {safe(str(log))}: {where}", highlight=False, soft_wrap=True)


def _write_page(log: MatchLog, path: Path) -> None:
    from darwindeck.table.replay import replay_of, standalone

    try:
        write_file(path, standalone(replay_of(log)))
    except ValueError as error:
        fail(str(error))


def _read(path: Path, game: str | None, option: list[str]) -> MatchLog:
    return read_log(path, None if game is None else Game(load_game(game, option)))


def read_log(path: Path, game: Game | None) -> MatchLog:
    """The log of a file; of a game of the library unless one is given, or the file holds its own.

    `ValueError` and `GenomeError` as for `MatchLog.from_text` and `MatchLog.from_json`.
    """
    data = read_bytes(path, "log")
    if data.lstrip()[:1] == b"{":
        log = MatchLog.from_json(data)
        if game is not None and game.bytecode != log.game.bytecode:
            raise ValueError("the saved game holds another genome than the one that is given")
        return log
    try:
        return MatchLog.from_text(data.decode("utf-8"), game)
    except UnicodeDecodeError as error:
        raise ValueError(f"no text in UTF-8: byte {error.start}") from error
