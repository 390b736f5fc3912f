"""Ratings from results of pairs: the model of Bradley and Terry, on the scale of Elo.

A player of rating 400 more takes ten points of eleven. Half a result for each pair is put in as a
draw, so that whoever loses everything has a rating as well. Intervals come from drawing the deals
again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

RESAMPLES = 200
_ROUNDS = 200
_SCALE = 400 / math.log(10)

Results = Mapping[tuple[int, int], Sequence[float]]
"""For each pair of players, what the first took of each deal, from 0 to 1."""


class Rating(NamedTuple):
    """How strong a player is; the average of all is 0."""

    value: float
    low: float
    high: float


def fit(results: Results, players: int) -> list[float]:
    """The ratings under which the results are likeliest."""
    taken = [0.0] * players
    met: dict[tuple[int, int], float] = {}
    for (one, other), shares in results.items():
        if not shares:
            continue
        won = math.fsum(shares) + 0.25
        games = len(shares) + 0.5
        taken[one] += won
        taken[other] += games - won
        met[one, other] = met.get((one, other), 0.0) + games
    strength = [1.0] * players
    for _ in range(_ROUNDS):
        due = [0.0] * players
        for (one, other), games in met.items():
            part = games / (strength[one] + strength[other])
            due[one] += part
            due[other] += part
        strength = [won / wanted if wanted else 1.0 for won, wanted in zip(taken, due, strict=True)]
        mean = math.exp(math.fsum(map(math.log, strength)) / players)
        strength = [value / mean for value in strength]
    return [_SCALE * math.log(value) for value in strength]


def ratings(results: Results, players: int, seed: int = 0) -> list[Rating]:
    """The rating of each player, with an interval that holds the true one with 95 % confidence."""
    found = fit(results, players)
    dice = Random(seed)
    drawn = []
    for _ in range(RESAMPLES):
        again = {
            pair: dice.choices(shares, k=len(shares)) for pair, shares in results.items() if shares
        }
        drawn.append(fit(again, players))
    return [
        Rating(value, *_middle(sorted(sample[player] for sample in drawn), value))
        for player, value in enumerate(found)
    ]


def _middle(values: list[float], value: float) -> tuple[float, float]:
    """The bounds of the middle 95 % of some sorted values, stretched to hold one of them."""
    cut = round(0.025 * len(values))
    return min(value, values[cut]), max(value, values[-1 - cut])
