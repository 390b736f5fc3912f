"""Options: choosing a reading, and working it into the rules."""

from __future__ import annotations

import pytest

from darwindeck.genome.expressions.simplify import simplified
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import (
    CardCondition,
    CardScoringRule,
    GameGenome,
    Option,
    OptionChoice,
    PlayPhase,
    ScoringRule,
    ScoringTrigger,
    Setting,
    TurnStructure,
)
from tests.support.genomes import minimal_genome


def genome_with_options() -> GameGenome:
    return minimal_genome(
        player_count=4,
        options=(
            Option(
                "players",
                "number of players",
                (
                    OptionChoice("four", "four play"),
                    OptionChoice("three", "three play", (Setting("/player_count", "3"),)),
                ),
                "four",
            ),
            Option(
                "bonus",
                "bonus",
                (OptionChoice("small", "10 points"), OptionChoice("large", "50 points")),
                "small",
            ),
        ),
        turn_structure=TurnStructure(
            phases=(PlayPhase(target="discard", when="bonus == large and hand_size > 1"),)
        ),
        scoring_rules=(ScoringRule("if(bonus == large, 50, 10)", when="players != four"),),
        card_scoring=(CardScoringRule(CardCondition(), 1, ScoringTrigger.PLAY),),
    )


def test_a_choice_changes_the_fields_it_sets() -> None:
    genome = apply_options(genome_with_options(), {"players": "three"})
    assert genome.player_count == 3
    assert genome.options[0].value == "three"
    assert genome.options[1].value == "small"


def test_no_choice_leaves_the_genome_as_it_is() -> None:
    genome = genome_with_options()
    assert apply_options(genome, {}) is genome


def test_folding_works_comparisons_with_options_out() -> None:
    small = fold_options(genome_with_options())
    assert small.scoring_rules is not None
    assert small.scoring_rules[0].amount == 10
    assert small.scoring_rules[0].when == "false"
    assert small.turn_structure.phases[0].when == "false"
    chosen = {"bonus": "large", "players": "three"}
    large = fold_options(apply_options(genome_with_options(), chosen))
    assert large.scoring_rules is not None
    assert large.scoring_rules[0].amount == 50
    assert large.scoring_rules[0].when == "true"
    assert large.turn_structure.phases[0].when == "hand_size > 1"


@pytest.mark.parametrize(
    ("chosen", "code", "says"),
    [
        ({"player": "three"}, "unknown-option", "did you mean `players`?"),
        ({"players": "tree"}, "unknown-choice", "did you mean `three`?"),
    ],
)
def test_an_unknown_choice_is_refused_with_a_hint(
    chosen: dict[str, str], code: str, says: str
) -> None:
    with pytest.raises(GenomeError, match="problem") as caught:
        apply_options(genome_with_options(), chosen)
    (problem,) = caught.value.problems
    assert problem.code == code
    assert says in problem


@pytest.mark.parametrize(
    "pointer",
    [
        "/nowhere/else",
        "/nowhere",
        "/teams/5",
        "/teams/x",
        "/player_count/0",
        "/win_conditions/-1/threshold",
        "/win_conditions/ 0/threshold",
        "/win_conditions/00/threshold",
        "/options",
        "/options/0/name",
        "/genome_id",
        "/$schema",
        "",
        "player_count",
    ],
)
def test_a_setting_must_point_to_a_place_that_exists(pointer: str) -> None:
    genome = minimal_genome(
        options=(
            Option(
                "o",
                "o",
                (OptionChoice("a", "a"), OptionChoice("b", "b", (Setting(pointer, "1"),))),
                "a",
            ),
        )
    )
    with pytest.raises(GenomeError) as caught:
        apply_options(genome, {"o": "b"})
    assert caught.value.problems[0].code == "bad-pointer"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1 + 2 * 3", "7"),
        ("not not a", "a"),
        ("not a < b", "a >= b"),
        ("a and true or false", "a"),
        ("a and false", "false"),
        ("if(1 < 2, a, b)", "a"),
        ("if(a, b, b)", "b"),
        ("-(2 + 1) + x", "-3 + x"),
        ("not a and not b", "not a and not b"),
        ("min(1 + 1, a)", "min(2, a)"),
        ("((", "(("),
    ],
)
def test_simplifying_keeps_the_meaning(before: str, after: str) -> None:
    assert simplified(before) == after
