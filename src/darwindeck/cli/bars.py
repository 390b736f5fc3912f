"""How far something is, on the screen of whoever waits for it."""

from __future__ import annotations

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from darwindeck.cli.source import err


def playing_bar() -> Progress:
    """A bar for games that are played; nothing is drawn where nobody looks."""
    return Progress(
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )


__all__ = ["playing_bar"]
