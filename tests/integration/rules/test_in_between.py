"""In-Between: bets against the pool that the third card falls between the first two."""

from __future__ import annotations

from random import Random

from darwindeck.simulation import State
from tests.support.seeds import for_seeds
from tests.support.stacked import game_of, named

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def deal(cards: str) -> State:
    game = game_of("in-between")
    first = named(game, cards)
    rest = [card for card in range(len(game.cards)) if card not in first]
    return game.hand(1, deck=[game.cards[card] for card in (*first, *rest)], dealer=3)


def chips(state: State) -> list[int]:
    return list(state.position.numbers()["chips"])


def bet(state: State, amount: int) -> State:
    return state.apply(state.legal_moves()[amount - 1])


def test_the_pool_is_the_limit_of_a_bet() -> None:
    state = deal("2♣ A♦ 9♠ 3♦ K♣")
    assert chips(state) == [19] * 4
    assert len(state.legal_moves()) == 4
    state = bet(state, 4)
    assert chips(state) == [22, 18, 18, 18], "the pool was won, and everybody paid one chip again"
    assert len(state.legal_moves()) == 4


def test_a_card_of_the_same_rank_as_one_of_the_two_loses() -> None:
    assert chips(bet(deal("2♣ A♦ A♠ 3♦ K♣"), 3)) == [16, 19, 19, 19]


def test_neighbours_lose_a_chip_and_a_pair_wins_two_without_a_bet() -> None:
    state = deal("2♣ 3♦ 7♠ 7♦ 5♣ 10♦")
    assert state.asked == 2
    assert chips(state) == [18, 21, 19, 19]


@for_seeds(40)
def test_a_hand_is_played_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    pack = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in RANKS]
    rng.shuffle(pack)
    state = deal(" ".join(pack))
    height = [RANKS.index(card[:-1]) for card in pack]
    has, pool = [20] * 4, 0
    for seat in range(4):
        if pool == 0:
            has, pool = [one - 1 for one in has], 4
        low, high = sorted((height.pop(0), height.pop(0)))
        if high - low < 2:
            won = -1 if high > low else min(2, pool)
        else:
            assert (state.asked, len(state.legal_moves())) == (seat, min(pool, has[seat]))
            amount = rng.randint(1, min(pool, has[seat]))
            state = bet(state, amount)
            won = amount if low < height.pop(0) < high else -amount
        has[seat] += won
        pool -= won
    assert state.over
    assert chips(state) == has
