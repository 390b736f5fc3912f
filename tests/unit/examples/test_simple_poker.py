"""Simple Poker: what the file must say."""

from __future__ import annotations

from darwindeck.genome.decks import deck_cards
from darwindeck.genome.examples.poker_hands import POKER_HANDS
from darwindeck.genome.examples.simple_poker import create_simple_poker_genome
from darwindeck.genome.schema import (
    BettingPhase,
    DoPhase,
    HandEvaluationMethod,
    ShowdownMethod,
    Stake,
    TieKey,
)
from tests.support.evaluate import evaluate

GENOME = create_simple_poker_genome()


def test_four_players_have_1000_chips_and_five_cards_of_a_full_pack() -> None:
    assert GENOME.player_count == 4
    assert GENOME.setup.starting_chips == 1_000
    assert GENOME.setup.cards_per_player == 5
    assert GENOME.setup.deal is not None
    assert [step.packets for step in GENOME.setup.deal] == [(1, 1, 1, 1, 1)]
    assert len(deck_cards(GENOME)) == 52


def test_everybody_antes_10_before_the_deal() -> None:
    (ante,) = GENOME.setup.before_deal
    assert isinstance(ante, DoPhase)
    assert ante.actions == (Stake(10, who="each"),)


def test_one_betting_round_of_10_with_three_raises_leads_to_the_showdown() -> None:
    (betting,) = GENOME.turn_structure.phases
    assert isinstance(betting, BettingPhase)
    assert (betting.min_bet, betting.max_raises) == (10, 3)
    assert betting.showdown_method is ShowdownMethod.HAND_EVALUATION
    assert betting.first == "left(dealer)"
    assert betting.all_in
    assert betting.may_check


def test_hands_are_the_ten_patterns_highest_first() -> None:
    evaluation = GENOME.hand_evaluation
    assert evaluation is not None
    assert evaluation.method is HandEvaluationMethod.PATTERN_MATCH
    assert evaluation.patterns == POKER_HANDS
    assert [pattern.name for pattern in evaluation.patterns] == [
        "Royal Flush",
        "Straight Flush",
        "Four of a Kind",
        "Full House",
        "Flush",
        "Straight",
        "Three of a Kind",
        "Two Pair",
        "One Pair",
        "High Card",
    ]
    priorities = [pattern.rank_priority for pattern in evaluation.patterns]
    assert priorities == sorted(set(priorities), reverse=True)


def test_every_pattern_but_the_royal_flush_says_what_breaks_a_tie() -> None:
    keys = {pattern.name: pattern.tie_keys for pattern in POKER_HANDS}
    assert keys.pop("Royal Flush") == ()
    assert all(keys.values())
    assert keys["Full House"] == (TieKey.GROUP_RANKS,)
    assert keys["Straight Flush"] == (TieKey.SEQUENCE_TOP,)


def test_a_player_without_chips_is_out() -> None:
    assert GENOME.match is not None
    assert evaluate(GENOME.match.out, {"chips": 0}) is True
    assert evaluate(GENOME.match.out, {"chips": 1}) is False


def test_ends_when_one_player_has_all_chips_or_after_twenty_hands() -> None:
    assert GENOME.match is not None
    assert GENOME.match.hands == 20
    last, most = GENOME.win_conditions
    assert last.type == "last_with_chips"
    assert most.type == "most_chips"
    assert most.value == "chips"
    assert most.when is not None
    ends = [n for n in range(1, 25) if evaluate(most.when, {"hand_number": n})]
    assert ends == [20]
