"""Elevens: pairs that add up to eleven, court cards by threes, gaps filled at once."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table, these

WORTH = {"A": 1} | {str(number): number for number in range(2, 11)}


def rank(card: str) -> str:
    return card[:-1]


def fits(cards: tuple[str, ...]) -> bool:
    ranks = sorted(rank(card) for card in cards)
    if len(cards) == 3:
        return ranks == ["J", "K", "Q"]
    return all(each in WORTH for each in ranks) and sum(WORTH[each] for each in ranks) == 11


def open_sets(layout: set[str]) -> list[tuple[str, ...]]:
    return [cards for size in (2, 3) for cards in combinations(sorted(layout), size) if fits(cards)]


def test_pairs_and_courts_are_taken_and_gaps_filled() -> None:
    table = Table("elevens", tableau="AC 10D 2C 9H JS QS KH 5C 5D", deck="3C 4C 6D")
    assert table.playable == these("AC 10D 2C 9H JS QS KH")
    table.play("AC 10D")
    assert table.cards("tableau") == these("2C 9H JS QS KH 5C 5D 3C 4C")
    table.play("JS QS KH")
    assert {"6D"} < table.cards("tableau")
    assert table.cards("discard") == these("AC 10D JS QS KH")


def test_a_layout_without_a_pair_or_a_court_loses() -> None:
    table = Table("elevens", tableau="AC AD 2C 2D 3C 3D 4C KH QS")
    assert table.result.winners == ()


@for_seeds(20)
def test_at_every_decision_just_what_adds_up_may_be_taken(seed: int) -> None:
    rng = Random(seed)
    table = Table("elevens", seed=seed)
    while True:
        layout, gone = table.cards("tableau"), len(table.cards("discard"))
        sets = open_sets(layout)
        if not sets:
            break
        assert len(layout) == min(9, 52 - gone)
        assert table.playable == {card for cards in sets for card in cards}
        chosen = rng.choice(sets)
        table.play(" ".join(chosen[: len(chosen) if len(chosen) == 2 else 3]))
        if gone + len(chosen) == 52:
            break
    won = () if table.cards("tableau") else (0,)
    assert table.result.winners == won
