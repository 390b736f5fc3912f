"""A map of cells: how good the best of each is, by two properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from darwindeck.charts.svg import FELT, INK, RULE, drawing, element, escaped, label

SIDE = 34.0


@dataclass(frozen=True)
class Cell:
    """What a cell holds: how good, from 0 to 1, and what to say when one points at it."""

    value: float
    tip: str
    mark: str = ""
    """A few letters to write into it."""
    link: str = ""
    """The name of the place on the page that it leads to."""


def heat_map(
    cells: Mapping[tuple[int, int], Cell],
    columns: Sequence[str],
    rows: Sequence[str],
    title: str,
    *,
    across: str = "",
    down: str = "",
    side: float = SIDE,
) -> str:
    """Cells by (column, row); the first row is lowest, as on an axis. Empty ones are framed."""
    left = 10.0 + 6.4 * max((len(name) for name in rows), default=0)
    head = 20.0 if down else 4.0
    foot = 22.0 + (16.0 if across else 0.0)
    width, height = left + side * len(columns) + 6, head + side * len(rows) + foot
    parts = [label(left, 13, down, size=11)] if down else []
    for row, name in enumerate(rows):
        y = head + side * (len(rows) - 1 - row)
        parts.append(label(left - 6, y + side / 2 + 4, name, "end", size=11))
        for column in range(len(columns)):
            x = left + side * column
            parts.append(_square(x, y, side, cells.get((column, row))))
    for column, name in enumerate(columns):
        x = left + side * (column + 0.5)
        parts.append(label(x, head + side * len(rows) + 14, name, "middle", size=11))
    if across:
        parts.append(label(left, height - 6, across, size=11))
    return drawing(width, height, title, *parts)


def _square(x: float, y: float, side: float, cell: Cell | None) -> str:
    frame = {"x": x + 1, "y": y + 1, "width": side - 2, "height": side - 2, "rx": 4}
    if cell is None:
        return element("rect", **frame, fill="none", stroke=RULE)
    share = min(max(cell.value, 0.0), 1.0)
    square = element(
        "rect",
        element("title", escaped(cell.tip)),
        **frame,
        fill=FELT,
        fill_opacity=0.12 + 0.88 * share,
        stroke=FELT,
        stroke_opacity=0.5,
    )
    mark = ""
    if cell.mark:
        colour = "var(--paper,#fffdf8)" if share > 0.5 else INK
        mark = element(
            "text",
            escaped(cell.mark),
            x=x + side / 2,
            y=y + side / 2 + 4,
            text_anchor="middle",
            fill=colour,
            font_size=11.0,
            pointer_events="none",
        )
    drawn = square + mark
    return element("a", drawn, href=f"#{cell.link}") if cell.link else drawn
