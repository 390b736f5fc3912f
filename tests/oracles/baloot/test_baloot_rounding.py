"""Card points become game points: every split of a hand, under every reading."""

from __future__ import annotations

import pytest

from darwindeck.oracles.baloot.auction import Contract
from darwindeck.oracles.baloot.rules import CHOICES, Rules
from darwindeck.oracles.baloot.scoring import NOBODY, Pair, ScoringFacts, card_scores


def points(mode: str, buyer: int, cards: Pair, **readings: str) -> Pair:
    facts = ScoringFacts(Contract(mode, buyer, 1), cards, NOBODY, ((), ()), (0, 0), None)
    return card_scores(facts, Rules(**readings))


@pytest.mark.parametrize("buyer", [0, 1])
@pytest.mark.parametrize("reading", CHOICES["sun_rounding"])
def test_every_split_of_130_gives_26_points_in_sun(reading: str, buyer: int) -> None:
    for own in range(131):
        assert sum(points("sun", buyer, (own, 130 - own), sun_rounding=reading)) == 26


@pytest.mark.parametrize("buyer", [0, 1])
@pytest.mark.parametrize("reading", CHOICES["hokum_rounding"])
def test_every_split_of_162_gives_16_points_in_hokum(reading: str, buyer: int) -> None:
    for own in range(163):
        assert sum(points("hokum", buyer, (own, 162 - own), hokum_rounding=reading)) == 16


@pytest.mark.parametrize(
    ("mode", "cards", "expected"),
    [
        ("sun", (65, 65), (13, 13)),
        ("sun", (66, 64), (14, 12)),
        ("hokum", (96, 66), (9, 7)),
        ("hokum", (81, 81), (8, 8)),
    ],
)
def test_known_splits(mode: str, cards: Pair, expected: Pair) -> None:
    assert points(mode, 0, cards) == expected


@pytest.mark.parametrize(
    ("reading", "expected"),
    [("larger_side", (9, 7)), ("other_side", (10, 6)), ("buyer_side", (9, 7))],
)
def test_whose_the_seventeenth_point_in_hokum_is(reading: str, expected: Pair) -> None:
    assert points("hokum", 0, (96, 66), hokum_rounding=reading) == expected
