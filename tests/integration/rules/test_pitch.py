"""Pitch: high, low, jack and game; a bid that is missed is lost."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table

ORDER = "2 3 4 5 6 7 8 9 10 J Q K A"
GAME = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


def test_the_dealer_bids_if_nobody_else_does() -> None:
    table = Table("pitch").say("pass", "pass", "pass")
    assert "pass" not in table.moves
    assert len(table.moves) == 3


def test_the_pitcher_names_a_suit_of_their_hand_and_leads_it() -> None:
    table = Table("pitch", "AH KH 2S 3S 4S 5S").say("bid 4 points", "pass", "pass", "pass")
    assert [move.split()[1] for move in table.moves] == ["hearts", "spades"]
    table.say(table.moves[0])
    assert table.playable == {"AH", "KH"}


@for_seeds(12)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("pitch", seed=seed)
    pitcher, bid = seed % 4, rng.choice([2, 3, 4])
    table.say(*["pass"] * pitcher, f"bid {bid} points", *["pass"] * (3 - pitcher))
    table.say(rng.choice(table.moves))
    trump = str(table.view.trump)[0].upper()

    def legal(hand: set[str], played: list[str]) -> set[str]:
        if not played:
            return {card for card in hand if card[-1] == trump} if len(hand) == 6 else hand
        following = {card for card in hand if card[-1] == played[0][-1]}
        return following | {card for card in hand if card[-1] == trump} if following else hand

    height = heights(ORDER)
    taken = play_tricks(table, rng, 6, height, trump=trump, legal=legal)
    piles = [won_by(taken, [seat]) for seat in range(4)]
    trumps = [card for pile in piles for card in pile if card[-1] == trump]
    points = [0] * 4
    for card in (max(trumps, key=height), min(trumps, key=height), f"J{trump}"):
        for seat in range(4):
            points[seat] += card in piles[seat]
    game = [sum(GAME.get(card[:-1], 0) for card in pile) for pile in piles]
    if game.count(max(game)) == 1:
        points[game.index(max(game))] += 1
    if points[pitcher] < bid:
        points[pitcher] = -bid
    assert table.result.scores == tuple(points)
