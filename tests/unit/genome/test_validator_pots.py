"""Pots by name, and pots that are parted: what makes no sense of them is said where it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from darwindeck import get_genome
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import (
    Change,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    HandPart,
    HandPattern,
    Pay,
    PotShare,
    Stake,
)
from darwindeck.genome.tree import at, put
from darwindeck.genome.validation import problems_of

POT = ("counters", 0)
STAKES = ("turn_structure", "phases", 0, "actions")


def michigan(**fields: Any) -> GameGenome:
    """Michigan with another pool on the ace of hearts."""
    genome = get_genome("michigan")
    return put(genome, POT, replace(genome.counters[0], **fields))


def codes(genome: GameGenome) -> set[tuple[str, str]]:
    return {(problem.code, problem.path) for problem in problems_of(genome)}


@pytest.mark.parametrize(("field", "value"), [("low", -1), ("scope", "seat"), ("flag", True)])
def test_a_pot_is_a_number_of_chips_of_the_table(field: str, value: Any) -> None:
    assert ("contradicting-pot", f"$.counters[0].{field}") in codes(michigan(**{field: value}))


def test_only_counters_that_say_so_are_pots() -> None:
    found = codes(michigan(pot=False))
    assert ("contradicting-pot", "$.turn_structure.phases[0].actions[0].pot") in found
    assert ("contradicting-pot", "$.special_effects[0].do[0].pot") in found


def test_nothing_else_changes_a_pot() -> None:
    changing = (*at(get_genome("michigan"), STAKES), Change("on_ace", 1))
    found = codes(put(get_genome("michigan"), STAKES, changing))
    assert ("contradicting-pot", "$.turn_structure.phases[0].actions[8].counter") in found


def test_chips_in_a_pot_by_name_are_nobodys_stake() -> None:
    first = ("turn_structure", "phases", 0, "actions", 0)
    found = codes(put(get_genome("michigan"), first, Stake(1, "each", dead=True, pot="on_ace")))
    assert ("contradicting-pot", "$.turn_structure.phases[0].actions[0].dead") in found


def test_what_is_put_into_a_pot_goes_to_somebody() -> None:
    genome = get_genome("michigan")
    effects = tuple(e for e in genome.special_effects if Pay("turn", "on_ace") not in e.do)
    found = codes(replace(genome, special_effects=effects))
    assert ("pot-never-decided", "$.turn_structure.phases[0].actions[0].pot") in found


def test_there_must_be_chips_to_be_paid() -> None:
    genome = get_genome("michigan")
    found = codes(put(genome, ("setup", "starting_chips"), 0))
    assert ("chips-missing", "$.special_effects[0].do[0]") in found


# --- parted pots


def evaluation(**fields: Any) -> GameGenome:
    genome = get_genome("omaha-hi-lo")
    assert genome.hand_evaluation is not None
    return replace(genome, hand_evaluation=replace(genome.hand_evaluation, **fields))


def share(**fields: Any) -> GameGenome:
    genome = get_genome("omaha-hi-lo")
    assert genome.hand_evaluation is not None
    return evaluation(shares=(replace(genome.hand_evaluation.shares[0], **fields),))


AT = "$.hand_evaluation.shares[0]"


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"label": ""}, "bad-name", "label"),
        ({"patterns": ("hand of low cards",) * 2}, "duplicate-name", "patterns[1]"),
        ({"ranks": ("A", "2", "A")}, "duplicate-name", "ranks[2]"),
        ({"parts": (HandPart("hand"), HandPart("hand"))}, "same-cards-twice", "parts[1].zone"),
    ],
)
def test_a_share_makes_sense(fields: dict[str, Any], code: str, path: str) -> None:
    assert (code, f"{AT}.{path}") in codes(share(**fields))


def test_the_lowest_of_hands_is_one_of_as_many_cards() -> None:
    genome = get_genome("omaha-hi-lo")
    small = HandPattern("small", 2, required_count=4, same_rank_groups=(4,))
    found = share(patterns=("hand of low cards", "small"))
    found = replace(found, patterns=(*genome.patterns, small))
    assert ("contradicting-evaluation", f"{AT}.lowest") in codes(found)


def test_at_most_four_shares() -> None:
    shares = tuple(PotShare(f"hand {n}") for n in range(5))
    assert ("too-large", "$.hand_evaluation.shares") in codes(evaluation(shares=shares))


def test_a_share_is_for_a_showdown() -> None:
    war = get_genome("betting-war")
    genome = replace(
        war,
        hand_evaluation=HandEvaluation(
            HandEvaluationMethod.HIGH_CARD, shares=(PotShare("low hand"),)
        ),
    )
    found = codes(genome)
    assert ("contradicting-evaluation", "$.hand_evaluation.shares") in found
    assert ("contradicting-evaluation", f"{AT}.patterns") in found


def test_the_library_has_no_such_problem() -> None:
    for name in ("michigan", "pope-joan", "omaha-hi-lo", "razz", "seven-card-stud-hi-lo"):
        try:
            assert not codes(get_genome(name))
        except GenomeError as error:
            pytest.fail(str(error))
