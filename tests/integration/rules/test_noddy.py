"""Noddy: the hands are counted with the turned-up card, then again in the play up to 31."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def rank(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def pips(card: str) -> int:
    return min(10, rank(card))


def in_row(cards: tuple[str, ...] | list[str]) -> bool:
    ranks = sorted(rank(card) for card in cards)
    return all(b == a + 1 for a, b in pairwise(ranks))


def shown(hand: set[str], turned: str) -> int:
    """What a hand of three counts with the turned-up card, by looking at every set of cards."""
    cards = [*hand, turned]
    sets = [one for many in range(2, 5) for one in combinations(cards, many)]
    score = sum(2 for one in sets if sum(map(pips, one)) == 15)
    score += sum(2 for one in sets if len(one) == 2 and rank(one[0]) == rank(one[1]))
    longest = max((len(one) for one in sets if len(one) > 2 and in_row(one)), default=0)
    score += sum(len(one) for one in sets if len(one) == longest and in_row(one))
    suits = [sum(card[-1] == suit for card in cards) for suit in "CDHS"]
    score += sum(many for many in suits if many > 2)
    return score + (f"J{turned[-1]}" in hand)


def pegged(pile: list[str]) -> int:
    """What the last card of the pile scores, but for being the last."""
    score = 2 * (sum(map(pips, pile)) == 15)
    same = 0
    while same < len(pile) and rank(pile[-1 - same]) == rank(pile[-1]):
        same += 1
    score += same * (same - 1)
    runs = [many for many in range(3, len(pile) + 1) if in_row(pile[-many:])]
    return score + max(runs, default=0)


def test_hands_are_counted_before_the_play() -> None:
    # Two fives and the ten: two fifteens and a pair; the jack of the suit turned is noddy.
    table = Table("noddy", "5C 5D 10H", "JS 2C 7D", turned_up="KS")
    assert shown({"5C", "5D", "10H"}, "KS") == 10
    assert table.hand_scores == (10, 1)


def test_a_jack_turned_up_counts_two_to_the_dealer() -> None:
    assert Table("noddy", "2C 4D 8H", "2D 4H 8C", turned_up="JS").hand_scores == (0, 2)


def test_four_of_a_suit_are_a_flush_of_four() -> None:
    assert Table("noddy", "2C 4C 8C", "KH QD 9S", turned_up="10C").hand_scores[0] == 4


def test_who_cannot_play_within_31_waits() -> None:
    table = Table("noddy", "KC QC 2D", "KD 9H AS", turned_up="7H").play("KC KD QC")
    # Thirty lie there: only the ace fits, and whoever holds it makes 31.
    assert (table.turn, table.playable) == (1, {"AS"})
    before = table.hand_scores
    table.play("AS")
    assert table.result.scores == (before[0], before[1] + 2)


@for_seeds(30)
def test_a_hand_is_counted_and_pegged_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("noddy", seed=seed)
    (turned,) = table.cards("turned_up")
    hands = [table.hand(seat) for seat in (0, 1)]
    score = [shown(hand, turned) for hand in hands]
    score[1] += 2 * (turned[:-1] == "J")
    assert table.hand_scores == tuple(score)
    pile: list[str] = []
    turn = 0
    while True:
        room = 31 - sum(map(pips, pile))
        free = [{card for card in hand if pips(card) <= room} for hand in hands]
        if not any(free):
            break
        turn = turn if free[turn] else 1 - turn
        assert (table.turn, table.playable) == (turn, free[turn])
        card = rng.choice(sorted(free[turn]))
        table.play(card)
        pile.append(card)
        hands[turn].discard(card)
        room = 31 - sum(map(pips, pile))
        score[turn] += pegged(pile)
        if not any(pips(card) <= room for hand in hands for card in hand):
            score[turn] += 2 if room == 0 else 1
        turn = 1 - turn
        if max(score) >= 31:
            break
    assert table.result.scores == tuple(score)
