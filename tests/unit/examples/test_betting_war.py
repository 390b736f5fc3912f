"""Betting War: what the file must say."""

from __future__ import annotations

from darwindeck.genome.schema import (
    BettingPhase,
    DoPhase,
    Rank,
    ShowdownMethod,
    Stake,
)
from darwindeck.library import create_betting_war_genome
from tests.support.evaluate import evaluate

GENOME = create_betting_war_genome()


def test_two_players_have_500_chips_and_ante_10() -> None:
    assert GENOME.player_count == 2
    assert GENOME.setup.starting_chips == 500
    (ante,) = GENOME.setup.before_deal
    assert isinstance(ante, DoPhase)
    assert ante.actions == (Stake(10, who="each"),)


def test_each_gets_one_card_and_the_higher_one_wins_whatever_the_suits() -> None:
    assert GENOME.setup.cards_per_player == 1
    assert GENOME.rankings is not None
    (ranking,) = GENOME.rankings
    assert ranking.across_suits
    assert (ranking.plain[0], ranking.plain[-1]) == (Rank.TWO, Rank.ACE)


def test_one_betting_round_of_10_with_three_raises() -> None:
    (betting,) = GENOME.turn_structure.phases
    assert isinstance(betting, BettingPhase)
    assert (betting.min_bet, betting.max_raises) == (10, 3)
    assert betting.showdown_method is ShowdownMethod.HIGHEST_CARD
    assert betting.all_in


def test_ends_after_fifty_hands_or_when_one_is_broke() -> None:
    assert GENOME.match is not None
    assert GENOME.match.hands == 50
    last, most = GENOME.win_conditions
    assert last.type == "last_with_chips"
    assert most.type == "most_chips"
    assert most.when is not None
    assert [n for n in range(1, 60) if evaluate(most.when, {"hand_number": n})] == [50]
