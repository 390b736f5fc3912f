"""Sueca: the seven is above the king, and 61, 91 and all tricks win one, two and four games."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table

WORTH = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}


def test_the_dealers_last_card_is_trumps() -> None:
    game = Table("sueca").state.game
    state = game.hand(0, deck=game.cards, dealer=1)
    assert state.view(0).trump == "spades"
    assert game.cards[-1] in state.view(1).hand


@for_seeds(15)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    table = Table("sueca", seed=seed)
    trump = str(table.view.trump)[0].upper()
    taken = play_tricks(table, Random(seed), 10, heights("2 3 4 5 6 Q J K 7 A"), trump=trump)
    points = [
        sum(WORTH.get(card[:-1], 0) for card in won_by(taken, [side, side + 2])) for side in (0, 1)
    ]
    assert sum(points) == 120
    games = [0, 0]
    for side in (0, 1):
        if points[side] > 60:
            all_of_them = {winner % 2 for winner, _ in taken} == {side}
            games[side] = 4 if all_of_them else 2 if points[side] > 90 else 1
    assert table.result.scores == tuple(games[seat % 2] for seat in range(4))


def test_four_games_win_the_match() -> None:
    table = Table("sueca", seed=3, match=True)
    while not table.state.over:
        table.play_hand()
    assert max(table.scores) >= 4 > min(table.scores)
