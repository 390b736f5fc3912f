"""Recorded hands of poker: what is read, followed through the genome, compared and told."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from textwrap import dedent

import pytest

from darwindeck.archives import ArchiveError, archive_files, examine_archive
from darwindeck.oracles.texas_holdem.match import HandReport, examine_hands, show_hands
from darwindeck.oracles.texas_holdem.phh import read_phh
from darwindeck.oracles.texas_holdem.statistics import count_hands

FOLDED = """
    variant = 'NT'
    ante_trimming_status = true
    antes = [0, 0, 0]
    blinds_or_straddles = [5, 10, 0]
    min_bet = 10
    starting_stacks = [1000, 1000, 1000]
    actions = ['d dh p1 AcAd', 'd dh p2 ????', 'd dh p3 KcKd',
        'p3 cbr 30', 'p1 cbr 90', 'p2 f', 'p3 f']
    finishing_stacks = [1040, 990, 970]
"""
SHOWN = """
    variant = 'NT'
    antes = [0, 0, 0]
    blinds_or_straddles = [0.50, 1, 0]
    min_bet = 1
    starting_stacks = [20, 60.25, 100]
    actions = ['d dh p1 AcAd', 'd dh p2 QcQd', 'd dh p3 KcKd', 'p3 cbr 100', 'p1 cc', 'p2 cc',
        'd db 2s3s4h', 'd db 9h', 'd db Th', 'p3 sm KcKd', 'p1 sm AcAd', 'p2 sm -']
    finishing_stacks = [60, 0, 120.25]
"""
"""Two are all-in for less: a main pot, a side pot, and chips that come back."""
HEADS_UP = """
    variant = 'NT'
    antes = [0, 0]
    blinds_or_straddles = [3, 6]
    min_bet = 6
    starting_stacks = [600, 600]
    actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 18', 'p1 cc',
        'd db ThQd2d', 'p1 cc', 'p2 cbr 36', 'p1 f']
    winnings = [0, 35.25]
"""
"""With two the second player deals, posts the small blind and acts first; 0.75 are rake."""
STRADDLED = """
    variant = 'NT'
    ante_trimming_status = false
    antes = [0, 4, 0, 0]
    blinds_or_straddles = [1, 2, 4, 0]
    min_bet = 2
    starting_stacks = [200, 200, 200, 200]
    actions = ['p4 cc', 'p1 f', 'p2 cc', 'p3 cbr 12', 'p4 f', 'p2 f']
    finishing_stacks = [199, 192, 213, 196]
"""
"""The big blind pays an ante for all, the next player straddles and acts last."""


def examined(text: str) -> HandReport:
    records = read_phh(dedent(text).encode(), "hand.phh")
    assert len(records) == 1
    return examine_hands(records[0], {})


def told(text: str) -> str:
    found = examined(text).divergences
    assert len(found) == 1, found
    return str(found[0])


@pytest.mark.parametrize("text", [FOLDED, SHOWN, HEADS_UP, STRADDLED])
def test_hands_that_were_played_by_the_rules_agree(text: str) -> None:
    report = examined(text)
    assert report.divergences == []
    assert report.followed
    assert report.judged
    assert report.pairs


def test_amounts_are_whole_numbers_of_the_smallest_unit() -> None:
    assert examined(SHOWN).pairs == [
        ("finishing stacks", (6000, 0, 12025), (6000, 0, 12025)),
    ]


def test_rake_is_named() -> None:
    (found,) = examined(HEADS_UP).irregularities
    assert found.details == "a rake of 75 units of a pot of 3600"


def test_too_much_is_missing_for_a_rake() -> None:
    assert "[0, 2025] units are taken from the pot, by the rules [0, 3600]" in told(
        HEADS_UP.replace("35.25", "20.25")
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("'p3 cbr 30'", "'p3 cbr 15'", "p3 raises to 15, which is not allowed: p3 may raise to 20"),
        ("'p1 cbr 90'", "'p1 cbr 49'", "p1 raises to 49, which is not allowed: p1 may raise to 50"),
        ("'p1 cbr 90'", "'p1 cbr 1001'", "p1 may raise to 50 up to 1000"),
        ("'p3 cbr 30'", "'p2 cbr 30'", "p2 acts where it is the turn of p3"),
        (
            "[1040,",
            "[1041,",
            "stacks of [1041, 990, 970] in the end, by the rules [1040, 990, 970]",
        ),
        ("KcKd", "KcAc", "a card is there twice"),
        ("'p2 f'", "'p2 x'", "action 6 is not understood: p2 x"),
        ("'p2 f'", "'p4 f'", "there is no player 'p4'"),
        ("[5, 10, 0]", "[5, 10]", "`blinds_or_straddles` must be a list with a number for each"),
        ("min_bet = 10", "min_bet = '10'", "`min_bet` is no number"),
        ("AcAd", "AcAx", "no cards: 'AcAx'"),
    ],
)
def test_what_is_wrong_is_told(old: str, new: str, said: str) -> None:
    assert old in FOLDED
    assert said in told(FOLDED.replace(old, new))


def test_a_hand_that_is_cut_short_is_unfinished() -> None:
    report = examined(FOLDED.replace(", 'p3 f'", ""))
    assert [found.details for found in report.irregularities] == [
        "the actions end before the hand does"
    ]


def test_what_a_showdown_of_unknown_cards_comes_to_is_not_judged() -> None:
    report = examined(SHOWN.replace("QcQd", "????").replace("[60, 0,", "[60, 1,"))
    assert report.followed
    assert not report.judged
    told(SHOWN.replace("QcQd", "????").replace("120.25]", "121.25]"))


def test_other_variants_are_passed_over() -> None:
    (record,) = read_phh(dedent(FOLDED).replace("'NT'", "'PO'").encode(), "hand.phh")
    assert record.skipped[0].what == "variant PO"
    assert examine_hands(record, {}).divergences == []


def test_files_hold_one_hand_or_many_and_may_be_packed(tmp_path: Path) -> None:
    many = f"[1]\n{dedent(FOLDED)}\n[2]\n{dedent(SHOWN)}\n"
    (tmp_path / "a.phh").write_text(dedent(HEADS_UP))
    (tmp_path / "b.phhs").write_text(many)
    (tmp_path / "c.phhs.gz").write_bytes(gzip.compress(many.encode()))
    reports = [report for path in archive_files(tmp_path) for report in examine_archive(path)]
    assert [report.figures().judged for report in reports] == [1] * 5
    (tmp_path / "d.phh").write_text("no = 1")
    with pytest.raises(ArchiveError, match="no hand history"):
        examine_archive(tmp_path / "d.phh")
    (tmp_path / "e.phh").write_text("[[[")
    with pytest.raises(ArchiveError, match="not readable as TOML"):
        examine_archive(tmp_path / "e.phh")


def test_a_hand_is_shown() -> None:
    (record,) = read_phh(dedent(FOLDED).encode(), "hand.phh")
    (text,) = show_hands(record)
    assert "Stacks: p1 1000, p2 1000, p3 1000; p3 deals" in text
    assert "p1 bets or raises to 90" in text
    assert list(show_hands(record, 1)) == []


def test_what_players_do_is_counted() -> None:
    texts = (FOLDED, SHOWN, HEADS_UP, STRADDLED)
    records = [record for text in texts for record in read_phh(dedent(text).encode(), "hand.phh")]
    found = count_hands(records)
    assert found.deals == 4
    tables = {table.title: table.rows for table in found.filled()}
    assert tables["How hands end"]["shown down"].count == 1
    before = tables["What players do before the flop"]
    assert (before["fold"].count, before["bet or raise"].count, before["fold"].total) == (5, 5, 15)
    assert tables["Raises before the flop"]["dealer"].count == 3
    assert "What players do on the turn" not in tables


REAL = os.environ.get("DARWINDECK_POKER_HANDS", "")


@pytest.mark.skipif(not REAL, reason="DARWINDECK_POKER_HANDS names no folder of recorded hands")
def test_real_hands_agree() -> None:
    reports = [report for path in archive_files(REAL) for report in examine_archive(path)]
    assert [str(item) for report in reports for item in report.all_divergences()] == []
    assert sum(report.figures().followed for report in reports) == len(reports) > 0
