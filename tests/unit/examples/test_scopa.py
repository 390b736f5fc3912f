"""Scopa: the pack, what captures what, the five kinds of points and the end."""

from __future__ import annotations

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import (
    CaptureBy,
    CapturePhase,
    Deal,
    DealerAfter,
    DoPhase,
    If,
    Moment,
    Move,
    Redeal,
    TriggerMode,
    TurnsPhase,
)
from darwindeck.library import create_scopa_genome
from tests.support.cards import Table
from tests.support.layout import Layout
from tests.support.position import phases_of

GAME = create_scopa_genome()
TURNS, LAST_CARDS = GAME.turn_structure.phases


def after_play(*captured: str) -> Layout:
    return Layout(GAME, captured=captured, hand=["", ""], deck="", tableau="")


def test_forty_cards_without_eights_nines_and_tens() -> None:
    deck = deck_cards(GAME)
    assert len(deck) == len(set(deck)) == 40
    assert {card.rank for card in deck} == set(Rank) - {Rank.EIGHT, Rank.NINE, Rank.TEN}


def test_three_cards_each_and_four_on_the_table() -> None:
    deal = GAME.setup.deal or ()
    assert GAME.player_count == 2
    assert [(step.zone, sum(step.packets)) for step in deal] == [("hand", 3), ("tableau", 4)]


@pytest.mark.parametrize(
    ("table", "dealt_again"),
    [("KC KD KH 2S", True), ("KC KD KH KS", True), ("KC KD QH 2S", False)],
)
def test_three_kings_on_the_table_are_dealt_again_by_the_same_dealer(
    table: str, dealt_again: bool
) -> None:
    (rule,) = GAME.setup.after_deal
    assert isinstance(rule, If)
    assert Layout(GAME, tableau=table).judge(rule.condition) is dealt_again
    assert rule.then == (Redeal(DealerAfter.SAME),)


def test_capturing_values_run_from_one_to_ten() -> None:
    table = Table(GAME)
    values = [table.worth(Card(Suit.CLUBS, rank), "capture_values") for rank in "A234567JQK"]
    assert values == list(range(1, 11))


def test_primiera_values_put_the_seven_first_and_the_court_last() -> None:
    table = Table(GAME)
    values = {
        rank: table.worth(Card(Suit.HEARTS, rank), "primiera_points") for rank in "76A5432JQK"
    }
    assert list(values.values()) == [21, 18, 16, 15, 14, 13, 12, 10, 10, 10]


def test_an_equal_card_goes_before_sums_and_capturing_is_a_duty() -> None:
    (capture,) = phases_of(GAME, CapturePhase)
    assert capture.by == (CaptureBy.EQUAL, CaptureBy.SUM)
    assert capture.values == "capture_values"
    assert capture.exact_first
    assert capture.mandatory
    assert (capture.source, capture.table, capture.target) == ("hand", "tableau", "captured")


def test_hands_are_refilled_from_the_stock_until_it_is_empty() -> None:
    assert isinstance(TURNS, TurnsPhase)
    refill = TURNS.phases[1]
    assert isinstance(refill, DoPhase)
    assert refill.actions == (Deal((3,)),)
    for hands, stock, refilled, over in (
        (["", ""], "2C 3C 4C 5C 6C 7C", True, False),
        (["", "KC"], "2C 3C 4C 5C 6C 7C", False, False),
        (["", "KC"], "", False, False),
        (["", ""], "", False, True),
    ):
        layout = Layout(GAME, hand=hands, deck=stock)
        assert layout.judge(refill.when) is refilled
        assert layout.judge(TURNS.until) is over


def test_the_forty_cards_are_used_up_by_whole_deals() -> None:
    on_table, per_round = 4, 3 * GAME.player_count
    assert (len(deck_cards(GAME)) - on_table) % per_round == 0


def test_last_to_capture_takes_the_table() -> None:
    assert isinstance(LAST_CARDS, DoPhase)
    assert LAST_CARDS.actions == (Move("tableau", "captured(last_taker)"),)


@pytest.mark.parametrize(
    ("table", "hands", "stock", "scopa"),
    [
        ("", ["KC", ""], "", True),
        ("", ["", ""], "2C 3C 4C 5C 6C 7C", True),
        ("", ["", ""], "", False),
        ("KD", ["KC", ""], "2C", False),
    ],
)
def test_a_sweep_counts_except_with_the_very_last_card(
    table: str, hands: list[str], stock: str, scopa: bool
) -> None:
    (rule,) = [r for r in GAME.scoring_rules or () if r.label == "Scopa"]
    assert rule.moment == Moment.CAPTURED
    assert (rule.who, rule.amount) == ("turn", 1)
    layout = Layout(GAME, tableau=table, hand=hands, deck=stock)
    assert layout.judge(rule.when, 1) is scopa


def test_most_cards_and_most_diamonds_and_ties_for_them() -> None:
    layout = after_play("2D 3C 4C", "2C 3H")
    assert layout.awards("Most cards") == {(0,): 1}
    assert layout.awards("Most diamonds") == {(0,): 1}
    tie = after_play("2D 3C", "3D 3H")
    assert tie.awards("Most cards") == tie.awards("Most diamonds") == {}


def test_the_seven_of_diamonds_is_a_point() -> None:
    assert after_play("7D", "7H").awards("Sette bello") == {(0,): 1}
    assert after_play("7H", "7D").awards("Sette bello") == {(1,): 1}


def test_primiera_adds_the_best_card_of_each_suit() -> None:
    layout = after_play("7C 6D 5H 2S KS", "6C 7D AH 3S")
    assert layout.judge("primiera", 0) == 21 + 18 + 15 + 12
    assert layout.judge("primiera", 1) == 18 + 21 + 16 + 13
    assert layout.awards("Primiera") == {(1,): 1}


def test_primiera_needs_all_four_suits() -> None:
    assert after_play("7C 7D 7H", "KC KD KH KS").awards("Primiera") == {(1,): 1}
    assert after_play("7C 7D 7H", "KC KD KS").awards("Primiera") == {}


def test_an_option_lets_a_missing_suit_count_nothing() -> None:
    game = apply_options(GAME, {"missing_suit": "counts_nothing"})
    captured = ["7C 7D 7H", "KC KD KH KS"]
    layout = Layout(game, captured=captured, hand=["", ""], deck="", tableau="")
    assert layout.awards("Primiera") == {(0,): 1}


def test_equal_primieras_score_nothing() -> None:
    assert after_play("7C 6D 5H 4S", "6C 7D 4H 5S").awards("Primiera") == {}


@pytest.mark.parametrize(
    ("scores", "over"),
    [([11, 10], True), ([10, 10], False), ([11, 11], False), ([12, 13], True), ([14, 14], False)],
)
def test_first_to_eleven_wins_only_when_ahead(scores: list[int], over: bool) -> None:
    (win,) = GAME.win_conditions
    assert win.trigger_mode == TriggerMode.THRESHOLD_GATE
    assert Layout(GAME, {"score": scores}).judge(win.when) is over


def test_a_match_has_a_last_hand() -> None:
    assert GAME.match is not None
    assert GAME.match.hands == 30
