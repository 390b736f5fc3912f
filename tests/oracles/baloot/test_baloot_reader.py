"""Reading the archive format: what is understood, what is skipped, what is turned away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from darwindeck.archives import (
    ArchiveError,
    read_archive,
    validate_all_archives,
    validate_archive_bidding,
    validate_archive_scoring,
)
from darwindeck.archives.door import MAX_BYTES
from darwindeck.archives.record import (
    Claim,
    Event,
    Hands,
    Interruption,
    MatchRecord,
    Opening,
    Play,
    RecordedCall,
    RecordedDeclaration,
    StatedResult,
)
from darwindeck.oracles.baloot.reader import CARDS, BalootReader


def read(*events: dict[str, Any]) -> MatchRecord:
    """A bare round of some events."""
    return BalootReader("a.json").match({"r": list(events)})


def only(*events: dict[str, Any]) -> Event:
    (event,) = read(*events).rounds[0].events
    return event


def test_a_card_is_thirteen_times_its_suit_plus_its_rank() -> None:
    assert len(CARDS) == 32
    assert [str(CARDS[number]) for number in (5, 12, 18, 34, 51)] == ["7♠", "A♠", "7♥", "10♣", "A♦"]


def test_omitted_fields_are_zero() -> None:
    assert only({"e": 1, "p": 4, "fc": 44}) == Opening(0, 3, CARDS[44], (0, 0))
    call = only({"e": 2, "p": 1, "b": "spades", "gm": 2, "rb": 1})
    assert isinstance(call, RecordedCall)
    assert call.values["ts"] == 0
    empty = only({"e": 2, "p": 1})
    assert isinstance(empty, RecordedCall)
    assert empty.word == ""
    result = only({"e": 12, "rs": {"s2": 16, "m": 2}})
    assert isinstance(result, StatedResult)
    assert (result.scores, result.card_points, result.awarded) == ((0, 16), (0, 0), ((), ()))
    assert (result.winner, result.declarer) == (None, None)


def test_hands_of_both_stages_are_in_one_event() -> None:
    first, full = (
        read({"e": 15, "bhr": [32, 64, 128, 256], "fhr": [1 << 44, 0, 0, 0]}).rounds[0].events
    )
    assert isinstance(first, Hands)
    assert isinstance(full, Hands)
    assert (first.stage, full.stage) == ("first", "full")
    assert [str(hand[0]) for hand in first.cards] == ["7♠", "8♠", "9♠", "10♠"]


def test_a_thrown_in_deal_has_first_hands_only() -> None:
    assert isinstance(only({"e": 15, "bhr": [32, 64, 128, 256]}), Hands)
    assert isinstance(only({"e": 15, "bhr": [32, 64, 128, 256], "fhr": [0, 0, 0, 0]}), Hands)


def test_every_kind_of_event_is_read() -> None:
    found = read(
        {"e": 3, "p": 1, "prj": 1},
        {"e": 3, "p": 1, "prjC": 3584},
        {"e": 4, "p": 2, "c": 12},
        {"e": 5},
        {"e": 6, "p": 3},
        {"e": 7, "p": 1, "ch": 1},
        {"e": 9},
        {"e": 10, "dbId": 7},
        {"e": 11, "dbId": 7, "n": "x", "rp": 1, "s": 1},
        {"e": 16, "p": 4},
    ).rounds[0]
    assert found.events[0] == RecordedDeclaration(0, 0, "sira", None)
    shown = found.events[1]
    assert isinstance(shown, RecordedDeclaration)
    assert [str(card) for card in shown.cards or ()] == ["J♠", "Q♠", "K♠"]
    assert found.events[2] == Play(2, 1, CARDS[12])
    assert [e.kind for e in found.events if isinstance(e, Claim)] == ["rest", "foul", "throw in"]
    assert [e.kind for e in found.events if isinstance(e, Interruption)] == [
        "resumed",
        "left",
        "came back",
    ]


def test_chat_is_passed_over_and_counted() -> None:
    found = read({"e": 8, "uid": 1, "msg": "hi"}, {"e": 4, "p": 2, "c": 12})
    assert (found.rounds[0].chatter, len(found.rounds[0].events), found.skipped) == (1, 1, ())


def test_unknown_kinds_and_fields_are_listed_and_never_a_divergence(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    events = [{"e": 77}, {"e": 77}, {"e": 4, "p": 2, "c": 12, "zz": 1}, {"e": 3, "p": 1, "prj": 9}]
    file.write_text(json.dumps({"r": [*events, {"e": 12, "rs": {"new": 1}}]}))
    (record,) = read_archive(file)
    assert {skipped.what: skipped.count for skipped in record.skipped} == {
        "event kind 77": 2,
        "field `zz` of e=4": 1,
        "declaration `prj` 9": 1,
        "field `new` of the result": 1,
    }
    assert record.flaws == ()


def test_absent_header_fields_are_listed() -> None:
    record = BalootReader("a.json").match({"n": "x", "rs": [], "extra": 1})
    told = [skipped.what for skipped in record.skipped]
    assert "header field `ps` is absent" in told
    assert "header field `extra`" in told
    assert not any("`s1`" in what for what in told)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"e": 4, "p": 5, "c": 12}, "`p` must be a seat from 1 to 4, not 5"),
        ({"e": 4, "p": 1, "c": 13}, "`c` must be the number of a card, not 13"),
        ({"e": 4, "p": 1}, "`c` must be the number of a card, not None"),
        ({"e": 15, "bhr": [1, 2, 3]}, "`bhr` must be four masks of cards"),
        ({"e": 15, "bhr": [1, 32, 64, 128]}, "`bhr` has bit 0, which is no card of the game"),
        ({"e": 15, "bhr": [1 << 60, 32, 64, 128]}, "`bhr` must be a mask of 52 bits"),
        ({"e": 12}, "`rs` must be an object, not nothing"),
        ({"e": 12, "rs": {"r1": [{"n": "sira", "val": "many"}]}}, "`r1` must list declarations"),
        ({"e": 2, "p": 1, "b": 4}, "`b` must be a word, not 4"),
        ({"e": 1, "p": 1, "t1s": 10**9}, "`t1s` must be a score"),
    ],
)
def test_a_value_of_the_wrong_form_is_a_flaw_with_its_place(
    event: dict[str, Any], message: str
) -> None:
    (flaw,) = read({"e": 9}, event).flaws
    assert (flaw.round, flaw.event) == (0, 1)
    assert message in flaw.message


def test_cards_dealt_twice_in_one_round_become_two_deals() -> None:
    deal = {"e": 15, "bhr": [32, 64, 128, 256]}
    opening = {"e": 1, "p": 1, "fc": 12}
    call = {"e": 2, "p": 2, "b": "pass"}
    found = read(deal, opening, call, deal, {**opening, "p": 2}).rounds
    assert [(item.index, len(item.events)) for item in found] == [(0, 3), (0, 2)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not readable as JSON"),
        (b'{"rs": [{"r": [', "not readable as JSON"),
        (b"[1, 2]", "expected one object for a match, got a list"),
        (b"{}", "no rounds"),
        (b'{"rs": 5}', "`rs` must be a list of rounds"),
        (b'{"r": [], "r": []}', "not readable as JSON"),
        (b"\xff\xfe", "not readable as JSON"),
        (b'{"r": ' + b"[" * 1_000 + b"]" * 1_000 + b"}", "not readable as JSON"),
        (b'{"r": [{"e": 1' + b"0" * 500 + b"}]}", "not readable as JSON"),
        (b"{" + b" " * (MAX_BYTES + 1) + b"}", "larger than"),
    ],
    ids="empty truncated list no-rounds no-list twice no-utf8 deep long huge".split(),
)
def test_a_damaged_file_costs_one_line(tmp_path: Path, data: bytes, reason: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(data)
    with pytest.raises(ArchiveError) as raised:
        read_archive(file)
    assert str(raised.value).startswith("bad.json: ")
    assert reason in str(raised.value)
    assert "\n" not in str(raised.value)


def test_damaged_files_never_stop_the_rest(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"r": [')
    (tmp_path / "b.json").write_text('{"r": []}')
    (tmp_path / "c.json").mkdir()
    summary = validate_all_archives(tmp_path)
    assert (summary["total_archives"], summary["clean_archives"]) == (2, 1)
    assert [text.split(":")[0] for text in summary["unreadable"]] == ["a.json"]


def test_a_file_that_is_not_there_is_one_line_too(tmp_path: Path) -> None:
    result = validate_archive_scoring(tmp_path / "none.json")
    assert result.error == "none.json: there is no such file"
    assert not result.is_clean
    assert validate_archive_bidding(tmp_path / "none.json").issues == [result.error]


def test_the_summary_has_the_keys_of_the_description(tmp_path: Path) -> None:
    summary = validate_all_archives(tmp_path)
    assert {
        "total_archives",
        "total_rounds",
        "clean_archives",
        "divergences_by_category",
        "details",
    } <= set(summary)
    assert set(summary["divergences_by_category"]) == {
        "card_abnat",
        "declaration",
        "kaboot",
        "khasara",
        "total_points",
        "cumulative",
        "multiplier",
    }


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b'\xef\xbb\xbf{"r": []}')
    assert len(read_archive(file)) == 1
