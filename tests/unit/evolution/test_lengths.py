"""Matches that are made longer or shorter."""

from __future__ import annotations

import pytest

from darwindeck.evolution.making.lengths import LEAST_TARGET, with_length
from darwindeck.evolution.making.random_genomes import generate_random_genome
from darwindeck.genome.checked import is_sound
from darwindeck.genome.examples import get_genome
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.document import plain, statements


def test_the_score_to_reach_and_what_speaks_of_it_shrink() -> None:
    shorter = with_length(get_genome("spades"), 0.4)
    assert shorter is not None
    assert is_sound(shorter)
    (win,) = shorter.win_conditions
    assert win.threshold == 200
    assert "score >= 200" in str(win.when)


def test_the_number_of_hands_and_what_speaks_of_it_grow() -> None:
    genome = generate_random_genome(10)
    longer = with_length(genome, 1.5)
    assert longer is not None
    assert is_sound(longer)
    book = " ".join(plain(said.text) for said in statements(build_rulebook(longer)))
    assert "after the ninth hand" in book
    assert "sixth" not in book


@pytest.mark.parametrize("name", ["go-fish", "durak", "war"])
def test_a_single_hand_is_as_long_as_it_is(name: str) -> None:
    assert with_length(get_genome(name), 2.0) is None


def test_a_score_to_reach_stays_one() -> None:
    scopa = get_genome("scopa")
    assert scopa.win_conditions[0].threshold == 11
    shorter = with_length(scopa, 0.01)
    assert shorter is not None
    assert shorter.win_conditions[0].threshold == LEAST_TARGET
