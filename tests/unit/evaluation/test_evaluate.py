"""Measuring real games: the same every time, in any number of threads, stage by stage or not."""

from __future__ import annotations

import json
import math
import os
from dataclasses import replace

import pytest

from darwindeck.evaluation import INCOMPLETE, Evaluation, Stage, evaluate_game, play_key
from darwindeck.evaluation.efforts import EFFORTS
from darwindeck.evaluation.measuring import Unit, _look_closely
from darwindeck.evaluation.session import MeasuringSession
from darwindeck.evaluation.skill import SkillDuel, duel_lineups, skill
from darwindeck.evaluation.traces import play_games
from darwindeck.evolution import generate_random_genome
from darwindeck.genome import get_genome
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.simulation import Game
from tests.support.renaming import renamed
from tests.support.seeds import for_seeds
from tests.support.sound_genomes import put
from tests.support.tiny_games import tiny_tricks

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))

RANDOM = (
    "completion stuck draws seat_balance decisions choice branching branching_spread turns hands "
    "minutes interaction lead_changes words points_decide variety"
).split()
GREEDY = (
    "real_decisions stakes drama uncertainty tension comeback decisiveness skill_greedy "
    "skill_share luck_share dead_share whole_matches outcomes"
).split()
SEARCH = "skill_able skill_search skill_deep skill_seen skill_levels".split()


@pytest.fixture(scope="module")
def tricks() -> Evaluation:
    return evaluate_game(tiny_tricks(), effort="quick", seed=3, threads=1)


def test_every_stage_has_its_metrics() -> None:
    genome = tiny_tricks()
    wanted: list[str] = []
    evaluation = None
    for stage, names in ((Stage.RANDOM, RANDOM), (Stage.GREEDY, GREEDY), (Stage.SEARCH, SEARCH)):
        evaluation = evaluate_game(
            genome, until=stage, effort="quick", seed=3, threads=1, start=evaluation
        )
        wanted += names
        assert set(evaluation.metrics) == set(wanted)
        assert evaluation.stage is stage
    assert evaluation is not None
    assert set(evaluation.curves) == {"uncertainty", "lead"}
    assert evaluation.played > 0


def test_stages_bought_one_by_one_give_what_all_at_once_gives(tricks: Evaluation) -> None:
    start = evaluate_game(tiny_tricks(), until=Stage.GREEDY, effort="quick", seed=3, threads=1)
    assert evaluate_game(tiny_tricks(), effort="quick", seed=3, threads=1, start=start) == tricks


@pytest.mark.parametrize("threads", [2, 5])
def test_the_evaluation_is_the_same_in_any_number_of_threads(
    tricks: Evaluation, threads: int
) -> None:
    assert evaluate_game(tiny_tricks(), effort="quick", seed=3, threads=threads) == tricks


def test_another_seed_is_another_sample(tricks: Evaluation) -> None:
    other = evaluate_game(tiny_tricks(), until=Stage.RANDOM, effort="quick", seed=4, threads=1)
    assert other["interaction"] != tricks["interaction"]
    assert other.key == tricks.key


def test_an_evaluation_survives_json(tricks: Evaluation) -> None:
    assert Evaluation.from_dict(json.loads(json.dumps(tricks.to_dict()))) == tricks


def test_a_game_that_cards_alone_decide_is_all_luck() -> None:
    war = evaluate_game(get_genome("war"), effort="quick", threads=1)
    assert war.family == "none"
    assert war["luck_share"] == 1
    for name in ("decisions", "choice", "interaction", "skill_greedy", "real_decisions"):
        assert war[name] == 0, name


def test_one_loser_among_many_winners_is_no_draw() -> None:
    maid = evaluate_game(get_genome("old-maid"), until=Stage.RANDOM, effort="quick", threads=1)
    assert maid["draws"] == 0


def test_somebody_alone_has_no_opponents_to_draw_with_or_to_touch() -> None:
    found = evaluate_game(get_genome("solitaire"), until=Stage.RANDOM, effort="quick", threads=1)
    assert found["draws"] == found["interaction"] == 0
    assert found["seat_balance"] == 1


def test_what_players_do_is_felt_more_in_some_games_than_in_others() -> None:
    def felt(name: str) -> float:
        found = evaluate_game(get_genome(name), until=Stage.RANDOM, effort="quick", threads=1)
        return found["interaction"]

    alone = max(map(felt, ("blackjack", "war", "solitaire")))
    together = [
        felt(name) for name in ("crazy-eights", "hearts", "cheat", "simple-poker", "briscola")
    ]
    assert alone < 0.05
    assert min(together) > 0.2


def test_a_better_player_wins_more_where_there_is_more_to_decide() -> None:
    def gain(name: str) -> float:
        game = Game(get_genome(name))
        seats = [(seat,) for seat in range(game.player_count)]
        lineups = duel_lineups(seats, "greedy", "random")
        return skill(
            "gain", SkillDuel.of(play_games(game, 12, lineups, seed=1, single_hand=True), 1.0)
        ).value

    assert gain("hearts") > gain("crazy-eights") + 0.1


def test_a_faulty_genome_is_turned_away_at_the_door() -> None:
    genome = replace(get_genome("hearts"), player_count=0)
    evaluation = evaluate_game(genome, effort="quick")
    assert evaluation.stage is Stage.DOOR
    assert evaluation.problems
    assert evaluation.metrics == {}


def test_an_incomplete_genome_is_turned_away_with_the_open_question() -> None:
    genome = replace(get_genome("hearts"), game_rules=None)
    evaluation = evaluate_game(genome, effort="quick")
    assert evaluation.stage is Stage.DOOR
    assert any(problem.startswith(INCOMPLETE) for problem in evaluation.problems)


def test_an_unknown_effort_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="quick, standard, thorough, not 'much'"):
        evaluate_game(get_genome("war"), effort="much")


def test_going_on_from_another_game_or_seed_is_refused(tricks: Evaluation) -> None:
    with pytest.raises(ValueError, match="another key"):
        evaluate_game(get_genome("war"), effort="quick", seed=3, start=tricks)
    with pytest.raises(ValueError, match="another seed"):
        evaluate_game(tiny_tricks(), effort="quick", seed=4, start=tricks)


def test_progress_is_told_and_never_goes_back() -> None:
    told: list[tuple[int, float]] = []
    evaluate_game(
        tiny_tricks(),
        effort="quick",
        threads=1,
        progress=lambda stage, share: told.append((stage.rank, share)),
    )
    assert told == sorted(told)
    assert told[-1] == (Stage.SEARCH.rank, 1.0)


def test_an_interrupt_comes_through() -> None:
    def stop(stage: Stage, share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate_game(get_genome("hearts"), effort="standard", threads=1, progress=stop)


def test_the_key_leaves_names_out_and_takes_options_in() -> None:
    genome = get_genome("hearts")
    settled = replace(fold_options(genome), options=())
    assert play_key(settled) == play_key(renamed(settled)) == play_key(genome)
    assert play_key(replace(genome, genome_id="other", name="Other")) == play_key(genome)
    assert play_key(get_genome("spades")) != play_key(genome)
    open_genome = get_genome("scopa")
    option = open_genome.options[0]
    readings = [apply_options(open_genome, {option.name: c.name}) for c in option.choices]
    assert len(set(map(play_key, readings))) == len(readings) > 1


@for_seeds(2)
def test_any_game_made_up_at_random_can_be_measured(seed: int) -> None:
    genome = generate_random_genome(seed)
    evaluation = evaluate_game(genome, until=Stage.GREEDY, effort="quick", threads=1)
    assert evaluation.stage is Stage.GREEDY
    for metric in evaluation.metrics.values():
        assert math.isfinite(metric.value)
        assert metric.low <= metric.value <= metric.high
    for curve in evaluation.curves.values():
        shares = [point[0] for point in curve.points]
        assert shares == sorted(shares)


def test_of_a_game_that_never_ends_nothing_more_is_measured() -> None:
    """Of UNO in which nobody can name a colour no match ends; searching it would take hours."""
    naming = "turn_structure.phases.1.phases.1.calls.0.when"
    genome = replace(put(get_genome("uno"), naming, "false"), max_turns=2_000)
    evaluation = evaluate_game(genome, effort="quick", seed=3, threads=1)
    assert evaluation.stage is Stage.SEARCH
    assert set(evaluation.metrics) == {*RANDOM, *GREEDY, *SEARCH}
    assert evaluation["completion"] == evaluation["skill_deep"] == 0
    assert evaluation.played < 100 * genome.max_turns


def test_no_more_is_measured_of_a_game_that_takes_too_long() -> None:
    genome = get_genome("euchre")
    short = evaluate_game(
        genome, until=Stage.SEARCH, effort="glance", seed=3, threads=1, longest=0.5
    )
    assert short.stage is Stage.RANDOM
    assert short.metrics["minutes"].value > 0.5


def test_no_budget_is_exceeded_for_the_sake_of_a_least_number_of_games() -> None:
    session = MeasuringSession(Game(get_genome("euchre")), EFFORTS["quick"], 3, 1)
    deal = session.play_within("test", 1.0, (1, 1), [["greedy"]])
    cost = sum(trace.effort for trace in deal)
    few = session.play_within("test", cost, (10, 200), [["greedy"]])
    assert few[0] == deal[0]
    assert len(few) == 2


@pytest.mark.parametrize("steps", [50_000, 400_000])
def test_a_budget_of_steps_says_how_many_games_are_played(steps: int) -> None:
    session = MeasuringSession(Game(get_genome("euchre")), EFFORTS["quick"], 3, 1)
    traces = session.play_within("test", steps, (2, 200), [["greedy"]], single_hand=True)
    assert 2 <= len(traces) < 200
    assert steps / 2 < sum(trace.effort for trace in traces) < 2 * steps
    again = session.play_within("test", 2 * steps, (2, 200), [["greedy"]], single_hand=True)
    assert again[: len(traces)] == traces


def test_games_are_looked_into_although_nobody_had_anything_to_decide_so_far() -> None:
    session = MeasuringSession(Game(get_genome("elevens")), EFFORTS["glance"], 3, 1)
    before = evaluate_game(get_genome("elevens"), until=Stage.RANDOM, effort="glance", seed=3)
    traces = _look_closely(session, Unit.of_match(0.0, 1.0, False), before, 300.0, 100.0)
    assert traces
