"""What players decide: how often, among how many moves, how much depends on it, who feels it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from darwindeck.evaluation.intervals import exact, mean_of, ratio_of
from darwindeck.evaluation.results import Metric
from darwindeck.evaluation.traces import KINDS, NOBODY, GameTrace, Trial, kind_name

# Seconds at the table: round numbers, near what games of tricks, of melds and of cards turned up
# take in practice.
SECONDS_OF_A_DEAL = 20.0
SECONDS_OF_A_CARD = 0.25
SECONDS_OF_A_TURN = 1.5
SECONDS_OF_A_FORCED_MOVE = 1.0
SECONDS_OF_A_CHOICE = 2.0
SECONDS_OF_A_DOUBLING = 1.0
"""The time to choose grows with the logarithm of the number of moves (Hick's law)."""

FORCED_ROUNDS = 3
"""Nobody having a choice for so many rounds is being stuck."""
NOISE = 1.645
"""A difference of so many standard errors is beyond noise: one in twenty is so by chance."""
FALSE_ALARMS = 0.05


def length_metrics(traces: Sequence[GameTrace], players: int, cards: int) -> dict[str, Metric]:
    """How long games are, and how wide."""
    choices = ratio_of("choice", [(t.choices, t.decisions) for t in traces], (0, 1))
    sizes = [Counter(trace.counts) for trace in traces]
    metrics = [
        mean_of("decisions", [trace.decisions / players for trace in traces], (0, math.inf)),
        choices,
        ratio_of("branching", [(_total(size), size.total()) for size in sizes], (0, math.inf)),
        mean_of("branching_spread", [_deviation(size) for size in sizes], (0, math.inf)),
        mean_of("variety", [variety(trace) for trace in traces], (0, math.inf)),
        mean_of("turns", [trace.turns for trace in traces], (0, math.inf)),
        mean_of("hands", [trace.hands for trace in traces], (0, math.inf)),
        mean_of("minutes", [minutes(trace, cards) for trace in traces], (0, math.inf)),
        mean_of("lead_changes", [lead_changes(trace.leaders) for trace in traces], (0, math.inf)),
        stuck(traces, players),
    ]
    return {metric.name: metric for metric in metrics}


def _total(sizes: Counter[int]) -> float:
    return sum(size * count for size, count in sizes.items())


def _deviation(sizes: Counter[int]) -> float:
    """The standard deviation of the number of moves in the course of one game."""
    count = sizes.total()
    if count == 0:
        return 0.0
    mean = _total(sizes) / count
    square = sum(times * (size - mean) ** 2 for size, times in sizes.items())
    return math.sqrt(square / count)


def minutes(trace: GameTrace, cards: int) -> float:
    """How long a game takes at the table, estimated from what is done in it."""
    sizes = Counter(trace.counts)
    thinking = math.fsum(
        times * (SECONDS_OF_A_CHOICE + SECONDS_OF_A_DOUBLING * math.log2(size))
        for size, times in sizes.items()
        if size > 1
    )
    seconds = (
        trace.hands * (SECONDS_OF_A_DEAL + SECONDS_OF_A_CARD * cards)
        + trace.turns * SECONDS_OF_A_TURN
        + sizes[1] * SECONDS_OF_A_FORCED_MOVE
        + thinking
    )
    return seconds / 60


def lead_changes(leaders: Iterable[int]) -> int:
    """How often another side took the lead; moments when nobody leads do not count."""
    known = [leader for leader in leaders if leader != NOBODY]
    return sum(one != other for one, other in pairwise(known))


def stuck(traces: Sequence[GameTrace], players: int) -> Metric:
    """The share of decisions at which the game stands still.

    It does where a position has been there before in the same deal, and where nobody has had a
    choice for some rounds.
    """
    rounds = FORCED_ROUNDS * max(players, 2)
    parts = [
        (min(trace.decisions, trace.repeats + _forced(trace.counts, rounds)), trace.decisions)
        for trace in traces
    ]
    return ratio_of("stuck", parts, (0, 1))


def _forced(counts: bytes, least: int) -> int:
    """Decisions in stretches of at least so many with only one move each."""
    stretches = bytes(1 if count == 1 else 0 for count in counts).split(b"\0")
    return sum(len(stretch) for stretch in stretches if len(stretch) >= least)


def variety(trace: GameTrace) -> float:
    """How many different kinds of things there are to decide in a game, as many as count alike.

    That is the exponential of the entropy of what is decided where, weighed as for the family.
    """
    weights = _decided(Counter(zip(trace.kinds, trace.counts, strict=True)))
    total = math.fsum(weights.values())
    if total <= 0.0:
        return 0.0
    shares = [weight / total for weight in weights.values() if weight > 0.0]
    return math.exp(-math.fsum(share * math.log(share) for share in shares))


def family(traces: Sequence[GameTrace]) -> str:
    """The kind of phase in which most is decided; ``none`` where nothing is.

    A decision counts by the logarithm of the number of its moves: one card of eight says as much as
    three times yes or no.
    """
    found: Counter[tuple[int, int]] = Counter()
    for trace in traces:
        found.update(zip(trace.kinds, trace.counts, strict=True))
    weights = _decided(found)
    best = max(weights, key=lambda kind: (weights[kind], -kind), default=len(KINDS))
    return kind_name(best) if weights.get(best) else "none"


def _decided(found: Counter[tuple[int, int]]) -> dict[int, float]:
    """What is decided in each kind of phase, if it was so often one of so many moves."""
    weights: dict[int, float] = {}
    for (kind, size), times in sorted(found.items()):
        weights[kind] = weights.get(kind, 0.0) + times * math.log2(max(1, size))
    return weights


def interaction(traces: Sequence[GameTrace]) -> Metric:
    """The share of decisions with a choice that other players feel at once."""
    parts = [
        (trace.choices * trace.touches[1] / trace.touches[0], float(trace.choices))
        for trace in traces
        if trace.touches[0]
    ]
    looked = sum(trace.touches[0] for trace in traces)
    return ratio_of("interaction", parts, (0, 1), looked) if parts else exact("interaction", 0.0)


# --- what depends on a decision ------------------------------------------------------------------


def gain(trial: Trial) -> float:
    """What choosing well is worth against choosing blindly.

    The best move is found in one half of the worlds and judged in the other, and the other way
    round, so that a move that was merely lucky gains nothing.
    """
    worlds = len(trial.values[0]) if trial.values else 0
    if len(trial.values) < 2 or worlds < 2:
        return 0.0
    even, odd = range(0, worlds, 2), range(1, worlds, 2)
    gains = [*_gains(trial, even, odd), *_gains(trial, odd, even)]
    return math.fsum(gains) / len(gains)


def _gains(trial: Trial, seen: range, judged: range) -> list[float]:
    """By how much the best move in some worlds exceeds the average move in each of the others."""
    values = trial.values
    best = max(range(len(values)), key=lambda move: math.fsum(values[move][w] for w in seen))
    average = [math.fsum(move[w] for move in values) / len(values) for w in judged]
    return [values[best][w] - mean for w, mean in zip(judged, average, strict=True)]


def is_real(trial: Trial) -> bool:
    """Whether the moves of a decision differ in value beyond noise.

    An analysis of variance, moves against worlds: the moves of a decision that does not matter
    differ so much in one of twenty.
    """
    moves, worlds = len(trial.values), len(trial.values[0]) if trial.values else 0
    if moves < 2 or worlds < 2:
        return False
    by_move = [math.fsum(values) / worlds for values in trial.values]
    by_world = [math.fsum(column) / moves for column in zip(*trial.values, strict=True)]
    mean = math.fsum(by_move) / moves
    between = worlds * math.fsum((value - mean) ** 2 for value in by_move)
    rest = math.fsum(
        (value - by_move[move] - by_world[world] + mean) ** 2
        for move, values in enumerate(trial.values)
        for world, value in enumerate(values)
    )
    if rest < 1e-12:
        return between > 1e-12
    free, free_rest = moves - 1, (moves - 1) * (worlds - 1)
    return _normal_of_f((between / free) / (rest / free_rest), free, free_rest) > NOISE


def _normal_of_f(ratio: float, free: int, free_rest: int) -> float:
    """The normal number that is as seldom exceeded as a ratio of variances (Wilson, Hilferty)."""
    one, other, root = 2 / (9 * free), 2 / (9 * free_rest), math.cbrt(ratio)
    return ((1 - other) * root - (1 - one)) / math.sqrt(other * root**2 + one)


def real_decisions(traces: Sequence[GameTrace]) -> Metric:
    """The share of all decisions, forced ones included, whose moves differ in value beyond noise.

    The share found is set right for false alarms. Decisions that are looked at lie far apart: each
    speaks for itself.
    """
    parts = []
    for trace in traces:
        if not trace.trials:
            parts.append((0.0, float(trace.decisions)))
        many = len(trace.trials)
        for trial in trace.trials:
            true = (float(is_real(trial)) - FALSE_ALARMS) / (1 - FALSE_ALARMS)
            parts.append((true * trace.choices / many, trace.decisions / many))
    metric = ratio_of("real_decisions", parts, (0, 1), sum(len(t.trials) for t in traces))
    low, value, high = (max(0.0, x) for x in (metric.low, metric.value, metric.high))
    return Metric(metric.name, value, low, high, metric.count)


def stakes(traces: Sequence[GameTrace]) -> Metric:
    """What choosing well at one decision with a choice is worth, on average."""
    parts = [
        (trace.choices * gain(trial) / len(trace.trials), trace.choices / len(trace.trials))
        for trace in traces
        for trial in trace.trials
    ]
    return ratio_of("stakes", parts, (-1, 1), sum(len(t.trials) for t in traces))
