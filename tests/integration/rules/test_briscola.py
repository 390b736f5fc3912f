"""Briscola: free play, drawing after each trick, more than sixty points."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import STOCK, Table, genome_of, these

VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


def worth(cards: set[str]) -> int:
    return sum(VALUES.get(card[:-1], 0) for card in cards)


def test_the_suit_of_the_turned_card_is_trumps_and_the_other_player_leads() -> None:
    table = Table("briscola", "AC 2D 3H", "4C 5C 6C", turned_card="7S", dealer=1)
    assert table.view.trump == "spades"
    assert table.turn == 0
    assert table.playable == these("AC 2D 3H")


def test_nobody_has_to_follow_suit() -> None:
    table = Table("briscola", "AC 2D 3H", "4C 5S 6H", turned_card="7S").play("AC")
    assert table.playable == these("4C 5S 6H")


def test_a_trump_wins_and_otherwise_the_suit_led() -> None:
    table = Table("briscola", "AC 2D 3H", "4C 2S AH", turned_card="7S")
    assert table.play("AC 2S").turn == 1
    table = Table("briscola", "AC 2D 3H", "4C 2S AH", turned_card="7S")
    assert table.play("2D AH").turn == 0


def test_the_three_ranks_below_the_ace_and_above_the_king() -> None:
    assert Table("briscola", "KC", "3C", turned_card="7S").play("KC 3C").turn == 1
    assert Table("briscola", "3C", "AC", turned_card="7S").play("3C AC").turn == 1
    assert Table("briscola", "2C", "4C", turned_card="7S").play("2C 4C").turn == 1


def test_the_winner_of_the_trick_draws_first() -> None:
    table = Table("briscola", "2C 2D 2H", "4C 4D 4H", turned_card="7S", deck="AH KH QH")
    table.play("2C 4C")
    assert table.hand(1) == these("4D 4H AH")
    assert table.hand(0) == these("2D 2H KH")


def test_the_turned_card_is_drawn_last() -> None:
    table = Table("briscola", turned_card="7S", seed=1)
    while table.cards("turned_card"):
        assert len(table.hand(table.turn or 0)) == 3
        table.step()
    assert table.cards(STOCK) == set()
    loser = 1 - (table.turn or 0)
    assert "7S" in table.hand(loser)
    assert len(table.hand(0)) == len(table.hand(1)) == 3


@for_seeds(10)
def test_120_points_are_won_and_more_than_half_win_the_hand(seed: int) -> None:
    table = Table("briscola", seed=seed).play_hand()
    points = [worth(table.cards("captured", seat)) for seat in (0, 1)]
    assert sum(points) == 120
    assert table.result.scores == tuple(int(p > 60) for p in points)


def test_sixty_each_wins_the_hand_for_nobody() -> None:
    for seed in range(400):
        table = Table("briscola", seed=seed).play_hand()
        if worth(table.cards("captured", 0)) == 60:
            assert table.result.scores == (0, 0)
            return
    pytest.fail("no hand was divided evenly")


def test_three_hands_win_the_game() -> None:
    table = Table("briscola", match=True, seed=3)
    totals = [table.scores]
    while not table.state.over:
        totals.append(table.play_hand().scores)
    assert all(max(before) < 3 for before in totals[:-1])
    assert max(totals[-1]) == 3
    assert table.result.winner == totals[-1].index(3)
    assert all(sum(after) - sum(before) <= 1 for before, after in pairwise(totals))


def test_four_may_play_two_against_two() -> None:
    table = Table(genome_of("briscola", players="four"), seed=2).play_hand()
    points = [
        worth(table.cards("captured", side) | table.cards("captured", side + 2)) for side in (0, 1)
    ]
    assert sum(points) == 120
    assert table.result.team_scores == tuple(int(p > 60) for p in points)
