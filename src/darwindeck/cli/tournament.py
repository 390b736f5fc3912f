"""`darwindeck tournament`: players against each other on the same deals, at every seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table

from darwindeck.cli import completion
from darwindeck.cli.arguments import INTERRUPTED, AsJson, GameName, Options, Seed, Trust
from darwindeck.cli.bars import playing_bar
from darwindeck.cli.console import err, fail, out, safe, write_file
from darwindeck.cli.learning import prepare
from darwindeck.cli.source import load_game
from darwindeck.simulation import Game
from darwindeck.simulation.batch import core_count
from darwindeck.simulation.hints import unit_of
from darwindeck.tournament import FileProblem, Tournament, load, play_tournament, save, to_csv
from darwindeck.tournament import to_dict as as_data
from darwindeck.tournament import to_page as as_page


def tournament(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="PLAYER,…",
            help="At least two: easy, fair, strong, expert, random, greedy, mc:200 and so on.",
            autocompletion=completion.players,
        ),
    ] = "easy,fair,strong",
    deals: Annotated[int, typer.Option(min=1, help="For every two players.")] = 100,
    seed: Seed = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Default: as many as the machine has.")
    ] = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    matches: Annotated[
        bool, typer.Option("--matches", help="Play whole matches, not single hands.")
    ] = False,
    file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the tournament in this file, and go on with it if it is there.",
        ),
    ] = None,
    as_json: AsJson = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every deal as a line of a table.")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page.")] = None,
    trust: Trust = False,
) -> None:
    """Let every two players meet on the same deals, at every seat, and rate them."""
    ready = Game(load_game(game, option))
    names = [name.strip() for name in players.split(",")]
    count = threads or core_count()
    prepare(ready, names, count)
    try:
        before = load(file, ready) if file is not None and file.exists() else None
        played, whole = _play(ready, names, deals, seed, count, not matches, before, file)
    except (FileProblem, ValueError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"cannot keep the tournament: {error.strerror or error}")
    if as_json:
        typer.echo(json.dumps(as_data(played), indent=2, ensure_ascii=False))
    elif played.played:
        out.print(report(played))
    if csv is not None:
        write_file(csv, to_csv(played))
    if html is not None:
        write_file(html, as_page(played))
    if not whole:
        go_on = f"; go on with --file {file}" if file is not None else ""
        err.print(
            f"stopped after {played.played:,} of {played.wanted:,} deals{safe(go_on)}",
            highlight=False,
        )
        raise typer.Exit(INTERRUPTED)


def _play(
    game: Game,
    names: list[str],
    deals: int,
    seed: int,
    threads: int,
    single_hand: bool,
    before: Tournament | None,
    file: Path | None,
) -> tuple[Tournament, bool]:
    """Plays with a bar on the screen; Ctrl-C ends it with what was played by then."""
    bar = playing_bar()
    task = bar.add_task("", total=deals * len(names) * (len(names) - 1) // 2)
    kept: list[Tournament] = [before] if before is not None else []

    def keep(so_far: Tournament) -> None:
        kept[:] = [so_far]
        bar.update(task, completed=so_far.played)
        if file is not None:
            save(so_far, file)

    try:
        with bar:
            played = play_tournament(
                game,
                names,
                deals,
                seed=seed,
                single_hand=single_hand,
                threads=threads,
                resume=before,
                keep=keep,
            )
        return played, True
    except KeyboardInterrupt:
        if not kept:
            err.print("stopped", highlight=False)
            raise typer.Exit(INTERRUPTED) from None
        return kept[0], False


def report(played: Tournament) -> RenderableType:
    """Ratings and duels for reading."""
    best = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    best.add_column("player", style="cyan")
    best.add_column("rating", justify="right")
    best.add_column("95 %", justify="right")
    for name, rating in played.ranking():
        best.add_row(safe(name), f"{rating.value:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}")
    duels = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    duels.add_column("player", style="cyan")
    duels.add_column("against", style="cyan")
    for head in ("deals", "took of them", "95 %", f"{unit_of(played.game)} a hand", "95 %"):
        duels.add_column(head, justify="right", no_wrap=True)
    for duel in played.duels:
        share, margin = duel.share, duel.margin
        duels.add_row(
            safe(played.names[duel.one]),
            safe(played.names[duel.other]),
            f"{len(duel.shares):,}",
            f"{share.value:.1%}",
            f"{share.low:.1%} to {share.high:.1%}",
            f"{margin.value:+.2f}",
            f"{margin.low:+.2f} to {margin.high:+.2f}",
        )
    return Group(best, duels)
