"""What a run has bred, for the terminal: the best games, and where they come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from darwindeck.charts.lanes import lane_text, lanes
from darwindeck.english import capitalised
from darwindeck.evaluation.summary import two_lines
from darwindeck.evolution.report import Step, descent_words, faults, likeness_words, merits
from darwindeck.evolution.report.descent import change_words
from darwindeck.evolution.runs.best import BestGame
from darwindeck.quoting import visible
from darwindeck.rulebook.compare import Book

MOST_CHANGES = 3
"""Changed rules told at one step of a lineage."""
LEAST_ROOM = 20
"""So many letters a line of a lineage has, however many lanes there are."""
ONCE = "Measured only once: another measuring may well say something else."
_STYLES = {Book.FIRST: "red", Book.SECOND: "green", Book.BOTH: "yellow"}


def best_list(best: Iterable[BestGame]) -> Group:
    """Each game in two lines, what it descends from and why it scored."""
    parts: list[RenderableType] = []
    for place, item in enumerate(best, 1):
        parts += [_head(place, item), Padding(_body(item), (0, 0, 1, 3))]
    return Group(*parts)


def _head(place: int, item: BestGame) -> Text:
    verdict = item.verdict
    score = f"{100 * verdict.score:.0f} of 100"
    span = f"{100 * verdict.low:.0f} to {100 * verdict.high:.0f}"
    return Text.assemble(
        (f"{place}. ", "dim"),
        (visible(item.game.name), "bold cyan"),
        (f"  {score}", "bold"),
        (f" ({span})", "dim"),
    )


def _body(item: BestGame) -> Group:
    first, second = two_lines(item.game.genome(), item.evaluation)
    origin = f"{descent_words(item.descent)}. {capitalised(likeness_words(item.game))}."
    return Group(
        Text(visible(first)),
        Text(visible(second)),
        *(Text(visible(line), style="italic") for line in item.news),
        *([] if item.is_sure else [Text(ONCE, style="yellow")]),
        Text(visible(origin), style="dim"),
        *(Text(visible(f"+ {line}"), style="green") for line in merits(item.verdict)),
        *(Text(visible(f"− {line}"), style="yellow") for line in faults(item.verdict)),
    )


# where it comes from


@dataclass(frozen=True)
class LineageTree:
    """Every ancestor in its place beside lanes that join them; texts are wrapped to the screen."""

    steps: Sequence[Step]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = lanes((step.game.key, step.parents) for step in self.steps)
        margin = 2 * max((row.width for row in rows), default=1) + 1
        room = max(options.max_width - margin, LEAST_ROOM)
        for place, (step, row) in enumerate(zip(self.steps, rows, strict=True)):
            before, line, after, beside = lane_text(row, "◆" if place == 0 else "●")
            texts = [
                part for text in (_title(step), *_told(step)) for part in text.wrap(console, room)
            ]
            gap = [""] if place + 1 < len(self.steps) else []
            drawn = [line, *after]
            drawn += [beside] * (len(texts) + len(gap) - len(drawn))
            for lane in before:
                yield Text(lane, style="green")
            for number, lane in enumerate(drawn):
                yield Text.assemble(
                    (lane.ljust(margin), "green"), texts[number] if number < len(texts) else ""
                )


def _title(step: Step) -> Text:
    return Text.assemble((visible(step.game.name), "bold cyan"), f"  {visible(step.story)}")


def _told(step: Step) -> list[Text]:
    lines = [
        Text(visible(change_words(item)), style=_STYLES[item.book])
        for item in step.changes[:MOST_CHANGES]
    ]
    left = len(step.changes) - MOST_CHANGES
    return [*lines, Text(f"and {left} more", style="dim")] if left > 0 else lines
