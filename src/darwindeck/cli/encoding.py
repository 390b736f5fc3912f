"""`darwindeck encoding`: what the arrays of a game mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from darwindeck.charts.page import page
from darwindeck.charts.svg import escaped
from darwindeck.cli.arguments import GameName, Options, Trust
from darwindeck.cli.console import write_file
from darwindeck.cli.source import load_game
from darwindeck.envs.encoding import VERSION, Encoding


def encoding(
    game: GameName,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page that lists every number."),
    ] = None,
    trust: Trust = False,
) -> None:
    """Show what each plane of an observation and each number of an action means."""
    found = Encoding(load_game(game, option))
    if html is None:
        typer.echo(found.describe())
    else:
        write_file(html, as_page(found))


def as_page(encoding: Encoding) -> str:
    """The moves and planes of a game as a web page."""
    name = encoding.game.genome.name or encoding.game.genome.genome_id
    planes = "".join(
        f'<tr><td class="number">{plane.numbers}</td>'
        f"<td>{escaped(plane.name)}</td><td>{escaped(plane.meaning)}</td>"
        f"<td>{escaped(plane.axis)}</td></tr>"
        for plane in encoding.planes
    )
    actions = "".join(
        f'<tr><td class="number">{number}</td><td>{escaped(encoding.action_text(number))}</td></tr>'
        for number in range(encoding.action_count)
    )
    axes = "".join(
        f"<tr><td>{escaped(name)}</td><td>{number}</td><td>{escaped(text)}</td></tr>"
        for name, texts in encoding.axes.items()
        for number, text in enumerate(texts)
    )
    seen = "".join(
        f'<tr><td class="number">{number}</td><td>{escaped(encoding.number_text(number))}</td></tr>'
        for number in range(encoding.size)
    )
    body = (
        f"<h1>{escaped(name)}: the arrays</h1>"
        f"<p>What a seat sees is {encoding.size} numbers (version {VERSION[0]}), what it may do "
        f"{encoding.action_count} (version {VERSION[1]}). Seats are counted from the observer.</p>"
        "<h2>What a seat sees</h2>"
        '<table class="dense"><tr><th class="number">numbers</th><th>plane</th><th>meaning</th>'
        f"<th>one for each</th></tr>{planes}</table>"
        "<h2>What they are one for each of</h2>"
        '<table class="dense"><tr><th>one for each</th><th>place</th><th>what</th></tr>'
        f"{axes}</table>"
        "<h2>Actions</h2>"
        f'<table class="dense"><tr><th class="number">number</th><th>action</th></tr>{actions}'
        "</table>"
        "<h2>Each number that a seat sees</h2>"
        f'<table class="dense"><tr><th class="number">number</th><th>what</th></tr>{seen}</table>'
    )
    return page(f"{name}: the arrays", body)
