"""Whether points decide: else what margins of single hands promise is not skill."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.evaluation import Stage, evaluate_game
from darwindeck.evaluation.measuring import points_decide
from darwindeck.evaluation.traces import GameTrace
from darwindeck.genome.examples import create_hearts_genome
from darwindeck.genome.schema import GameGenome, TieBreaker


def game(winner: int, standings: tuple[int, ...]) -> GameTrace:
    shares = tuple(float(side == winner) for side in range(len(standings)))
    return GameTrace(shares=shares, standings=standings)


@pytest.mark.parametrize(
    ("games", "value"),
    [
        ([game(0, (5, 3)), game(1, (1, 9))], 1.0),
        ([game(1, (5, 3)), game(0, (1, 9))], -1.0),
        ([game(0, (5, 3)), game(1, (5, 3))], 0.0),
        ([game(0, (4, 4)), game(0, (5, 3))], 1.0),
        ([game(0, (7, 7, 2)), game(2, (7, 7, 2))], -0.5),
        ([], 1.0),
    ],
)
def test_the_best_standing_is_held_against_the_winner(games: list[GameTrace], value: float) -> None:
    assert points_decide(games).value == pytest.approx(value)


def won_by_lot(genome: GameGenome) -> GameGenome:
    rules = genome.game_rules
    assert rules is not None
    return replace(
        genome,
        win_conditions=tuple(replace(one, value=0, ties=()) for one in genome.win_conditions),
        game_rules=replace(rules, tie_breaker=TieBreaker.ALTERNATING),
    )


def test_who_makes_points_in_a_game_won_by_lot_shows_no_skill() -> None:
    hearts = create_hearts_genome()
    whole = evaluate_game(hearts, until=Stage.GREEDY, effort="quick", seed=1)
    lot = evaluate_game(won_by_lot(hearts), until=Stage.GREEDY, effort="quick", seed=1)
    assert whole["points_decide"] == 1.0
    assert whole["skill_greedy"] > 0.8
    assert lot["skill_greedy"] < 0.5 * whole["skill_greedy"]
    assert lot["skill_share"] < 0.5 * whole["skill_share"]
