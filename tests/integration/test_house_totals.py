"""What a house that must draw to 17 ends with: as often as it should, by exact enumeration.

The game is Blackjack without its players' part: nobody bets or draws, so that the house's cards
come from a whole deck. Everything it does is left to the rules of the genome. Its final totals are
counted over many hands and compared with the exact chances by a chi-square test.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

from darwindeck.cards import Rank
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import DoPhase
from darwindeck.genome.validator import checked
from darwindeck.simulation import Game

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
HANDS = max(1, round(100_000 * SCALE))
RARE = 38.3
"""What the chi-square of six degrees of freedom exceeds once in a million."""

TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
ONE_DECK = (4,) * 9 + (16,)
"""How many cards count one, two and so on up to ten."""


@cache
def game() -> Game:
    genome = get_genome("blackjack")
    natural, _, drawing = genome.turn_structure.phases
    assert isinstance(drawing, DoPhase)
    structure = replace(
        genome.turn_structure, phases=(natural, replace(drawing, when="not natural(house)"))
    )
    return Game(
        checked(
            replace(
                genome,
                turn_structure=structure,
                setup=replace(genome.setup, before_deal=()),
                counters=(),
                scoring_rules=(),
            )
        )
    )


def total(values: tuple[int, ...]) -> int:
    """What cards are worth; one ace counts eleven if that is not too much."""
    low = sum(values)
    return low + 10 if 1 in values and low + 10 <= 21 else low


def result(values: tuple[int, ...]) -> str:
    worth = total(values)
    if worth > 21:
        return "bust"
    return "natural" if worth == 21 and len(values) == 2 else str(worth)


def exact_chances() -> dict[str, Fraction]:
    """The chance of every result, over all orders in which cards can come."""
    chances: dict[str, Fraction] = {}

    def draw(values: tuple[int, ...], left: tuple[int, ...], chance: Fraction) -> None:
        if len(values) >= 2 and total(values) >= 17:
            chances[result(values)] = chances.get(result(values), Fraction(0)) + chance
            return
        for place, count in enumerate(left):
            if count:
                fewer = (*left[:place], count - 1, *left[place + 1 :])
                draw((*values, place + 1), fewer, chance * Fraction(count, sum(left)))

    draw((), ONE_DECK, Fraction(1))
    return chances


def played() -> Counter[str]:
    """The results of many hands."""
    hand, house = game().labels.zone_number["hand"], game().seats.index("the house")
    worth = [
        1 if card.rank is Rank.ACE else 10 if card.rank in TENS else int(str(card.rank))
        for card in game().cards
    ]
    results: Counter[str] = Counter()
    for seed in range(HANDS):
        position = game().core.deal(seed, single_hand=True)
        assert position.over
        (cards,) = (c for zone, seat, _, c, _ in position.places() if (zone, seat) == (hand, house))
        values = tuple(worth[card] for card in cards)
        assert total(values) >= 17
        assert len(values) == 2 or total(values[:-1]) < 17
        results[result(values)] += 1
    return results


def test_exact_chances_are_chances() -> None:
    chances = exact_chances()
    assert sum(chances.values()) == 1
    assert chances["natural"] == Fraction(2 * 4 * 16, 52 * 51)
    assert set(chances) == {"17", "18", "19", "20", "21", "natural", "bust"}


def test_the_house_ends_as_often_as_it_should() -> None:
    chances, results = exact_chances(), played()
    assert results.keys() <= chances.keys()
    expected = {name: float(chance) * HANDS for name, chance in chances.items()}
    chi_square = sum((results[name] - many) ** 2 / many for name, many in expected.items())
    assert chi_square < RARE, (chi_square, results, expected)
