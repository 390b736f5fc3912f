"""Shares and means with their intervals, and how they are written."""

from __future__ import annotations

import csv
import io

import pytest

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


def test_a_mean_has_the_normal_interval() -> None:
    row = counted().tables[0].rows["points"]
    assert row.value == 4
    assert row.count is None
    reach = 1.96 * (4 / 3) ** 0.5
    assert row.interval == pytest.approx((4 - reach, 4 + reach))


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
