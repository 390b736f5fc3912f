"""The report of a validation: figures, table and page."""

from __future__ import annotations

import csv
import io

from darwindeck.archives.divergences import (
    Category,
    Divergence,
    Irregularity,
    IrregularityKind,
    ScoringValidationResult,
    Triage,
)
from darwindeck.archives.record import Place, Skipped
from darwindeck.archives.report import (
    MOST_LISTED,
    by_category,
    divergences_csv,
    skipped_lines,
    totals,
    validation_page,
)
from darwindeck.oracles.baloot.categories import KABOOT


def divergence(file: str, category: Category, triage: Triage = Triage.SOURCE) -> Divergence:
    return Divergence(file, 2, 7, category, (1, 2), (2, 1), "it is <wrong>", triage, "of course")


def results() -> list[ScoringValidationResult]:
    bad = ScoringValidationResult("=bad.json", rounds=3, rounds_validated=2)
    bad.divergences = [
        divergence("=bad.json", Category.TRICK),
        divergence("=bad.json", Category.TRICK, Triage.RULE),
        divergence("=bad.json", KABOOT),
    ]
    good = ScoringValidationResult("good.json", rounds=4, rounds_validated=4)
    good.note(Irregularity("good.json", 0, 3, IrregularityKind.REVOKE, "a card too low", 1))
    good.skipped = (Skipped("event kind 99", 3, Place("good.json", 1)),)
    return [bad, good, ScoringValidationResult("cut.json", error="cut.json: cut off")]


def test_revokes_are_counted_and_a_file_with_one_is_without_divergence() -> None:
    figures = dict(totals(results()))
    assert figures["revokes by players"] == 1
    assert figures["files without a divergence"] == 1
    assert figures["unreadable files"] == 1
    assert figures["divergences"] == 3
    assert figures["deals"] == 7


def test_categories_are_listed_by_how_often_they_occur_with_their_classes() -> None:
    assert by_category(results()) == [("trick", 2, 0, 0, 1, 1), ("kaboot", 1, 0, 0, 0, 1)]


def test_every_divergence_is_a_line_and_no_cell_is_a_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(divergences_csv(results()))))
    assert [row["category"] for row in rows] == ["trick", "trick", "kaboot", "unreadable"]
    assert rows[0]["file"] == "'=bad.json"
    assert (rows[0]["round"], rows[0]["event"]) == ("3", "7")
    assert rows[3]["details"] == "cut.json: cut off"


def test_what_was_passed_over_is_told_with_its_first_place() -> None:
    assert skipped_lines(results()) == [("event kind 99", 3, "good.json, round 2")]


def test_the_page_tells_everything_and_runs_nothing() -> None:
    text = validation_page(results())
    assert "3 divergences." in text
    assert "it is &lt;wrong&gt;" in text
    assert "<wrong>" not in text
    assert "a card too low" in text
    assert "cut.json: cut off" in text
    assert "default-src 'none'" in text


def test_the_page_of_a_huge_result_stays_small() -> None:
    result = ScoringValidationResult("bad.json")
    result.divergences = [divergence("bad.json", Category.TRICK)] * (3 * MOST_LISTED)
    text = validation_page([result])
    assert text.count("&lt;wrong&gt;") == MOST_LISTED
    assert f"and {2 * MOST_LISTED:,} more" in text


def test_agreement_and_silence_are_told_apart() -> None:
    assert "Nothing was compared" in validation_page([ScoringValidationResult("a.json")])
    compared = ScoringValidationResult("a.json", rounds_validated=1, calls=2_000)
    said = "Archives and rules agree. Compared: 2,000 calls, 1 result."
    assert said in validation_page([compared])
    unread = [ScoringValidationResult("a.json", error="a.json: empty")]
    assert "No archive could be read." in validation_page(unread)
