"""Omnibus Hearts: a card to everybody in the fourth hand, the jack of diamonds, the moon."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, own_suit, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import Table

height = heights("2 3 4 5 6 7 8 9 10 J Q K A")


def penalty(card: str) -> bool:
    return own_suit(card) == "H" or card == "QS"


def test_everybody_gets_a_card_of_everybody_in_the_fourth_hand() -> None:
    table = Table("omnibus-hearts", match=True)
    for number in range(1, 4):
        assert table.view.hand_number == number
        table.play_hand()
    assert table.view.hand_number == 4
    before = [table.hand(seat) for seat in range(4)]
    given = [sorted(hand)[:3] for hand in before]
    for seat, three in enumerate(given):
        table.play(" ".join(three), seat)
    for seat in range(4):
        got = table.hand(seat) - before[seat]
        # One of each other player: their first goes left, the second across, the third right.
        assert got == {given[(seat + 4 - way) % 4][way - 1] for way in (1, 2, 3)}


@for_seeds(12)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("omnibus-hearts", seed=seed)
    for seat in range(4):
        table.play(" ".join(rng.sample(sorted(table.hand(seat)), 3)), seat)
    points = [0] * 4
    jack, broken = -1, False
    taken: list[list[str]] = [[] for _ in range(4)]
    for number in range(13):

        def may(
            hand: set[str],
            trick: list[str],
            first: bool = number == 0,
            broken: bool = broken,
        ) -> set[str]:
            if not trick:
                free = {card for card in hand if own_suit(card) != "H"}
                return {"2C"} if first else hand if broken else free or hand
            same = {card for card in hand if own_suit(card) == own_suit(trick[0])}
            harmless = {card for card in hand if not penalty(card)} if first else set()
            return same or harmless or hand

        ((winner, cards),) = play_tricks(table, rng, 1, height, legal=may)
        broken = broken or any(own_suit(card) == "H" for card in cards)
        taken[winner] += cards
    for seat, cards in enumerate(taken):
        points[seat] = sum(own_suit(card) == "H" for card in cards) + 13 * ("QS" in cards)
        jack = seat if "JD" in cards else jack
    if 26 in points:
        points = [0 if own == 26 else 26 for own in points]
    points[jack] -= 10
    assert table.result.scores == tuple(points)


def test_the_jack_counts_beside_the_moon() -> None:
    """South gets the last of all clubs, and with them everything."""
    ranks = "2 3 4 5 6 7 8 9 10 J Q K A".split()
    clubs, diamonds, hearts, spades = ([f"{rank}{suit}" for rank in ranks] for suit in "CDHS")
    dealt = [
        clubs[:10] + diamonds[10:],
        diamonds[:10] + hearts[10:],
        hearts[:10] + spades[10:],
        spades[:10] + clubs[10:],
    ]
    table = Table("omnibus-hearts", *[" ".join(hand) for hand in dealt])
    for seat in range(4):
        table.play(" ".join(dealt[seat][10:]), seat)
    assert table.hand(0) == set(clubs)
    assert table.play_out().result.scores == (-10, 26, 26, 26)
