"""Books are short, end with a card, and never print the program."""

from __future__ import annotations

from functools import cache

import pytest

from darwindeck.genome.examples import get_genome, library_ids
from tools.books import LONG, MOST_ON_A_CARD, MOST_WORDS, Count, count


@cache
def counted(name: str) -> Count:
    return count(get_genome(name))


every_game = pytest.mark.parametrize("name", library_ids())


@every_game
def test_no_book_is_longer_than_a_family_reads(name: str) -> None:
    assert counted(name).words <= LONG.get(name, MOST_WORDS)


@every_game
def test_the_summary_is_a_card(name: str) -> None:
    assert 0 < counted(name).card <= MOST_ON_A_CARD


@every_game
def test_no_sentence_prints_the_program(name: str) -> None:
    assert not any(counted(name).banned.values()), counted(name).banned
