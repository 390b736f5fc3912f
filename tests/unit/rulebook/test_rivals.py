"""That players may be equal in the end is said only where they may be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import GameGenome, TrickPhase
from darwindeck.genome.tree import walk
from darwindeck.rulebook import generate_rulebook
from darwindeck.rulebook.sections.rivals import counted_one_by_one, first_to_come, one_scores
from darwindeck.rulebook.words import Words

DRAWN = "equal, the game is a draw."


@pytest.mark.parametrize("game", ["briscola", "euchre", "sueca", "tute", "whist"])
def test_where_one_side_alone_scores_both_never_have_enough(game: str) -> None:
    assert one_scores(Words(get_genome(game)))
    assert DRAWN not in generate_rulebook(get_genome(game))


@pytest.mark.parametrize("game", ["guinote", "belote", "klaverjas", "bezique", "hearts", "spades"])
def test_where_both_may_score_in_a_hand_both_may_be_equal(game: str) -> None:
    assert not one_scores(Words(get_genome(game)))


def scoring(genome: GameGenome, when: str = "true", amount: str | int | None = None) -> GameGenome:
    """The game with another condition, or another amount, of its first scoring rule."""
    first, *rest = genome.scoring_rules or ()
    other = replace(first, when=when, amount=first.amount if amount is None else amount)
    return replace(genome, scoring_rules=(other, *rest))


def test_what_both_can_have_decides() -> None:
    whist, sueca, euchre = get_genome("whist"), get_genome("sueca"), get_genome("euchre")
    assert DRAWN in generate_rulebook(scoring(whist, amount="max(0, tricks - 5)"))
    assert DRAWN in generate_rulebook(scoring(sueca, when="made > 50"))
    assert DRAWN in generate_rulebook(scoring(euchre, when="tricks >= 2 and tricks < 5"))
    phase = next(part for _, part in walk(euchre) if isinstance(part, TrickPhase))
    longer = replace(
        euchre.turn_structure,
        phases=tuple(
            replace(phase, until="tricks_played == 6") if part == phase else part
            for part in euchre.turn_structure.phases
        ),
    )
    assert DRAWN in generate_rulebook(replace(euchre, turn_structure=longer))


@pytest.mark.parametrize("game", ["cribbage", "noddy", "twenty-five"])
def test_where_points_come_to_one_player_at_a_time_one_has_enough_first(game: str) -> None:
    genome = get_genome(game)
    assert first_to_come(Words(genome))
    assert "equal, " not in generate_rulebook(genome).partition("## The end of the game")[2]


@pytest.mark.parametrize("game", ["all-fours", "jass", "mus"])
def test_where_no_rule_pays_several_one_is_ahead(game: str) -> None:
    genome = get_genome(game)
    assert counted_one_by_one(Words(genome))
    assert "equal, the game is" not in generate_rulebook(genome)
    first, *rest = genome.scoring_rules or ()
    both = replace(genome, scoring_rules=(replace(first, who="each", amount=1), *rest))
    assert not counted_one_by_one(Words(both))
    assert DRAWN in generate_rulebook(both)


def test_a_rule_that_pays_all_may_leave_them_equal() -> None:
    assert not counted_one_by_one(Words(get_genome("imperial")))
    assert DRAWN in generate_rulebook(get_genome("imperial"))


def test_a_limit_of_hands_may_leave_them_equal() -> None:
    euchre = get_genome("euchre")
    assert euchre.match is not None
    assert DRAWN in generate_rulebook(replace(euchre, match=replace(euchre.match, hands=12)))
