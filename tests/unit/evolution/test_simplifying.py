"""Games made simpler."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.evolution.making.simplifying import (
    simplified,
    with_round_scores,
    with_round_targets,
)
from darwindeck.evolution.making.tidy import tidy
from darwindeck.evolution.runs.run import EvolutionRun
from darwindeck.evolution.runs.settings import Settings
from darwindeck.genome.checked import is_sound
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.library import library_ids
from tests.support import fake_breeding

SCOPA = tidy(fold_options(get_genome("scopa")))


def to(points: int) -> GameGenome:
    condition = replace(SCOPA.win_conditions[0], threshold=points)
    return replace(SCOPA, win_conditions=(condition, *SCOPA.win_conditions[1:]))


@pytest.mark.parametrize("name", library_ids())
def test_known_games_are_played_to_numbers_that_one_remembers(name: str) -> None:
    genome = tidy(fold_options(get_genome(name)))
    assert with_round_targets(genome) == genome
    assert with_round_scores(genome) == genome


@pytest.mark.parametrize(("points", "round_points"), [(17, 17), (93, 95), (113, 110), (487, 500)])
def test_numbers_to_reach_become_round(points: int, round_points: int) -> None:
    assert with_round_targets(to(points)) == to(round_points)


def test_scores_become_round() -> None:
    (first, *rest) = SCOPA.scoring_rules or ()
    odd = replace(SCOPA, scoring_rules=(replace(first, amount=39), *rest))
    assert with_round_scores(odd).scoring_rules == (replace(first, amount=40), *rest)


def test_what_is_as_good_without_goes_and_what_is_not_stays() -> None:
    kept, done = simplified(to(93), lambda genome: False)
    assert (kept, done) == (to(93), ())
    rules = len(SCOPA.scoring_rules or ())

    def has_few_scores(genome: GameGenome) -> bool:
        return rules - 1 <= len(genome.scoring_rules or ()) and genome.special_effects == (
            SCOPA.special_effects
        )

    simple, done = simplified(to(93), has_few_scores)
    assert is_sound(simple)
    assert len(simple.scoring_rules or ()) == rules - 1
    assert "without a rule of scoring rules" in done
    assert done[-1] == "a round number to reach"


def test_a_hole_in_a_table_makes_nothing_simpler() -> None:
    simple, _ = simplified(SCOPA, lambda genome: genome.scoring_rules == SCOPA.scoring_rules)
    assert simple.point_tables == SCOPA.point_tables


def test_a_simpler_game_takes_the_place_of_its_parent() -> None:
    settings = Settings(seed=4, generations=3, population=12, best=4)
    with EvolutionRun.create(None, settings, performer=fake_breeding.NAME) as run:
        run.evolve(workers=1)
        simpler = [game for game in run.store.games() if game.story == "made simpler"]
        assert simpler
        for game in simpler:
            parent = run.store.standing(game.parents[0])
            assert parent is not None
            assert (parent.score, parent.elite) == (0.0, False)
        assert sum(record.proposals for record in run.store.history()) == 36


def test_a_line_of_a_table_stays() -> None:
    briscola = tidy(fold_options(get_genome("briscola")))
    simple, _ = simplified(briscola, lambda _: True)
    assert simple.point_tables == briscola.point_tables
