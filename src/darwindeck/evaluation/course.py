"""How games go: who is ahead, how uncertain the outcome is, when it is decided.

All of this is taken from estimates of each side's chance to win at some moments of a game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from darwindeck.evaluation.intervals import bootstrap, mean_of
from darwindeck.evaluation.results import Curve, Metric
from darwindeck.evaluation.traces import Checkpoint, GameTrace

DOUBT = 0.3
"""How far from 1 the power that sets estimates right is thought to lie."""
WITNESSES = 1.0
"""As how many independent ones the estimates of one game count."""
DECIDED = 0.9
"""Whoever has this chance has practically won."""


def course_metrics(traces: Sequence[GameTrace], steps: int) -> dict[str, Metric]:
    """Drama, uncertainty, tension, comeback and decisiveness of some games."""
    over = [trace for trace in traces if trace.checkpoints and trace.finished]
    metrics = [
        mean_of("uncertainty", [uncertainty(trace) for trace in over], (0, 1)),
        mean_of("drama", [drama(trace) for trace in over], (0, 1)),
        mean_of("comeback", [comeback(trace) for trace in over], (0, math.inf)),
        mean_of("decisiveness", [decided_at(trace) for trace in over], (0, 1)),
        bootstrap("tension", [_steps_of(trace, steps) for trace in over], _tension),
    ]
    return {metric.name: _doubted(metric, len(over)) for metric in metrics}


def _doubted(metric: Metric, games: int) -> Metric:
    """What a few games that all went alike say is less than their spread tells, as if one had gone
    otherwise; where none was seen to its end, nothing is known."""
    most = max(1.0, metric.value)
    least = 1 / games**1.5 if games else most
    low, high = min(metric.low, metric.value - least), max(metric.high, metric.value + least)
    if metric.name != "comeback":
        high = min(most, high)
    return Metric(metric.name, metric.value, max(0.0, low), high, metric.count)


# --- estimates -----------------------------------------------------------------------------------


def calibrated(traces: Sequence[GameTrace]) -> list[GameTrace]:
    """The traces with their estimates set right by how the games really ended.

    Random players play the estimates out, better ones the games; so the estimates may be too bold
    or too timid. Chances are raised to a power and made to add up to 1 again: the power that makes
    the real ends most likely. That 1 is right, so that they stay as they are, is thought likely
    beforehand.
    """
    # Of every moment: what the result says of the logarithms of the chances, those, and how many
    # moments its game has, since these do not speak independently.
    moments = [
        (math.fsum(share * log for share, log in zip(trace.result, logs, strict=True)), logs, count)
        for trace in traces
        if trace.finished and trace.checkpoints
        for count in (len(trace.checkpoints),)
        for logs in ([math.log(chance) for chance in _kept(at)] for at in trace.checkpoints)
    ]

    def worth(power: float) -> float:
        total = -((power - 1) ** 2) / (2 * DOUBT**2)
        for told, logs, count in moments:
            whole = math.log(sum([math.exp(power * log) for log in logs]))
            total += WITNESSES * (power * told - whole) / count
        return total

    power = max((step / 10 for step in range(26)), key=worth)
    return [
        replace(
            trace,
            checkpoints=tuple(
                replace(at, chances=_raised(at, power), power=power) for at in trace.checkpoints
            ),
        )
        for trace in traces
    ]


def _raised(checkpoint: Checkpoint, power: float) -> tuple[float, ...]:
    """Chances raised to a power; one half playout more for each side keeps them from being 0."""
    raised = [p**power for p in _kept(checkpoint)]
    total = math.fsum(raised)
    return tuple(p / total for p in raised)


def _kept(checkpoint: Checkpoint) -> list[float]:
    """Chances of which none is 0."""
    chances, count = chances_at(checkpoint), checkpoint.playouts
    return [(count * p + 0.5) / (count + 0.5 * len(chances)) for p in chances]


def chances_at(checkpoint: Checkpoint) -> tuple[float, ...]:
    """Chances that add up to 1; who plays alone has the cards as an opponent."""
    chances = checkpoint.chances
    if len(chances) == 1:
        return (chances[0], 1 - chances[0])
    missing = max(0.0, 1 - math.fsum(chances))
    return tuple(chance + missing / len(chances) for chance in chances)


# --- measures ------------------------------------------------------------------------------------


def entropy(checkpoint: Checkpoint) -> float:
    """How uncertain the outcome is: 0 where it is known, 1 where all are equally likely to win.

    With Miller's and Madow's correction for estimates from few playouts.
    """
    chances = chances_at(checkpoint)
    plain = -math.fsum(p * math.log(p) for p in chances if p > 0)
    possible = sum(p > 0 for p in chances)
    corrected = plain + (possible - 1) / (2 * max(1, checkpoint.playouts))
    return min(1.0, corrected / math.log(len(chances)))


def uncertainty(trace: GameTrace) -> float:
    """The mean uncertainty over the course of a game."""
    return math.fsum(map(entropy, trace.checkpoints)) / len(trace.checkpoints)


def _noise(checkpoint: Checkpoint) -> float:
    """The variance that chances have because they were estimated, summed over the sides."""
    chances = chances_at(checkpoint)
    plain = math.fsum(p * (1 - p) for p in chances) / max(1, checkpoint.playouts - 1)
    return checkpoint.power**2 * plain


def drama(trace: GameTrace) -> float:
    """How far behind and for how long the winner was (after Browne): 0 if never.

    The mean over the game of the root of the difference between the chances of the leader and of
    the eventual winner, as far as it is beyond the noise of the estimate.
    """
    result = trace.result
    if max(result) < 1:
        return 0.0
    winner = result.index(max(result))
    total = 0.0
    for checkpoint in trace.checkpoints:
        chances = chances_at(checkpoint)
        behind = max(chances) - chances[winner] - math.sqrt(_noise(checkpoint))
        total += math.sqrt(max(0.0, behind))
    return total / len(trace.checkpoints)


def comeback(trace: GameTrace) -> float:
    """1 on average where being ahead at half-time says nothing, 0 where it decides the game."""
    half = min(trace.checkpoints, key=lambda at: abs(2 * at.decision - trace.decisions))
    chances, result = chances_at(half), trace.result
    ahead = [side for side, chance in enumerate(chances) if chance >= max(chances) - 1e-9]
    held = math.fsum(result[side] for side in ahead) / len(ahead)
    return (1 - held) / (1 - 1 / len(chances))


def decided_at(trace: GameTrace) -> float:
    """At what share of the game it was practically decided; 1 if only the end decided it."""
    result = trace.result
    winner = result.index(max(result))
    since = 1.0
    for checkpoint in reversed(trace.checkpoints):
        if chances_at(checkpoint)[winner] < DECIDED:
            break
        since = checkpoint.decision / max(1, trace.decisions)
    return since


def tension(traces: Sequence[GameTrace], steps: int) -> float:
    """How evenly what decides the game is spread over its course (after Ely, Frankel, Kamenica).

    For each step between moments the expected size of the change of the chances, noise taken away;
    their sum over the largest one possible. 1: every step matters as much; 0: nothing is to come.
    What a step reveals is its square; all of them together cannot reveal more than there is.
    """
    return _tension([_steps_of(trace, steps) for trace in traces])


@dataclass(frozen=True)
class _Steps:
    """What each step of a game revealed, and how many sides there are."""

    squares: tuple[float, ...]
    sides: int


def _steps_of(trace: GameTrace, steps: int) -> _Steps:
    squares = [0.0] * steps
    stations = _stations(trace, steps)
    for step, (now, noise) in enumerate(stations):
        later, later_noise = stations[step + 1] if step + 1 < len(stations) else (trace.result, 0.0)
        square = math.fsum((a - b) ** 2 for a, b in zip(now, later, strict=True))
        squares[step] = square - noise - later_noise
    return _Steps(tuple(squares), len(trace.result))


def _tension(games: Sequence[_Steps]) -> float:
    if not games:
        return 0.0
    sums = map(math.fsum, zip(*(game.squares for game in games), strict=True))
    revealed = [max(0.0, total / len(games)) for total in sums]
    most = max(1 - 1 / games[0].sides, math.fsum(revealed))
    return math.fsum(map(math.sqrt, revealed)) / math.sqrt(len(revealed) * most)


def _stations(trace: GameTrace, steps: int) -> list[tuple[tuple[float, ...], float]]:
    """The chances at each step of a game, and their noise; short games have fewer moments."""
    found: list[Checkpoint] = []
    for step in range(steps):
        wanted = step * trace.decisions / steps
        near = [at for at in trace.checkpoints if at.decision <= wanted + 1e-9]
        at = near[-1] if near else trace.checkpoints[0]
        if found and at is found[-1]:
            continue
        found.append(at)
    return [(chances_at(at), _noise(at)) for at in found]


def curves(traces: Sequence[GameTrace], steps: int) -> dict[str, Curve]:
    """Uncertainty, and the lead of the favourite over the next, over the course of games."""
    return {
        name: Curve(name, _curve(traces, steps, value))
        for name, value in (("uncertainty", entropy), ("lead", _lead))
    }


def _lead(checkpoint: Checkpoint) -> float:
    first, second, *_ = sorted(chances_at(checkpoint), reverse=True)
    return first - second


def _curve(
    traces: Sequence[GameTrace], steps: int, value: Callable[[Checkpoint], float]
) -> tuple[tuple[float, float, float, float], ...]:
    found: list[list[float]] = [[] for _ in range(steps)]
    for trace in traces:
        for at in trace.checkpoints:
            share = at.decision / max(1, trace.decisions)
            found[min(steps - 1, int(share * steps + 0.5))].append(value(at))
    points = []
    for step, values in enumerate(found):
        if values:
            mean = mean_of("point", values, (0, 1))
            points.append((step / steps, mean.value, mean.low, mean.high))
    return tuple(points)
