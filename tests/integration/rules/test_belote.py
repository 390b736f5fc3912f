"""Belote: taking the turned card, duties in trumps, announcements, contracts made and lost."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

ORDER = "7 8 9 10 J Q K A".split()
PLAIN = "7 8 9 J Q K 10 A".split()
TRUMPS = "7 8 Q K 10 A 9 J".split()
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


def strength(card: str, trump: str, led: str) -> tuple[int, int]:
    if card[-1] == trump:
        return 2, TRUMPS.index(card[:-1])
    return int(card[-1] == led), PLAIN.index(card[:-1])


def legal(hand: set[str], trick: dict[int, str], seat: int, trump: str) -> set[str]:
    if not trick:
        return hand
    led = next(iter(trick.values()))[-1]
    best = max(trick, key=lambda other: strength(trick[other], trump, led))

    def beating(cards: set[str]) -> set[str]:
        top = strength(trick[best], trump, led)
        return {card for card in cards if strength(card, trump, led) > top}

    following = {card for card in hand if card[-1] == led}
    if following:
        return beating(following) or following if led == trump else following
    trumps = {card for card in hand if card[-1] == trump}
    if trumps and (best - seat) % 2:
        return beating(trumps) or trumps
    return hand


def has_announcement(hand: set[str]) -> bool:
    for suit in "CDHS":
        places = sorted(ORDER.index(card[:-1]) for card in hand if card[-1] == suit)
        if any(b - a == 1 and c - b == 1 for (a, b), (_, c) in pairwise(pairwise(places))):
            return True
    return any(sum(card[:-1] == rank for card in hand) == 4 for rank in ORDER[2:])


def test_the_turned_card_may_be_taken_or_another_suit_named() -> None:
    table = Table("belote", turned_card="7S")
    assert table.moves == ["pass", "take the turned card"]
    table.say("pass", "pass", "pass", "pass")
    assert len(table.moves) == 4
    assert not any("spades" in move for move in table.moves)
    table.say("pass", "pass", "pass", "pass")
    assert table.moves == ["pass", "take the turned card"]


def test_the_taker_gets_the_turned_card_and_everybody_eight_cards() -> None:
    table = Table("belote", turned_card="7S").say("pass", "take the turned card")
    assert table.role("taker") == 1
    assert "7S" in table.hand(1)
    assert [len(table.hand(seat)) for seat in range(4)] == [8] * 4
    assert table.view.trump == "spades"
    assert table.turn == 0


def test_only_the_side_with_the_best_announcement_scores_for_them() -> None:
    # The tierce of the other side is worth nothing beside four jacks.
    table = Table("belote", "JC JD JH JS 7C", "7D 8D 9D 10H 7H", "KC 8H", "KS", turned_card="7S")
    table.say("take the turned card")
    while not table.state.over:
        table.step()
    scores = table.result.scores
    assert (scores[0] + scores[1] - 200) % 20 in (162 % 20, 252 % 20)
    assert scores[0] + scores[1] >= 162 + 200


@for_seeds(25)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("belote", seed=seed).say(*["pass"] * rng.randrange(4), "take the turned card")
    taker = table.role("taker") or 0
    trump = str(table.view.trump)[0].upper()
    hands = [table.hand(seat) for seat in range(4)]
    points, tricks, lead = [0, 0], [0, 0], 0
    for _ in range(8):
        trick: dict[int, str] = {}
        for seat in [*range(lead, 4), *range(lead)]:
            assert table.turn == seat
            expected = legal(table.hand(seat), trick, seat, trump)
            assert table.playable == expected
            trick[seat] = rng.choice(sorted(expected))
            table.play(trick[seat])
        led = next(iter(trick.values()))[-1]
        lead = max(trick, key=lambda seat: strength(trick[seat], trump, led))
        tricks[lead % 2] += 1
        for card in trick.values():
            special = {f"J{trump}": 20, f"9{trump}": 14}
            points[lead % 2] += special.get(card, WORTH.get(card[:-1], 0))
    points[lead % 2] += 100 if 8 in tricks else 10
    if any(has_announcement(hand) for hand in hands):
        return
    royal = [20 * any({f"K{trump}", f"Q{trump}"} <= hands[s] for s in (x, x + 2)) for x in (0, 1)]
    own, other = taker % 2, 1 - taker % 2
    totals = [points[side] + royal[side] for side in (0, 1)]
    if totals[own] < totals[other]:
        totals = [royal[0], royal[1]]
        totals[other] += sum(points)
    elif totals[own] == totals[other]:
        totals[own] = 0
    assert table.result.scores == tuple(totals[seat % 2] for seat in range(4))
