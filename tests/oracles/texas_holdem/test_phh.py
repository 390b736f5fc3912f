"""Recorded hands of poker: what is read, followed through the genome, compared and told."""

from __future__ import annotations

import gzip
import os
import tomllib
import tracemalloc
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darwindeck.archives import (
    ArchiveError,
    archive_files,
    divergences,
    examine_archive,
    validate_archive_scoring,
)
from darwindeck.archives.record import MatchRecord
from darwindeck.archives.validate import scoring_result
from darwindeck.oracles.texas_holdem.match import HandReport, examine_hands, show_hands
from darwindeck.oracles.texas_holdem.phh import _quickly_parsed, read_phh, stream_phh
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
        ("KcKd", "KcAc", "is there twice"),
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


PLAYED = """
    variant = 'NT'
    antes = [0, 0, 0]
    blinds_or_straddles = [5, 10, 0]
    min_bet = 10
    starting_stacks = [1000, 1000, 1000]
    actions = ['d dh p1 AcAd', 'd dh p2 9c9d', 'd dh p3 KcKd', 'p3 cc', 'p1 cc', 'p2 cc',
        'd db 2s3s4h', 'p1 cbr 20', 'p2 f', 'p3 cc', 'd db 9h', 'p1 cc', 'p3 cc', 'd db Th',
        'p1 cbr 50', 'p3 cc', 'p1 sm AcAd', 'p3 sm KcKd']
    finishing_stacks = [1090, 990, 920]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("'p1 cbr 50'", "'p1 cbr 51'", "by the rules [1091, 990, 919]"),
        ("'d db Th'", "'d db Kh'", "by the rules [920, 990, 1090]"),
        ("'d db Th'", "'d db Ac'", "is there twice"),
        ("'d db 2s3s4h'", "'d db 2s3s'", "the board has 2 cards where the play goes on"),
        ("'d db 2s3s4h'", "'d db 2s3s4h5h'", "the board has 6 cards"),
        ("'d db 9h', 'p1 cc'", "'p1 cc', 'd db 9h'", "the board has 3 cards where the play"),
        ("'p3 cc', 'd db 9h'", "'d db 9h', 'p3 cc'", "the board has 4 cards where the play"),
        (", 'd db 9h'", "", "the board has 3 cards where the play goes on"),
        ("'p3 sm KcKd'", "'p3 sm KcKd', 'd db Jh'", "the board has 6 cards"),
        ("'p3 sm KcKd'", "'p3 sm KcKh'", "p3 shows cards that were not dealt to p3"),
        ("'p3 sm KcKd'", "'p2 sm 9c9d'", "p2 shows cards and has folded"),
        ("'d dh p2 9c9d', ", "", "p2 is dealt 0 cards, and should be dealt 2"),
        ("'d dh p2 9c9d'", "'d dh p2 9c9d', 'd dh p2 9c9d'", "p2 is dealt 4 cards"),
        ("'d db 9h'", "'d dh p2 8c8d', 'd db 9h'", "deals cards to p2 after the first action"),
        ("'p1 sm AcAd'", "'p1 cc', 'p1 sm AcAd'", "p1 acts where it is the turn of nobody"),
        ("'p1 cbr 20', 'p2 f'", "'p2 f', 'p1 cbr 20'", "p2 acts where it is the turn of p1"),
        ("[5, 10, 0]", "[0, 0, 0]", "p3 acts where it is the turn of p1"),
        ("[5, 10, 0]", "[5, 20, 0]", "by the rules [1110, 980, 910]"),
        ("[1000, 1000, 1000]", "[1000, 1000, 999]", "by the rules [1090, 990, 919]"),
        ("[1090, 990, 920]", "[920, 990, 1090]", "by the rules [1090, 990, 920]"),
    ],
)
def test_planted_faults_are_found_and_named(old: str, new: str, said: str) -> None:
    assert examined(PLAYED).divergences == []
    assert old in PLAYED
    assert said in told(PLAYED.replace(old, new))


def test_who_folds_for_nothing_keeps_what_they_have() -> None:
    folds = PLAYED.replace("'p1 cc', 'p3 cc', 'd db Th'", "'p1 f', 'p3 cc', 'd db Th'")
    assert "p1 has 1090 in the end, and folded with 970" in told(folds)
    report = examined(folds.replace("[1090,", "[970,"))
    assert report.divergences == []
    assert report.ended == "folded for nothing"


def test_a_hand_that_is_cut_short_is_unfinished() -> None:
    cut = FOLDED.replace(", 'p3 f'", "")
    assert "a result is stated, and the actions end before the hand does" in told(cut)
    report = examined(cut.replace("    finishing_stacks = [1040, 990, 970]\n", ""))
    assert report.divergences == []
    assert [found.details for found in report.irregularities] == [
        "the actions end before the hand does"
    ]


def test_what_a_showdown_of_unknown_cards_comes_to_is_not_judged() -> None:
    report = examined(SHOWN.replace("QcQd", "????").replace("[60, 0,", "[60, 1,"))
    assert report.followed
    assert not report.judged
    told(SHOWN.replace("QcQd", "????").replace("120.25]", "121.25]"))


def test_other_variants_are_passed_over() -> None:
    (record,) = read_phh(dedent(FOLDED).replace("'NT'", "'F7S'").encode(), "hand.phh")
    assert record.skipped[0].what == "variant F7S: hands of NT, FT, PO are read"
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


LIMIT = """
    variant = 'FT'
    antes = [0, 0, 0]
    blinds_or_straddles = [1, 2, 0]
    small_bet = 2
    big_bet = 4
    starting_stacks = [100, 100, 100]
    actions = ['d dh p1 AcAd', 'd dh p2 QcQd', 'd dh p3 KcKd', 'p3 cbr 4', 'p1 cbr 6', 'p2 f',
        'p3 cc', 'd db 2s3s4h', 'p1 cbr 2', 'p3 cc', 'd db 9h', 'p1 cbr 4', 'p3 cbr 8', 'p1 cc',
        'd db Th', 'p1 cc', 'p3 cc', 'p1 sm AcAd', 'p3 sm -']
    finishing_stacks = [118, 98, 84]
"""
OMAHA = """
    variant = 'PO'
    antes = [0, 0]
    blinds_or_straddles = [1, 2]
    min_bet = 2
    starting_stacks = [200, 200]
    actions = ['d dh p1 AcAdKcKd', 'd dh p2 QcQd2c2d', 'p2 cbr 6', 'p1 cbr 18', 'p2 cc',
        'd db 2s3s4h', 'p1 cc', 'p2 cbr 36', 'p1 cc', 'd db 9h', 'p1 cc', 'p2 cc', 'd db Th',
        'p1 cc', 'p2 cc', 'p1 sm AcAdKcKd', 'p2 sm QcQd2c2d']
    finishing_stacks = [146, 254]
"""
"""Two cards of the hand and three of the board: three twos beat two aces."""


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (LIMIT, "'p3 cbr 4'", "'p3 cbr 5'", "p3 may raise to 4 up to 4"),
        (LIMIT, "'p3 cbr 8'", "'p3 cbr 6'", "p3 may raise to 8 up to 8"),
        (LIMIT, "big_bet = 4", "big_bet = 6", "p1 may raise to 6 up to 6"),
        (LIMIT, "    big_bet = 4\n", "", "`big_bet` is missing"),
        (LIMIT, "[118,", "[117,", "by the rules [118, 98, 84]"),
        (OMAHA, "'p1 cbr 18'", "'p1 cbr 19'", "p1 may raise to 10 up to 18"),
        (OMAHA, "QcQd2c2d', 'p2", "QcQd', 'p2", "p2 is dealt 2 cards, and should be dealt 4"),
        (OMAHA, "p2 sm QcQd2c2d", "p2 sm QcQd2h2d", "p2 shows cards that were not dealt to p2"),
        (OMAHA, "[146, 254]", "[254, 146]", "by the rules [146, 254]"),
    ],
)
def test_limits_and_omaha_are_played_by_their_own_rules(
    text: str, old: str, new: str, said: str
) -> None:
    report = examined(text)
    assert report.divergences == []
    assert report.judged
    assert old in text
    assert said in told(text.replace(old, new))


@pytest.mark.parametrize(
    "line",
    [
        "venue = 'A'",
        'venue = "A\'s"',
        "hand = 12",
        "fee = -0.50",
        "late = true",
        "names = ['p1 cc', 'x y']",
        "names = []",
        "names = [\"a\", 'b']",
        "sums = [1, 2.5]",
        "sums = [1,2]",
        "many = 1_000",
        "odd = +1",
        "'odd' = 1",
        "note = 'a' # b",
        "wrong = 010",
        "wrong = 'a",
        "wrong = 1.",
        "venue = 'A'\nvenue = 'B'",
    ],
)
def test_the_quick_reader_reads_what_a_reader_of_toml_reads(line: str) -> None:
    """Or leaves it to that; a time of day is the one thing it does not tell apart."""
    quick = _quickly_parsed(line)
    try:
        slow = tomllib.loads(line, parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        slow = None
    assert quick is None or quick == slow


def many_hands(count: int) -> Iterator[bytes]:
    """The lines of a file of many hands."""
    hand = [f"{line}\n".encode() for line in dedent(HEADS_UP).splitlines()]
    for number in range(count):
        yield f"[{number + 1}]\n".encode()
        yield from hand


def test_a_damaged_hand_among_others_costs_only_itself() -> None:
    lines = list(many_hands(4))
    bad = [line.replace(b"[3, 6]", b"[3, 6") if at < len(lines) // 2 else line
           for at, line in enumerate(lines)]  # fmt: skip
    bad[3 * (len(bad) // 4)] = b"[3]\n"
    records = list(stream_phh(bad, "hands.phhs"))
    said = [[flaw.message for flaw in record.flaws] for record in records]
    assert [len(item) for item in said] == [1, 1, 0, 1]
    assert said[0][0].startswith("not readable as TOML")
    assert said[3] == ["its number was there before, or is lower than one that was"]


def test_memory_does_not_grow_with_the_archive() -> None:
    def most(hands: int) -> int:
        examined = (examine_hands(record, {}) for record in stream_phh(many_hands(hands), "a.phhs"))
        tracemalloc.start()
        try:
            result = scoring_result("a.phhs", examined, rounds=False)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            assert result.rounds == hands
            # Every hand is raked.
            assert result.irregular.total() == hands
            assert len(result.irregularities) == min(hands, 100)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(divergences, "MOST_KEPT", 100)
        few, many = most(150), most(600)
    # A record alone takes thousands of bytes; what Python itself keeps for later takes some.
    assert many - few < 100 * 450


TOKENS = (
    "p1", "p9", "cbr", "cc", "????", "??", "AcAc", "-1", "1e9", "nan", "0", "9" * 25, "0.000001",
    "[", "]", "'", "=", "true", "'FT'", "'PO'", "\x1b[31m", "\n", "sm", "d db", "[1]\n",
)  # fmt: skip
"""What may have got into a file by accident."""


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_stands_in_a_file_is_told_in_plain_words(data: st.DataObject) -> None:
    text = dedent(data.draw(st.sampled_from((FOLDED, SHOWN, HEADS_UP, STRADDLED, LIMIT, OMAHA))))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        rest = at + data.draw(st.integers(0, 6))
        text = text[:at] + data.draw(st.sampled_from(TOKENS)) + text[rest:]
    said: list[str] = []
    records: list[MatchRecord] = []
    try:
        records = read_phh(text.encode(), "hand.phh")
    except ArchiveError as error:
        said.append(str(error))
    for record in records:
        report = examine_hands(record, {})
        said += [str(item) for item in (*report.divergences, *report.irregularities)]
        assert [*show_hands(record)] or not record.rounds
    assert all(line.isprintable() for line in said)
    count_hands(records)


def test_how_much_was_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.phhs"
    path.write_bytes(b"".join(many_hands(300)))
    heard: list[int] = []
    result = validate_archive_scoring(path, heard=heard.append)
    assert result.rounds == 300
    assert heard == sorted(heard)
    assert len(heard) > 2 < heard[-1] <= path.stat().st_size


def test_a_line_or_a_hand_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_bytes(b"x" * 1_000_002)
    (tmp_path / "b.phhs").write_bytes(b"[1]\n" + b"# and so on\n" * 20_000)
    (tmp_path / "c.phhs.gz").write_bytes(gzip.compress(b"".join(many_hands(9)))[:90])
    for name, said in (
        ("a.phh", "longer than"), ("b.phhs", "more than 100,000"), ("c.phhs.gz", "unpacked")
    ):  # fmt: skip
        error = validate_archive_scoring(tmp_path / name).error
        assert error is not None
        assert said in error


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
    start = "No-limit Texas hold'em: "
    tables = {table.title.removeprefix(start): table.rows for table in found.filled()}
    assert tables["how hands end"]["shown down"].count == 1
    before = tables["what players do before the flop"]
    assert (before["fold"].count, before["bet or raise"].count, before["fold"].total) == (5, 5, 15)
    assert tables["raises before the flop"]["dealer"].count == 3
    assert "what players do on the turn" not in tables


REAL = os.environ.get("DARWINDECK_POKER_HANDS", "")


@pytest.mark.skipif(not REAL, reason="DARWINDECK_POKER_HANDS names no folder of recorded hands")
def test_real_hands_agree() -> None:
    reports = [report for path in archive_files(REAL) for report in examine_archive(path)]
    assert [str(item) for report in reports for item in report.all_divergences()] == []
    assert sum(report.figures().followed for report in reports) == len(reports) > 0
