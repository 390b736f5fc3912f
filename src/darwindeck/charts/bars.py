"""Bars with intervals: one in a line of text, or several under each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from darwindeck.charts.svg import (
    FELT,
    INK,
    QUIET,
    RULE,
    Scale,
    drawing,
    element,
    figure,
    label,
    ticks,
)


@dataclass(frozen=True)
class Bar:
    """One quantity with its interval, if it has one."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None


def gauge(
    value: float,
    low: float | None = None,
    high: float | None = None,
    *,
    width: float = 150,
    height: float = 14,
) -> str:
    """A bar on a track from 0 to 1, for the middle of a table line."""
    across = Scale(0, 1, 1, width - 1)
    says = figure(value) if low is None or high is None else _between(value, low, high, figure)
    track = element(
        "rect",
        x=0.5,
        y=height / 2 - 4,
        width=width - 1,
        height=8.0,
        rx=4,
        fill=RULE,
        fill_opacity=0.55,
    )
    return drawing(width, height, says, track, _bar(across, value, low, high, height / 2, 8, 0.0))


def bars(
    items: Sequence[Bar],
    title: str,
    *,
    least: float = 0.0,
    most: float | None = None,
    write: Callable[[float], str] = figure,
    width: float = 360,
) -> str:
    """Named bars under each other, each with its number, on one axis."""
    high = max((bar.value if bar.high is None else bar.high for bar in items), default=1.0)
    top = most if most is not None else (high if high > least else least + 1)
    row, bottom = 34.0, 24.0
    height = row * len(items) + bottom
    across = Scale(least, top, 1, width - 6)
    parts = [
        element(
            "line", x1=across(at), x2=across(at), y1=height - bottom, y2=height - 18, stroke=QUIET
        )
        + label(across(at), height - 7, write(at), _anchor(at, least, top), size=11)
        for at in ticks(least, top)
    ]
    floor = height - bottom
    parts.append(element("line", x1=1, x2=width - 6, y1=floor, y2=floor, stroke=RULE))
    for index, item in enumerate(items):
        y = index * row
        parts.append(label(1, y + 13, item.name, colour=INK))
        parts.append(label(width - 6, y + 13, write(item.value), "end"))
        parts.append(_bar(across, item.value, item.low, item.high, y + 24, 10, least))
    return drawing(width, height, title, *parts)


def _bar(
    across: Scale,
    value: float,
    low: float | None,
    high: float | None,
    middle: float,
    thick: float,
    least: float,
) -> str:
    start = across(max(0.0, least))
    end = across(value)
    parts = [
        element(
            "rect",
            x=min(start, end),
            y=middle - thick / 2,
            width=abs(end - start),
            height=float(thick),
            rx=min(thick / 2, 3),
            fill=FELT,
            fill_opacity=0.8,
        )
    ]
    if low is not None and high is not None and high > low:
        left, right = across(low), across(high)
        stroke = {"stroke": INK, "stroke_width": 1.3}
        parts.append(element("line", x1=left, x2=right, y1=middle, y2=middle, **stroke))
        for x in (left, right):
            parts.append(element("line", x1=x, x2=x, y1=middle - 4, y2=middle + 4, **stroke))
    return "".join(parts)


def _anchor(at: float, low: float, high: float) -> str:
    share = (at - low) / (high - low) if high > low else 0.5
    return "start" if share < 0.05 else "end" if share > 0.95 else "middle"


def _between(value: float, low: float, high: float, write: Callable[[float], str]) -> str:
    return f"{write(value)} ({write(low)} to {write(high)})"
