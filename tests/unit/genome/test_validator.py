"""The gate: the rules of the genome design and of the team-play plan, and what surrounds them."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any, cast

import pytest

from darwindeck.genome.problems import GenomeError, Problem
from darwindeck.genome.schema import (
    Award,
    BettingPhase,
    BlockPhase,
    CaptureBy,
    CapturePhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardScoringRule,
    CardValue,
    DeckSpec,
    DoPhase,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    PlayPhase,
    PointTable,
    Rank,
    ScoringTrigger,
    SetupRules,
    ShowdownMethod,
    ShowdownPhase,
    Suit,
    TableauMode,
    TrickPhase,
    TurnStructure,
    WinCondition,
)
from darwindeck.genome.validator import GenomeValidator, checked
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import SOUND_GENOMES, auction_genome


def errors_of(**changes: Any) -> list[str]:
    return GenomeValidator.validate(minimal_genome(**changes))


def with_teams(*teams: tuple[int, ...], team_mode: bool = True) -> list[str]:
    return errors_of(player_count=4, team_mode=team_mode, teams=teams)


@pytest.mark.parametrize("make", SOUND_GENOMES)
def test_a_sound_genome_has_no_problems(make: Any) -> None:
    assert GenomeValidator.validate(make()) == []


class TestTheNumberedRules:
    def test_1_a_win_by_score_needs_scoring(self) -> None:
        errors = errors_of(win_conditions=(WinCondition("high_score"),))
        assert "Score-based win condition requires card_scoring or scoring_rules" in errors[0]

    @pytest.mark.parametrize("kind", ["high_score", "low_score", "first_to_score"])
    def test_1_any_scoring_will_do(self, kind: str) -> None:
        win = WinCondition(kind, threshold=10)
        scoring = CardScoringRule(CardCondition(rank=Rank.ACE), 1, ScoringTrigger.PLAY)
        assert errors_of(win_conditions=(win,), card_scoring=(scoring,)) == []
        award = DoPhase((Award(1),))
        play = PlayPhase(target="discard", then=(Award(1),))
        assert errors_of(win_conditions=(win,), turn_structure=TurnStructure((play,))) == []
        assert "Score-based" not in "".join(
            errors_of(win_conditions=(win,), turn_structure=TurnStructure((award,)))
        )

    def test_2_the_best_hand_needs_patterns(self) -> None:
        errors = errors_of(win_conditions=(WinCondition("best_hand"),))
        assert "best_hand win condition requires" in errors[0]
        high_card = HandEvaluation(HandEvaluationMethod.HIGH_CARD)
        errors = errors_of(win_conditions=(WinCondition("best_hand"),), hand_evaluation=high_card)
        assert "best_hand win condition requires" in errors[0]

    def test_3_betting_needs_chips(self) -> None:
        errors = errors_of(
            setup=SetupRules(cards_per_player=5, starting_chips=0),
            turn_structure=TurnStructure(phases=(BettingPhase(min_bet=10),)),
        )
        assert "starting_chips > 0" in errors[0]

    def test_3_betting_inside_other_phases_counts(self) -> None:
        phases = (BlockPhase((BettingPhase(10),)),)
        errors = errors_of(turn_structure=TurnStructure(phases))
        assert "starting_chips > 0" in errors[0]

    def test_4_a_showdown_of_hands_needs_an_evaluation(self) -> None:
        setup = SetupRules(cards_per_player=5, starting_chips=100)
        for phase in (BettingPhase(10), ShowdownPhase()):
            errors = errors_of(setup=setup, turn_structure=TurnStructure((phase,)))
            assert "requires hand_evaluation" in errors[0]
        highest = BettingPhase(10, showdown_method=ShowdownMethod.HIGHEST_CARD)
        errors = errors_of(setup=setup, turn_structure=TurnStructure((highest,)))
        assert not any("hand_evaluation" in error for error in errors)

    def test_5_a_win_by_capture_needs_a_way_to_capture(self) -> None:
        errors = errors_of(win_conditions=(WinCondition("most_captured"),))
        assert "Capture win condition requires" in errors[0]

    def test_5_the_table_tricks_and_captures_are_ways(self) -> None:
        wins = (WinCondition("capture_all"),)
        table = SetupRules(cards_per_player=5, tableau_mode=TableauMode.WAR)
        to_table = TurnStructure((PlayPhase(target="tableau"),))
        assert errors_of(win_conditions=wins, setup=table, turn_structure=to_table) == []
        tricks = TurnStructure((TrickPhase(),), is_trick_based=True)
        assert errors_of(win_conditions=wins, turn_structure=tricks) == []
        line = CardPoints(CardCondition(rank=Rank.SEVEN), 7)
        captures = errors_of(
            win_conditions=wins,
            turn_structure=TurnStructure((CapturePhase((CaptureBy.EQUAL,), "values"),)),
            point_tables=(PointTable("values", "values", (line,)),),
        )
        assert captures == []

    def test_6_groups_must_fit_in_the_hand(self) -> None:
        pattern = HandPattern("Invalid", 50, required_count=5, same_rank_groups=(4, 3))
        evaluation = HandEvaluation(HandEvaluationMethod.PATTERN_MATCH, patterns=(pattern,))
        errors = errors_of(hand_evaluation=evaluation)
        assert "same_rank_groups sum (7) exceeds required_count (5)" in errors[0]

    def test_7_a_total_needs_a_value_for_every_rank(self) -> None:
        evaluation = HandEvaluation(
            HandEvaluationMethod.POINT_TOTAL, card_values=(CardValue(Rank.ACE, 11),)
        )
        errors = errors_of(hand_evaluation=evaluation)
        assert "missing" in errors[0]
        assert "2, 3, 4" in errors[0]

    def test_7_means_the_ranks_of_the_games_own_deck(self) -> None:
        evaluation = HandEvaluation(
            HandEvaluationMethod.POINT_TOTAL,
            card_values=(CardValue(Rank.ACE, 11), CardValue(Rank.KING, 4)),
        )
        deck = DeckSpec((CardBlock(tuple(Suit), (Rank.ACE, Rank.KING), copies=3),))
        setup = SetupRules(cards_per_player=5, initial_deck="custom")
        assert errors_of(hand_evaluation=evaluation, deck=deck, setup=setup) == []

    def test_their_problems_come_first_and_in_order(self) -> None:
        genome = minimal_genome(
            win_conditions=(WinCondition("best_hand"), WinCondition("high_score")),
            setup=SetupRules(cards_per_player=60),
            zones=(),
        )
        errors = GenomeValidator.validate(genome)
        assert "Score-based" in errors[0]
        assert "best_hand" in errors[1]
        assert len(errors) > 2


class TestTeams:
    def test_team_mode_needs_teams(self) -> None:
        errors = with_teams()
        assert any("requires teams to be defined" in error for error in errors)
        assert any("teams must be" in error.lower() for error in errors)

    def test_players_must_exist(self) -> None:
        for seat in (5, -1):
            errors = with_teams((0, seat), (1, 2))
            assert any("player" in e.lower() and "index" in e.lower() for e in errors)

    def test_nobody_plays_in_two_teams(self) -> None:
        assert any("duplicate" in error.lower() for error in with_teams((0, 1), (1, 2)))

    def test_everybody_has_a_team(self) -> None:
        errors = with_teams((0, 1), (2,))
        assert any("not all players" in e.lower() and "missing: 3" in e for e in errors)

    def test_there_are_at_least_two(self) -> None:
        assert any("at least 2" in error.lower() for error in with_teams((0, 1, 2, 3)))

    def test_teams_need_team_mode(self) -> None:
        assert with_teams((0, 2), (1, 3), team_mode=False)

    def test_sound_teams_are_not_mentioned(self) -> None:
        assert with_teams((0, 2), (1, 3)) == []
        assert with_teams(team_mode=False) == []

    def test_other_problems_of_a_team_game_do_not_mention_teams(self) -> None:
        genome = replace(auction_genome(), setup=SetupRules(cards_per_player=26))
        errors = GenomeValidator.validate(genome)
        assert errors
        assert not any("team" in error.lower() for error in errors)


class TestProblems:
    def test_a_problem_has_a_code_and_a_path(self) -> None:
        problem = errors_of(setup=SetupRules(cards_per_player=60))[0]
        assert isinstance(problem, Problem)
        assert problem.code == "deal-exceeds-deck"
        assert problem.path == "$.setup.cards_per_player"
        assert "120" in problem
        assert problem.endswith("at `$.setup.cards_per_player`")

    def test_a_problem_survives_pickling(self) -> None:
        problem = errors_of(max_turns=0)[0]
        assert isinstance(problem, Problem)
        again = pickle.loads(pickle.dumps(problem))
        assert (again, again.code, again.path) == (problem, problem.code, problem.path)

    def test_close_names_are_suggested(self) -> None:
        errors = errors_of(turn_structure=TurnStructure((PlayPhase(target="discrad"),)))
        assert any("did you mean `discard`?" in error for error in errors)


class TestChecked:
    def test_a_sound_genome_is_handed_back(self) -> None:
        genome = minimal_genome()
        assert checked(genome) is genome

    def test_an_unsound_one_raises_with_every_problem(self) -> None:
        genome = minimal_genome(player_count=0, win_conditions=())
        with pytest.raises(GenomeError) as caught:
            checked(genome)
        assert caught.value.problems == GenomeValidator.validate(genome)
        assert len(caught.value.problems) >= 2
        for problem in caught.value.problems:
            assert f"[{problem.code}] {problem}" in str(caught.value)

    def test_from_dict_validates(self) -> None:
        data = minimal_genome(player_count=4).to_dict()
        data["teams"] = [[0, 1]]
        with pytest.raises(GenomeError, match="teams-without-team-mode"):
            GameGenome.from_dict(data)


FIVE = cast(Any, "five")
NOTHING = cast(Any, None)


class TestPythonValuesOfTheWrongType:
    @pytest.mark.parametrize(
        ("changes", "path"),
        [
            ({"setup": None}, "$.setup"),
            ({"setup": SetupRules(cards_per_player=FIVE)}, "$.setup.cards_per_player"),
            ({"win_conditions": "empty_hand"}, "$.win_conditions"),
            ({"player_count": 2.5}, "$.player_count"),
            ({"team_mode": "yes"}, "$.team_mode"),
            (
                {"turn_structure": TurnStructure((PlayPhase(target=NOTHING),))},
                "$.turn_structure.phases[0].target",
            ),
            ({"special_effects": (1,)}, "$.special_effects[0]"),
            ({"teams": ((0, "one"),)}, "$.teams[0][1]"),
        ],
    )
    def test_are_problems_not_exceptions(self, changes: dict[str, Any], path: str) -> None:
        problems = GenomeValidator.validate(minimal_genome(**changes))
        assert [(p.code, p.path) for p in problems if isinstance(p, Problem)] == [
            ("wrong-type", path)
        ]
