"""The auction of Baloot: what the automaton accepts, and what it holds against a record."""

from __future__ import annotations

import itertools

import pytest

from tests.oracles.baloot.calls import calls, faults, heard

ANSWERED = "1:pass 2:pass 3:pass 4:hokom 3:pass 1:pass 2:pass 4:pass"


def test_hokum_of_the_first_round_is_confirmed_by_its_buyer() -> None:
    auction = heard(ANSWERED)
    assert auction.faults == []
    assert auction.contract is not None
    assert (auction.contract.mode, auction.contract.buyer, auction.contract.trump) == (
        "hokum",
        3,
        3,
    )


@pytest.mark.parametrize("order", list(itertools.permutations("123")))
def test_answers_to_hokum_come_in_any_order(order: tuple[str, ...]) -> None:
    answers = " ".join(f"{seat}:pass" for seat in order)
    assert faults(f"1:pass 2:pass 3:pass 4:hokom {answers} 4:pass") == []


def test_a_missing_answer_to_hokum_is_a_fault() -> None:
    assert faults("1:pass 2:pass 3:pass 4:hokom 3:pass 1:pass 4:pass") == [
        "the buyer has the last word before seat 2 answered"
    ]


def test_hokum_without_a_last_word_is_a_fault() -> None:
    assert faults("1:hokom 2:pass 3:pass 4:pass") == ["the buyer of Hokum does not confirm it"]


def test_a_call_out_of_turn_is_a_fault() -> None:
    assert faults("1:pass 3:pass 2:pass 4:thany")[0] == "seat 3 calls when it is seat 2's turn"


def test_two_rounds_of_passes_end_the_deal() -> None:
    text = "1:pass 2:pass 3:pass 4:thany 1:wala 2:wala 3:wala 4:waraq"
    auction = heard(text)
    assert (auction.stage, auction.faults) == ("all passed", [])


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1:wala 2:pass 3:pass 4:thany", "`wala`"),
        ("1:pass 2:pass 3:pass 4:pass", "`pass`"),
        ("1:pass 2:pass 3:pass 4:thany 1:pass", "`pass`"),
        ("1:pass 2:pass 3:pass 4:thany 1:wala 2:wala 3:wala 4:wala", "`wala`"),
    ],
)
def test_each_pass_has_its_word(text: str, wrong: str) -> None:
    found = faults(text)
    assert len(found) == 1
    assert wrong in found[0]


def test_an_empty_word_is_a_pass_with_a_remark() -> None:
    auction = heard("1: 2:pass 3:pass 4:thany")
    assert auction.faults == []
    assert [remark.topic for remark in auction.remarks] == ["empty word"]


def test_sun_of_the_first_position_asks_nobody() -> None:
    auction = heard("1:sun")
    assert (auction.faults, auction.remarks) == ([], [])


def test_sun_asks_opponents_with_an_earlier_position() -> None:
    auction = heard("1:pass 2:pass 3:sun 2:pass")
    assert (auction.faults, auction.remarks) == ([], [])
    auction = heard("1:pass 2:pass 3:sun")
    assert [remark.topic for remark in auction.remarks] == ["before you not asked"]


def test_before_you_takes_the_sun_over() -> None:
    auction = heard("1:pass 2:pass 3:sun 2:beforeyou")
    assert auction.faults == []
    assert auction.contract is not None
    assert auction.contract.buyer == 1


@pytest.mark.parametrize("seat", [1, 4])
def test_neither_the_partner_nor_a_later_position_takes_the_sun_over(seat: int) -> None:
    assert len(faults(f"1:pass 2:pass 3:sun 2:pass {seat}:beforeyou")) == 1


def test_sun_takes_hokum_over() -> None:
    auction = heard("1:hokom 2:sun 3:pass 4:pass 1:pass")
    assert auction.faults == []
    assert auction.contract is not None
    assert (auction.contract.mode, auction.contract.buyer) == ("sun", 1)


def test_the_buyer_may_turn_hokum_to_sun() -> None:
    auction = heard("1:hokom 2:pass 3:pass 4:pass 1:turntosun")
    assert auction.faults == []
    assert auction.contract is not None
    assert (auction.contract.mode, auction.contract.trump) == ("sun", None)


def test_ashkal_gives_the_floor_card_to_the_partner() -> None:
    auction = heard("1:pass 2:pass 3:ashkal 2:pass")
    assert auction.faults == []
    assert auction.contract is not None
    assert (auction.contract.mode, auction.contract.buyer, auction.contract.taker) == ("sun", 2, 0)


def test_ashkal_is_for_the_last_two_positions_and_not_over_an_ace() -> None:
    assert faults("1:ashkal") == ["ashkal by position 1"]
    assert faults("1:pass 2:pass 3:ashkal 2:pass", floor_ace=True) == ["ashkal over an ace"]


SECOND = "1:pass 2:pass 3:pass 4:thany"


def test_hokum_of_the_second_round_names_its_suit() -> None:
    auction = heard(f"{SECOND} 1:hokom2 2:pass 4:pass 3:pass 1:hearts 2:pass 4:pass")
    assert (auction.faults, auction.remarks) == ([], [])
    assert auction.contract is not None
    assert auction.contract.trump == 1


def test_the_suit_of_the_floor_card_is_not_named_in_the_second_round() -> None:
    text = f"{SECOND} 1:hokom2 2:pass 4:pass 3:pass 1:diamonds 2:pass 4:pass"
    assert faults(text) == ["the suit of the floor card is named"]


def test_a_partner_who_has_spoken_is_not_asked_in_the_second_round() -> None:
    auction = heard(f"{SECOND} 1:wala 2:wala 3:hokom2 2:pass 4:pass 3:clubs 4:pass 2:pass")
    assert (auction.faults, auction.remarks) == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        "1:hokom 2:hokomclose 3:pass 4:pass",
        "1:hokom 2:hokomclose 3:pass 4:pass 1:pass 3:pass",
        "1:hokom 2:pass 3:pass 4:pass 1:pass 2:hokomclose",
    ],
)
def test_a_double_is_said_among_the_answers_or_after_the_last_word(text: str) -> None:
    auction = heard(text)
    assert auction.faults == []
    assert auction.contract is not None
    assert (auction.contract.level, auction.contract.closed) == (2, True)


def test_raises_alternate_up_to_gahwa() -> None:
    text = f"{SECOND} 1:hokom2 2:pass 4:pass 3:pass 1:clubs 2:hokomclose 4:pass"
    auction = heard(f"{text} 1:triple 2:hokomopen 3:qahwa")
    assert auction.faults == []
    assert auction.contract is not None
    assert (auction.contract.gahwa, auction.contract.closed) == (True, False)


def test_a_raise_out_of_order_is_a_fault() -> None:
    text = f"{SECOND} 1:hokom2 2:pass 4:pass 3:pass 1:clubs"
    assert len(faults(f"{text} 2:triple")) == 1
    assert len(faults(f"{text} 2:hokomclose 4:triple")) == 1


@pytest.mark.parametrize(
    ("scores", "wrong"),
    [((101, 99), 0), ((100, 100), 0), ((99, 0), 1), ((127, 131), 1), ((0, 101), 1)],
)
def test_sun_is_doubled_only_when_the_buyers_alone_passed_100(
    scores: tuple[int, int], wrong: int
) -> None:
    assert len(faults("1:sun 2:double", scores=scores)) == wrong


def test_a_state_that_contradicts_the_words_is_a_fault() -> None:
    auction = heard(ANSWERED)
    said = calls(ANSWERED)
    changed = said[5]._replace(values={**said[5].values, "rb": 2})
    again = type(auction)(3, 3, False, (0, 0))
    for call in [*said[:5], changed, *said[6:]]:
        again.hear(call)
    assert [fault.stated for fault in again.faults] == [True]


def test_passing_twice_to_one_question_is_a_fault() -> None:
    text = "1:pass 2:pass 3:sun 2:pass 2:pass"
    assert faults(text) == ["seat 2 passes twice"]
