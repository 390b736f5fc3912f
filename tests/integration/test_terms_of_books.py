"""A term that a book uses is explained before it is used, and a term that it explains is used."""

from __future__ import annotations

import os

import pytest

from darwindeck.evolution.making.operators import create_default_pipeline
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.rulebook import generate_rulebook
from tests.support.book_terms import blocks, terms

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
CHILDREN = max(12, round(12 * SCALE))


def faults(text: str) -> list[str]:
    lines = blocks(text)
    found = []
    for term in terms(text):
        early = [lines[at] for at in term.used if at < term.explained]
        found += [f"'{term.name}' is used before it is explained: {line}" for line in early[:1]]
        if not term.used:
            found.append(f"'{term.name}' is explained and never used")
    return found


@pytest.mark.parametrize("name", library_ids())
def test_terms_of_the_library(name: str) -> None:
    assert faults(generate_rulebook(get_genome(name))) == []


def test_the_library_explains_terms() -> None:
    """The reader finds them: most games have some."""
    found = {name: len(terms(generate_rulebook(get_genome(name)))) for name in library_ids()}
    assert sum(found.values()) > 40


@pytest.mark.parametrize("number", range(CHILDREN))
def test_terms_of_bred_games(number: int) -> None:
    names = library_ids()
    child = get_genome(names[number * len(names) // CHILDREN])
    pipeline = create_default_pipeline()
    for step in range(3):
        child = pipeline.mutate(child, seed=5_000 + number * 3 + step)
    assert faults(generate_rulebook(child)) == []


SLIPS = [
    ("The deal: a **wild card** is a joker.\n\n", "explained and never used"),
    ("Wild cards are good.\n\nA **wild card** is a joker.\n", "used before"),
]


@pytest.mark.parametrize(("text", "fault"), SLIPS)
def test_slips_are_found(text: str, fault: str) -> None:
    book = f"# X\n\n## Cards and deal\n\n{text}"
    assert [found for found in faults(book.replace("a **wild", "A **wild")) if fault in found]
