"""Lines: curves with bands, progress, and small ones in the middle of a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from darwindeck.charts.svg import (
    FELT,
    RULE,
    SERIES,
    Scale,
    drawing,
    element,
    figure,
    label,
    path,
    short,
    ticks,
)

LEFT, RIGHT, TOP, BOTTOM = 40.0, 20.0, 12.0, 36.0


@dataclass(frozen=True)
class Line:
    """One line: places and values, and how sure each is if that is known."""

    name: str
    points: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float], ...] = ()
    """Low and high for each point."""


def line_chart(
    lines: Sequence[Line],
    title: str,
    *,
    across: str = "",
    span: tuple[float, float] | None = None,
    least: float = 0.0,
    most: float | None = None,
    write_x: Callable[[float], str] = figure,
    write_y: Callable[[float], str] = figure,
    width: float = 360,
    height: float = 220,
) -> str:
    """Lines over one axis, named in a legend where there are several."""
    xs = [x for line in lines for x, _ in line.points] or [0.0, 1.0]
    ys = [y for line in lines for _, y in line.points] + [h for line in lines for _, h in line.band]
    left, right = span or (min(xs), max(xs))
    top = most if most is not None else max([*ys, least + 1e-9]) * 1.05
    legend = [line.name for line in lines] if len(lines) > 1 else []
    head = TOP + 18 * len(legend)
    to_x = Scale(left, right, LEFT, width - RIGHT)
    to_y = Scale(least, top, height + 18 * len(legend) - BOTTOM, head)
    foot = to_y.start
    parts = [_grid_line(to_y(at), width, write_y(at)) for at in ticks(least, top, 5)]
    parts += [
        label(to_x(at), foot + 15, write_x(at), "middle", size=11) for at in ticks(left, right, 6)
    ]
    if across:
        parts.append(label((LEFT + width - RIGHT) / 2, foot + 31, across, "middle", size=11))
    for index, line in enumerate(lines):
        colour = SERIES[index % len(SERIES)]
        parts.append(_drawn(line, to_x, to_y, colour))
    for index, name in enumerate(legend):
        colour, y = SERIES[index % len(SERIES)], TOP + 18 * index
        parts.append(element("rect", x=LEFT, y=y - 5, width=14, height=4, rx=2, fill=colour))
        parts.append(label(LEFT + 20, y + 1, name, size=11.5))
    return drawing(width, height + 18 * len(legend), title, *parts)


def _grid_line(y: float, width: float, text: str) -> str:
    rule = element("line", x1=LEFT, x2=width - RIGHT, y1=y, y2=y, stroke=RULE)
    return rule + label(LEFT - 6, y + 4, text, "end", size=11)


def _drawn(line: Line, to_x: Scale, to_y: Scale, colour: str) -> str:
    places = [(to_x(x), to_y(y)) for x, y in line.points]
    if not places:
        return ""
    parts = []
    if line.band:
        upper = [
            (to_x(x), to_y(high)) for (x, _), (_, high) in zip(line.points, line.band, strict=True)
        ]
        lower = [
            (to_x(x), to_y(low)) for (x, _), (low, _) in zip(line.points, line.band, strict=True)
        ]
        around = path(upper + lower[::-1]) + "Z"
        parts.append(element("path", d=around, fill=colour, fill_opacity=0.18))
    if len(places) == 1:
        x, y = places[0]
        parts.append(element("circle", element("title", short(y)), cx=x, cy=y, r=3, fill=colour))
    else:
        stroke = {"fill": "none", "stroke": colour, "stroke_width": 2, "stroke_linejoin": "round"}
        parts.append(element("path", d=path(places), **stroke))
    return "".join(parts)


def sparkline(
    values: Sequence[float],
    title: str,
    *,
    least: float | None = None,
    most: float | None = None,
    width: float = 90,
    height: float = 20,
) -> str:
    """A small line without axes, its end marked."""
    if not values:
        return drawing(width, height, title)
    to_x = Scale(0, max(len(values) - 1, 1), 2, width - 4)
    low = min(values) if least is None else least
    high = max(values) if most is None else most
    to_y = Scale(low, high, height - 3, 3)
    places = [(to_x(index), to_y(value)) for index, value in enumerate(values)]
    last_x, last_y = places[-1]
    return drawing(
        width,
        height,
        title,
        element("path", d=path(places), fill="none", stroke=FELT, stroke_width=1.6),
        element("circle", cx=last_x, cy=last_y, r=2.4, fill=FELT),
    )
