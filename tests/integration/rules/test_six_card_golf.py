"""Six-Card Golf: three columns, a card exchanged in each turn, pairs that count nothing."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

WORTH = {"A": 1, "2": -2, "J": 10, "Q": 10, "K": 0} | {str(n): n for n in range(3, 11)}
COLUMNS = ("first", "second", "third")


def lying(table: Table, seat: int) -> tuple[list[list[str]], list[int]]:
    """The open cards of each column, and how many lie face down in it."""
    piles = table.state.view(seat).piles
    found = {(p.zone, p.owner): p for p in piles}
    up = [
        sorted(f"{c.rank}{str(c.suit)[0].upper()}" for c in found[name, seat].cards if c)
        for name in COLUMNS
    ]
    return up, [found[f"{name}_down", seat].count for name in COLUMNS]


def strokes(columns: list[list[str]]) -> int:
    """What the cards of a player cost."""
    total = 0
    for one, other in columns:
        if one[:-1] != other[:-1]:
            total += WORTH[one[:-1]] + WORTH[other[:-1]]
    return total


def test_everybody_turns_up_two_cards_first() -> None:
    table = Table("six-card-golf")
    for seat in range(4):
        assert table.turn == seat
        table.say(table.moves[0])
        table.say(table.moves[-1])
        assert sum(lying(table, seat)[1]) == 4
    assert table.turn == 0
    assert len(table.moves) == 2


@for_seeds(10)
def test_a_hand_goes_as_a_second_account_has_it(seed: int) -> None:
    table = Table("six-card-golf", seed=seed)
    rng = Random(seed)
    down = [[2, 2, 2] for _ in range(4)]
    for seat in range(4):
        for _ in range(2):
            assert table.turn == seat
            assert len(table.moves) == sum(many > 0 for many in down[seat])
            table.say(rng.choice(table.moves))
            down[seat] = lying(table, seat)[1]
    closer, seat = None, 0
    for _ in range(400):
        if seat == closer:
            break
        assert table.turn == seat
        assert len(table.moves) == 2, "the stock or the discard pile"
        drawn = rng.choice(table.moves)
        table.say(drawn)
        bound = "discard" in drawn
        up, hidden = lying(table, seat)
        # The drawn card may go back only if it came from the stock.
        open_cards = {card for column in up for card in column}
        assert len(table.moves) == len(open_cards) + sum(many > 0 for many in hidden) + (not bound)
        table.say(rng.choice(table.moves))
        if closer is None and not any(lying(table, seat)[1]):
            closer = seat
        seat = (seat + 1) % 4
    assert seat == closer, "somebody turns up all cards in the end"
    final = [lying(table, number)[0] for number in range(4)]
    assert table.result.scores == tuple(map(strokes, final))
