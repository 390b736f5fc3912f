"""Cribbage beside a short program of its own: every legal card, every point of play and show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import pytest

from darwindeck.cards import Card
from tests.support.seeds import SCALE
from tests.support.stacked import game_of

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def height(card: Card) -> int:
    return RANKS.index(str(card.rank))


def pips(card: Card) -> int:
    return min(10, height(card) + 1)


def runs(cards: Sequence[Card]) -> bool:
    heights = sorted(map(height, cards))
    return len(cards) >= 3 and all(b == a + 1 for a, b in pairwise(heights))


def shown(hand: Sequence[Card], starter: Card, crib: bool) -> int:
    """What a hand or crib of four cards is worth with the starter."""
    five = [*hand, starter]
    sets = [cards for size in range(2, 6) for cards in combinations(five, size)]
    points = 2 * sum(sum(map(pips, cards)) == 15 for cards in sets)
    points += 2 * sum(a.rank == b.rank for a, b in combinations(five, 2))
    for size in (5, 4, 3):
        found = [cards for cards in combinations(five, size) if runs(cards)]
        if found:
            points += size * len(found)
            break
    if len({card.suit for card in five}) == 1:
        points += 5
    elif len({card.suit for card in hand}) == 1 and not crib:
        points += 4
    return points + sum(str(c.rank) == "J" and c.suit == starter.suit for c in hand)


def pegged(pile: Sequence[Card]) -> int:
    """What the last card played scores, but for go and the last card."""
    total = sum(map(pips, pile))
    points = 2 if total in (15, 31) else 0
    alike = 1
    while alike < len(pile) and pile[-alike - 1].rank == pile[-1].rank:
        alike += 1
    points += alike * (alike - 1)
    for size in range(len(pile), 2, -1):
        if runs(pile[-size:]):
            return points + size
    return points


def test_every_point_of_many_hands_is_that_of_a_brute_force() -> None:
    game = game_of("cribbage")
    for number in range(round(60 * SCALE)):
        rng = Random(number)
        state = game.hand(number, dealer=number % 2)
        dealer = number % 2
        points = [0, 0]
        hands: list[list[Card]] = [[], []]
        crib: list[Card] = []
        pile: list[Card] = []
        left: list[list[Card]] = [[], []]
        starter: Card | None = None
        while not state.over:
            seat = state.asked
            assert seat is not None
            view = state.view(seat)
            if starter is None and view.zone("starter")[0].cards:
                (starter,) = (card for card in view.zone("starter")[0].cards if card)
                points[dealer] += 2 * (str(starter.rank) == "J")
            move = rng.choice(state.legal_moves())
            assert move.card is not None
            if starter is None:
                crib.append(move.card)
                before = [card for card in view.hand if card not in crib]
                hands[seat] = before
                left[seat] = list(before)
            else:
                total = sum(map(pips, pile))
                open_now = {card for card in left[seat] if total + pips(card) <= 31}
                assert {m.card for m in state.legal_moves()} == open_now
                pile.append(move.card)
                left[seat].remove(move.card)
                points[seat] += pegged(pile)
                total += pips(move.card)
                if not any(total + pips(card) <= 31 for cards in left for card in cards):
                    points[seat] += total < 31
                    pile = []
            state = state.apply(move)
        assert starter is not None
        for seat in (1 - dealer, dealer):
            points[seat] += shown(hands[seat], starter, crib=False)
        points[dealer] += shown(crib, starter, crib=True)
        assert state.result is not None
        assert list(state.result.scores) == points, number


@pytest.mark.parametrize(
    ("hand", "starter", "worth"),
    [
        ("5♣ 5♦ 5♥ J♠", "5♠", 29),
        ("4♣ 5♦ 5♥ 6♠", "6♥", 24),
        ("7♣ 8♦ 8♥ 9♠", "9♥", 20),
        ("2♣ 4♣ 6♣ 8♣", "K♥", 4),
        ("2♣ 4♣ 6♣ 8♣", "K♣", 5),
        ("A♣ 3♦ 7♥ 9♠", "J♦", 0),
    ],
)
def test_the_brute_force_counts_famous_hands(hand: str, starter: str, worth: int) -> None:
    cards = {str(card): card for card in game_of("cribbage").cards}
    assert shown([cards[name] for name in hand.split()], cards[starter], crib=False) == worth
