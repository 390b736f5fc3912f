"""What somebody likes: how their ratings agree with the score, and the weights that fit them.

The score weighs criteria; ratings of games that were measured say which of them matter to the one
who rated. The weights of a style are the prior: without ratings nothing changes, with few little.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, pstdev
from typing import NamedTuple

from darwindeck.evaluation.fitness import LEAST, judge, scores_of
from darwindeck.evaluation.intervals import rank_interval, spearman
from darwindeck.evaluation.results import Evaluation
from darwindeck.evaluation.styles import Style

DOUBT = 0.5
"""How far a weight may stray before there are ratings, as a part of itself: its standard error."""
LEAST_SPREAD = 0.05
"""Games whose scores differ by less than this, in logarithms, cannot be told apart."""


@dataclass(frozen=True)
class Liked:
    """A game that was rated and measured."""

    name: str
    rating: float
    """The mean of its ratings, from 1 to 10."""
    evaluation: Evaluation


class Agreement(NamedTuple):
    """How ratings and scores order the same games."""

    games: int
    rank_correlation: float
    """Spearman's: 1 the same order, 0 none in common, -1 the other way round."""
    low: float
    high: float
    """Where it lies with 95 % confidence; from -1 to 1 with fewer than four games."""


def agreement(liked: Sequence[Liked], style: Style) -> Agreement | None:
    """How the ratings agree with the score; None where there is nothing to compare."""
    ratings = [one.rating for one in liked]
    scores = scores_of([judge(one.evaluation, style) for one in liked])
    if len(set(ratings)) < 2 or len(set(scores)) < 2:
        return None
    value = round(spearman(ratings, scores), 12)
    return Agreement(len(liked), value, *rank_interval(value, len(liked)))


def fitted_style(liked: Sequence[Liked], style: Style) -> Style:
    """The style with the weights that fit the ratings best, given those it has.

    The logarithm of a score is a weighted sum of the logarithms of the criteria. The ratings, made
    as wide as these sums, are explained by weights that are normally distributed around those of
    the style; the likeliest are taken, and none is negative.
    """
    names = [name for name, weight in style.weights.items() if weight > 0]
    columns = [[_values(one, style).get(name) for one in liked] for name in names]
    centred = [_centred(column) for column in columns]
    prior = [style.weights[name] for name in names]
    told = [
        math.fsum(weight * column[game] for weight, column in zip(prior, centred, strict=True))
        for game in range(len(liked))
    ]
    ratings = _centred([one.rating for one in liked])
    width = pstdev(ratings) if ratings else 0.0
    if width == 0.0:
        return style
    noise = max(LEAST_SPREAD, pstdev(told))
    unexplained = [
        rating * noise / width - value for rating, value in zip(ratings, told, strict=True)
    ]
    matrix = [[_product(one, other) / noise**2 for other in centred] for one in centred]
    for place, weight in enumerate(prior):
        matrix[place][place] += 1 / (DOUBT * weight) ** 2
    moved = _solved(matrix, [_product(one, unexplained) / noise**2 for one in centred])
    weights = [max(0.0, weight + step) for weight, step in zip(prior, moved, strict=True)]
    total = math.fsum(weights)
    return replace(
        style,
        weights={name: weight / total for name, weight in zip(names, weights, strict=True)},
    )


def _values(liked: Liked, style: Style) -> dict[str, float]:
    return {
        part.name: math.log(max(LEAST, part.value)) for part in judge(liked.evaluation, style).parts
    }


def _centred(values: Sequence[float | None]) -> list[float]:
    """Values around their mean; what is not known counts as the mean."""
    known = [value for value in values if value is not None]
    mean = fmean(known) if known else 0.0
    return [0.0 if value is None else value - mean for value in values]


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of equations whose matrix is positive definite."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(size):
        for below in range(place + 1, size):
            factor = rows[below][place] / rows[place][place]
            rows[below] = [a - factor * b for a, b in zip(rows[below], rows[place], strict=True)]
    found = [0.0] * size
    for place in reversed(range(size)):
        known = math.fsum(rows[place][at] * found[at] for at in range(place + 1, size))
        found[place] = (rows[place][size] - known) / rows[place][place]
    return found
