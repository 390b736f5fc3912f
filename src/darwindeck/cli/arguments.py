"""Arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from darwindeck.cli import completion, programs

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game of the library, the path of a genome file, or RUN:NAME for a game of a run.",
        autocompletion=completion.game_names,
    ),
]
RunName = Annotated[
    str | None,
    typer.Argument(
        metavar="[RUN]",
        help="A run, or the path of its file; default: the newest.",
        autocompletion=completion.run_names,
    ),
]
Options = Annotated[
    list[str],
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Choose a declared option; repeatable.",
        autocompletion=completion.options,
    ),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        callback=programs.trust,
        help="Take a Python file for a game, too: it is run, whatever it does.",
    ),
]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write to this file instead of the screen.")
]
Seed = Annotated[
    int, typer.Option(min=0, max=2**64 - 1, help="Decides everything that is left to chance.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")]

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
