"""Measuring a game from play alone, stage by stage."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

from darwindeck.evaluation.efforts import EFFORTS
from darwindeck.evaluation.evidence import gather
from darwindeck.evaluation.faults import faults_in_play, faults_in_rules
from darwindeck.evaluation.keys import play_key
from darwindeck.evaluation.measuring import (
    find_dead,
    measure_greedy,
    measure_random,
    measure_search,
)
from darwindeck.evaluation.results import DeadClause, Evaluation, Fault, Metric, Stage
from darwindeck.evaluation.session import Listener, MeasuringSession
from darwindeck.genome.checked import check
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game
from darwindeck.simulation.batch import core_count
from darwindeck.simulation.game import checked_seed

INCOMPLETE = "not answered: "
"""How a problem begins that is no fault of the file, but a question that it leaves open."""

TOO_MUCH_WORK = "cannot be played: one decision would take too much work"
"""The problem of a game in which the limit of work stops a match."""

READY = 8
"""So many games stay ready to be measured on."""

STAGES = {
    Stage.RANDOM: measure_random,
    Stage.GREEDY: measure_greedy,
    Stage.SEARCH: measure_search,
}


def evaluate_game(
    genome: GameGenome,
    *,
    until: Stage = Stage.SEARCH,
    effort: str = "standard",
    seed: int = 0,
    threads: int | None = None,
    start: Evaluation | None = None,
    progress: Listener | None = None,
    longest: float = math.inf,
    clauses: bool = True,
) -> Evaluation:
    """Everything that is measured of a game up to a stage.

    The same genome, seed and effort give the same evaluation on any machine and any number of
    threads. A genome that is not valid or not complete is turned away at the door, and one of which
    a match stops because a decision would take too much work, as soon as that is seen: the
    evaluation then has its problems and nothing else.

    Args:
        genome: its options count as they are set.
        until: the last stage; each is dearer than the one before.
        effort: how much is played, a name of `EFFORTS`.
        seed: decides all that is left to chance.
        threads: how many; None: as many as the machine has.
        start: an evaluation of the same game with the same seed and effort, to go on from.
        progress: is told the stage and what share of it is done, now and then.
        longest: no more is measured of a game that clearly takes more minutes than this, as soon as
            greedy players have shown it: the evaluation then ends with the stage before.
        clauses: whether it is looked for clauses that never matter, which takes about as long as
            the games of greedy players; `with_dead_clauses` can do it later.
    """
    if effort not in EFFORTS:
        raise ValueError(f"effort must be one of {', '.join(EFFORTS)}, not {effort!r}")
    checked_seed(seed)
    evaluation = _at_the_door(genome, effort, seed) if start is None else start
    if start is not None:
        _check_start(start, genome, effort, seed)
    if evaluation.problems or until.rank <= evaluation.stage.rank:
        return evaluation
    game = _ready(genome)
    count = core_count() if threads is None else threads
    for stage, measure in STAGES.items():
        if evaluation.stage.rank < stage.rank <= until.rank:
            session = MeasuringSession(
                game, EFFORTS[effort], seed, count, progress, longest, clauses
            )
            evaluation = measure(session, evaluation)
            session.tell(1.0)
            if session.work_exceeded:
                return replace(_at_the_door(genome, effort, seed), problems=(TOO_MUCH_WORK,))
            if evaluation.stage is not stage:
                break
    return evaluation


@lru_cache(maxsize=READY)
def _ready(genome: GameGenome) -> Game:
    """The game, ready to be played: stages that are measured one after the other share what the
    core has found out about it, which is always the same."""
    return Game(genome)


def with_dead_clauses(evaluation: Evaluation, genome: GameGenome) -> Evaluation:
    """An evaluation that was made without looking for dead clauses, as it would be with it."""
    dead, share = _dead(genome, evaluation.effort, evaluation.seeds[0])
    return replace(evaluation, dead=dead, metrics={**evaluation.metrics, "dead_share": share})


@lru_cache(maxsize=READY)
def _dead(genome: GameGenome, effort: str, seed: int) -> tuple[tuple[DeadClause, ...], Metric]:
    """What is found once may be asked for before the games of greedy players, and after them."""
    return find_dead(MeasuringSession(_ready(genome), EFFORTS[effort], seed, 1))


def find_faults(
    genome: GameGenome, *, effort: str = "standard", seed: int = 0, threads: int | None = None
) -> tuple[Fault, ...]:
    """What a designer would mend first in a valid genome, without measuring anything else.

    `evaluate_game` finds the same up to `Stage.SEARCH`. At quick effort players learn too little
    for faults in what they choose; see `darwindeck.evaluation.FAULTS`.
    """
    if effort not in EFFORTS:
        raise ValueError(f"effort must be one of {', '.join(EFFORTS)}, not {effort!r}")
    count = core_count() if threads is None else threads
    session = MeasuringSession(_ready(genome), EFFORTS[effort], checked_seed(seed), count)
    found = faults_in_rules(genome)
    how = session.effort
    return found + faults_in_play(gather(session, how.lesson, how.noted_steps, (0, 1)))


def _at_the_door(genome: GameGenome, effort: str, seed: int) -> Evaluation:
    try:
        unanswered = check(genome).answers.unanswered
        problems = tuple(f"{INCOMPLETE}{question}" for question in unanswered)
    except GenomeError as error:
        problems = tuple(error.problems)
    return Evaluation(
        genome_id=genome.genome_id,
        key="" if problems else play_key(genome),
        seeds=(seed,),
        effort=effort,
        stage=Stage.DOOR,
        family="none",
        player_count=genome.player_count,
        team_count=len(genome.teams) if genome.team_mode else 0,
        problems=problems,
    )


def _check_start(start: Evaluation, genome: GameGenome, effort: str, seed: int) -> None:
    wrong = [
        f"{name} {own!r} instead of {wanted!r}"
        for name, own, wanted in (
            ("effort", start.effort, effort),
            ("seeds", start.seeds, (seed,)),
            ("key", start.key, start.key if start.problems else play_key(genome)),
        )
        if own != wanted
    ]
    if wrong:
        raise ValueError(f"the evaluation to go on from has another {', another '.join(wrong)}")
