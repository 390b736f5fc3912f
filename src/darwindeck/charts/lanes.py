"""Who descends from whom, one line each: lanes run from a game down to its parents.

A line holds one dot. Lanes come in from the line above and go out to the line below; the same rows
are drawn as SVG beside text of any height, and as characters in a terminal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from darwindeck.charts.svg import FELT, QUIET, SERIES, element, short

GAP = 16.0
MIDDLE = 12.0
HEAD = 24.0


@dataclass(frozen=True)
class LaneRow:
    """One line of the drawing."""

    lane: int
    """Where its dot is."""
    above: tuple[tuple[int, int], ...]
    """Lanes as they come in: (at the upper edge, at the height of the dot)."""
    below: tuple[tuple[int, int], ...]
    """Lanes as they go out: (at the height of the dot, at the lower edge)."""

    @property
    def width(self) -> int:
        """How many lanes it needs."""
        return 1 + max(
            [self.lane, *(at for edge in self.above for at in edge)]
            + [at for edge in self.below for at in edge]
        )


def lanes(games: Iterable[tuple[Hashable, Sequence[Hashable]]]) -> list[LaneRow]:
    """The rows for games given as (key, keys of parents), each before its parents."""
    listed = [(key, tuple(dict.fromkeys(parents))) for key, parents in games]
    known = {key for key, _ in listed}
    waiting: list[Hashable | None] = []
    rows = []
    for key, parents in listed:
        before = list(waiting)
        lane = waiting.index(key) if key in waiting else _free(waiting)
        above = tuple(
            (at, lane if awaited == key else at)
            for at, awaited in enumerate(before)
            if awaited is not None
        )
        waiting = [None if awaited == key else awaited for awaited in waiting]
        passing = [(at, at) for at, awaited in enumerate(waiting) if awaited is not None]
        own = []
        for parent in parents:
            if parent not in known:
                continue
            if parent in waiting:
                at = waiting.index(parent)
            else:
                at = lane if waiting[lane] is None else _free(waiting)
                waiting[at] = parent
            own.append((lane, at))
        rows.append(LaneRow(lane, above, tuple(passing + own)))
    return rows


def _free(waiting: list[Hashable | None]) -> int:
    """The first lane that nobody waits in; a new one where there is none."""
    if None not in waiting:
        waiting.append(None)
    return waiting.index(None)


# drawn


def lane_svg(row: LaneRow, width: int, emphasis: bool = False) -> str:
    """The lanes beside one line of text: a head of fixed height, then lanes as long as needed."""
    across = short(GAP * width)
    edges = [_edge(a, 0, b, MIDDLE) for a, b in row.above]
    edges += [_edge(a, MIDDLE, b, HEAD) for a, b in row.below]
    dot = element(
        "circle",
        cx=_x(row.lane),
        cy=MIDDLE,
        r=5.5 if emphasis else 4,
        fill=FELT if emphasis else _colour(row.lane),
    )
    head = element(
        "svg",
        *edges,
        dot,
        width=across,
        height=short(HEAD),
        viewBox=f"0 0 {across} {short(HEAD)}",
        aria_hidden="true",
    )
    out = dict.fromkeys(at for _, at in row.below)
    rest = element(
        "svg",
        *[_edge(at, 0, at, 100) for at in out],
        width=across,
        height="100%",
        viewBox=f"0 0 {across} 100",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
    return head + rest


def _x(lane: int) -> float:
    return GAP * (lane + 0.5)


def _colour(lane: int) -> str:
    return SERIES[lane % len(SERIES)] if lane else QUIET


def _edge(start: int, top: float, end: int, bottom: float) -> str:
    x, to = _x(start), _x(end)
    half = (top + bottom) / 2
    bend = f"C{short(x)} {short(half)} {short(to)} {short(half)} {short(to)} {short(bottom)}"
    line = f"M{short(x)} {short(top)}" + (bend if x != to else f"L{short(to)} {short(bottom)}")
    stroke = _colour(max(start, end))
    return element("path", d=line, fill="none", stroke=stroke, stroke_width=2)


# in characters


def lane_text(row: LaneRow, dot: str = "●") -> tuple[list[str], str, list[str], str]:
    """Lines before the dot's own, that line, lines after it, and the margin for further text."""
    joining = sorted(a for a, b in row.above if a != b)
    straight = {a for a, b in row.above if a == b}
    before, there = [], straight | set(joining)
    for at in joining:
        there.discard(at)
        before.append(_connector(row.lane, at, there | {row.lane}, "╯╰"))
    passing = {b for a, b in row.below if a == b and a != row.lane}
    own = [b for a, b in row.below if a == row.lane]
    line = _line({**dict.fromkeys(passing, "│"), row.lane: dot})
    after = []
    open_lanes = passing | {row.lane}
    for at in sorted(at for at in own if at != row.lane):
        joins = at in passing
        last = row.lane not in own and at == max(own)
        after.append(_connector(row.lane, at, open_lanes, "┤├" if joins else "╮╭", ends=last))
        open_lanes = open_lanes | {at}
    out = {b for _, b in row.below}
    return before, line, after, _line(dict.fromkeys(out, "│"))


def _connector(lane: int, to: int, passing: set[int], ends_with: str, ends: bool = False) -> str:
    """A line from the dot's lane to another one; `ends_with`: its end on the right, on the left."""
    low, high = min(lane, to), max(lane, to)
    marks = dict.fromkeys(passing, "│")
    for at in range(low + 1, high):
        marks[at] = "┼" if at in passing else "─"
    if ends:
        marks[lane] = "╰" if to > lane else "╯"
    else:
        marks[lane] = "├" if to > lane else "┤"
    marks[to] = ends_with[0] if to > lane else ends_with[1]
    return _line(marks, low, high)


def _line(marks: dict[int, str], low: int = 0, high: int = 0) -> str:
    width = max(marks, default=-1) + 1
    drawn = "".join(marks.get(at, " ") + ("─" if low <= at < high else " ") for at in range(width))
    return drawn.rstrip()
