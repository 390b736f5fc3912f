"""Numbers with intervals: means, shares, ratios, and a bootstrap for everything else."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from statistics import NormalDist
from typing import TypeVar

from darwindeck._core import fingerprint
from darwindeck.evaluation.results import Metric

Z = 1.96
"""Half the width of a 95 % interval in standard errors."""
RESAMPLES = 200

T = TypeVar("T")


def exact(name: str, value: float) -> Metric:
    """A number that no chance has a part in."""
    return Metric(name, value, value, value, 0)


def around(name: str, value: float, low: float, high: float, count: int) -> Metric:
    """A metric whose interval is stretched to hold its value, should it lie outside."""
    return Metric(name, value, min(low, value), max(high, value), count)


def spread_of(count: int) -> float:
    """How many standard errors a 95 % interval reaches from a mean of so many values.

    An approximation of Student's t, good to 1 % from four values on.
    """
    if count < 2:
        return 12.7
    freedom = count - 1
    return Z + 2.37 / freedom + 2.82 / freedom**2 + 2.5 / freedom**3 + 3.05 / freedom**4


def mean_of(
    name: str,
    values: Sequence[float],
    bounds: tuple[float, float] = (-math.inf, math.inf),
) -> Metric:
    """A mean; its interval stays within the bounds. Without values it is 0."""
    if not values:
        return exact(name, 0.0)
    mean = math.fsum(values) / len(values)
    error = standard_error(values)
    reach = spread_of(len(values)) * error
    return around(
        name, mean, max(bounds[0], mean - reach), min(bounds[1], mean + reach), len(values)
    )


def standard_error(values: Sequence[float]) -> float:
    """Of the mean of some values; 0 for fewer than two."""
    if len(values) < 2:
        return 0.0
    mean = math.fsum(values) / len(values)
    square = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return math.sqrt(square / len(values))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1; equals share the mean of theirs."""
    order = sorted(values)
    return [order.index(v) + (order.count(v) + 1) / 2 for v in values]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation, with ties; 0 where one has no order."""
    middle = (len(one) + 1) / 2
    a, b = ([rank - middle for rank in ranks(values)] for values in (one, other))
    both = math.fsum(x * y for x, y in zip(a, b, strict=True))
    size = math.sqrt(math.fsum(x * x for x in a) * math.fsum(y * y for y in b))
    return both / size if size else 0.0


def share_of(name: str, hits: float, count: int) -> Metric:
    """A share with Wilson's interval, which is sound for shares near 0 and 1, too."""
    if count == 0:
        return exact(name, 0.0)
    share = hits / count
    low, high = wilson(share, count)
    return around(name, share, low, high, count)


def wilson(share: float, count: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share."""
    middle = share + z * z / (2 * count)
    reach = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def ratio_of(
    name: str,
    parts: Sequence[tuple[float, float]],
    bounds: tuple[float, float] = (-math.inf, math.inf),
    count: int | None = None,
) -> Metric:
    """A sum over a sum, each game giving a part of both; games are what chance draws."""
    below = math.fsum(part[1] for part in parts)
    if below == 0:
        return exact(name, 0.0)
    ratio = math.fsum(part[0] for part in parts) / below
    games = len(parts)
    rests = [over - ratio * under for over, under in parts]
    square = math.fsum(rest * rest for rest in rests) * games / max(games - 1, 1)
    reach = spread_of(games) * math.sqrt(square) / below if games > 1 else 0.0
    low, high = max(bounds[0], ratio - reach), min(bounds[1], ratio + reach)
    return around(name, ratio, low, high, games if count is None else count)


def rank_interval(value: float, count: int) -> tuple[float, float]:
    """Where Spearman's correlation of so many pairs lies with 95 % confidence: Fisher's
    transformation, with the variance of ranks after Bonett and Wright."""
    if count < 4:
        return -1.0, 1.0
    if abs(value) == 1.0:
        return value, 1.0
    reach = Z * math.sqrt((1 + value**2 / 2) / (count - 3))
    return math.tanh(math.atanh(value) - reach), math.tanh(math.atanh(value) + reach)


def bootstrap(
    name: str,
    units: Sequence[T],
    statistic: Callable[[Sequence[T]], float],
    resamples: int = RESAMPLES,
) -> Metric:
    """A statistic of independent units; its interval from drawing them again with replacement."""
    value = statistic(units)
    if len(units) < 2:
        return around(name, value, value, value, len(units))
    random = Random(fingerprint(f"{name} {len(units)}".encode()))
    drawn = sorted(statistic(random.choices(units, k=len(units))) for _ in range(resamples))
    error = standard_error(drawn) * math.sqrt(len(drawn))
    reach = spread_of(len(units)) * error
    return around(name, value, value - reach, value + reach, len(units))


def normal_chance(advantage: float, sides: int) -> float:
    """How likely the best of some normal numbers is the one that is larger by `advantage`.

    The others are alike; all have a standard deviation of 1.
    """
    normal = NormalDist()
    steps = [-6 + 0.1 * step for step in range(121)]
    return min(
        1.0,
        math.fsum(0.1 * normal.pdf(x) * normal.cdf(x + advantage) ** (sides - 1) for x in steps),
    )
