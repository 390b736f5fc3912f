"""Forty-Fives: the order of trumps, what may be held back, and how bids are made and lost."""

from __future__ import annotations

from random import Random

from tests.support.second_account import won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table

PLAIN = {"red": "A 2 3 4 5 6 7 8 9 10 J Q K".split(), "black": "10 9 8 7 6 5 4 3 2 A J Q K".split()}


def colour(card: str) -> str:
    return "red" if card[-1] in "DH" else "black"


def is_trump(card: str, trump: str) -> bool:
    return card[-1] == trump or card == "AH"


def height(card: str, trump: str) -> int:
    """How high a trump is; other cards compare within their suit."""
    rank = card[:-1]
    if not is_trump(card, trump):
        return PLAIN[colour(card)].index(rank)
    if card == "AH":
        return 103
    top = {"5": 105, "J": 104, "A": 102, "K": 101, "Q": 100}
    return top.get(rank, 50 + PLAIN[colour(card)].index(rank))


def winner(trick: dict[int, str], trump: str) -> int:
    led = next(iter(trick.values()))
    following = {
        seat: card
        for seat, card in trick.items()
        if is_trump(card, trump) or (card[-1] == led[-1] and not is_trump(led, trump))
    }
    return max(
        following, key=lambda s: (is_trump(following[s], trump), height(following[s], trump))
    )


def legal(hand: set[str], trick: dict[int, str], trump: str) -> set[str]:
    if not trick:
        return hand
    led = next(iter(trick.values()))
    trumps = {card for card in hand if is_trump(card, trump)}
    if is_trump(led, trump):
        above = {c for c in trumps if height(c, trump) > max(102, height(led, trump))}
        return trumps if trumps - above else hand
    following = {card for card in hand - trumps if card[-1] == led[-1]}
    return following | trumps if following else hand


def test_the_dealer_may_take_the_bid_at_the_same_height() -> None:
    table = Table("forty-fives").say("pass", "bid 20 points", "pass")
    assert table.moves == ["pass", "bid 20 points", "bid 25 points", "bid 30 points"]
    assert Table("forty-fives").say("pass", "bid 20 points").moves == [
        "pass",
        "bid 25 points",
        "bid 30 points",
    ]


def test_the_five_of_trumps_need_not_be_played_to_a_lower_trump() -> None:
    table = Table("forty-fives", "5S 2D 3D 4D 6D", "KS 2C 3C 4C 6C", kitty="7D 8D 9D")
    table.say("bid 15 points", "pass", "pass", "pass", "name spades as the trump suit")
    table.play("7D 8D 9D").say(*["discard nothing"] * 4)
    table.play("KS")
    while table.turn != 0:
        table.step()
    assert table.playable == {"5S", "2D", "3D", "4D", "6D"}


@for_seeds(12)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("forty-fives", seed=seed)
    bidder, bid = seed % 4, rng.choice([15, 20, 25, 30])
    table.say(*["pass"] * bidder, f"bid {bid} points", *["pass"] * (3 - bidder))
    table.say(rng.choice(table.moves))
    trump = str(table.view.trump)[0].upper()
    assert len(table.hand(bidder)) == 8
    while table.moves[0].startswith("discard"):
        table.step()
    assert [len(table.hand(seat)) for seat in range(4)] == [5] * 4
    taken, lead = [], (bidder + 1) % 4
    for _ in range(5):
        trick: dict[int, str] = {}
        for seat in [*range(lead, 4), *range(lead)]:
            assert table.turn == seat
            may = legal(table.hand(seat), trick, trump)
            assert table.playable == may
            trick[seat] = rng.choice(sorted(may))
            table.play(trick[seat])
        lead = winner(trick, trump)
        taken.append((lead, list(trick.values())))
    points = [5 * sum(seat % 2 == side for seat, _ in taken) for side in (0, 1)]
    trumps = [card for card in won_by(taken, range(4)) if is_trump(card, trump)]
    if trumps:
        best = max(trumps, key=lambda card: height(card, trump))
        points[0 if best in won_by(taken, [0, 2]) else 1] += 5
    own = bidder % 2
    if points[own] < bid:
        points[own] = -bid
    elif bid == 30:
        points[own] = 60
    assert table.result.scores == tuple(points[seat % 2] for seat in range(4))
