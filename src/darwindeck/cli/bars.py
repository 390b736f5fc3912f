"""How far something is, on the screen of whoever waits for it."""

from __future__ import annotations

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from darwindeck.cli.console import err


def bar(*after: ProgressColumn, before: str = "{task.description}") -> Progress:
    """A bar with something before and after it; nothing is drawn where nobody looks."""
    return Progress(
        TextColumn(before),
        BarColumn(),
        *after,
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )


def playing_bar() -> Progress:
    """A bar for games that are played."""
    return bar(MofNCompleteColumn(), TimeRemainingColumn(), before="playing")
