"""Thirty-One: cards of one suit are added up, and the lowest hand costs a life."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table, these

VALUES = {"A": 11, "K": 10, "Q": 10, "J": 10}


def worth(hand: set[str]) -> int:
    """The most that cards of one suit come to."""
    suits = {card[-1] for card in hand}
    values = {
        s: sum(VALUES.get(c[:-1], 0) or int(c[:-1]) for c in hand if c[-1] == s) for s in suits
    }
    return max(values.values())


def lives(table: Table) -> tuple[int, ...]:
    return table.counter("count of lives")


def test_a_turn_is_a_draw_and_a_discard() -> None:
    table = Table("thirty-one", "2C 3D 4H", discard="9S", deck="KC")
    assert table.moves == ["draw a card", "take the top card of the discard pile", "knock"] or (
        len(table.moves) == 3
    )
    table.say(table.moves[0])
    assert table.hand(0) == these("2C 3D 4H KC")
    table.play("KC")
    assert table.turn == 1


def test_a_card_taken_from_the_discards_is_kept() -> None:
    table = Table("thirty-one", "2C 3D 4H", discard="9S")
    table.say(table.moves[1])
    assert table.playable == these("2C 3D 4H")


def test_after_a_knock_everybody_else_has_one_more_turn() -> None:
    table = Table("thirty-one", "AC KC 4H", "2D 3H 4S", "5C 9D 8H", "6C 8D 7H", match=True)
    table.say("knock")
    for seat in (1, 2, 3):
        assert table.turn == seat
        assert "knock" not in table.moves
        table.say(table.moves[0]).play(sorted(table.playable)[0])
    assert table.hand_number == 2


def test_31_ends_the_hand_and_costs_the_others_a_life() -> None:
    table = Table("thirty-one", "AC KC 4H", discard="10C", match=True)
    table.say(table.moves[1]).play("4H")
    assert table.hand_number == 2
    assert lives(table) == (3, 2, 2, 2)


@for_seeds(10)
def test_lives_are_lost_as_a_second_account_has_it(seed: int) -> None:
    table = Table("thirty-one", seed=seed, match=True)
    rng = Random(seed)
    knocker = rng.randrange(4)
    for seat in range(knocker):
        assert table.turn == seat
        table.say(table.moves[0]).play(rng.choice(sorted(table.playable)))
        if table.hand_number == 2:
            return
    table.say("knock")
    for step in (1, 2, 3):
        assert table.turn == (knocker + step) % 4
        table.say(table.moves[0])
        card = rng.choice(sorted(table.playable))
        hands = [table.hand(seat) for seat in range(4)]
        hands[(knocker + step) % 4].discard(card)
        table.play(card)
        if table.hand_number == 2 and step < 3:
            return
    values = [worth(hand) for hand in hands]
    lowest = [seat for seat in range(4) if values[seat] == min(values)]
    expected = [3 - (seat in lowest) for seat in range(4)]
    if values[(knocker + 3) % 4] == 31:
        expected = [
            3 if values[seat] == 31 and seat == (knocker + 3) % 4 else 2 for seat in range(4)
        ]
    elif lowest == [knocker]:
        expected[knocker] = 1
    assert lives(table) == tuple(expected)


def test_the_last_with_a_life_wins() -> None:
    table = Table("thirty-one", seed=4, match=True)
    while not table.state.over:
        table.play_hand("greedy")
    left = lives(table)
    assert set(table.result.winners) == {s for s in range(4) if left[s] == max(left)}
