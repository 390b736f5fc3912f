"""Knock-Out Whist: fewer cards in each hand, and whoever takes no trick is out."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

ORDER = heights("2 3 4 5 6 7 8 9 10 J Q K A")
SUITS = "clubs diamonds hearts spades".split()


def test_trumps_are_turned_up_in_the_first_hand_alone() -> None:
    table = Table("knock-out-whist", match=True, seed=3)
    assert [len(table.hand(seat)) for seat in range(5)] == [7] * 5
    (turned,) = table.cards("turned_card")
    assert str(table.view.trump)[0].upper() == turned[-1]
    table.play_hand()
    assert table.hand_number == 2
    assert table.cards("turned_card") == set()
    assert table.view.trump is None
    assert table.moves == [f"name {suit} as the trump suit" for suit in SUITS]


def test_suit_is_followed_and_a_trump_takes_the_trick() -> None:
    first = "AC 3C 4C 5C 6C 7C 8C"
    table = Table("knock-out-whist", first, "2C 2H 3H 4H 5H 6H 7H", dealer=4).play("AC")
    assert table.turn == 1
    assert table.playable == these("2C")


@for_seeds(20)
def test_a_match_is_played_as_a_second_account_has_it(seed: int) -> None:
    """Who is in, who leads, who names trumps, and who wins: worked out from the tricks alone."""
    table, rng = Table("knock-out-whist", match=True, seed=seed), Random(seed)
    still_in, dealer, chooser = list(range(5)), table.view.dealer, None
    for cards in range(7, 0, -1):
        assert table.view.dealer == dealer
        order = [seat for seat in (*range(dealer + 1, 5), *range(dealer + 1)) if seat in still_in]
        if chooser is not None:
            assert table.turn in chooser, "one of those with the most tricks"
            table.say(f"name {rng.choice(SUITS)} as the trump suit")
        assert table.turn == order[0]
        assert [len(table.hand(seat)) for seat in order] == [cards] * len(order)
        trump = str(table.view.trump)[0].upper()
        taken = play_tricks(table, rng, cards, ORDER, trump=trump, seats=order)
        tricks = {seat: sum(winner == seat for winner, _ in taken) for seat in order}
        still_in = [seat for seat in order if tricks[seat]]
        chooser = [seat for seat in order if tricks[seat] == max(tricks.values())]
        if len(still_in) == 1:
            assert table.result.winners == tuple(still_in)
            return
        dealer = next((dealer + n) % 5 for n in range(1, 6) if (dealer + n) % 5 in still_in)
    raise AssertionError("with one card each somebody takes the only trick")


def test_between_equals_the_choice_of_trumps_is_drawn_by_lot() -> None:
    """The same cards and the same play: of those with the most tricks now one, now another."""
    clubs, spades = "AC KC QC 2S 3S 4S 5H", "AS KS QS JS 2C 3C 4C"
    rest = "5C 6C 7C 5S 6S 7S 6H", "8C 9C 10C 8S 9S 10S 7H", "2D 3D 4D 5D 6D 7D 8D"
    named: dict[tuple[int, ...], set[int | None]] = {}
    for seed in range(24):
        table = Table("knock-out-whist", clubs, spades, *rest, dealer=4, match=True, seed=seed)
        taken = [0] * 5
        while table.hand_number == 1:
            table.play(sorted(table.playable)[-1])
            for event in table.state.events:
                if event.kind == "trick" and event.seat is not None:
                    taken[event.seat] += 1
        assert table.turn is not None
        assert taken[table.turn] == max(taken)
        if taken.count(max(taken)) > 1:
            named.setdefault(tuple(taken), set()).add(table.turn)
    assert any(len(seats) > 1 for seats in named.values())
