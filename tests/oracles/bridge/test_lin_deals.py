"""Bridge in LIN: deals played on the genome agree, with claims and alerts; wrong ones are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from darwindeck.archives import ArchiveError, Category, examine_archive, read_archive
from darwindeck.archives.record import Hands, RecordedCall
from darwindeck.cli import app
from darwindeck.oracles.bridge.lin import read_lin
from darwindeck.oracles.bridge.match import BridgeReport, examine_deals
from darwindeck.oracles.bridge.notation import CARDS
from tests.oracles.bridge.boards import Board, boards


def examined(text: str) -> BridgeReport:
    (record,) = read_lin(text.encode(), "a.lin")
    return examine_deals(record, {})


def match(played: tuple[Board, ...], results: list[str]) -> str:
    """Deals of a match in two rooms, with the list of their results."""
    head = f"vg|Cup,Final,I,7,{6 + len(played) // 2},A,0,B,0|\nrs|{','.join(results)}|\n"
    names = [f"{room}{7 + at}" for at in range(len(played) // 2) for room in "oc"]
    return head + "".join(b.lin(name=name) for b, name in zip(played, names, strict=True))


def test_deals_played_on_the_genome_agree_and_are_followed_to_the_end() -> None:
    report = examined(match(boards(), [board.result for board in boards()]))
    assert [str(item) for item in report.all_divergences()] == []
    figures = report.figures()
    assert figures.rounds == figures.followed == figures.judged == len(boards())
    assert (figures.cards, report.record.title) == (52 * len(boards()), "Cup Final")
    assert report.all_irregularities() == []
    for deal, board in zip(report.deals, boards(), strict=True):
        assert deal.contract is not None
        assert (deal.contract.written, deal.contract.declarer) == (board.contract, board.declarer)


def test_the_hand_that_is_left_out_is_made_of_the_cards_that_are_left() -> None:
    board = boards()[0]
    (record,) = read_lin(board.lin().encode(), "a.lin")
    hands = next(event for event in record.rounds[0].events if isinstance(event, Hands))
    assert set(hands.cards[3]) == {CARDS[name] for name in board.hands[3]}


def test_the_result_of_another_deal_is_found() -> None:
    results = [board.result for board in boards()]
    results[0], results[1] = results[1], results[0]
    found = examined(match(boards(), results)).all_divergences()
    assert {item.round_index for item in found} == {0, 1}
    assert {item.category for item in found} <= {Category.CONTRACT, Category.TRICK}


def test_a_claim_is_held_against_cards_and_result() -> None:
    board = boards()[2]
    cards = 36
    shown = board.lin(cards, board.tricks)
    assert examined(shown).all_divergences() == []
    assert examined(shown).figures().judged == 1
    impossible = 14 if board.tricks > 6 else 13
    taken = examined(board.lin(cards)).deals[0].taken(board.declarer % 2)
    for claim in (impossible, *([taken - 1] if taken else [])):
        (found,) = examined(board.lin(cards, claim)).all_divergences()
        assert found.category is Category.TRICK
        assert "by a claim" in found.details
    other = board.tricks - 1 if board.tricks > taken else board.tricks + 1
    text = f"vg|Cup,,I,1,1,A,0,B,0|rs|{board.result},|" + board.lin(cards, other, "o1")
    (found,) = examined(text).all_divergences()
    assert "claims" in found.details


def test_alerts_and_what_calls_mean_are_kept_and_shown(tmp_path: Path) -> None:
    board = boards()[1]
    bid = next(word for word in board.calls if word[0].isdigit()).replace("NT", "N")
    text = board.lin().replace(f"mb|{bid}|", f"mb|{bid}!|an|weak\x1b[31m, 6+|", 1)
    path = tmp_path / "a.lin"
    path.write_text(text)
    (record,) = read_archive(path)
    calls = [event for event in record.rounds[0].events if isinstance(event, RecordedCall)]
    (alerted,) = [call for call in calls if call.values]
    assert alerted.values == {"alert": 1, "means": "weak [31m, 6+"}
    assert examine_archive(path)[0].all_divergences() == []
    shown = CliRunner().invoke(app, ["archive", "show", str(path)]).output
    assert "! (weak [31m, 6+)" in shown
    assert "\x1b" not in shown


def test_calls_and_cards_may_stand_in_a_row() -> None:
    board = boards()[3]
    short = {"Pass": "p", "X": "d", "XX": "r"}
    calls = "".join(short.get(word, word.replace("NT", "N")) for word in board.calls)
    head = board.lin().split("|mb|")[0]
    report = examined(f"{head}|mb|{calls}|pc|{''.join(board.cards)}|")
    assert report.all_divergences() == []
    assert report.figures().followed == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [("|sv|", "|sv|q"), ("|md|", "|md|7"), ("pc|", "pc|Z"), ("mb|", "mb|9"), ("mb|", "mb")],
)
def test_a_value_that_cannot_be_is_a_flaw(old: str, new: str) -> None:
    found = examined(boards()[4].lin().replace(old, new, 1)).all_divergences()
    assert Category.READING in [item.category for item in found]


def test_a_card_that_is_lost_is_told_where_it_is_missed() -> None:
    board = boards()[5]
    text = board.lin().replace(f"pc|{board.cards[9]}|", "", 1)
    (found,) = examined(text).all_divergences()
    assert found.category is Category.PLAY
    assert "may be lost" in found.details


def test_a_file_without_a_deal_is_not_read() -> None:
    with pytest.raises(ArchiveError, match="holds no deal"):
        read_lin(b"some text about linen", "a.lin")


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_no_change_of_a_file_breaks_the_reader(data: st.DataObject) -> None:
    text = boards()[6].lin(20, 7)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 9)))
    put = data.draw(st.text("|mdpcbsvanqx19SHDCAKQ,\x1b\n", max_size=6))
    try:
        said = [str(item) for item in examined(text[:start] + put + text[end:]).all_divergences()]
    except ArchiveError as error:
        said = [str(error)]
    assert all(line.isprintable() for line in said)


def test_a_card_in_two_hands_or_one_too_many_is_found_where_a_hand_is_left_out() -> None:
    text = boards()[0].lin()
    first, second, third = text.split("md|")[1][1:].split(",")[:3]
    spare = "H" + first[first.index("H") + 1]
    twice = second.replace("H", spare, 1)
    doubled = twice[: twice.index(spare) + 2] + twice[twice.index(spare) + 3 :]
    for changed in (text.replace(second, doubled), text.replace(third, third + "2")):
        assert changed != text
        found = examined(changed).all_divergences()
        assert Category.HANDS in {item.category for item in found}, found


def test_cards_after_a_claim_and_a_play_that_breaks_off_are_told() -> None:
    board = boards()[0]
    text = board.lin(cards=52).replace("pc|", f"mc|{board.tricks}|pc|", 1)
    (found,) = examined(text).all_divergences()
    assert found.details == "the rest is claimed, and cards are played after that"
    broken = examined(board.lin(cards=26))
    assert broken.all_divergences() == []
    said = [item.details for item in broken.all_irregularities()]
    assert said == ["the play breaks off after 6 tricks, without a result"]
