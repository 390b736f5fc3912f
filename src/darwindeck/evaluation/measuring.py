"""The stages of measuring: what is played in each, and what is taken from it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

from darwindeck.evaluation.complexity import complexity, rulebook_words
from darwindeck.evaluation.course import calibrated, course_metrics, curves
from darwindeck.evaluation.dead_clauses import find_dead_clauses
from darwindeck.evaluation.decisions import (
    family,
    interaction,
    length_metrics,
    real_decisions,
    stakes,
)
from darwindeck.evaluation.efforts import (
    CHECKPOINTS,
    FEWEST_PLAYOUTS,
    FEWEST_WORLDS,
    LONG,
    LOOKED,
    PLAYOUT_LENGTH,
    PLAYOUTS,
    SEES_ALL,
    SHORT,
    TOUCHES,
    TRIALS,
    WIDEST,
    WORLDS,
)
from darwindeck.evaluation.evidence import gather
from darwindeck.evaluation.faults import faults_in_play, faults_in_rules
from darwindeck.evaluation.intervals import around, exact, mean_of, share_of
from darwindeck.evaluation.results import DeadClause, Evaluation, Metric, Stage
from darwindeck.evaluation.session import MeasuringSession, within
from darwindeck.evaluation.skill import (
    SkillDuel,
    duel_lineups,
    first_side,
    levels,
    outcomes,
    skill,
    variance_metrics,
)
from darwindeck.evaluation.traces import GameTrace, Looks

ENOUGH_FOR_SEATS = 100
"""Games of greedy players from which on they say whether seats are fair, and not random ones."""
SEVERAL_HANDS = 1.5
"""From so many hands on, a match is one of several hands."""
SAMPLE, SOUND_SAMPLE = 24, 4
"""Single hands of random players, and of greedy ones where these settle nothing, that say whether
hands can be looked at by themselves: in one of them sides must not come out alike."""
CLEARLY = 1.5
"""A game takes clearly longer than asked for if the first ones took so many times as long."""
LONGEST = (1_500, 6_000)
"""A game is broken off when it is ten times as long as expected, but within these bounds."""
QUICK_THOUGHT = 20.0
"""Steps that a decision of somebody takes who has learnt the game, about."""
STEPS_OF_A_DECISION, UNITS_OF_A_STEP = 2, 4
"""What a decision of a random player takes, beside the work that the core counts in units."""
NOTHING_DECIDED = (
    "real_decisions stakes drama uncertainty tension comeback decisiveness skill_greedy skill_share"
).split()
"""What is 0 where nobody decides anything."""


# --- random players ------------------------------------------------------------------------------


def measure_random(session: MeasuringSession, before: Evaluation) -> Evaluation:
    """What games of random players show."""
    session.stage = Stage.RANDOM
    effort, game = session.effort, session.game
    looks = Looks(course=True, touches=TOUCHES if session.players > 1 else 0)
    traces = session.play_within(
        "course",
        effort.traced_steps,
        effort.traced_games,
        [["random"]],
        looks=looks,
        span=(0, 0.4),
    )
    length = _mean([_steps(trace) for trace in traces])
    many = within(effort.random_steps / max(1.0, length), effort.random_games)
    tally = _batch(session, many)
    finished = many - tally["limit"]
    found = length_metrics(traces, session.players, len(game.cards))
    for metric in (
        share_of("completion", finished, many),
        draws(traces, tally["draws"], finished),
        seat_balance(tally["team_wins" if game.teams else "wins"], finished - tally["draws"]),
        interaction(traces),
        points_decide(traces),
    ):
        found[metric.name] = metric
    if effort.reads_rules:
        found["words"] = _words(session)
    return replace(
        before,
        stage=Stage.RANDOM,
        family=family(traces),
        metrics=found,
        faults=faults_in_rules(game.genome),
        played=before.played + session.played,
    )


def _words(session: MeasuringSession) -> Metric:
    """How long the rules are."""
    return exact("words", float(rulebook_words(session.game.genome)))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / max(1, len(values))


def _steps(trace: GameTrace) -> float:
    """What a game of random players takes if nobody looks."""
    return STEPS_OF_A_DECISION * trace.decisions + trace.units / UNITS_OF_A_STEP


def _batch(session: MeasuringSession, games: int) -> Mapping[str, Any]:
    """Many games of random players, of which only the outcomes are counted."""

    def told(done: int) -> None:
        session.tell(0.4 + 0.6 * done / games)

    with session.game.guarded():
        tally = session.game.core.simulate(
            games,
            seed=session.seed_of("many"),
            players=["random"],
            threads=min(session.threads, games),
            progress=told,
        )
    session.played += tally["decisions"][1]
    session.work_exceeded |= tally["work"] > 0
    return tally


def points_decide(traces: Sequence[GameTrace]) -> Metric:
    """How surely the side that stands best in the end has won: 0 as by lot, 1 always."""
    values = []
    for trace in traces:
        if not trace.finished or not any(trace.shares) or len(trace.shares) < 2:
            continue
        best = max(trace.standings)
        first = [side for side, standing in enumerate(trace.standings) if standing == best]
        fair = len(first) / len(trace.shares)
        if fair < 1:
            won = math.fsum(trace.shares[side] for side in first)
            values.append((won - fair) / (1 - fair))
    if not values:
        return exact("points_decide", 1.0)
    return mean_of("points_decide", values, (-1.0, 1.0))


def draws(traces: Sequence[GameTrace], shared: int, finished: int) -> Metric:
    """The share of games that nobody wins alone, of so many finished ones.

    Where that is the rule, as with games that have one loser and many winners, only those count as
    draws that leave all sides alike, or more of them as winners than usual. Who plays alone wins or
    loses.
    """
    if traces and len(traces[0].shares) == 1:
        return exact("draws", 0.0)
    if 2 * shared <= finished:
        return share_of("draws", shared, finished)
    winners = [sum(map(bool, trace.shares)) for trace in traces if trace.finished]
    if not winners:
        return exact("draws", 0.0)
    usual = max(Counter(winners).items(), key=lambda item: (item[1], -item[0]))[0]
    sides = len(traces[0].shares)
    drawn = sum(count in (0, sides) or count > usual for count in winners)
    return share_of("draws", drawn, len(winners))


def seat_balance(wins: Sequence[float], games: float) -> Metric:
    """1 less the largest deviation of a side's share of the wins from its fair share.

    The value leaves out what chance alone makes of it; the interval allows for the largest of
    several deviations being looked at.
    """
    name, sides = "seat_balance", len(wins)
    if sides < 2 or games < 1:
        return exact(name, 1.0)
    fair = 1 / sides
    error = math.sqrt(fair * (1 - fair) / games)
    largest = max(abs(won / games - fair) for won in wins)
    z = NormalDist().inv_cdf(1 - 0.025 / (1 if sides == 2 else sides))
    beyond = math.sqrt(max(0.0, largest**2 - error**2))
    low, high = max(0.0, 1 - largest - z * error), min(1.0, 1 - largest + z * error)
    return around(name, 1 - beyond, low, high, int(games))


# --- greedy players ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    """What is looked at as one game: a whole match, or a single hand of it."""

    length: float
    """Decisions, forced ones included."""
    hands: float
    """Of a match."""
    single_hand: bool

    @classmethod
    def of_match(cls, length: float, hands: float, single_hand: bool) -> Unit:
        """A match, or one of its hands."""
        return cls(length / hands if single_hand else length, hands, single_hand)

    @property
    def longest(self) -> int:
        return within(10 * self.length, LONGEST)

    @property
    def playout(self) -> float:
        """Decisions that a player who searches plays out to the end of a hand, on average."""
        hand = self.length if self.single_hand else self.length / max(1.0, self.hands)
        return min(float(PLAYOUT_LENGTH), hand) / 2


def measure_greedy(session: MeasuringSession, before: Evaluation) -> Evaluation:
    """What games of greedy players show, and what they gain against random ones."""
    session.stage = Stage.GREEDY
    if before["decisions"] == 0:
        dead, share = find_dead(session)
        return _nothing_decided(session, before, {"dead_share": share}, dead)
    longest = within(10 * before["decisions"] * session.players, LONGEST)
    pilot = session.play_within(
        "greedy pilot",
        session.effort.pilot_steps,
        session.effort.pilot_games,
        [["greedy"]],
        most=longest,
        looks=Looks(course=True),
        span=(0, 0.2),
    )
    found = {**before.metrics, "words": _words(session), **_lengths(session, pilot)}
    if not any(trace.finished for trace in pilot):
        found["minutes"] = _at_least(session, pilot, found["minutes"])
    if (
        found["minutes"].low > session.longest
        and found["minutes"].value > CLEARLY * session.longest
    ):
        return replace(before, metrics=found, played=before.played + session.played)
    if before["completion"] == 0 and not any(trace.finished for trace in pilot):
        # Nothing more can be learnt of a game that never ends, and much time be lost.
        return _nothing_decided(session, before, {"dead_share": exact("dead_share", 0.0)}, ())
    hands = _sample(session, "random", SAMPLE, longest)
    several = found["hands"].value >= SEVERAL_HANDS
    single = several and (
        any(map(_is_settled, hands))
        or any(map(_is_settled, _sample(session, "greedy", SOUND_SAMPLE, longest)))
    )
    found["whole_matches"] = exact("whole_matches", float(not single))
    length = found["decisions"].value * session.players
    unit = Unit.of_match(length, max(1.0, found["hands"].value), single)
    traces = _look_closely(session, unit, before, _cost(pilot), _cost(hands))
    if not unit.single_hand:
        found |= _lengths(session, pilot + traces)
    courses = calibrated(traces)
    found |= course_metrics(courses, CHECKPOINTS)
    found["real_decisions"] = real_decisions(traces)
    found["stakes"] = stakes(traces)
    finished = [trace for trace in traces if trace.finished and not unit.single_hand]
    if len(finished) >= ENOUGH_FOR_SEATS and len(session.sides) > 1:
        wins = [math.fsum(t.result[s] for t in finished) for s in range(len(session.sides))]
        found["seat_balance"] = seat_balance(wins, len(finished))
    duel = _duel(session, "greedy", "random", session.effort.duel_steps, found, (0.6, 0.8))
    found["skill_greedy"] = _as_won(skill("skill_greedy", duel), duel, found)
    found["outcomes"] = _outcomes(session, hands, duel, unit)
    found |= _variance(duel, found)
    dead, found["dead_share"] = find_dead(session)
    return replace(
        before,
        stage=Stage.GREEDY,
        family=family(traces),
        metrics=found,
        dead=dead,
        curves=curves(courses, CHECKPOINTS),
        played=before.played + session.played,
    )


def _outcomes(
    session: MeasuringSession, hands: Sequence[GameTrace], duel: SkillDuel, unit: Unit
) -> Metric:
    """In how many ways hands come out: of random players, or of greedy ones among these, whichever
    show more. Who plays alone wins or loses."""
    if len(session.sides) < 2:
        return exact("outcomes", 1.0)
    finished = [one for one in hands if one.finished]
    played = SkillDuel.of(finished, unit.hands if unit.single_hand else 0.0)
    both = [outcomes(first_side(one)) for one in (played, duel)]
    return max(both, key=lambda metric: metric.value)


def _nothing_decided(
    session: MeasuringSession,
    before: Evaluation,
    found: Mapping[str, Metric],
    dead: tuple[DeadClause, ...],
) -> Evaluation:
    """A game in which nobody decides anything, or which never ends."""
    nothing = {name: exact(name, 0.0) for name in NOTHING_DECIDED}
    nothing |= {name: exact(name, 1.0) for name in ("luck_share", "whole_matches", "outcomes")}
    metrics = {**before.metrics, "words": _words(session), **nothing, **found}
    return replace(
        before,
        stage=Stage.GREEDY,
        metrics=metrics,
        dead=dead,
        played=before.played + session.played,
    )


def _sample(session: MeasuringSession, player: str, hands: int, longest: int) -> list[GameTrace]:
    return session.play(
        f"sample {player}", hands, [[player]], single_hand=True, most=longest, span=(0.2, 0.2)
    )


def _is_settled(trace: GameTrace) -> bool:
    """Whether sides did not come out alike."""
    return len(trace.standings) < 2 or len(set(trace.standings)) > 1 or len(set(trace.result)) > 1


def _cost(traces: Sequence[GameTrace]) -> float:
    """Steps of a decision, on average."""
    decisions = sum(trace.decisions for trace in traces)
    return sum(trace.effort for trace in traces) / max(1, decisions)


def _look_closely(
    session: MeasuringSession, unit: Unit, before: Evaluation, thinking: float, playing: float
) -> list[GameTrace]:
    """Games of greedy players with estimates of chances and trials of moves.

    `thinking` is what a decision of theirs costs, `playing` one of random players. Where a game of
    greedy players takes more than its share of the budget, players take their place who have
    learnt it for a moment, and think for less. What is left goes in halves to estimates and to
    trials.
    """
    budget = session.effort.greedy_steps / LOOKED
    player = "greedy"
    if thinking * unit.length > budget:
        session.learn(SHORT)
        player, thinking = f"learned:{SHORT}", min(thinking, QUICK_THOUGHT)
    spare = max(0.0, budget - thinking * unit.length) / 2
    # In the games of greedy players so far nobody may have had anything to decide.
    station = max(1.0, CHECKPOINTS * playing * unit.length / 2)
    move = playing * max(1.0, unit.playout)
    moves = min(float(WIDEST), max(2.0, before["branching"]))
    worlds = within(spare / (TRIALS[0] * moves * move), (FEWEST_WORLDS, WORLDS))
    looks = Looks(
        course=True,
        checkpoints=CHECKPOINTS,
        playouts=within(spare / station, (FEWEST_PLAYOUTS, PLAYOUTS)),
        trials=within(spare / (worlds * moves * move), TRIALS),
        worlds=worlds,
        widest=WIDEST,
    )
    return session.play_within(
        "greedy",
        session.effort.greedy_steps,
        session.effort.greedy_games,
        [[player]],
        single_hand=unit.single_hand,
        most=unit.longest,
        looks=looks,
        span=(0.2, 0.6),
    )


def _lengths(session: MeasuringSession, traces: Sequence[GameTrace]) -> dict[str, Metric]:
    """How long games of greedy players are; nothing, if most of them had to be broken off."""
    finished = [trace for trace in traces if trace.finished]
    if 2 * len(finished) < len(traces):
        return {}
    found = length_metrics(finished, session.players, len(session.game.cards))
    # Standing still is measured with random players: greedy ones may go round in circles by habit.
    del found["stuck"]
    return found


def _at_least(session: MeasuringSession, traces: Sequence[GameTrace], known: Metric) -> Metric:
    """How long games take that greedy players did not bring to an end: no less than they took."""
    took = length_metrics(traces, session.players, len(session.game.cards))["minutes"]
    return took if took.value > known.value else known


def find_dead(session: MeasuringSession) -> tuple[tuple[DeadClause, ...], Metric]:
    """The clauses that never matter, and their share of all."""
    genome = session.game.genome
    if not session.effort.clause_games or not session.clauses:
        return (), exact("dead_share", 0.0)
    dead = find_dead_clauses(
        genome, games=session.effort.clause_games, seed=session.seed_of("clauses")
    )
    count = max(1, complexity(genome).clauses)
    return dead, exact("dead_share", min(1.0, len(dead) / count))


# --- players who have learnt the game ------------------------------------------------------------


def measure_search(session: MeasuringSession, before: Evaluation) -> Evaluation:
    """What players gain who have learnt the game, what longer learning gains, and faults."""
    session.stage = Stage.SEARCH
    if before["decisions"] == 0 or (before["completion"] == 0 and not before.curves):
        names = ("skill_able", "skill_search", "skill_deep", "skill_seen", "skill_levels")
        found = {name: exact(name, 0.0) for name in names}
        return replace(before, stage=Stage.SEARCH, metrics={**before.metrics, **found})

    session.learn(SHORT)
    session.learn(LONG)
    able = f"learned:{LONG}"

    def duel(weak: str, span: tuple[float, float]) -> SkillDuel:
        return _duel(session, able, weak, session.effort.able_steps, before.metrics, span)

    def step(name: str, played: SkillDuel) -> Metric:
        return _as_won(skill(name, played), played, before.metrics)

    by_chance = duel("random", (0.1, 0.2))
    found = {
        "skill_able": step("skill_able", by_chance),
        "skill_search": step("skill_search", duel("greedy", (0.2, 0.5))),
        "skill_deep": step("skill_deep", duel(f"learned:{SHORT}", (0.5, 0.6))),
    }
    seen = _duel(session, SEES_ALL, "greedy", session.effort.able_steps, before.metrics, (0.6, 0.7))
    found["skill_seen"] = step("skill_seen", seen)
    ladder = [before.metrics["skill_greedy"], found["skill_search"], found["skill_deep"]]
    found["skill_levels"] = levels("skill_levels", ladder, len(session.sides))
    if found["skill_able"].value > before["skill_greedy"]:
        found |= _variance(by_chance, before.metrics)
    effort = session.effort
    evidence = gather(session, effort.lesson, effort.noted_steps, (0.7, 1))
    return replace(
        before,
        stage=Stage.SEARCH,
        metrics={**before.metrics, **found},
        faults=before.faults + faults_in_play(evidence),
        played=before.played + session.played,
    )


def _as_won(metric: Metric, duel: SkillDuel, known: Mapping[str, Metric]) -> Metric:
    """What margins of hands promise, as far as points decide the match; as it is for results."""
    if not duel.hands:
        return metric
    share = min(1.0, max(0.0, known["points_decide"].high))
    return replace(
        metric, value=share * metric.value, low=share * metric.low, high=share * metric.high
    )


def _variance(duel: SkillDuel, known: Mapping[str, Metric]) -> dict[str, Metric]:
    found = variance_metrics(duel)
    return found | {"skill_share": _as_won(found["skill_share"], duel, known)}


def _duel(
    session: MeasuringSession,
    strong: str,
    weak: str,
    steps: float,
    known: Mapping[str, Metric],
    span: tuple[float, float],
) -> SkillDuel:
    """Plays a duel on as many deals as the budget allows.

    Matches of several hands are played as single hands.
    """
    length = known["decisions"].value * session.players
    single = not known["whole_matches"].value
    unit = Unit.of_match(length, max(1.0, known["hands"].value), single)
    traces = session.play_within(
        f"duel {strong} {weak}",
        steps,
        session.effort.deals,
        duel_lineups(session.sides, strong, weak),
        single_hand=unit.single_hand,
        most=unit.longest,
        span=span,
    )
    return SkillDuel.of(traces, unit.hands if unit.single_hand else 0.0)
