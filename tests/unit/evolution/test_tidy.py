"""Tidying removes what nothing reads and changes nothing in play."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest

from darwindeck.evolution import generate_random_genome
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.checked import is_sound
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import (
    CardCondition,
    CardPoints,
    Counter,
    DoPhase,
    GameGenome,
    If,
    Let,
    NamedCards,
    Part,
    PointTable,
    RoleSpec,
    Set,
    SetTrump,
    TrickPhase,
    ZoneSpec,
)
from darwindeck.genome.tree import transform, walk
from darwindeck.genome.validator import GenomeValidator
from darwindeck.simulation import simulate_game

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
RANDOM_GENOMES = max(20, int(20 * SCALE))


def outcome(genome: GameGenome, games: int = 8) -> dict[str, Any]:
    """What came out of some seeded games, without the name of the game."""
    found = simulate_game(genome, games, seed=11, threads=1).to_dict()
    del found["genome_id"]
    return found


def without_phase(genome: GameGenome, name: str) -> GameGenome:
    """The game with one of its phases struck out."""
    structure = genome.turn_structure
    kept = tuple(phase for phase in structure.phases if phase.name != name)
    assert len(kept) < len(structure.phases)
    return replace(genome, turn_structure=replace(structure, phases=kept))


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_library_game_plays_the_same_when_it_is_tidied(genome_id: str) -> None:
    genome = get_genome(genome_id)
    tidied = tidy(genome)
    assert not tidied.options
    assert not GenomeValidator.validate(tidied)
    assert check_genome_completeness(tidied)
    assert outcome(tidied) == outcome(genome)


def test_random_games_play_the_same_when_they_are_tidied() -> None:
    for seed in range(RANDOM_GENOMES):
        genome = generate_random_genome(seed)
        tidied = tidy(genome)
        assert not GenomeValidator.validate(tidied), genome.genome_id
        assert outcome(tidied, 4) == outcome(genome, 4), genome.genome_id


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_tidy_game_is_left_as_it_is(genome_id: str) -> None:
    tidied = tidy(get_genome(genome_id))
    assert tidy(tidied) == tidied


def test_everything_that_nothing_reads_goes() -> None:
    hearts = tidy(get_genome("hearts"))
    cluttered = replace(
        hearts,
        zones=(*(hearts.zones or ()), ZoneSpec("attic", "attic")),
        roles=(RoleSpec("idler", "idler"),),
        counters=(Counter("dust", "dust"), Counter("grains", "grains")),
        lets=(Let("heap", "heap", "dust + 1"),),
        card_sets=(*hearts.card_sets, NamedCards("jacks", "jack", CardCondition(rank="J"))),
        point_tables=(PointTable("pips", "pips", (CardPoints(CardCondition(rank="J"), 1),)),),
        turn_structure=replace(
            hearts.turn_structure,
            phases=(
                DoPhase((Set("dust", "dust + 1"), If("true", (Set("grains", 3),)))),
                *hearts.turn_structure.phases,
            ),
        ),
    )
    assert tidy(cluttered) == hearts


def test_clauses_that_never_apply_go() -> None:
    spades = tidy(get_genome("spades"))
    assert spades.scoring_rules
    void = replace(spades.scoring_rules[0], when="1 > 2 and true")
    idle = replace(spades.scoring_rules[0], when="false")
    assert tidy(replace(spades, scoring_rules=(idle, *spades.scoring_rules))) == spades
    # what is false only on a second look is left alone: the text says nothing of it
    assert len(tidy(replace(spades, scoring_rules=(void,))).scoring_rules or ()) == 1


def test_nothing_of_an_auction_is_left_when_it_is_struck_out() -> None:
    rest = tidy(without_phase(tidy(get_genome("spades")), "bidding"))
    assert [counter.name for counter in rest.counters] == ["bags"]
    assert "bid" not in str(rest.scoring_rules)
    assert not GenomeValidator.validate(rest)


def test_nothing_of_a_naming_of_trumps_is_left_when_it_is_struck_out() -> None:
    rest = tidy(without_phase(tidy(get_genome("klaverjas")), "naming"))
    assert not rest.roles
    assert not any(ranking.trump for ranking in rest.rankings or ())
    assert all("maker" not in str(rule.who) for rule in rest.scoring_rules or ())


def test_the_zone_of_a_phase_goes_with_it() -> None:
    pidro = tidy(get_genome("pidro"))
    assert "thrown" in {zone.name for zone in pidro.zones or ()}
    rest = tidy(without_phase(pidro, "discarding"))
    assert "thrown" not in {zone.name for zone in rest.zones or ()}
    assert not GenomeValidator.validate(rest)


def test_a_choice_between_actions_that_is_settled_becomes_its_actions() -> None:
    briscola = tidy(get_genome("briscola"))
    (trump,) = (a for a in briscola.setup.after_deal if isinstance(a, SetTrump))
    wrapped = replace(
        briscola.setup,
        after_deal=tuple(If("true", (a,)) if a == trump else a for a in briscola.setup.after_deal),
    )
    assert tidy(replace(briscola, setup=wrapped)) == briscola


def test_nobody_asks_who_is_still_in_where_nobody_leaves() -> None:
    plain = tidy(get_genome("whist"))

    def led_by_who_is_in(part: Part) -> Part:
        return (
            replace(part, leader="next(dealer, active)") if isinstance(part, TrickPhase) else part
        )

    asking = transform(plain, led_by_who_is_in)
    assert asking != plain
    (phase,) = (part for _, part in walk(tidy(asking)) if isinstance(part, TrickPhase))
    assert phase.leader == "left(dealer)"
    # Where somebody may sit out it is asked as before.
    euchre = tidy(get_genome("euchre"))
    assert any(
        "active" in str(part.leader) for _, part in walk(euchre) if isinstance(part, TrickPhase)
    )


@pytest.mark.parametrize("name", library_ids())
def test_a_tidy_game_of_the_library_is_sound(name: str) -> None:
    assert is_sound(tidy(fold_options(get_genome(name))))
