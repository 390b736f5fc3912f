"""What workers do with real games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from darwindeck.evaluation.results import DeadClause, Stage
from darwindeck.evaluation.styles import STYLES
from darwindeck.evolution.kinds import family_in_rules
from darwindeck.evolution.making.crossing import NoCrossover
from darwindeck.evolution.making.operators import NoMutation
from darwindeck.evolution.making.pruning import without_dead
from darwindeck.evolution.novelty import is_variant
from darwindeck.evolution.runs import tasks
from darwindeck.evolution.runs.population import Population
from darwindeck.evolution.runs.run import EvolutionRun
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.stock import library_stock
from darwindeck.evolution.runs.work import (
    BreedTask,
    MeasureTask,
    Measuring,
    TaskOutcome,
    TaskResult,
)
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import Call, CallPhase, ScoringRule
from darwindeck.genome.validator import GenomeValidator


def first_task(**settings: Any) -> BreedTask:
    population = Population(Settings(**settings))
    population.learn(library_stock())
    task = population.plan(0)[0]
    assert isinstance(task, BreedTask)
    return task


def stage_of(result: TaskResult) -> Stage:
    assert result.evaluation is not None
    return result.evaluation.stage


def test_a_task_always_has_the_same_result() -> None:
    task = first_task(seed=6, population=1, deepest="greedy", crossover=0, fresh=0)
    assert tasks.perform(task).without_cost() == tasks.perform(task).without_cost()


def test_real_runs_are_the_same_with_one_worker_and_with_two() -> None:
    dumps = []
    for workers in (1, 2):
        settings = Settings(seed=3, generations=2, population=3, deepest="random", best=2)
        with EvolutionRun.create(None, settings) as run:
            run.evolve(workers=workers)
            dumps.append(run.store.dump())
            assert all(timing.busy > 0 for timing in run.store.timings())
    assert dumps[0] == dumps[1]


def test_a_game_that_is_known_already_is_a_clone() -> None:
    task = first_task(
        seed=1, population=1, litter=1, deepest="random", crossover=0, fresh=0, novelty=0.0
    )
    result = tasks.perform(task)
    assert result.outcome is TaskOutcome.MEASURED
    assert result.child is not None
    key, digest = result.child.key, result.child.digest
    again = tasks.perform(replace(task, known_keys=frozenset({key})))
    assert (again.outcome, again.reason) == (TaskOutcome.REJECTED, "clone")
    alike = tasks.perform(replace(task, known_digests=frozenset({digest})))
    assert (alike.outcome, alike.reason) == (TaskOutcome.REJECTED, "clone")


def test_of_a_litter_one_goes_on_and_the_others_are_told_of() -> None:
    task = first_task(seed=6, population=1, litter=5, deepest="random", novelty=0.0, words=4000)
    result = tasks.perform(task)
    assert result.outcome is TaskOutcome.MEASURED
    assert len(result.siblings) == 4
    assert "a sibling is more promising" in {sibling.reason for sibling in result.siblings}
    assert TaskResult.from_dict(result.to_dict()) == result


def test_what_is_too_near_to_the_library_goes_to_the_stock_unmeasured() -> None:
    result = tasks.perform(first_task(seed=6, population=1, crossover=0, fresh=0, novelty=1.0))
    assert result.outcome is TaskOutcome.STOCK
    assert stage_of(result) is Stage.RANDOM


def test_what_cannot_beat_any_elite_is_not_searched() -> None:
    task = first_task(seed=6, population=1, crossover=0, fresh=0, novelty=0.0)
    result = tasks.perform(replace(task, bar=1.0))
    assert (result.outcome, result.reason) == (TaskOutcome.REJECTED, "not promising")
    assert stage_of(result) is Stage.GREEDY
    hopeless = replace(task, bars=dict.fromkeys(range(1000), 1.0))
    assert tasks.perform(hopeless).reason == "not promising"


def test_an_error_in_a_task_is_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("an odd game")

    monkeypatch.setattr(tasks, "make_child", broken)
    result = tasks.perform(first_task(population=1))
    assert result.reason == "error"
    assert result.detail == "ZeroDivisionError: an odd game"


def test_measuring_again_uses_a_fresh_seed_and_all_evaluations_count() -> None:
    task = MeasureTask(
        Measuring(1, STYLES["balanced"], "quick", Stage.RANDOM, Settings().wanted(())),
        key="0",
        genome=next(game.text for game in library_stock() if game.genome_id == "scopa"),
        number=0,
    )
    first = tasks.perform(task)
    assert first.evaluation is not None
    second = tasks.perform(replace(task, number=1, earlier=(first.evaluation,)))
    assert second.evaluation is not None
    assert first.evaluation.seeds != second.evaluation.seeds
    alone = tasks.perform(replace(task, number=1))
    assert alone.evaluation == second.evaluation
    assert second.score is not None
    assert alone.score is not None
    assert second.score.high - second.score.low < alone.score.high - alone.score.low


def test_clauses_that_never_matter_are_taken_out_and_others_stay() -> None:
    hearts = fold_options(get_genome("hearts"))
    rules = hearts.scoring_rules or ()
    useless = replace(hearts, scoring_rules=(*rules, ScoringRule("100", when="hand_score > 90")))
    assert GenomeValidator.validate(useless) == []
    dead = [
        DeadClause("$.card_scoring[0]", "not dead at all"),
        DeadClause(f"$.scoring_rules[{len(rules)}]", "never happens"),
        DeadClause("$.nowhere[7]", "not there"),
    ]
    pruned = without_dead(useless, dead)
    assert pruned.scoring_rules == hearts.scoring_rules
    assert pruned.card_scoring == hearts.card_scoring


def test_a_call_is_kept_though_no_game_needed_it() -> None:
    spades = get_genome("spades")
    bidding, *rest = spades.turn_structure.phases
    assert isinstance(bidding, CallPhase)
    rare = replace(bidding, calls=(*bidding.calls, Call("groan", "groan", when="score < -4000")))
    turns = replace(spades.turn_structure, phases=(rare, *rest))
    genome = replace(spades, turn_structure=turns)
    assert GenomeValidator.validate(genome) == []
    place = f"$.turn_structure.phases[0].calls[{len(bidding.calls)}]"
    kept = without_dead(genome, [DeadClause(place, "never made")])
    assert kept.turn_structure.phases[0] == rare


@pytest.mark.parametrize("family", ["capture", "building", "melds", "play", "tricks"])
def test_a_new_game_of_a_family_is_of_that_family_and_no_known_game(family: str) -> None:
    population = Population(Settings(population=42, words=600))
    population.learn(library_stock())
    made = []
    for task in population.plan(0).values():
        if isinstance(task, BreedTask) and task.family == family:
            with suppress(NoCrossover, NoMutation):
                made.append((task, tasks._new_child(task, 0)))
    assert any(not is_variant(child.genome, 0.3) for _, child in made)
    for task, child in made:
        assert family_in_rules(child.genome) == family
        assert set(child.parents) <= set(task.parent_keys)
