"""What a run concludes from its results, and what it tries next."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from darwindeck.evolution.archive import Archive
from darwindeck.evolution.grid import GRID
from darwindeck.evolution.runs.population import HOST, POOR, Population, mixed_roots
from darwindeck.evolution.runs.records import Proposal
from darwindeck.evolution.runs.selection import BRED, Selection
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.stock import library_stock
from darwindeck.evolution.runs.work import Task, TaskResult
from tests.support import fake_breeding

SETTINGS = Settings(seed=4, generations=3, population=12)


def begun(settings: Settings = SETTINGS) -> Population:
    population = Population(settings)
    population.learn(library_stock())
    return population


def performed(tasks: dict[int, Task]) -> dict[int, TaskResult]:
    return {number: fake_breeding.perform(task) for number, task in tasks.items()}


def test_the_same_state_gives_the_same_plan_and_another_generation_another() -> None:
    assert begun().plan(0) == begun().plan(0)
    assert begun().plan(0) != begun().plan(1)
    assert begun().plan(0) != begun(Settings(seed=5, generations=3, population=12)).plan(0)


def test_conclusions_do_not_depend_on_the_order_in_which_tasks_were_finished() -> None:
    one, other = begun(), begun()
    tasks = one.plan(0)
    results = performed(tasks)
    numbers = list(results)
    Random(1).shuffle(numbers)
    shuffled = {number: results[number] for number in numbers}
    assert one.absorb(0, tasks, results) == other.absorb(0, tasks, shuffled)
    assert one.plan(1) == other.plan(1)


def test_what_was_recorded_is_all_that_a_population_needs() -> None:
    population = begun()
    games, proposals = list(library_stock()), list[Proposal]()
    for generation in range(3):
        tasks = population.plan(generation)
        change = population.absorb(generation, tasks, performed(tasks))
        games += change.games
        proposals += change.proposals
    again = Population(SETTINGS)
    again.learn(games, population.standings.values(), proposals)
    assert again.plan(3) == population.plan(3)
    assert again.archive.stats == population.archive.stats


def test_the_same_game_made_twice_in_a_generation_is_kept_once() -> None:
    population = begun()
    tasks = population.plan(0)
    results = performed(tasks)
    number, child = next((n, one.child) for n, one in results.items() if one.child is not None)
    twin = next(n for n in results if n > number)
    change = population.absorb(0, tasks, results | {twin: results[number]})
    assert [game.key for game in change.games].count(child.key) == 1
    assert change.proposals[twin].reason == "clone"


def test_new_games_have_names_of_their_own_and_tell_their_descent() -> None:
    population = begun()
    tasks = population.plan(0)
    change = population.absorb(0, tasks, performed(tasks))
    names = {game.name for game in change.games}
    assert len(names) == len(change.games) >= 3
    for game in change.games:
        genome = game.genome()
        assert (genome.name, genome.genome_id) == (game.name, game.genome_id)
        assert game.name not in genome.description
        made_up = "made up at random" in genome.description
        assert made_up or "descended from" in genome.description
        assert sum(game.roots.values()) == pytest.approx(1 - HOST if made_up else 1, abs=1e-5)


def test_a_game_that_fails_when_it_is_measured_again_leaves_the_archive() -> None:
    population = begun()
    tasks = population.plan(0)
    population.absorb(0, tasks, performed(tasks))
    best = population.ranking()[0]
    tasks = population.plan_again([best.key])
    (result,) = performed(tasks).values()
    assert result.score is not None
    failed = replace(result, score=replace(result.score, score=0.0, low=0.0, high=0.0))
    change = population.absorb(1, tasks, {0: failed})
    assert not population.archive.is_elite(best.key)
    assert population.standings[best.key].evaluations == 2
    assert [event.event for event in change.events] in (["emptied"], ["fallen"])
    assert best.key not in population.doubtful(100)


def test_a_game_that_cannot_be_measured_again_leaves_the_archive() -> None:
    population = begun()
    tasks = population.plan(0)
    population.absorb(0, tasks, performed(tasks))
    best = population.ranking()[0]
    tasks = population.plan_again([best.key])
    change = population.absorb(1, tasks, {0: TaskResult.rejected("error", "odd")})
    assert not population.archive.is_elite(best.key)
    assert change.evaluations == ()


def test_half_of_the_games_of_late_were_more_promising_than_the_bar() -> None:
    population = begun()
    assert population.bar == POOR
    promises = [0.9] * 30 + [number / 100 for number in range(1, 61)]
    population.learn((), (), [replace(proposal("any", "rejected"), promise=p) for p in promises])
    assert population.bar == 0.31


def test_the_best_elites_are_measured_again_first_but_not_for_ever() -> None:
    population = begun()
    for generation in range(3):
        tasks = population.plan(generation)
        population.absorb(generation, tasks, performed(tasks))
    doubtful = population.doubtful(3)
    assert len(doubtful) == 3
    assert len(population.doubtful(1000)) <= len(population.archive)
    for _ in range(8):
        tasks = population.plan_again(population.doubtful(1000))
        population.absorb(9, tasks, performed(tasks))
    assert population.doubtful(1000) == []


def test_two_thirds_of_a_crossover_descend_from_the_first_parent() -> None:
    assert mixed_roots([]) == {}
    assert mixed_roots([{"war": 1.0}]) == {"war": 1.0}
    assert mixed_roots([{"war": 1.0}, {}]) == {"war": pytest.approx(2 / 3)}
    mixed = mixed_roots([{"scopa": 0.75, "war": 0.25}, {"war": 0.1, "uno": 0.9}])
    assert list(mixed) == ["scopa", "uno", "war"]
    assert mixed["war"] == pytest.approx(0.2)


def proposal(parent: str, outcome: str) -> Proposal:
    return Proposal(0, 0, outcome, "", "", "child", "", (parent,), "search", 0.5)


def test_parents_whose_children_do_well_are_preferred_and_none_is_left_out() -> None:
    selection = Selection(Settings(fresh=0, crossover=0))
    for key in ("good", "poor"):
        selection.add_library(key)
    for _ in range(8):
        selection.note(proposal("good", "elite"))
        selection.note(proposal("poor", "rejected"))
    dice, archive = Random(1), Archive(GRID)
    chosen = Counter(selection.choose(dice, archive).parents[0] for _ in range(400))
    assert chosen["good"] > 3 * chosen["poor"] > 0


def test_variants_that_have_come_further_from_the_library_are_preferred() -> None:
    selection = Selection(Settings(fresh=0, crossover=0))
    selection.add_library("library")
    for key, far in (("near", 0.0), ("far", 0.2)):
        selection.know(key, far, "play")
        selection.note(replace(proposal("library", "stock"), key=key))
    dice, archive = Random(1), Archive(GRID)
    chosen = Counter(selection.choose(dice, archive).parents[0] for _ in range(400))
    assert chosen["far"] > 3 * chosen["near"] > 0
    assert chosen["library"] > 100


def test_elites_take_over_from_the_stock_as_the_archive_fills() -> None:
    selection = Selection(Settings(fresh=0, crossover=0))
    selection.add_library("stock")
    archive, dice, shares = Archive(GRID), Random(1), []
    for number in range(60):
        archive.add(f"elite {number}", 0.5, (number % 8 + 0.5, 1 + number // 8 % 5, 0.0, 0.0))
        parents = [selection.choose(dice, archive).parents[0] for _ in range(200)]
        shares.append(sum(parent != "stock" for parent in parents) / 200)
    assert shares[0] < 0.2
    assert 0.6 < shares[-1] < 0.95


def test_crossover_takes_different_parents_and_shares_are_as_set() -> None:
    selection = Selection(Settings(fresh=0, crossover=0.5))
    for key in ("one", "two", "three"):
        selection.add_given(key)
    dice, archive = Random(1), Archive(GRID)
    attempts = [selection.choose(dice, archive) for _ in range(600)]
    counts = Counter(attempt.method for attempt in attempts)
    assert counts["crossover"] == pytest.approx(300, abs=50)
    for attempt in attempts:
        assert len(attempt.parents) == {"mutate": 1, "crossover": 3}[attempt.method]
        assert len(set(attempt.parents)) == len(attempt.parents)


def test_a_game_that_everybody_knows_is_crossed_rather_than_changed_a_little() -> None:
    selection = Selection(Settings(fresh=0.2, crossover=0.5))
    for key in ("one", "two", "three"):
        selection.add_library(key)
    dice, archive = Random(1), Archive(GRID)
    counts = Counter(selection.choose(dice, archive).method for _ in range(600))
    assert set(counts) == {"random", "crossover"}
    # While there are no elites, most games are made up.
    assert counts["random"] == pytest.approx(360, abs=40)


def test_new_games_are_spread_over_the_families_wherever_a_generation_is_broken_off() -> None:
    selection, archive = Selection(Settings()), Archive(GRID)
    order = selection.spread(21, archive)
    assert set(order[: len(BRED)]) == set(BRED)
    assert set(Counter(order).values()) == {3}


def test_a_family_without_elites_is_tried_before_one_that_has_some() -> None:
    selection, archive = Selection(Settings()), Archive(GRID)
    for number in range(4):
        selection.know(f"elite {number}", 0.5, "tricks")
        archive.add(f"elite {number}", 0.5, (0.5, 1.0 + number, 0.0, 0.0))
    order = selection.spread(30, archive)
    assert order.index("tricks") >= len(BRED) - 1
    assert 1 <= order.count("tricks") < order.count("capture")


def test_a_family_from_which_nothing_comes_is_tried_less_often_and_not_left_out() -> None:
    selection, archive = Selection(Settings()), Archive(GRID)
    for _ in range(6):
        selection.note(replace(proposal("any", "rejected"), family="betting"))
    order = selection.spread(40, archive)
    assert 1 <= order.count("betting") < order.count("capture")


def test_a_parent_is_of_the_family_that_is_meant_and_where_there_is_none_a_game_is_made_up() -> (
    None
):
    selection, archive = Selection(Settings(fresh=0.2, crossover=0.6)), Archive(GRID)
    for key, family in (("one", "tricks"), ("two", "melds")):
        selection.know(key, 0.0, family)
        selection.add_library(key)
    dice = Random(1)
    attempts = [selection.choose(dice, archive, "melds") for _ in range(200)]
    assert {one.parents[0] for one in attempts if one.method == "crossover"} == {"two"}
    made_up = {selection.choose(dice, archive, "capture") for _ in range(50)}
    assert {(one.method, one.family) for one in made_up} == {("random", "capture")}
