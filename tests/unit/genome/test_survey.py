"""One walk over a genome: parts, expressions and names, each with its place."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.genome.limits import MAX_NESTING, MAX_PARTS
from darwindeck.genome.problems import path_text
from darwindeck.genome.schema import (
    BlockPhase,
    Call,
    CardCondition,
    DoPhase,
    DrawPhase,
    If,
    Moment,
    Phase,
    PlayPhase,
    ScoringRule,
    Set,
    SpecialEffect,
    TrickPhase,
    TurnStructure,
    WinCondition,
)
from darwindeck.genome.survey import ExprUse, survey
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import auction_genome, melding_genome, put


def uses(genome: Any) -> dict[str, ExprUse]:
    return {path_text(use.path): use for use in survey(genome).expressions}


class TestParts:
    def test_every_part_is_found_with_its_path(self) -> None:
        found = survey(auction_genome())
        assert found.complete
        assert [path_text(path) for path, _ in found.all(TrickPhase)] == [
            "$.turn_structure.phases[1]"
        ]
        assert [call.name for _, call in found.all(Call)] == ["pass_by", "bid"]
        assert len(list(found.all(Phase))) == 2
        assert found.has(TrickPhase, DrawPhase)
        assert not found.has(DrawPhase)

    def test_what_is_inside_a_part(self) -> None:
        found = survey(auction_genome())
        inside = [type(part).__name__ for _, part in found.beneath(("turn_structure",))]
        assert inside[:4] == ["TurnStructure", "CallPhase", "Call", "Call"]
        assert "SetupRules" not in inside


class TestPlaces:
    def test_a_trick_exists_only_during_trick_play(self) -> None:
        genome = auction_genome()
        found = uses(put(genome, "turn_structure.phases.1.when", "hand_number > 0"))
        assert "trick" in found["$.turn_structure.phases[1].lead[0].when"].place
        assert "trick" in found["$.turn_structure.phases[1].next_leader"].place
        assert "trick" not in found["$.turn_structure.phases[1].leader"].place
        assert "trick" not in found["$.turn_structure.phases[1].when"].place
        assert "trick" not in found["$.turn_structure.phases[0].close"].place
        assert "trick" not in found["$.scoring_rules[0].amount"].place

    def test_calls_exist_in_their_phase(self) -> None:
        found = uses(auction_genome())
        assert "calls" in found["$.turn_structure.phases[0].close"].place
        assert "calls" in found["$.turn_structure.phases[0].calls[1].key"].place
        assert "calls" not in found["$.turn_structure.phases[1].lead[0].when"].place

    def test_what_a_call_names_exists_in_it_and_afterwards(self) -> None:
        genome = put(auction_genome(), "setup.after_deal", (Set("contract", "1 + 1"),))
        found = uses(genome)
        assert "choice:level" not in found["$.setup.after_deal[0].to"].place
        assert "choice:level" in found["$.turn_structure.phases[0].calls[1].key"].place
        assert "choice:level" in found["$.turn_structure.phases[0].close"].place
        assert "choice:level" in found["$.turn_structure.phases[1].lead[0].when"].place
        assert "choice:level" in found["$.scoring_rules[0].amount"].place

    @pytest.mark.parametrize(
        ("moment", "trick", "turn"),
        [
            (Moment.LED, True, True),
            (Moment.TRICK_END, True, True),
            (Moment.DRAWN, False, True),
            (Moment.DEALT, False, False),
            (Moment.HAND_END, False, False),
        ],
    )
    def test_a_moment_decides_what_an_effect_may_read(
        self, moment: Moment, trick: bool, turn: bool
    ) -> None:
        effect = SpecialEffect(CardCondition(), moment, (Set("x", "1 + 1"),))
        rule = ScoringRule("1 + 1", moment=moment)
        found = uses(minimal_genome(special_effects=(effect,), scoring_rules=(rule,)))
        for path in ("$.special_effects[0].do[0].to", "$.scoring_rules[0].amount"):
            assert ("trick" in found[path].place) == trick
            assert ("turn" in found[path].place) == turn

    def test_the_end_of_a_game_is_judged_for_nobody(self) -> None:
        win = WinCondition("custom", when="score > 1", value="score")
        found = uses(minimal_genome(win_conditions=(win,)))
        assert "subject" not in found["$.win_conditions[0].when"].place
        assert "subject" in found["$.win_conditions[0].value"].place

    def test_defaults_that_name_a_zone_are_looked_at(self) -> None:
        found = uses(melding_genome())
        assert found["$.turn_structure.phases[0].phases[1].target"].expr == "melds"


class TestBounds:
    def test_too_many_parts_are_not_walked(self) -> None:
        phases = tuple(PlayPhase("discard") for _ in range(MAX_PARTS + 1))
        found = survey(minimal_genome(turn_structure=TurnStructure(phases)))
        assert not found.complete
        assert [problem.code for problem in found.problems] == ["too-large"]

    def test_too_much_text_is_not_walked(self) -> None:
        action = Set("x", " + ".join(["1"] * 200))
        phases = tuple(DoPhase((action,) * 10) for _ in range(100))
        found = survey(minimal_genome(turn_structure=TurnStructure(phases)))
        assert [problem.code for problem in found.problems] == ["too-large"]

    @pytest.mark.parametrize("levels", [MAX_NESTING, 400])
    def test_deep_nesting_is_not_walked(self, levels: int) -> None:
        phase: Phase = PlayPhase("discard")
        for _ in range(levels):
            phase = BlockPhase((phase,))
        found = survey(minimal_genome(turn_structure=TurnStructure((phase,))))
        assert {problem.code for problem in found.problems} == {"nested-too-deep"}

    def test_actions_nest_too(self) -> None:
        action: Any = Set("x", 1)
        for _ in range(100):
            action = If("true", (action,))
        found = survey(minimal_genome(turn_structure=TurnStructure((DoPhase((action,)),))))
        assert {problem.code for problem in found.problems} == {"nested-too-deep"}
