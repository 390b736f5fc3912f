"""FreeCell: four cells for one card each, columns down in alternate colours, foundations up."""

from __future__ import annotations

import re
from random import Random

from tests.support.seeds import for_seeds
from tests.support.stacked import sit
from tests.support.table import Table

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def piles(table: Table, zone: str) -> list[list[str]]:
    return [
        [f"{card.rank}{'♣♦♥♠'['cdhs'.index(str(card.suit)[0])]}" for card in pile.cards if card]
        for pile in table.state.view(0).piles
        if pile.zone == zone
    ]


def goes_on(card: str, other: str) -> bool:
    """Whether a card may be put on another in a column."""
    lower = RANKS.index(card[:-1]) == RANKS.index(other[:-1]) - 1
    return lower and (card[-1] in "♦♥") != (other[-1] in "♦♥")


def goes_up(card: str, pile: list[str]) -> bool:
    return RANKS.index(card[:-1]) == len(pile)


@for_seeds(4)
def test_what_may_be_moved_is_what_a_second_account_allows(seed: int) -> None:
    table = Table("freecell", seed=seed)
    rng = Random(seed)
    for _ in range(40):
        columns, cells = piles(table, "tableau"), piles(table, "cells")
        foundations = dict(zip("♣♦♥♠", piles(table, "foundations"), strict=True))
        expected = []
        movable = [pile[-1] for pile in columns if pile] + [cell[-1] for cell in cells if cell]
        for card in movable:
            expected += [card] * goes_up(card, foundations[card[-1]])
        for number, card in enumerate(movable):
            own = number < sum(map(bool, columns))
            here = next(pile for pile in columns + cells if pile and pile[-1] == card)
            others = [pile for pile in columns if pile is not here]
            expected += [card] * sum(not pile or goes_on(card, pile[-1]) for pile in others)
            expected += [card] * sum(not cell for cell in cells) * own
        found = [re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", move)[0] for move in table.moves]
        assert sorted(found) == sorted(expected)
        if table.state.over:
            break
        table.say(rng.choice(table.moves))


def test_all_cards_lie_open_in_eight_columns() -> None:
    table = Table("freecell")
    assert [len(column) for column in piles(table, "tableau")] == [7, 7, 7, 7, 6, 6, 6, 6]


def test_a_game_whose_cards_lie_in_order_is_won() -> None:
    down = [f"{rank}{suit}" for rank in reversed(RANKS) for suit in "♣♦♥♠"]
    columns: list[list[str]] = [[] for _ in range(8)]
    for number, card in enumerate(down):
        columns[number % 8].append(card)
    sizes = [7, 7, 7, 7, 6, 6, 6, 6]
    assert [len(column) for column in columns] == sizes
    game = sit("freecell", " ".join(card for column in columns for card in column))
    while not game.state.over:
        up = [move for move in game.state.legal_moves() if "foundation" in move.text]
        game.play(f"{game.turn}: {up[0].text}")
    assert game.result.winners == (0,)
