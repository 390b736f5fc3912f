"""A run as one watches it: a display that is drawn again and again, or a line now and then."""

from __future__ import annotations

from collections.abc import Mapping

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from darwindeck.evolution.report import archive_maps
from darwindeck.evolution.report.maps import short_label
from darwindeck.evolution.report.pace import duration
from darwindeck.evolution.runs.progress import Progress
from darwindeck.quoting import visible

MOST_BEST = 8
MOST_REASONS = 5
WIDE = 66
"""From this many columns on, the best games stand beside the map."""
_SHADES = "░▒▓█"
_BOUNDS = (0.3, 0.42, 0.54)
"""Scores from which on a cell is drawn one shade darker."""


class LiveWatch:
    """Draws the run on a terminal. Use as a context, and as the observer of the run."""

    def __init__(self, console: Console, title: str) -> None:
        self._display = Display(title)
        self._live = Live(self._display, console=console, refresh_per_second=4, transient=True)

    def __enter__(self) -> LiveWatch:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def __call__(self, progress: Progress) -> None:
        self._display.progress = progress

    def refresh(self) -> None:
        """Draws it now; by itself it is drawn four times a second."""
        self._live.refresh()


class PlainWatch:
    """Writes a line for each game of the first generation, and then one when a generation is over;
    for pipes and files."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._done = -1
        self._told = 0

    def __enter__(self) -> PlainWatch:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __call__(self, progress: Progress) -> None:
        if progress.generation == 0 and progress.news and progress.done > self._told:
            self._told = progress.done
            self._write(f"{progress.done}/{progress.tasks} {visible(progress.news[-1])}")
        # When all tasks are done there are two reports: before the archive knows of it, and after.
        if progress.done < progress.tasks:
            return
        if progress.generation != self._done:
            self._done = progress.generation
        else:
            self._write(plain_line(progress))

    def _write(self, line: str) -> None:
        self._console.print(line, highlight=False, soft_wrap=True, markup=False)


def plain_line(progress: Progress) -> str:
    """Where the run stands, in one line."""
    best = (
        f"best {visible(progress.best[0][0])} {100 * progress.best[0][1]:.0f} of 100, "
        if progress.best
        else ""
    )
    return (
        f"{_where(progress)}: {_elites(progress.num_elites)}, {best}"
        f"{sum(progress.rejected.values())} of {progress.proposals} turned away, "
        f"{_speed(progress)}{_left(progress)}"
    )


def _elites(count: int) -> str:
    return f"{count} elite{'' if count == 1 else 's'}"


def _where(progress: Progress) -> str:
    if progress.activity != "breeding":
        return progress.activity
    of = f" of {progress.generations}" if progress.generations is not None else ""
    return f"generation {progress.generation - progress.rounds + 1}{of}"


def _speed(progress: Progress) -> str:
    return (
        f"{progress.evaluations_per_minute:.0f} evaluations a minute, "
        f"{100 * progress.core_share:.0f} % of the work in the core"
    )


def _left(progress: Progress) -> str:
    if progress.time_left is None or progress.time_left < 1:
        return ""
    return f", {duration(progress.time_left)} left"


class Display:
    """What the terminal shows while a run goes on."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.progress: Progress | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.progress is None:
            yield Text(f"{visible(self.title)}: setting up …", style="dim")
            return
        yield Panel(
            Group(
                _bar(self.progress),
                "",
                _middle(self.progress, options.max_width),
                "",
                *(
                    Text(visible(line), no_wrap=True, overflow="ellipsis")
                    for line in self.progress.news
                ),
                "",
                Text(_reasons(self.progress), style="dim"),
                Text(f"{_speed(self.progress)}{_left(self.progress)}"),
            ),
            title=Text(visible(self.title), style="bold green"),
            title_align="left",
            subtitle=Text("Ctrl-C stops; everything is saved", style="dim"),
            subtitle_align="right",
            border_style="green",
            box=box.ROUNDED,
            padding=(0, 1),
        )


def _bar(progress: Progress) -> Table:
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_column(no_wrap=True, justify="right")
    bar = ProgressBar(total=max(progress.tasks, 1), completed=progress.done, complete_style="green")
    grid.add_row(_where(progress).capitalize(), bar, f"{progress.done}/{progress.tasks}")
    return grid


def _middle(progress: Progress, width: int) -> RenderableType:
    """The map and the best games, side by side where there is room."""
    drawn = archive_text(progress.filled, progress.cells)
    if width < WIDE:
        return Group(drawn, "", _best(progress))
    grid = Table.grid(padding=(0, 3), expand=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_row(drawn, _best(progress))
    return grid


def archive_text(filled: Mapping[int, float], cells: int) -> Text:
    """The archive as a small map: families below each other, in each cell the best game."""
    maps = archive_maps(filled)
    text = Text()
    text.append(f"{len(filled)} of {cells} cells filled\n", style="bold")
    columns = maps[0].columns
    heads = [short_label(name) for name in columns]
    rows = len(maps[0].rows)
    width = 1 + max(rows, *map(len, heads))
    text.append(" " * 10 + "".join(head.ljust(width) for head in heads) + "min\n", style="dim")
    for item in maps:
        text.append(f"{item.title:<10}", style="cyan" if item.cells else "dim")
        for column in range(len(columns)):
            for row in range(rows):
                here = item.cells.get((column, row))
                text.append(
                    _shade(filled[here[0]]) if here else "·", style="green" if here else "dim"
                )
            text.append(" " * (width - rows))
        text.append("\n")
    text.append(" " * 10 + "in each group: luck … skill", style="dim")
    return text


def _shade(score: float) -> str:
    return _SHADES[sum(score >= bound for bound in _BOUNDS)]


def _best(progress: Progress) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style="dim")
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right")
    grid.add_row("", Text("Best so far", style="bold"), Text("of 100", style="dim"))
    for place, (name, score, _) in enumerate(progress.best[:MOST_BEST], 1):
        grid.add_row(str(place), Text(visible(name), style="cyan"), f"{100 * score:.0f}")
    return grid


def _reasons(progress: Progress) -> str:
    ranked = sorted(progress.rejected.items(), key=lambda item: (-item[1], item[0]))
    named = [
        f"{count} {visible(reason).replace('_', ' ')}" for reason, count in ranked[:MOST_REASONS]
    ]
    left = sum(count for _, count in ranked[MOST_REASONS:])
    if left:
        named.append(f"{left} other")
    total = sum(progress.rejected.values())
    reasons = f": {', '.join(named)}" if named else ""
    return f"{total} of {progress.proposals} turned away{reasons}"
