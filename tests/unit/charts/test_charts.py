"""Charts: whole SVG, nothing from outside, nothing that a text could break."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwindeck.charts import Bar, Cell, Line, bars, gauge, heat_map, line_chart, page, sparkline
from darwindeck.charts.svg import Scale, escaped, ticks

HOSTILE = "</svg><script>alert('x')</script>&\"\x00\x1b[31m\u202e"
NUMBER = st.floats(-1e9, 1e9, allow_nan=False)


def parsed(svg: str) -> ElementTree.Element:
    """The drawing as XML: this fails if it is not well formed."""
    return ElementTree.fromstring(svg)


def every(svg: str, name: str) -> list[ElementTree.Element]:
    return list(parsed(svg).iter(f"{{http://www.w3.org/2000/svg}}{name}"))


CHARTS = {
    "bars": lambda text: bars([Bar(text, 0.5, 0.4, 0.6)], text),
    "lines": lambda text: line_chart([Line(text, ((0, 1), (1, 2))), Line("b", ())], text),
    "heat": lambda text: heat_map({(0, 0): Cell(0.5, text, text)}, [text], [text], text),
    "spark": lambda text: sparkline([1, 2], text),
}


@pytest.mark.parametrize("chart", CHARTS)
def test_a_strange_text_stays_text(chart: str) -> None:
    svg = CHARTS[chart](HOSTILE)
    assert "<script" not in svg
    assert "\x1b" not in svg
    assert not every(svg, "script")
    assert "alert" in "".join(parsed(svg).itertext())


@pytest.mark.parametrize("chart", CHARTS)
def test_a_chart_has_a_title_for_those_who_cannot_see(chart: str) -> None:
    drawn = parsed(CHARTS[chart]("How open it is"))
    assert drawn.get("role") == "img"
    assert drawn.get("aria-label") == "How open it is"


def test_a_bar_is_as_long_as_its_value() -> None:
    svg = bars([Bar("half", 0.5), Bar("whole", 1.0)], "t", most=1.0)
    half, whole = (float(rect.get("width", "")) for rect in every(svg, "rect"))
    assert whole == pytest.approx(2 * half, rel=0.01)


def test_an_interval_is_drawn_from_low_to_high() -> None:
    svg = gauge(0.5, 0.25, 0.75, width=102)
    across = every(svg, "line")[0]
    assert float(across.get("x1", "")) == pytest.approx(26)
    assert float(across.get("x2", "")) == pytest.approx(76)


def test_a_better_cell_is_darker_and_an_empty_one_is_only_framed() -> None:
    svg = heat_map({(0, 0): Cell(0.2, "a"), (1, 0): Cell(0.9, "b")}, ["x", "y", "z"], ["r"], "t")
    first, second, empty = every(svg, "rect")
    assert float(first.get("fill-opacity", "")) < float(second.get("fill-opacity", ""))
    assert empty.get("fill") == "none"


def test_rows_of_a_map_go_up() -> None:
    svg = heat_map({}, ["x"], ["low", "high"], "t")
    low, high = every(svg, "rect")
    assert float(low.get("y", "")) > float(high.get("y", ""))


def test_a_legend_names_the_lines_where_there_are_several() -> None:
    one, two = Line("one", ((0, 1), (1, 2))), Line("two", ((0, 2), (1, 1)))
    assert "two" in "".join(parsed(line_chart([one, two], "t")).itertext())
    assert "one" not in "".join(parsed(line_chart([one], "t")).itertext())


@pytest.mark.parametrize("points", [(), ((3.0, 4.0),), ((0.0, 0.0), (0.0, 0.0))])
def test_few_points_are_no_error(points: tuple[tuple[float, float], ...]) -> None:
    assert parsed(line_chart([Line("a", points)], "t")) is not None
    assert parsed(sparkline([y for _, y in points], "t")) is not None


@given(NUMBER, NUMBER, st.integers(2, 12))
def test_ticks_lie_between_the_ends_and_are_not_too_many(a: float, b: float, most: int) -> None:
    low, high = min(a, b), max(a, b)
    found = ticks(low, high, most)
    slack = 1e-6 * max(abs(low), abs(high), 1e-300) + 1e-9 * (high - low)
    assert all(low - slack <= tick <= high + slack for tick in found)
    assert len(found) <= most + 1
    assert list(found) == sorted(found)


@given(NUMBER, NUMBER, NUMBER)
def test_a_scale_never_leaves_the_paper(a: float, b: float, value: float) -> None:
    scale = Scale(min(a, b), max(a, b), 10, 200)
    assert 10 <= scale(value) <= 200


def test_a_page_allows_nothing_from_outside_and_no_script() -> None:
    text = page(HOSTILE, "<p>body</p>")
    assert "default-src 'none'" in text
    assert "<script" not in text
    assert not re.search(r"(?:src|href)=\"?(?!#)", text)
    assert "url(" not in text
    assert "@import" not in text


def test_escaped_text_shows_markup_and_no_control_characters() -> None:
    assert escaped("<b>\x07") == "&lt;b&gt;\ufffd"
