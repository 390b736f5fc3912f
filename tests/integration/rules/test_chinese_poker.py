"""Chinese Poker: three rows, each better than the one before, compared row by row."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def value(row: list[str]) -> tuple[int, list[int]]:
    """How good a row of three or five cards is."""
    ranks = sorted((RANKS.index(card[:-1]) for card in row), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    sizes = [size for _, size in counts]
    order = [rank for rank, _ in counts]
    flush = len(row) == 5 and len({card[-1] for card in row}) == 1
    run = len(row) == 5 and len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    low = len(row) == 5 and ranks == [12, 3, 2, 1, 0]
    top = [3] if low else [ranks[0]]
    if flush and (run or low):
        return 8, top
    if sizes[0] == 4:
        return 7, order
    if sizes[:2] == [3, 2]:
        return 6, order
    if flush:
        return 5, ranks
    if run or low:
        return 4, top
    if sizes[0] == 3:
        return 3, order
    if sizes[:2] == [2, 2]:
        return 2, order
    return (1 if sizes[0] == 2 else 0), order


@for_seeds(40)
def test_rows_are_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("chinese-poker", seed=seed)
    rows: list[list[list[str]]] = []
    for seat in (0, 1):
        cards = sorted(table.hand(seat), key=lambda card: RANKS.index(card[:-1]))
        if rng.random() < 0.3:
            rng.shuffle(cards)
        else:
            # Cards of one rank together, the most of them at the back.
            counts = Counter(card[:-1] for card in cards)
            cards.sort(key=lambda card: (counts[card[:-1]], RANKS.index(card[:-1])))
        rows.append([cards[:3], cards[3:8], cards[8:]])
    for place in (0, 1):
        for seat in (0, 1):
            assert table.turn == seat
            table.play(" ".join(rows[seat][place]))
    worth = [[value(row) for row in rows[seat]] for seat in (0, 1)]
    fouled = [own[0] > own[1] or own[1] > own[2] for own in worth]
    expected = []
    for seat in (0, 1):
        won = sum(mine > other for mine, other in zip(worth[seat], worth[1 - seat], strict=True))
        points = 6 if fouled[1 - seat] or won == 3 else won
        expected.append(0 if fouled[seat] else points)
    assert table.result.scores == tuple(expected)


def test_the_rows_of_others_are_seen_when_all_are_laid() -> None:
    table = Table("chinese-poker")
    table.play(" ".join(sorted(table.hand(0))[:3]))
    front = [pile for pile in table.state.view(1).piles if pile.zone == "front" and pile.owner == 0]
    assert front[0].cards == (None, None, None)
