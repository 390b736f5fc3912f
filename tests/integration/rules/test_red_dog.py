"""Red Dog: bets against the pool that the hand beats the card turned up."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def beats(card: str, turned: str) -> bool:
    return card[-1] == turned[-1] and RANKS.index(card[:-1]) > RANKS.index(turned[:-1])


def test_a_higher_card_of_the_suit_turned_up_wins_the_bet() -> None:
    table = Table("red-dog", "9C 2D 3D 4D 5D", deck="8C 7H")
    assert table.chips == (19,) * 4
    assert table.moves == ["pay one chip instead of betting", *(f"bet {n}" for n in range(1, 5))]
    table.say("bet 4")
    assert table.chips == (22, 18, 18, 18), "the pool is empty: everybody pays again"


def test_a_higher_card_of_another_suit_does_not() -> None:
    table = Table("red-dog", "9C 2D 3D 4D 5D", deck="8H 7H").say("bet 2")
    assert table.chips == (17, 19, 19, 19)


def test_the_loser_shows_the_whole_hand_and_who_does_not_bet_nothing() -> None:
    table = Table("red-dog", "9C 2D 3D 4D 5D", "AS KS QS JS 10S", deck="8H 7H").say("bet 2")
    assert sum(event[0] == "shown" for event in table.state.position.events()) == 5
    table.say("pay one chip instead of betting")
    assert table.chips == (17, 18, 19, 19)
    assert sum(event[0] == "shown" for event in table.state.position.events()) == 0


@for_seeds(40)
def test_a_hand_is_played_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("red-dog", seed=seed)
    hands = [table.hand(seat) for seat in range(4)]
    has, pool = [20] * 4, 0
    lain: set[str] = set()
    for seat in range(4):
        if pool == 0:
            has, pool = [one - 1 for one in has], 4
        most = min(pool, has[seat])
        assert (table.turn, len(table.moves)) == (seat, 1 + most)
        amount = rng.randint(0, most)
        table.say(f"bet {amount}" if amount else "pay one chip instead of betting")
        won = -1
        if amount:
            (turned,) = table.cards("discard") - lain
            lain.add(turned)
            won = amount if any(beats(card, turned) for card in hands[seat]) else -amount
        has[seat] += won
        pool -= won
    assert table.state.over
    assert table.chips == tuple(has)
