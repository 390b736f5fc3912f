"""Faults that a designer sees at once: each in a game that has just this one, none in good games.

``DARWINDECK_TEST_SCALE=10`` asks every game of the library, for every fault.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from benchmarks.breakers import a_call_that_only_costs, no_duty_to_follow
from darwindeck import get_genome
from darwindeck.evaluation import (
    FAULTS,
    Evaluation,
    Fault,
    Gate,
    Stage,
    evaluate_game,
    find_faults,
    judge,
    pooled,
)
from darwindeck.evaluation.clauses import in_force
from darwindeck.evaluation.efforts import EFFORTS
from darwindeck.evaluation.evidence import gather
from darwindeck.evaluation.faults import GOOD_PLAYERS, faults_in_play, faults_in_rules
from darwindeck.evaluation.session import MeasuringSession
from darwindeck.evolution.making.coherence import coherent
from darwindeck.genome.examples import library_ids
from darwindeck.genome.schema import (
    CardCondition,
    CardScoringRule,
    DealStep,
    GameGenome,
    ScoringTrigger,
    Suit,
    WinComparison,
)
from darwindeck.genome.validator import GenomeValidator
from darwindeck.simulation import Game
from tests.support.evaluations import evaluation
from tests.support.faulty_games import FAULTY, better_idle

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
NEAR_MISSES = [
    "hearts",
    "pidro",
    "baloot",
    "solitaire",
    "bridge",
    "old-maid",
    "knock-out-whist",
]
GAMES = list(library_ids()) if SCALE >= 10 else NEAR_MISSES
LESSON = {"never chosen": GOOD_PLAYERS}
"""Who is asked what good players choose has learnt for longer."""


def found(
    genome: GameGenome, lesson: int = 20_000, *, steps: int = 400_000, threads: int = 1
) -> tuple[Fault, ...]:
    session = MeasuringSession(Game(genome), EFFORTS["quick"], 3, threads)
    evidence = gather(session, lesson, steps, (0, 1))
    return faults_in_rules(genome) + faults_in_play(evidence)


def test_there_is_a_game_for_every_fault() -> None:
    assert list(FAULTY) == list(FAULTS)


@pytest.mark.parametrize("name", FAULTY)
def test_a_game_with_one_fault_has_just_this_one(name: str) -> None:
    genome = FAULTY[name]()
    assert GenomeValidator.validate(genome) == []
    faults = found(genome, LESSON.get(name, 20_000))
    assert [fault.name for fault in faults] == [name]
    assert len(faults[0].text) > 20
    assert not faults[0].text.endswith(".")


def test_a_game_in_which_it_is_best_to_do_nothing() -> None:
    genome = better_idle()
    (fault,) = found(genome)
    assert fault.name == "never chosen"
    assert "never choose “play” but always “pass”" in fault.text
    (mended,) = coherent(genome).win_conditions
    assert mended.comparison is WinComparison.LOWEST
    assert found(coherent(genome)) == ()


def test_a_boast_that_costs_and_may_bring_something_by_accident_is_a_fault() -> None:
    """Five points more may make up a moon: once in fifty hands it pays to have boasted."""
    (fault,) = found(a_call_that_only_costs(get_genome("hearts")))
    assert fault.name == "never chosen"
    assert "never choose “boast” but always “pass”" in fault.text


@pytest.mark.parametrize("steps", [40_000, 400_000])
@pytest.mark.parametrize("name", ["doppelkopf", "skat"])
def test_what_only_random_players_come_to_is_no_fault(name: str, steps: int) -> None:
    """Random players bid what nobody can make, so that nothing they do afterwards matters."""
    assert found(get_genome(name), steps=steps) == ()


@pytest.mark.parametrize("name", GAMES)
def test_good_games_have_no_fault(name: str) -> None:
    lessons = (20_000, GOOD_PLAYERS) if SCALE >= 10 else (20_000,)
    steps = 400_000 if SCALE >= 10 else 160_000
    for lesson in lessons:
        assert found(get_genome(name), lesson, steps=steps) == ()


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("cannot happen", "$.special_effects[0].do[0]"),
        ("never pays", "$.turn_structure.phases[0].calls[1]"),
        ("no effect", "$.turn_structure.phases[0]"),
        ("first hand", "$.win_conditions[0]"),
        ("kingmaking", "$.turn_structure.phases[2]"),
    ],
)
def test_a_fault_names_its_clause(name: str, path: str) -> None:
    (fault,) = found(FAULTY[name]())
    assert fault.path == path


def test_faults_do_not_depend_on_threads() -> None:
    genome = FAULTY["runaway"]()
    assert found(genome, threads=1) == found(genome, threads=3)


def test_what_can_be_read_off_the_rules_is_known_before_anything_is_learnt() -> None:
    genome = FAULTY["endless penalty"]()
    early = evaluate_game(genome, until=Stage.RANDOM, effort="quick", threads=1)
    assert [fault.name for fault in early.faults] == ["endless penalty"]
    verdict = judge(early)
    assert verdict.gate is Gate.FAULT
    assert verdict.score == 0
    assert "$.scoring_rules" in verdict.reasons[0]


def with_fault(path: str) -> Evaluation:
    return replace(evaluation(), faults=(Fault("no effect", path, "it has no effect"),))


def test_a_fault_is_a_gate_and_others_come_first() -> None:
    assert judge(with_fault("$.x")).gate is Gate.FAULT
    assert judge(evaluation()).gate is None
    unfair = replace(evaluation(completion=0.1), faults=with_fault("").faults)
    assert judge(unfair).gate is Gate.DOES_NOT_FINISH


def test_faults_of_several_evaluations_are_united() -> None:
    one, other = with_fault("$.a"), with_fault("$.b")
    both = pooled([one, replace(other, seeds=(9,)), replace(one, seeds=(10,))])
    assert [fault.path for fault in both.faults] == ["$.a", "$.b"]


def test_faults_survive_being_written_down() -> None:
    kept = with_fault("$.a")
    assert Evaluation.from_dict(kept.to_dict()) == kept


def test_faults_can_be_asked_for_alone() -> None:
    faults = find_faults(FAULTY["cannot happen"](), effort="quick", threads=1)
    assert [fault.name for fault in faults] == ["cannot happen"]
    with pytest.raises(ValueError, match="effort must be one of"):
        find_faults(get_genome("war"), effort="none")


def test_points_lost_lead_to_no_target() -> None:
    """Hearts cost more than winning a hand brings: nobody ever comes to two points."""
    genome = FAULTY["out of reach"]()
    hearts = CardScoringRule(CardCondition(suit=Suit.HEARTS), -1, ScoringTrigger.TRICK_WIN)
    (win, *rest) = genome.win_conditions
    genome = replace(
        genome, card_scoring=(hearts,), win_conditions=(replace(win, threshold=2), *rest)
    )
    found = find_faults(genome, effort="quick", threads=1)
    assert "out of reach" in [fault.name for fault in found]


def test_two_cards_that_are_not_dealt_keep_nothing_secret() -> None:
    whole = FAULTY["no secrets"]()
    (step,) = whole.setup.deal or ()
    for each, seen in ((12, True), (11, True), (10, False)):
        dealt = replace(step, packets=(1,) * each)
        genome = replace(whole, setup=replace(whole.setup, deal=(dealt,)))
        found = {fault.name for fault in faults_in_rules(genome)}
        assert ("no secrets" in found) is seen, each


@pytest.mark.parametrize("name", library_ids())
def test_no_game_of_the_library_has_a_fault_that_can_be_read_off_its_rules(name: str) -> None:
    assert faults_in_rules(get_genome(name)) == ()


def test_short_hands_and_hands_that_are_filled_up_bind_nobody() -> None:
    loose = FAULTY["anything goes"]()
    short = replace(loose, setup=replace(loose.setup, cards_per_player=5, deal=None))
    dealt = replace(loose.setup, deal=(DealStep((1,) * 5),))
    for genome in (replace(loose, setup=dealt), short, get_genome("briscola")):
        assert "anything goes" not in {fault.name for fault in faults_in_rules(genome)}
    # Where each hand has another size, some are long.
    free = no_duty_to_follow(in_force(get_genome("oh-hell")))
    assert "anything goes" in {fault.name for fault in faults_in_rules(free)}
