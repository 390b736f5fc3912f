"""Shares and means with their intervals, and how they are written."""

from __future__ import annotations

import csv
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwindeck.archives.statistics import Statistics, statistics_csv, statistics_page


def counted() -> Statistics:
    statistics = Statistics("hearts", matches=1, deals=4)
    table = statistics.table("Suits <b>", "What is led.")
    table.expect("never")
    for suit in ("spades", "spades", "hearts", "spades"):
        table.among(suit, ("spades", "hearts"))
    for value in (2, 4, 6):
        table.mean("points", value)
    return statistics


def test_kinds_of_one_case_add_up_to_all_cases() -> None:
    rows = counted().tables[0].rows
    assert (rows["spades"].count, rows["hearts"].count) == (3, 1)
    assert rows["spades"].total == rows["hearts"].total == 4
    assert rows["spades"].value == 0.75


def test_a_share_has_the_interval_of_wilson() -> None:
    low, high = counted().tables[0].rows["spades"].interval
    assert low == pytest.approx(0.3006, abs=1e-3)
    assert high == pytest.approx(0.9544, abs=1e-3)


def test_a_mean_has_the_interval_of_student() -> None:
    statistics = counted()
    row = statistics.tables[0].rows["points"]
    assert row.value == 4
    assert row.count is None
    assert row.interval == pytest.approx((0, 4 + 4.303 * (4 / 3) ** 0.5), rel=0.02)
    for value in (3, 5) * 20:
        statistics.tables[0].mean("many", value)
    assert statistics.tables[0].rows["many"].interval == pytest.approx((3.68, 4.32), abs=0.01)


def test_nothing_is_certain_from_one_number_or_from_numbers_that_are_all_the_same() -> None:
    statistics = Statistics("hearts", matches=1, deals=1)
    table = statistics.table("One")
    table.mean("single", 7)
    low, high = table.rows["single"].interval
    assert (low, high) == (0.0, math.inf)
    assert table.rows["single"].shown() == ("7.00", "unknown")
    assert statistics_csv([statistics]).splitlines()[1] == "hearts,One,single,,1,7.0,0.0,"
    for _ in range(10):
        table.mean("same", 8)
        table.mean("none", 0)
    low, high = table.rows["same"].interval
    assert low < 8 < high
    assert table.rows["none"].interval[0] == 0 < table.rows["none"].interval[1]


@given(st.integers(1, 400), st.data())
def test_the_interval_of_a_share_holds_it_and_is_a_share(total: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, total))
    table = Statistics("hearts").table("Shares")
    for number in range(total):
        table.share("hit", number < hits)
    low, high = table.rows["hit"].interval
    assert 0 <= low <= table.rows["hit"].value <= high <= 1
    assert low < high
    assert not table.rows["hit"].shown()[1].startswith("-")


def test_what_never_came_up_is_not_listed() -> None:
    statistics = counted()
    statistics.table("Empty").expect("nothing")
    assert [table.title for table in statistics.filled()] == ["Suits <b>"]
    assert "never" not in [row.name for row in statistics.tables[0].filled()]


def test_one_match_is_not_told_as_several() -> None:
    assert counted().basis == "1 match, 4 deals"


def test_every_quantity_is_a_line_of_the_table() -> None:
    rows = list(csv.DictReader(io.StringIO(statistics_csv([counted()]))))
    assert [row["quantity"] for row in rows] == ["spades", "hearts", "points"]
    assert (rows[0]["count"], rows[0]["of"], rows[0]["value"]) == ("3", "4", "0.75")
    assert rows[2]["count"] == ""


def test_the_page_escapes_text_and_loads_nothing() -> None:
    text = statistics_page([counted()])
    assert "Suits &lt;b&gt;" in text
    assert "Suits <b>" not in text
    assert "default-src 'none'" in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
