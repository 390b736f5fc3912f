"""How much is scored in a game, so that what is added to it is neither nothing nor everything."""

from __future__ import annotations

from functools import lru_cache

from darwindeck._core import CoreGame
from darwindeck.genome.checked import check
from darwindeck.genome.schema import GameGenome

HANDS = 40
"""How many hands are played to see what is scored."""


@lru_cache(maxsize=512)
def points_in_a_hand(genome: GameGenome) -> float:
    """What a hand played at random moves the scores by, on average; at least 1."""
    core = CoreGame(check(genome).rules_bytecode)
    tally = core.simulate(HANDS, seed=0, players=["random"], single_hand=True)
    sizes = []
    for count, _, squares, _, _ in tally["scores"]:
        if count:
            sizes.append((squares / count) ** 0.5)
    return max(1.0, sum(sizes) / len(sizes) if sizes else 1.0)


def nice(number: float) -> int:
    """The nearest number of the kind that games use; never 0."""
    sign = -1 if number < 0 else 1
    size = abs(number)
    if size < 4:
        return sign * max(1, round(size))
    step = 1
    while size / step >= 40:
        step *= 10
    for base in (5, 2, 1):
        if size / step >= base * 2:
            return sign * max(1, round(size / (step * base)) * step * base)
    return sign * max(1, round(size))
