"""The safety net is spoken of only where a game could reach it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.rulebook import generate_rulebook
from darwindeck.rulebook.sections.limits import most_turns
from darwindeck.rulebook.words import Words

BROKEN_OFF = "is broken off without a winner"


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("war", 1_000),
        ("hearts", 100 * (4 + 52)),
        ("spades", 100 * (4 + 52)),
        ("betting-war", 50 * (2 * (3 + 2) + 2)),
    ],
)
def test_games_whose_rules_limit_the_turns(game: str, turns: int) -> None:
    genome = get_genome(game)
    assert most_turns(Words(genome)) == turns
    assert BROKEN_OFF not in generate_rulebook(replace(genome, max_turns=turns + 1))
    assert BROKEN_OFF in generate_rulebook(replace(genome, max_turns=turns))


@pytest.mark.parametrize(
    "game",
    [
        "go-fish",  # turns go round until something happens
        "bridge",  # a deal that all pass is dealt again
        "president",  # equal players play another hand
        "cheat",
        "rummy",
    ],
)
def test_games_that_nothing_else_limits(game: str) -> None:
    genome = get_genome(game)
    assert most_turns(Words(genome)) is None
    assert BROKEN_OFF not in generate_rulebook(genome)
    assert BROKEN_OFF in generate_rulebook(replace(genome, max_turns=50))
