"""`darwindeck bench`: how fast games are played on this machine."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich import box
from rich.progress import track
from rich.table import Table

from darwindeck.cli import completion
from darwindeck.cli.arguments import INTERRUPTED, AsJson, Trust
from darwindeck.cli.console import err, out, safe
from darwindeck.cli.measuring import GameGauges, SpeedFigures, cores, measure
from darwindeck.cli.source import load_game
from darwindeck.library import library_ids


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]…",
            help="Games, or genome files; default: the library.",
            autocompletion=completion.game_names,
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=600, help="For each figure of a game.")
    ] = 1.0,
    hands: Annotated[bool, typer.Option("--hands", help="Play single hands, not matches.")] = False,
    as_json: AsJson = False,
    trust: Trust = False,
) -> None:
    """Measure how fast games are played: random games, threads, search, loading."""
    names = games or list(library_ids())
    genomes = [(name, load_game(name)) for name in names]
    figures: dict[str, SpeedFigures] = {}
    try:
        for name, genome in track(
            genomes, "measuring", console=err, transient=True, disable=not err.is_terminal
        ):
            gauges = GameGauges(genome, cores(), hands)
            measure(gauges.gauges(), seconds)
            figures[name] = gauges.figures()
    except KeyboardInterrupt:
        err.print("stopped", highlight=False)
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        typer.echo(json.dumps({name: as_data(item) for name, item in figures.items()}, indent=2))
    else:
        out.print(table(figures))


def as_data(figures: SpeedFigures) -> dict[str, Any]:
    """The figures as plain values."""
    return {
        **asdict(figures),
        "decisions_per_second": figures.decisions_per_second,
        "gain": figures.gain,
    }


def table(figures: dict[str, SpeedFigures]) -> Table:
    """The figures for reading."""
    threads = next(iter(figures.values())).threads
    drawn = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    drawn.add_column("game", style="cyan", min_width=12)
    for head in (
        "decisions\na game",
        "games/s",
        "decisions/s",
        f"in {threads}\nthreads",
        "search\nplayouts/s",
        "load\nµs",
    ):
        drawn.add_column(head, justify="right", no_wrap=True)
    for name, item in figures.items():
        drawn.add_row(
            safe(name),
            f"{item.decisions_per_game:,.1f}",
            f"{item.games_per_second:,.0f}",
            f"{item.decisions_per_second:,.0f}",
            f"{item.gain:.2f}×",
            "–" if item.playouts_per_second is None else f"{item.playouts_per_second:,.0f}",
            f"{item.load_microseconds:,.0f}",
        )
    return drawn
