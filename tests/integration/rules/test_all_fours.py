"""All Fours: begging, running the cards, and points for high, low, jack and game."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

HEIGHT = heights("2 3 4 5 6 7 8 9 10 J Q K A")
GAME = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
GIVE, RUN = "give one point", "run the cards"


def begged(turned: str, deck: str = "") -> Table:
    table = Table("all-fours", turned_up=turned, deck=deck)
    assert table.moves == ["stand", "beg"]
    return table.say("beg")


def test_the_dealer_gives_a_point_or_runs_the_cards() -> None:
    table = begged("9H")
    assert (table.turn, table.moves) == (1, [GIVE, RUN])
    table.say(GIVE)
    assert table.hand_scores == (1, 0)
    assert len(table.hand(0)) == 6


def test_a_turned_jack_is_the_dealers() -> None:
    assert Table("all-fours", turned_up="JS").hand_scores == (0, 1)


def test_running_the_cards_gives_three_more_and_another_trump_suit() -> None:
    table = begged("9H", deck="2C 3C 4C 5C 6C 7C 8S").say(RUN)
    assert str(table.view.trump) == "spades"
    assert table.cards("turned_up") == these("8S")
    for seat in (0, 1):
        assert len(table.hand(seat)) == 9
        for _ in range(3):
            assert table.turn == seat
            table.play(sorted(table.playable)[0])
    assert (len(table.hand(0)), len(table.hand(1)), table.turn) == (6, 6, 0)


def test_the_cards_are_run_until_the_suit_is_another() -> None:
    table = begged("9H", deck="2C 3C 4C 5C 6C 7C 8H 2D 3D 4D 5D 6D 7D JS").say(RUN)
    assert str(table.view.trump) == "spades"
    assert len(table.hand(0)) == 12
    assert table.hand_scores == (0, 1)


def test_who_can_follow_may_trump_all_the_same() -> None:
    table = Table("all-fours", "AC", "2C 3H 4D 5D 6S 7S", turned_up="9H").say("stand").play("AC")
    assert table.playable == these("2C 3H")


def test_who_cannot_follow_may_play_anything() -> None:
    table = Table("all-fours", "AC", "3H 4D 5D 6S 7S 8S", turned_up="9H").say("stand").play("AC")
    assert table.playable == table.hand(1)


def test_nobody_is_given_the_last_point() -> None:
    table = Table("all-fours", seed=2, match=True)
    while not table.state.over:
        if GIVE in table.moves or RUN in table.moves:
            elder = 1 - (table.turn or 0)
            total = table.scores[elder] + table.hand_scores[elder]
            assert (GIVE in table.moves) == (total < 10)
        table.step()


@for_seeds(16)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("all-fours", seed=seed)
    points = [0, sum(card[:-1] == "J" for card in table.cards("turned_up"))]
    table.say(rng.choice(table.moves))
    if GIVE in table.moves:
        table.say(GIVE)
        points[0] += 1
    trump = str(table.view.trump)[0].upper()

    def legal(hand: set[str], played: list[str]) -> set[str]:
        following = {card for card in hand if played and card[-1] == played[0][-1]}
        return following | {card for card in hand if card[-1] == trump} if following else hand

    dealt = [table.hand(seat) for seat in (0, 1)]
    taken = play_tricks(table, rng, 6, HEIGHT, trump=trump, legal=legal)
    piles = [set(won_by(taken, [seat])) for seat in (0, 1)]
    trumps = sorted((c for hand in dealt for c in hand if c[-1] == trump), key=HEIGHT)
    game = [sum(GAME.get(card[:-1], 0) for card in pile) for pile in piles]
    for seat in (0, 1):
        if trumps:
            points[seat] += (trumps[-1] in piles[seat]) + (trumps[0] in dealt[seat])
        points[seat] += f"J{trump}" in piles[seat]
        points[seat] += game[seat] > game[1 - seat] or (game[0] == game[1] and seat == 0)
    assert table.result.scores == tuple(points)


@for_seeds(20)
def test_points_are_counted_in_order_so_that_one_alone_wins(seed: int) -> None:
    table = Table("all-fours", seed=seed, match=True).play_out()
    # Whoever comes to eleven first has won, before the rest of the hand is counted.
    assert sorted(score >= 11 for score in table.result.scores) == [False, True]
    assert max(table.result.scores) == 11
