"""Rulebooks are written from explicit fields, as the design documents ask."""

from __future__ import annotations

import pytest

from darwindeck.genome.examples import (
    create_hearts_genome,
    create_simple_poker_genome,
    create_war_genome,
    get_seed_genomes,
)
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook import generate_rulebook

GAMES = [pytest.param(genome, id=genome.genome_id) for genome in get_seed_genomes()]


def test_hearts_rulebook_includes_scoring() -> None:
    rulebook = generate_rulebook(create_hearts_genome()).lower()
    assert "1 point" in rulebook
    assert "heart" in rulebook
    assert "queen of spades" in rulebook
    assert "13 point" in rulebook


def test_poker_rulebook_describes_hands() -> None:
    rulebook = generate_rulebook(create_simple_poker_genome()).lower()
    assert "flush" in rulebook
    assert "same suit" in rulebook
    assert "straight" in rulebook
    assert "consecutive" in rulebook


def test_rulebook_no_implicit_assumptions() -> None:
    rulebook = generate_rulebook(create_war_genome()).lower()
    assert "point" not in rulebook or "capture" in rulebook
    assert "trump" not in rulebook
    assert "score" not in rulebook


@pytest.mark.parametrize("genome", GAMES)
def test_rulebook_states_every_card_score_and_pattern(genome: GameGenome) -> None:
    rulebook = generate_rulebook(genome)
    for rule in genome.card_scoring or ():
        assert str(rule.points) in rulebook
    if genome.hand_evaluation is not None:
        for pattern in genome.hand_evaluation.patterns:
            assert pattern.name.lower() in rulebook.lower()


@pytest.mark.parametrize("genome", GAMES)
def test_rulebook_is_the_same_every_time(genome: GameGenome) -> None:
    assert generate_rulebook(genome) == generate_rulebook(genome)


@pytest.mark.parametrize("genome", GAMES)
def test_rulebook_has_the_sections_a_player_expects(genome: GameGenome) -> None:
    rulebook = generate_rulebook(genome)
    headings = [line for line in rulebook.splitlines() if line.startswith("## ")]
    assert headings[0] == "## The game"
    assert headings[1] == "## Cards and deal"
    assert headings[-1] == "## Summary"
    assert "## The end of the game" in headings
    assert len(headings) == len(set(headings))
