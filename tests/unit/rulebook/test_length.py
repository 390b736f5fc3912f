"""Books are short, end with a card, and never print the program."""

from __future__ import annotations

import re

import pytest

from darwindeck.genome.examples import get_seed_genomes
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook import build_rulebook, generate_rulebook
from darwindeck.rulebook.document import of_section, plain

MOST_WORDS = 2_500
LONG = {"baloot": 4_200, "canasta": 2_500, "bridge": 2_500}
"""Games whose rules are long in every book there is."""
CARD = 150

BANNED = {
    "a number that is set": r"\b(is|are) now\b",
    "a role that is given": r"\bbecomes? the (?!new\b)",
    "one more of something": r"\bthat is one more\b",
    "a number that grows": r"\b(grow|grows) by\b",
    "a counter": r"\bcounter\b(?!s)",
}

every_game = pytest.mark.parametrize("genome", get_seed_genomes(), ids=lambda g: g.genome_id)


@every_game
def test_no_book_is_longer_than_a_family_reads(genome: GameGenome) -> None:
    assert len(generate_rulebook(genome).split()) <= LONG.get(genome.genome_id, MOST_WORDS)


@every_game
def test_the_summary_is_a_card(genome: GameGenome) -> None:
    (card,) = [s for s in build_rulebook(genome).sections if s.title == "Summary"]
    words = [word for sentence in of_section(card) for word in plain(sentence.text).split()]
    assert 0 < len(words) <= CARD


@every_game
def test_no_sentence_prints_the_program(genome: GameGenome) -> None:
    text = generate_rulebook(genome)
    found = {name: re.findall(pattern, text) for name, pattern in BANNED.items()}
    assert not any(found.values()), found
