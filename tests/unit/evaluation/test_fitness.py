"""Gates in their order; a score that follows the criteria, with an interval from the metrics."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from darwindeck.evaluation.criteria import CRITERIA, TYPICAL, falling, likely, rising, sweet
from darwindeck.evaluation.fitness import Bounds, Gate, judge, scores_of
from darwindeck.evaluation.results import DeadClause, Stage
from darwindeck.evaluation.styles import STYLES, Style
from tests.support.evaluations import DECENT, evaluation

DEAD = tuple(DeadClause(f"$.scoring_rules[{n}]", "Never.") for n in range(3))


def test_a_decent_game_passes_every_gate_and_gets_a_score() -> None:
    verdict = judge(evaluation())
    assert verdict.gate is None
    assert verdict.reasons == ()
    assert 0.3 < verdict.score < 0.9
    assert verdict.complete
    assert verdict.ceiling == pytest.approx(verdict.score)


@pytest.mark.parametrize(
    ("gate", "fault"),
    [
        (Gate.DOES_NOT_FINISH, {"completion": 0.9}),
        (Gate.NO_DECISIONS, {"choice": 0.01}),
        (Gate.NO_DECISIONS, {"decisions": 1.0}),
        (Gate.NO_DECISIONS, {"real_decisions": 0.0, "skill_greedy": 0.0}),
        (Gate.STUCK, {"stuck": 0.6}),
        (Gate.UNFAIR, {"seat_balance": 0.86}),
        (Gate.DEAD_CLAUSES, {"dead_share": 0.4}),
        (Gate.TOO_LONG, {"words": 9000.0}),
    ],
)
def test_each_fault_fails_its_gate(gate: Gate, fault: dict[str, float]) -> None:
    verdict = judge(evaluation(values=fault, dead=DEAD))
    assert verdict.gate is gate
    assert (verdict.score, verdict.low, verdict.high, verdict.ceiling) == (0, 0, 0, 0)
    assert len(verdict.reasons) == 1
    assert verdict.sentence.startswith(f"Turned away ({gate.value}): ")


def test_the_first_failed_gate_counts_and_all_are_named() -> None:
    verdict = judge(evaluation(dead=DEAD, stuck=0.6, dead_share=0.4, completion=0.5))
    assert verdict.gate is Gate.DOES_NOT_FINISH
    assert len(verdict.reasons) == 3


def test_gates_come_in_the_order_of_the_ladder() -> None:
    assert [gate.value for gate in Gate] == [
        "invalid",
        "incomplete",
        "does not finish",
        "no decisions",
        "stuck",
        "unfair",
        "dead clauses",
        "unreadable length",
        "fault",
    ]


def test_what_is_turned_away_at_the_door_is_invalid_or_incomplete() -> None:
    invalid = judge(evaluation(Stage.DOOR, problems=("No such zone - at `$.setup`",)))
    question = "6. What is each card worth? (see point_tables)"
    incomplete = judge(evaluation(Stage.DOOR, problems=(question,)))
    both = judge(evaluation(Stage.DOOR, problems=(question, "No such zone")))
    assert invalid.gate is Gate.INVALID
    assert incomplete.gate is Gate.INCOMPLETE
    assert both.gate is Gate.INVALID


def test_only_a_certain_fault_counts() -> None:
    doubtful = evaluation(completion=0.95, intervals={"completion": (0.8, 0.995)})
    certain = evaluation(completion=0.95, intervals={"completion": (0.94, 0.96)})
    assert judge(doubtful).gate is None
    assert judge(certain).gate is Gate.DOES_NOT_FINISH


def test_what_was_not_seen_in_a_few_games_may_still_be_there() -> None:
    alike = {"real_decisions": 0.0, "skill_greedy": 0.0}
    assert judge(evaluation(values=alike, count=30)).gate is None
    assert judge(evaluation(values=alike, count=3000)).gate is Gate.NO_DECISIONS


def test_decisions_matter_where_doing_the_obvious_wins() -> None:
    assert judge(evaluation(real_decisions=0.0)).gate is None


def test_one_dead_clause_is_forgiven_in_a_small_game() -> None:
    assert judge(evaluation(dead=DEAD[:1], dead_share=0.2)).gate is None


def test_fairness_is_asked_of_a_share_and_teams_are_sides() -> None:
    four, two = evaluation(seat_balance=0.87), evaluation(seat_balance=0.87, players=2)
    teams = evaluation(seat_balance=0.87, teams=2)
    assert judge(four).gate is Gate.UNFAIR
    assert judge(two).gate is judge(teams).gate is None
    assert judge(evaluation(seat_balance=0.87, players=1)).gate is None


def test_dead_clauses_are_certain_only_after_many_games() -> None:
    few = evaluation(dead=DEAD, dead_share=0.2)
    many = replace(few, effort="standard")
    assert judge(few).gate is None
    assert judge(many).gate is Gate.DEAD_CLAUSES


def test_bounds_can_be_set_tighter() -> None:
    assert judge(evaluation(), bounds=Bounds(words=500)).gate is Gate.TOO_LONG


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"skill_greedy": 0.8}, {"skill_greedy": 0.3}),
        ({"skill_search": 0.5}, {"skill_search": 0.0}),
        ({"skill_deep": 0.3}, {"skill_deep": 0.0}),
        ({"real_decisions": 0.7}, {"real_decisions": 0.1}),
        ({"stakes": 0.2}, {"stakes": 0.01}),
        ({"uncertainty": 0.8}, {"uncertainty": 0.2}),
        ({"uncertainty": 0.8}, {"uncertainty": 1.0}),
        ({"tension": 0.9}, {"tension": 0.2}),
        ({"comeback": 0.5}, {"comeback": 0.0}),
        ({"comeback": 0.5}, {"comeback": 1.2}),
        ({"drama": 0.2}, {"drama": 0.0}),
        ({"interaction": 0.9}, {"interaction": 0.0}),
        ({"seat_balance": 1.0}, {"seat_balance": 0.8}),
        ({"draws": 0.0}, {"draws": 0.6}),
        ({"minutes": 30.0}, {"minutes": 600.0}),
        ({"minutes": 30.0}, {"minutes": 0.5}),
        ({"words": 400.0}, {"words": 3000.0}),
    ],
)
def test_the_score_follows_each_criterion(
    better: dict[str, float], worse: dict[str, float]
) -> None:
    assert judge(evaluation(values=better)).score > judge(evaluation(values=worse)).score


@pytest.mark.parametrize("padding", ["turns", "hands", "branching", "lead_changes"])
def test_length_and_size_for_their_own_sake_score_nothing(padding: str) -> None:
    more = evaluation(values={padding: 10 * DECENT[padding]})
    assert judge(more).score == judge(evaluation()).score


def test_good_games_do_not_tie() -> None:
    scores = {judge(evaluation(skill_search=0.5 + n / 100, stakes=0.3)).score for n in range(20)}
    assert len(scores) == 20


def test_wider_intervals_of_the_metrics_make_a_wider_interval_of_the_score() -> None:
    exact, narrow, wide = (judge(evaluation(error=error)) for error in (0.0, 0.05, 0.2))
    assert exact.low == exact.score == exact.high
    assert wide.low < narrow.low < narrow.score < narrow.high < wide.high
    assert narrow.score == pytest.approx(exact.score, abs=0.01)


def test_what_was_hardly_measured_counts_as_what_games_usually_have() -> None:
    typical, _ = TYPICAL["skill_search"]
    usual = evaluation(skill_search=typical)
    for value in (-0.9, 0.0, 0.9):
        known = evaluation(skill_search=value)
        noisy = evaluation(skill_search=value, intervals={"skill_search": (-9.0, 9.0)})
        assert judge(noisy).score == pytest.approx(judge(usual).score, abs=0.01)
        assert abs(judge(known).score - judge(usual).score) > 0.01
        # That nothing is known shows in the interval, and its lower end is what competes.
        assert judge(noisy).low < judge(known).score + 1e-9
        assert judge(noisy).low < judge(usual).low - 0.01


@pytest.mark.parametrize("name", TYPICAL)
def test_nothing_that_is_surely_nothing_is_made_up(name: str) -> None:
    assert likely({name: 0.0, f"{name} error": 0.0}, name) == 0.0
    some, apart = TYPICAL[name]
    errors = (part * apart for part in (0.03, 0.3, 3.0, 30.0))
    values = [likely({name: 0.0, f"{name} error": error}, name) for error in errors]
    assert values == sorted(values)
    assert values[-1] == pytest.approx(some, rel=0.01)


def test_errors_add_up_like_independent_ones() -> None:
    wide = {"minutes": (2.0, 200.0), "interaction": (0.3, 0.7)}
    one, other = (judge(evaluation(intervals={name: wide[name]})) for name in wide)
    both = judge(evaluation(intervals=wide))
    below = ((one.score - one.low) ** 2 + (other.score - other.low) ** 2) ** 0.5
    assert both.score - both.low == pytest.approx(below)


def test_an_early_stage_gives_what_is_known_and_a_ceiling() -> None:
    ceilings = []
    for stage in (Stage.RANDOM, Stage.GREEDY, Stage.SEARCH):
        verdict = judge(evaluation(stage))
        assert verdict.complete is (stage is Stage.SEARCH)
        assert verdict.ceiling >= verdict.score
        ceilings.append(verdict.ceiling)
    assert ceilings == sorted(ceilings, reverse=True)
    door = judge(evaluation(Stage.DOOR))
    assert (door.gate, door.parts, door.ceiling, door.complete) == (None, (), 1.0, False)


def test_no_later_stage_exceeds_the_ceiling() -> None:
    perfect = dict.fromkeys(("skill_search", "skill_deep"), 1.0)
    assert judge(evaluation(values=perfect)).score <= judge(evaluation(Stage.GREEDY)).ceiling


@pytest.mark.parametrize("name", STYLES)
def test_a_style_has_known_criteria_and_weights_that_add_up(name: str) -> None:
    style = STYLES[name]
    assert set(style.weights) - {"kind"} <= set(CRITERIA)
    assert sum(style.weights.values()) == pytest.approx(1)
    assert all(weight > 0 for weight in style.weights.values())
    assert judge(evaluation(), name).complete


def test_styles_prefer_different_games() -> None:
    deep = evaluation(skill_search=0.8, skill_deep=0.4, drama=0.0, interaction=0.2, comeback=0.1)
    wild = evaluation(skill_search=0.0, skill_deep=0.0, drama=0.3, interaction=0.9, comeback=1.0)
    quick = {"minutes": 8.0, "words": 300.0}
    assert judge(deep, "strategic").score > judge(wild, "strategic").score
    assert judge(wild, "party").score > judge(deep, "party").score
    assert judge(evaluation(values=quick), "party").score > judge(evaluation(), "party").score
    tricks, bets = evaluation(family="trick"), evaluation(family="betting")
    assert judge(tricks, "trick-taking").score > judge(bets, "trick-taking").score
    assert judge(bets, "bluffing").score > judge(tricks, "bluffing").score


def test_who_plays_alone_is_not_judged_by_what_takes_others() -> None:
    alone = judge(evaluation(players=1, interaction=0.0))
    assert alone.complete
    assert {part.name for part in alone.parts}.isdisjoint({"interaction", "fairness"})
    assert alone.score > judge(evaluation(interaction=0.0)).score


def test_what_hangs_on_a_decision_counts_less_in_a_hand_of_many() -> None:
    one, many = (evaluation(hands=hands) for hands in (1.0, 20.0))
    split = evaluation(whole_matches=0.0, hands=20.0)
    assert judge(one).score == judge(many).score > judge(split).score


def test_an_unknown_style_is_named_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"no style 'cosy'; the styles are: balanced, strategic"):
        judge(evaluation(), "cosy")


def test_a_style_must_weigh_what_it_names() -> None:
    with pytest.raises(ValueError, match="add up to"):
        Style("odd", "", {"skill": 0.5})
    with pytest.raises(ValueError, match="both or none"):
        Style("odd", "", {"skill": 0.5, "kind": 0.5})


def test_every_part_says_why_in_words_with_its_number() -> None:
    verdict = judge(evaluation(skill_greedy=0.5, real_decisions=0.42), "balanced")
    by_name = {part.name: part for part in verdict.parts}
    assert "wins 62 % against random players, not 25 %" in by_name["skill"].why
    assert by_name["agency"].why.startswith("42 % of the decisions matter, 25 in a game")
    for part in verdict.parts:
        assert 0 <= part.value <= 1
        assert part.why
        assert "_" not in part.why


def test_what_may_be_chance_is_said_to_be() -> None:
    doubtful = judge(evaluation(intervals={"skill_search": (-0.1, 0.7)}))
    clear = judge(evaluation(intervals={"skill_search": (0.1, 0.5)}))
    assert "may be chance" in next(part.why for part in doubtful.parts if part.name == "depth")
    assert "may be chance" not in next(part.why for part in clear.parts if part.name == "depth")


def test_a_verdict_can_be_written_as_json() -> None:
    data = json.loads(json.dumps(judge(evaluation()).to_dict()))
    assert data["gate"] is None
    assert len(data["parts"]) == len(STYLES["balanced"].weights)


def test_shapes() -> None:
    assert rising(0.0, 0.3) == 0
    assert rising(0.3, 0.3) == pytest.approx(0.5)
    assert rising(5.0, 0.3) < 1
    assert falling(0.0, 2.0) == 1
    assert falling(2.0, 2.0) == pytest.approx(0.5)
    assert sweet(10, 8, 60, 4) == sweet(60, 8, 60, 4) == 1
    assert sweet(240, 8, 60, 4) == pytest.approx(sweet(2, 8, 60, 4)) == pytest.approx(0.3679, 1e-3)
    assert sweet(0, 8, 60, 4) == 0


def test_what_our_players_cannot_judge_says_so_and_counts_at_the_median() -> None:
    beyond = judge(evaluation(skill_seen=0.8, skill_search=-0.2, skill_deep=0.0))
    assert beyond.is_beyond_us
    assert beyond.sentence.startswith("Our players cannot judge this")
    for values in (
        {"skill_seen": 0.1, "skill_search": -0.2, "skill_deep": 0.0},
        {"skill_seen": 0.8, "skill_search": 0.3, "skill_deep": 0.0},
        {"skill_seen": 0.8, "skill_search": -0.3, "skill_deep": 0.2},
    ):
        assert not judge(evaluation(values=values)).is_beyond_us
    good, poor = judge(evaluation()), judge(evaluation(skill_greedy=0.05, skill_able=0.05))
    fair = judge(evaluation(skill_greedy=0.2, skill_able=0.2))
    scores = scores_of([good, beyond, poor, fair])
    assert scores == [good.score, fair.score, poor.score, fair.score]


def test_who_plays_alone_keeps_nobody_waiting() -> None:
    assert judge(evaluation(stuck=0.9)).gate is Gate.STUCK
    assert judge(evaluation(stuck=0.9, players=1)).gate is None


def test_who_loses_to_a_simple_plan_cannot_say_how_deep_a_game_is() -> None:
    """That players gain nothing by practice tells of them, if a simple plan beats them."""

    def depth(**metrics: float) -> float:
        parts = judge(evaluation(values=metrics)).parts
        return next(part.value for part in parts if part.name == "depth")

    nothing = depth(skill_search=0.0, skill_deep=0.0)
    usual = depth(skill_search=0.1, skill_deep=0.2)
    assert nothing == pytest.approx(0.2)
    assert nothing < depth(skill_search=-0.5, skill_deep=0.0) < usual
    assert depth(skill_search=-0.5, skill_deep=0.9) == depth(skill_search=0.0, skill_deep=0.9)
