"""Charts as SVG and pages as HTML: pure functions from data to text, with nothing from outside."""

from __future__ import annotations

from darwindeck.charts.bars import Bar, bars, gauge
from darwindeck.charts.heat import Cell, heat_map
from darwindeck.charts.lanes import LaneRow, lanes
from darwindeck.charts.lines import Line, line_chart, sparkline
from darwindeck.charts.page import page
from darwindeck.charts.svg import escaped

__all__ = [
    "Bar",
    "Cell",
    "LaneRow",
    "Line",
    "bars",
    "escaped",
    "gauge",
    "heat_map",
    "lanes",
    "line_chart",
    "page",
    "sparkline",
]
