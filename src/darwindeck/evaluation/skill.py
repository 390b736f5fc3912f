"""How much it matters who plays, and how much which cards they are dealt.

A strong player sits once at the place of every side, with weak players at all others, on the same
deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from darwindeck.evaluation.intervals import (
    Z,
    around,
    bootstrap,
    exact,
    normal_chance,
    spread_of,
    standard_error,
)
from darwindeck.evaluation.results import Metric
from darwindeck.evaluation.traces import GameTrace

LEVEL = math.log(1.5)
"""A level of skill: whoever is one above wins three games of five between two."""
ALIKE = 1 / 6
"""Games come out alike if they differ by at most so much of what the middle half of them spans."""
ROUNDING = 1e-6
SUREST = 0.9
"""No share is taken for surer than this when levels are counted."""


def duel_lineups(sides: Sequence[Sequence[int]], strong: str, weak: str) -> list[list[str]]:
    """One line-up for each side, in which it is played by the strong player.

    Somebody who plays alone is first the strong player and then the weak one.
    """
    players = sum(map(len, sides))
    if len(sides) == 1:
        return [[strong] * players, [weak] * players]
    return [[strong if seat in side else weak for seat in range(players)] for side in sides]


@dataclass(frozen=True)
class SkillDuel:
    """What came of a duel: for each deal, for each line-up, the result of every side."""

    deals: tuple[tuple[tuple[float, ...], ...], ...]
    """Parts of the win, or by how much a side's standing exceeds the mean of the others."""
    sides: int
    hands: float = 0.0
    """Where results are margins of single hands: how many hands a match has. Otherwise 0."""

    @classmethod
    def of(cls, traces: Sequence[GameTrace], hands: float = 0.0) -> SkillDuel:
        """From the games of a duel. Margins of hands are used where hands are scored at all."""
        by_deal: dict[int, list[GameTrace]] = {}
        for trace in traces:
            by_deal.setdefault(trace.deal, []).append(trace)
        sides = len(traces[0].shares) if traces else 0
        scored = any(len(set(trace.standings)) > 1 for trace in traces)
        margins = hands > 0 and scored and sides > 1
        deals = tuple(
            tuple(_margins(trace) if margins else _result(trace) for trace in games)
            for games in by_deal.values()
        )
        return cls(deals, sides, hands if margins else 0.0)


def _result(trace: GameTrace) -> tuple[float, ...]:
    return trace.shares if len(trace.shares) == 1 else trace.result


def _margins(trace: GameTrace) -> tuple[float, ...]:
    total, sides = sum(trace.standings), len(trace.standings)
    return tuple(own - (total - own) / (sides - 1) for own in trace.standings)


def skill(name: str, duel: SkillDuel) -> Metric:
    """How much oftener the strong player wins than by chance: 0 no oftener, 1 always."""
    if not duel.deals:
        return exact(name, 0.0)
    if duel.sides == 1:
        gains = [games[0][0] - games[1][0] for games in duel.deals]
        return _mean(name, gains)
    own = [math.fsum(games[i][i] for i in range(duel.sides)) / duel.sides for games in duel.deals]
    fair = 1 / duel.sides
    if not duel.hands:
        return _mean(name, [(share - fair) / (1 - fair) for share in own])
    deviation = _deviation(duel)
    if deviation == 0:
        return exact(name, 0.0)
    mean = math.fsum(own) / len(own)
    reach = spread_of(len(own)) * standard_error(own)

    def of(margin: float) -> float:
        share = normal_chance(margin * math.sqrt(duel.hands) / deviation, duel.sides)
        return (share - fair) / (1 - fair)

    return around(name, of(mean), of(mean - reach), of(mean + reach), len(own))


def _mean(name: str, values: Sequence[float]) -> Metric:
    mean = math.fsum(values) / len(values)
    # A few deals that all end alike say less than their spread does: as if one had ended otherwise.
    least = 1 / len(values) ** 1.5
    reach = spread_of(len(values)) * max(standard_error(values), least)
    return around(name, mean, max(-1.0, mean - reach), min(1.0, mean + reach), len(values))


def _deviation(duel: SkillDuel) -> float:
    """The standard deviation of one side's standing after a hand."""
    sides = duel.sides
    margins = [
        (games[lineup][side], side == lineup)
        for games in duel.deals
        for lineup in range(sides)
        for side in range(sides)
    ]
    total = 0.0
    for strong in (True, False):
        own = [margin for margin, is_strong in margins if is_strong is strong]
        mean = math.fsum(own) / len(own)
        total += math.fsum((margin - mean) ** 2 for margin in own)
    return math.sqrt(total / len(margins) * (sides - 1) / sides)


def levels(name: str, steps: Sequence[Metric], sides: int) -> Metric:
    """How many levels of skill the players of a ladder are apart, each measured against the last.

    Steps that lead down do not count.
    """
    fair = 1 / max(2, sides)

    def height(skill: float) -> float:
        share = min(SUREST, max(fair, fair + skill * (1 - fair)))
        return (math.log(share / (1 - share)) - math.log(fair / (1 - fair))) / LEVEL

    value = math.fsum(height(step.value) for step in steps)
    below = math.sqrt(math.fsum((height(s.value) - height(s.low)) ** 2 for s in steps))
    above = math.sqrt(math.fsum((height(s.high) - height(s.value)) ** 2 for s in steps))
    return around(name, value, value - below, value + above, sum(step.count for step in steps))


def outcomes(results: Sequence[float]) -> Metric:
    """In how many ways games come out for a side, as many as count alike.

    That is one over the chance that two games come out alike (Simpson 1949). They do if they differ
    by little beside what most games differ by: to win by 41 pips or by 43 is the same.
    """
    ordered = sorted(results)
    games = len(ordered)
    near = ALIKE * _middle_half(ordered) + ROUNDING
    alike, first = 1, 0
    for place, result in enumerate(ordered):
        while result - ordered[first] > near:
            first += 1
        alike += 2 * (place - first)
    share = alike / (games * (games - 1) + 1)
    reach = Z * math.sqrt(share * (1 - share) / max(1, games))
    most, least = min(1.0, share + reach), max(share - reach, 1 / (games * games + 1))
    return around("outcomes", 1 / share, 1 / most, 1 / least, games)


def _middle_half(ordered: Sequence[float]) -> float:
    """What the middle half of some numbers spans: a few that lie far out do not change it."""
    games = len(ordered)
    return ordered[-1 - games // 4] - ordered[games // 4] if games > 1 else 0.0


def first_side(duel: SkillDuel) -> list[float]:
    """What came out for the first side: all sides come out somehow, but not independently of each
    other, so that one speaks for all."""
    return [game[0] for games in duel.deals for game in games]


# --- luck ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """What the analysis of variance needs of one deal."""

    within: float
    """Squares of what differs at one side from line-up to line-up."""
    moved: float
    """How that goes along with who plays there."""
    between: tuple[float, ...]
    """For each side, its mean over the line-ups."""


def shares_of_variance(duel: SkillDuel) -> tuple[float, float]:
    """What part of the variance of results who plays explains, and what part the deal explains.

    The rest is the play itself. The estimates are unbiased before they are set to 0 where they come
    out negative.
    """
    return _parts([_sums(games, duel.sides) for games in duel.deals], duel.sides, duel.hands)


def variance_metrics(duel: SkillDuel) -> dict[str, Metric]:
    """The shares of skill and luck, with intervals from drawing deals again."""
    sums = [_sums(games, duel.sides) for games in duel.deals]
    metrics = {}
    for place, name in enumerate(("skill_share", "luck_share")):

        def part(drawn: Sequence[Sums], place: int = place) -> float:
            return _parts(drawn, duel.sides, duel.hands)[place]

        metric = bootstrap(name, sums, part)
        low, high = max(0.0, metric.low), min(1.0, metric.high)
        metrics[name] = around(name, metric.value, low, high, metric.count)
    return metrics


def _sums(games: Sequence[Sequence[float]], sides: int) -> Sums:
    lineups = len(games)
    within = moved = 0.0
    means = []
    for side in range(sides):
        results = [game[side] for game in games]
        mean = math.fsum(results) / lineups
        means.append(mean)
        within += math.fsum((result - mean) ** 2 for result in results)
        # The strong player sits here in the line-up of this number; alone, in the first one.
        moved += results[side] - mean
    return Sums(within, moved, tuple(means))


def _parts(sums: Sequence[Sums], sides: int, hands: float) -> tuple[float, float]:
    count = len(sums)
    if count < 2:
        return 0.0, 1.0
    lineups = max(2, sides)
    # How much the places of the strong player differ within a deal, and what is free to vary.
    spread = count * sides * (1 - 1 / lineups)
    if sides == 1:
        centre = math.fsum(one.between[0] for one in sums) / count
        free, free_within = count - 1, count - 1
    else:
        centre = math.fsum(math.fsum(one.between) for one in sums) / (count * sides)
        free, free_within = count * (sides - 1), count * (sides - 1) ** 2 - 1
    effect = math.fsum(one.moved for one in sums) / spread
    rest = math.fsum(one.within for one in sums) - effect**2 * spread
    within = max(0.0, rest) / max(1, free_within)
    squares = math.fsum((mean - centre) ** 2 for one in sums for mean in one.between)
    between = lineups * squares / free
    luck = max(0.0, between - within) / lineups
    square = max(0.0, effect**2 - within / spread)
    skill = square / 4 if sides == 1 else square / sides
    if hands:
        skill *= hands
    total = luck + skill + within
    if total <= 1e-12:
        return 0.0, 1.0
    return skill / total, luck / total
