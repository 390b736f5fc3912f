"""What measuring a game gives: numbers with intervals, curves, clauses that never mattered."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class Stage(StrEnum):
    """How far a game has been measured; each stage is dearer than the one before."""

    DOOR = "door"
    """Validated, complete, written as a rulebook; nothing played."""
    RANDOM = "random"
    """Played by random players."""
    GREEDY = "greedy"
    """Played by greedy players, decisions and the course of games looked into."""
    SEARCH = "search"
    """Played by players who have learnt the game, for longer and longer."""

    @property
    def rank(self) -> int:
        """From 0, the cheapest, up."""
        return list(Stage).index(self)


@dataclass(frozen=True)
class Metric:
    """One number about a game, with a 95 % interval and what it rests on."""

    name: str
    value: float
    low: float
    high: float
    count: int
    """Games, deals or decisions it was taken from; 0 where it is exact."""

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.value, self.low, self.high))):
            raise ValueError(f"{self.name} must be a finite number, not {self}")
        if not self.low <= self.value <= self.high:
            raise ValueError(f"{self.name}: {self.value} is outside {self.low} to {self.high}")

    @property
    def error(self) -> float:
        """The standard error that the interval stands for."""
        return (self.high - self.low) / (2 * 1.96)


@dataclass(frozen=True)
class Curve:
    """A quantity in the course of a game: (share of the game played, value, low, high) each."""

    name: str
    points: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True)
class DeadClause:
    """A clause of the genome that never made a difference in play."""

    path: str
    """Where it stands in the file, such as ``$.scoring_rules[3]``."""
    text: str
    """The sentence of the rulebook that comes from it, or what kind of part it is."""


@dataclass(frozen=True)
class Fault:
    """Something that a designer would mend before anybody plays the game."""

    name: str
    """What kind of fault it is: a name of `darwindeck.evaluation.FAULTS`."""
    path: str
    """The clause, where it stands in the file; empty if it is of the whole game."""
    text: str
    """A sentence that says what is wrong."""


@dataclass(frozen=True)
class Evaluation:
    """Everything measured of one game. The same genome, seed and effort give the same one."""

    genome_id: str
    key: str
    """Identity of the game as it plays, names left out; see `darwindeck.evaluation.play_key`."""
    seeds: tuple[int, ...]
    """The seeds it was measured with; more than one after pooling."""
    effort: str
    """How much was played: a name of `darwindeck.evaluation.EFFORTS`."""
    stage: Stage
    family: str
    """The kind of phase in which most of the decisions are taken, such as ``trick``; ``none``."""
    player_count: int
    team_count: int
    """0 where everybody plays for themselves."""
    problems: tuple[str, ...]
    """Why it was turned away at the door; then nothing else was measured."""
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    curves: Mapping[str, Curve] = field(default_factory=dict)
    dead: tuple[DeadClause, ...] = ()
    faults: tuple[Fault, ...] = ()
    """What a designer would mend first; see `darwindeck.evaluation.FAULTS`."""
    played: int = 0
    """Decisions taken in all games played for it: what it cost, whatever the machine."""

    def __getitem__(self, name: str) -> float:
        """The value of a metric."""
        return self.metrics[name].value

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Evaluation:
        """What `to_dict` gave, also after it was written as JSON and read again."""
        values = dict(data)
        values["stage"] = Stage(values["stage"])
        for name in ("seeds", "problems"):
            values[name] = tuple(values[name])
        values["metrics"] = {name: Metric(**item) for name, item in data["metrics"].items()}
        values["curves"] = {
            name: Curve(item["name"], tuple(tuple(point) for point in item["points"]))
            for name, item in data["curves"].items()
        }
        values["dead"] = tuple(DeadClause(**item) for item in data["dead"])
        values["faults"] = tuple(Fault(**item) for item in data.get("faults", ()))
        return cls(**values)


def pooled(evaluations: Sequence[Evaluation]) -> Evaluation:
    """Several evaluations of one game on different seeds as one.

    Each metric is the mean weighted by what it rests on; a clause is dead if it was dead in all; a
    fault counts if it was found in any, since only those are reported that are certain.
    """
    first, *rest = evaluations
    if not rest:
        return first
    if any(other.key != first.key for other in rest):
        raise ValueError("evaluations of different games cannot be pooled")
    furthest = max(evaluations, key=lambda one: one.stage.rank)
    metrics = {
        name: _pooled_metric([one.metrics[name] for one in evaluations if name in one.metrics])
        for name in furthest.metrics
    }
    dead = [one.dead for one in evaluations if one.stage.rank >= Stage.RANDOM.rank]
    return Evaluation(
        genome_id=first.genome_id,
        key=first.key,
        seeds=tuple(seed for one in evaluations for seed in one.seeds),
        effort=furthest.effort,
        stage=furthest.stage,
        family=furthest.family,
        player_count=first.player_count,
        team_count=first.team_count,
        problems=first.problems,
        metrics=metrics,
        curves=furthest.curves,
        dead=tuple(clause for clause in dead[0] if all(clause in other for other in dead))
        if dead
        else (),
        faults=_united([one.faults for one in evaluations]),
        played=sum(one.played for one in evaluations),
    )


def _united(parts: Sequence[tuple[Fault, ...]]) -> tuple[Fault, ...]:
    """Every fault once, as it was first put."""
    found: dict[tuple[str, str], Fault] = {}
    for fault in (fault for part in parts for fault in part):
        found.setdefault((fault.name, fault.path), fault)
    return tuple(found.values())


def _pooled_metric(parts: Sequence[Metric]) -> Metric:
    total = sum(part.count for part in parts)
    if total == 0:
        return parts[0]
    value = sum(part.value * part.count for part in parts) / total
    below = math.sqrt(sum(((part.value - part.low) * part.count) ** 2 for part in parts)) / total
    above = math.sqrt(sum(((part.high - part.value) * part.count) ** 2 for part in parts)) / total
    return Metric(parts[0].name, value, value - below, value + above, total)
