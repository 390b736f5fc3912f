"""The elements that charts are drawn with.

Colours are the custom properties of the page (`--ink`, `--felt` …), so that a chart follows it into
dark mode and onto paper; each has a fallback for a drawing that stands alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

INK = "var(--ink,#1f1d1a)"
QUIET = "var(--quiet,#6f675c)"
RULE = "var(--line,#ddd3c2)"
FELT = "var(--felt,#1f5b43)"
RED = "var(--red,#b3122d)"
SERIES = tuple(
    f"var(--c{number},{colour})"
    for number, colour in enumerate(
        ("#1f5b43", "#b3122d", "#2b5f9e", "#a0660b", "#6b4a9a", "#2d7d84"), 1
    )
)
"""Colours to tell lines apart."""

_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)


def escaped(text: object) -> str:
    """Text from anywhere, fit for HTML and SVG: markup is shown, control characters are not."""
    return escape(_CONTROL.sub("\ufffd", str(text)))


def element(name: str, *children: str, **attributes: object) -> str:
    """One element; children are markup. `class_` is written `class`, `stroke_width` with a dash."""
    drawn = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return f"<{name}{drawn}/>"
    return f"<{name}{drawn}>{''.join(children)}</{name}>"


def _value(value: object) -> str:
    return short(value) if isinstance(value, float) else escaped(value)


def short(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if math.isfinite(value) else "0"


def label(
    x: float,
    y: float,
    text: object,
    anchor: str = "start",
    colour: str = QUIET,
    size: float = 12,
) -> str:
    """Some words at a place."""
    return element(
        "text", escaped(text), x=x, y=y, text_anchor=anchor, fill=colour, font_size=float(size)
    )


def drawing(width: float, height: float, title: str, *children: str) -> str:
    """A whole chart, scaled to the width it is given, with its title for those who cannot see."""
    return element(
        "svg",
        element("title", escaped(title)),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {short(width)} {short(height)}",
        width=float(width),
        height=float(height),
        role="img",
        aria_label=title,
        class_="chart",
        font_family="inherit",
    )


def path(points: Sequence[tuple[float, float]]) -> str:
    """The points joined by straight lines, as path data."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


@dataclass(frozen=True)
class Scale:
    """From the values of a quantity to places on the paper."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        if self.high <= self.low:
            return (self.start + self.end) / 2
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def ticks(low: float, high: float, most: int = 5) -> tuple[float, ...]:
    """Round numbers between two others, at most so many."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return (low,)
    rough = (high - low) / max(most - 1, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * unit for unit in (1, 2, 2.5, 5, 10) if power * unit >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(index * step for index in range(first, last + 1))


def figure(value: float) -> str:
    """A number on an axis."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def percent(value: float) -> str:
    """A share on an axis."""
    return f"{100 * value:.0f} %"
