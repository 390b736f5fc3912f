"""Players who learn a game before they play it, with a bar on the screen."""

from __future__ import annotations

from collections.abc import Sequence

import typer
from rich.progress import TaskProgressColumn, TimeRemainingColumn

from darwindeck.cli.arguments import INTERRUPTED
from darwindeck.cli.bars import bar
from darwindeck.cli.console import err, fail
from darwindeck.simulation import Game
from darwindeck.simulation.batch import core_count


def prepare(game: Game, players: Sequence[str], threads: int | None = None) -> None:
    """Lets players learn who have to. Ctrl-C stops it at once, and nothing is kept."""
    drawn = bar(TaskProgressColumn(), TimeRemainingColumn(), before="learning")
    task = drawn.add_task("", total=None)
    try:
        with drawn:
            game.prepare(
                players,
                threads=threads or core_count(),
                progress=lambda done, steps: drawn.update(task, completed=done, total=steps),
            )
    except ValueError as error:
        fail(str(error))
    except KeyboardInterrupt:
        err.print("stopped", highlight=False)
        raise typer.Exit(INTERRUPTED) from None
