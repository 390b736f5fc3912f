"""What a game is worth, for reading in a terminal: verdict, reasons, small charts, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rich import box
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from darwindeck.english import sentence
from darwindeck.evaluation.fitness import Part, Verdict
from darwindeck.evaluation.labels import MetricLabel, shown_metrics
from darwindeck.evaluation.results import Curve, Evaluation
from darwindeck.evaluation.summary import headline, two_lines
from darwindeck.genome.schema import GameGenome

BLOCKS = "▁▂▃▄▅▆▇█"
PARTS_OF_A_CELL = " ▏▎▍▌▋▊▉█"
WIDE = 100
"""From so many columns on, bars are long."""
VERY_WIDE = 120
"""From so many columns on, the numbers stand in two columns."""
MOST_DEAD = 12

_CURVES = {
    "uncertainty": ("how open it is", "decided", "open"),
    "lead": ("the favourite's lead", "level", "won"),
}


def evaluation_card(
    genome: GameGenome, evaluation: Evaluation, verdict: Verdict, width: int = 80
) -> Group:
    """A card for a terminal of so many columns."""
    blocks: list[RenderableType] = [_head(genome, evaluation, verdict, width)]
    if verdict.parts and verdict.gate is None:
        blocks.append(_section("What the score is made of", _parts(verdict, width)))
    if any(curve.points for curve in evaluation.curves.values()):
        blocks.append(_section("The course of a game", _curves(evaluation)))
    if evaluation.metrics:
        blocks.append(_section("In numbers", _numbers(evaluation, width)))
    if evaluation.faults:
        blocks.append(_section("What to mend first", _faults(evaluation)))
    if evaluation.dead:
        title = "Clauses that never made a difference"
        blocks.append(_section(title, _dead(evaluation)))
    blocks.append(Text(basis(evaluation), style="dim"))
    return Group(*blocks)


def _head(genome: GameGenome, evaluation: Evaluation, verdict: Verdict, width: int) -> Panel:
    lines: list[RenderableType] = [
        Text(line) for line in two_lines(genome, evaluation) if line and not evaluation.problems
    ]
    style = "bold red" if verdict.gate is not None else "bold"
    lines += [Text(""), Text(verdict.sentence, style=style)]
    lines += [Text(f"  {reason}.", style="red") for reason in verdict.reasons[1:]]
    if verdict.gate is None and verdict.parts:
        lines.append(_score(verdict, min(40, width - 48)))
        if not verdict.complete:
            most = f"{100 * verdict.ceiling:.0f}"
            lines.append(Text(f"so far; at most {most} when all is measured", style="dim"))
    return Panel(
        Group(*lines),
        title=f"[bold]{escape(headline(genome))}[/]",
        title_align="left",
        box=box.ROUNDED,
        padding=(0, 1),
    )


def _score(verdict: Verdict, width: int) -> Text:
    text = Text(f"{100 * verdict.score:.0f} of 100 ", style="bold")
    text.append(bar(verdict.score, max(8, width)), style=_colour(verdict.score))
    text.append(f" {100 * verdict.low:.0f} to {100 * verdict.high:.0f}, {verdict.style}", "dim")
    return text


def _section(title: str, body: RenderableType) -> Group:
    return Group(Text(title, style="bold"), Padding(body, (0, 0, 1, 1)))


def _parts(verdict: Verdict, width: int) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    cells = 10 if width < WIDE else 20
    for part in sorted(verdict.parts, key=_by_weight):
        table.add_row(
            part.name,
            Text(bar(part.value, cells), style=_colour(part.value)),
            f"{100 * part.value:.0f}",
            f"×{100 * part.weight:.0f}",
            Text(part.why),
        )
    return table


def _by_weight(part: Part) -> tuple[float, str]:
    return -part.weight, part.name


def _curves(evaluation: Evaluation) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
    for name, curve in evaluation.curves.items():
        if curve.points:
            words, low, high = _CURVES.get(name, (name, "0", "1"))
            first, last = curve.points[0][1], curve.points[-1][1]
            text = Text(f"{100 * first:.0f} → {100 * last:.0f} %")
            text.append(f"  (▁ {low}, █ {high})", style="dim")
            table.add_row(words, Text(sparkline(curve), style="cyan"), text)
    return table


def _numbers(evaluation: Evaluation, width: int) -> Table:
    """The metrics with their intervals, in one or two columns."""
    rows = [_row(evaluation, label) for label in shown_metrics(evaluation)]
    columns = 2 if width >= VERY_WIDE else 1
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
    for _ in range(columns):
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(no_wrap=True, style="dim")
    half = -(-len(rows) // columns)
    for number in range(half):
        cells: list[str] = []
        for column in range(columns):
            place = number + column * half
            cells += rows[place] if place < len(rows) else ("", "", "")
        table.add_row(*cells)
    return table


def _row(evaluation: Evaluation, label: MetricLabel) -> tuple[str, str, str]:
    metric = evaluation.metrics[label.name]
    return label.text, label.write(metric.value), label.interval(metric)


def _faults(evaluation: Evaluation) -> Group:
    lines = []
    for fault in evaluation.faults:
        text = Text("• ")
        text.append(sentence(fault.text))
        text.append(f" {fault.path}" if fault.path else "", style="dim")
        lines.append(text)
    return Group(*lines)


def _dead(evaluation: Evaluation) -> Group:
    return Group(*_dead_lines(evaluation))


def _dead_lines(evaluation: Evaluation) -> Iterator[Text]:
    for clause in evaluation.dead[:MOST_DEAD]:
        text = Text("• ")
        text.append(clause.text)
        text.append(f" {clause.path}", style="dim")
        yield text
    rest = len(evaluation.dead) - MOST_DEAD
    if rest > 0:
        yield Text(f"… and {rest} more", style="dim")


def basis(evaluation: Evaluation) -> str:
    """What the numbers rest on."""
    if evaluation.problems:
        return "Nothing was played."
    many = "seed" if len(evaluation.seeds) == 1 else "seeds"
    seeds = ", ".join(map(str, evaluation.seeds))
    return (
        f"{evaluation.effort} effort, {many} {seeds}: {evaluation.played:,} decisions played; "
        "intervals hold the true value with 95 % confidence."
    )


def bar(value: float, cells: int) -> str:
    """A share as a bar of so many cells, drawn in eighths of a cell."""
    eighths = round(max(0.0, min(1.0, value)) * 8 * cells)
    whole, part = divmod(eighths, 8)
    drawn = "█" * whole + (PARTS_OF_A_CELL[part] if part else "")
    return drawn.ljust(cells, "·")


def sparkline(curve: Curve, cells: int = 24) -> str:
    """The course of a quantity from 0 to 1 as small bars, with straight lines between points."""
    heights = (value_at(curve, (number + 0.5) / cells) for number in range(cells))
    return "".join(BLOCKS[min(7, max(0, int(8 * height)))] for height in heights)


def value_at(curve: Curve, share: float) -> float:
    """The value of a curve at a share of the game; before and after its points it is level."""
    points = curve.points
    for (left, low, *_), (right, high, *_) in pairwise(points):
        if left <= share <= right and right > left:
            return low + (high - low) * (share - left) / (right - left)
    return points[0][1] if share < points[0][0] else points[-1][1]


def _colour(value: float) -> str:
    return "green" if value >= 0.6 else "yellow" if value >= 0.35 else "red"
