"""Evaluations made by hand: a decent game, and what differs from it."""

from __future__ import annotations

from collections.abc import Mapping

from darwindeck.evaluation.results import Curve, DeadClause, Evaluation, Metric, Stage

DECENT: dict[str, float] = {
    "completion": 1.0,
    "stuck": 0.0,
    "draws": 0.02,
    "seat_balance": 0.97,
    "decisions": 60.0,
    "choice": 0.8,
    "branching": 5.0,
    "branching_spread": 2.0,
    "variety": 1.5,
    "turns": 200.0,
    "hands": 8.0,
    "minutes": 30.0,
    "interaction": 0.5,
    "lead_changes": 3.0,
    "whole_matches": 1.0,
    "words": 600.0,
    "dead_share": 0.0,
    "real_decisions": 0.4,
    "stakes": 0.05,
    "drama": 0.1,
    "uncertainty": 0.7,
    "tension": 0.6,
    "comeback": 0.5,
    "decisiveness": 0.8,
    "outcomes": 8.0,
    "skill_greedy": 0.6,
    "skill_able": 0.6,
    "skill_search": 0.3,
    "skill_deep": 0.1,
    "skill_seen": 0.4,
    "skill_levels": 3.0,
    "skill_share": 0.3,
    "luck_share": 0.4,
}
RANDOM = tuple(DECENT)[: tuple(DECENT).index("real_decisions")]
GREEDY = tuple(DECENT)[: tuple(DECENT).index("skill_able")]
STAGES = {Stage.DOOR: (), Stage.RANDOM: RANDOM, Stage.GREEDY: GREEDY, Stage.SEARCH: tuple(DECENT)}


def evaluation(
    stage: Stage = Stage.SEARCH,
    values: Mapping[str, float] | None = None,
    *,
    error: float = 0.0,
    family: str = "trick",
    players: int = 4,
    count: int = 1000,
    teams: int = 0,
    problems: tuple[str, ...] = (),
    dead: tuple[DeadClause, ...] = (),
    intervals: dict[str, tuple[float, float]] | None = None,
    **changed: float,
) -> Evaluation:
    """A decent game up to a stage; `error` is half the width of every interval, as a share."""
    other = {**(values or {}), **changed}
    assert set(other) <= set(STAGES[stage])
    metrics = {}
    for name in STAGES[stage]:
        value = other.get(name, DECENT[name])
        low, high = (intervals or {}).get(name, (value - abs(value) * error, value * (1 + error)))
        metrics[name] = Metric(name, value, min(low, value), max(high, value), count)
    curve = Curve("uncertainty", tuple((x / 4, 1 - x / 5, 0.0, 1.0) for x in range(5)))
    return Evaluation(
        genome_id="decent",
        key="0123",
        seeds=(0,),
        effort="quick",
        stage=stage,
        family=family,
        player_count=players,
        team_count=teams,
        problems=problems,
        metrics=metrics,
        curves={"uncertainty": curve} if stage.rank >= Stage.GREEDY.rank else {},
        dead=dead,
        played=1000,
    )
