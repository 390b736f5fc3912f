"""What is asked of new games: parts that stay, players, how far they may stray."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from darwindeck.evolution.making.children import make_child
from darwindeck.evolution.runs.population import Population
from darwindeck.evolution.runs.records import GIVEN_ORIGIN, LIBRARY_ORIGIN
from darwindeck.evolution.runs.run import EvolutionRun, kept_paths, run_evolution
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.stock import ready, stock
from darwindeck.evolution.runs.work import BreedTask
from darwindeck.evolution.wanted import Wanted, find_parts, parse_path
from darwindeck.genome.codec import from_json
from darwindeck.genome.examples import get_genome
from darwindeck.genome.tree import without
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.document import plain, statements
from tests.support import fake_breeding

HEARTS = ready(get_genome("hearts"))
RULES = HEARTS.scoring_rules or ()
TEXT = json.dumps(HEARTS.to_dict())


def wanted(**asked: Any) -> Wanted:
    return Wanted(words=800, shortest=0.0, longest=75.0, novelty=0.28, **asked)


def keeping(path: str) -> Wanted:
    return wanted(origins=(TEXT,), keep=(path,))


def test_a_path_is_read_as_messages_write_it() -> None:
    assert parse_path("$.scoring_rules[2].points") == ("scoring_rules", 2, "points")
    assert parse_path("scoring_rules[2]") == ("scoring_rules", 2)
    with pytest.raises(ValueError, match=r"'\$\.\.x' is no path; one looks like"):
        parse_path("$..x")


def test_a_part_that_must_stay_may_move_but_not_change() -> None:
    rule = "$.scoring_rules[0]"
    assert keeping(rule).allows(HEARTS)
    moved = replace(HEARTS, scoring_rules=RULES[::-1])
    assert keeping(rule).allows(moved)
    assert not keeping(rule).allows(without(HEARTS, ("scoring_rules", 0)))


def test_a_sentence_of_the_rulebook_names_the_clauses_that_it_says() -> None:
    sentence = next(one for one in statements(build_rulebook(HEARTS)) if len(one.sources) == 1)
    paths = find_parts([HEARTS], plain(sentence.text).upper())
    assert len(paths) == 1
    assert parse_path(paths[0]) == sentence.sources[0]


def test_a_part_that_is_not_there_is_named_and_what_would_be_right() -> None:
    with pytest.raises(
        ValueError, match=r"no part stands at \$\.widow\[0\]; .* has: .*scoring_rules"
    ):
        find_parts([HEARTS], "$.widow[0]")
    with pytest.raises(ValueError, match="no sentence of the rulebook says 'The queen rules'"):
        find_parts([HEARTS], "The queen rules")
    with pytest.raises(ValueError, match=r"sentences say 'the'.*give more of the one"):
        find_parts([HEARTS], "the")
    with pytest.raises(ValueError, match="name the game, too"):
        find_parts([], "$.scoring_rules[0]")


def test_children_keep_what_must_stay() -> None:
    asked = keeping("$.scoring_rules[0]")
    for seed in range(3):
        child, _ = make_child("mutate", [TEXT], 2, seed, asked.allows)
        assert RULES[0] in (child.scoring_rules or ())


def test_with_games_of_ones_own_only_these_are_parents_at_first() -> None:
    population = Population(Settings(seed=2, population=30, crossover=0.5))
    population.learn(stock([HEARTS]))
    tasks = [task for task in population.plan(0).values() if isinstance(task, BreedTask)]
    own = next(game.key for game in stock([HEARTS]) if game.origin == GIVEN_ORIGIN)
    assert {task.parent_keys[0] for task in tasks} == {own}
    assert len({task.parent_keys[-1] for task in tasks}) > 5
    assert all(from_json(task.measuring.wanted.origins[0]) == HEARTS for task in tasks)


def test_games_for_another_number_of_players_are_made_to_fit_or_only_lend() -> None:
    games = stock(players=3)
    three = [game for game in games if game.genome().player_count == 3]
    assert len(three) > len(games) / 2
    population = Population(Settings(seed=2, population=30, crossover=0, fresh=0, players=3))
    population.learn(games)
    parents = {
        task.parent_keys[0] for task in population.plan(0).values() if isinstance(task, BreedTask)
    }
    assert parents <= {game.key for game in three}


def test_a_given_game_that_is_in_the_library_is_there_once() -> None:
    games = stock([get_genome("hearts"), HEARTS])
    assert [game.origin for game in games if game.name == "Hearts"] == [GIVEN_ORIGIN]


def test_a_given_game_that_only_bears_a_known_name_gets_another() -> None:
    own = replace(ready(get_genome("war")), name="Hearts", genome_id="hearts", max_turns=777)
    games = stock([own])
    names = {game.name: game.origin for game in games if game.name.startswith("Hearts")}
    assert names == {"Hearts": LIBRARY_ORIGIN, "Hearts 2": GIVEN_ORIGIN}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"near": 0.3}, "near says how far from the games"),
        ({"keep": ("$.phases",)}, "keep names parts of the games"),
        ({"shortest": 30.0, "longest": 10.0}, "30 to 10 minutes cannot be"),
        ({"players": 40}, "players must be a whole number from 1 to 12, not 40"),
        ({"near": 2.0}, "near must be a number from 0 to 1"),
    ],
)
def test_what_cannot_be_wanted_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        EvolutionRun.create(None, Settings(**asked), performer=fake_breeding.NAME)


def test_from_python_games_are_given_by_name_or_as_genomes() -> None:
    result = run_evolution(
        generations=1,
        population=1,
        workers=1,
        deepest="random",
        games=["hearts"],
        keep=kept_paths([HEARTS], ["$.scoring_rules[0]"]),
        near=1.0,
        minutes_of_play=(5, 60),
        words=700,
        best=1,
    )
    assert len(result.history) >= 1
    with pytest.raises(KeyError):
        run_evolution(generations=1, games=["no-such-game"])
