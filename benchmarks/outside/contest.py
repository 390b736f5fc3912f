"""A contest on numbered deals, a test that ends it when it is decided, and a file to go on from."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from darwindeck.evaluation.intervals import standard_error

Row = dict[str, float]
"""What one deal brought, by the name of the figure."""

FEWEST = 10
"""So many deals are played before anything is decided."""
_ALPHA = 0.05
_TUNING = (-2 * math.log(_ALPHA) + math.log(-2 * math.log(_ALPHA)) + 1) / 50


@dataclass(frozen=True)
class Contest:
    """Somebody to be held against."""

    game: str
    rival: str
    play: Callable[[str, int], Row]
    """Plays a deal by its number with our player, at every seat."""
    figures: tuple[str, ...]
    """What is told, the one that decides first."""
    wanted: tuple[str, float] = (">", 0.0)
    """What is wanted of the first figure."""
    percent: bool = False
    """Whether the first figure is a share."""


def reach(values: Sequence[float]) -> float:
    """How far a mean may be from the truth, however often one looks.

    A 95 % confidence sequence for means of many values (Waudby-Smith and others: Time-uniform
    central limit theory, 2021), tightest at fifty of them: whoever stops as soon as the interval
    leaves a number out is wrong in one case of twenty at most.
    """
    count = len(values)
    if count < 2:
        return math.inf
    deviation = standard_error(values) * math.sqrt(count)
    grown = count * _TUNING + 1
    return deviation * math.sqrt(
        2 * grown / (count**2 * _TUNING) * math.log(math.sqrt(grown) / _ALPHA)
    )


def verdict(values: Sequence[float], wanted: tuple[str, float]) -> str:
    """Whether what is wanted is met: yes, no or open."""
    if len(values) < FEWEST:
        return "open"
    mean, width = math.fsum(values) / len(values), reach(values)
    sign, bound = wanted
    if width == 0 or abs(mean - bound) > width:
        return "yes" if (mean > bound) == (sign == ">") and mean != bound else "no"
    return "open"


class Book:
    """What was played so far, in a file; without one it is forgotten in the end."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: dict[str, list[Row]] = {}
        if path is not None and path.exists():
            self.rows = json.loads(path.read_text(encoding="utf-8"))

    def keep(self) -> None:
        if self.path is not None:
            part = self.path.with_name(self.path.name + ".part")
            part.write_text(json.dumps(self.rows), encoding="utf-8")
            part.replace(self.path)


def hold(contest: Contest, player: str, deals: int, seconds: float, book: Book) -> str:
    """Plays until it is decided, and gives a line of a table."""
    rows = book.rows.setdefault(f"{contest.game}, {contest.rival}, {player}", [])
    first = contest.figures[0]
    begun = time.monotonic()
    while (
        len(rows) < deals
        and time.monotonic() - begun < seconds
        and verdict([row[first] for row in rows], contest.wanted) == "open"
    ):
        rows.append(contest.play(player, len(rows)))
        book.keep()
    return line(contest, player, rows)


def line(contest: Contest, player: str, rows: Sequence[Row]) -> str:
    """A line of the table."""
    told = []
    for number, name in enumerate(contest.figures):
        values = [row[name] for row in rows if name in row]
        scale = 100.0 if contest.percent and number == 0 else 1.0
        mean = scale * math.fsum(values) / max(1, len(values))
        told.append(f"{name} {mean:.2f} ± {scale * standard_error(values):.2f}")
    sign, bound = contest.wanted
    met = verdict([row[contest.figures[0]] for row in rows], contest.wanted)
    goal = f"{sign} {100 * bound:g} %" if contest.percent else f"{sign} {bound:g}"
    return (
        f"| {contest.game} | {contest.rival} | `{player}` | {len(rows)} | {'; '.join(told)} | "
        f"{goal}: {met} |"
    )
