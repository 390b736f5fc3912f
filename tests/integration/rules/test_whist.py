"""Whist: the dealer's last card is trumps, and tricks above six count."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD"


def test_the_last_card_is_the_dealers_and_names_trumps() -> None:
    game = Table("whist").state.game
    table = Table("whist", dealer=2)
    state = game.hand(0, deck=game.cards, dealer=2)
    assert state.view(0).trump == "spades"
    assert len(state.view(2).hand) == 13
    assert game.cards[-1] in state.view(2).hand
    assert table.turn == 3


def test_everybody_has_seen_the_dealers_last_card() -> None:
    game = Table("whist").state.game
    view = game.hand(0, deck=game.cards, dealer=2).view(0)
    dealers = next(pile for pile in view.piles if pile.zone == "hand" and pile.owner == 2)
    assert dealers.known == (game.cards[-1],)


def test_suit_must_be_followed_but_nobody_has_to_trump() -> None:
    hearts = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    table = Table("whist", f"AC {SPADES[:-3]}", f"KC {hearts}", dealer=3).play("AC")
    assert table.playable == these("KC")
    table = Table("whist", f"AC {SPADES[:-3]}", f"KD {hearts}", dealer=3).play("AC")
    assert table.playable == these(f"KD {hearts}")


def test_all_thirteen_tricks_are_seven_points() -> None:
    # The dealer's last card is a spade.
    table = Table("whist", HEARTS, SPADES, CLUBS, DIAMONDS, dealer=1)
    assert table.view.trump == "spades"
    while not table.state.over:
        table.play(sorted(table.playable)[0])
    assert table.result.scores == (0, 7, 0, 7)


@for_seeds(12)
def test_a_hand_is_played_as_a_second_account_has_it(seed: int) -> None:
    table = Table("whist", seed=seed)
    trump = str(table.view.trump)[0].upper()
    order = heights("2 3 4 5 6 7 8 9 10 J Q K A")
    taken = play_tricks(table, Random(seed), 13, order, trump=trump)
    sides = [sum(winner % 2 == side for winner, _ in taken) for side in (0, 1)]
    assert table.result.scores == tuple(max(0, sides[seat % 2] - 6) for seat in range(4))


def test_five_points_win_the_game() -> None:
    table = Table("whist", match=True, seed=5)
    while not table.state.over:
        table.play_hand()
    assert max(table.scores) >= 5 > min(table.scores)
    assert table.result.winning_team == table.scores.index(max(table.scores))
