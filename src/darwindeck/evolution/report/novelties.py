"""What is new in a game, beside the game of the library that is most like it, in two sentences."""

from __future__ import annotations

from functools import cache

from darwindeck.evolution.novelty import Saying, library_sayings, said_in
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.compare import Book, Difference, compare_rulebooks

LEAST_WORDS = 6
MOST_WORDS = 45
"""A longer sentence is no short account of anything."""
SCORING, OF_SCORING = "Scoring", 2.0
"""What brings points sets a game apart more than anything else."""
TELLING = ("Play", "Scoring", "The end of the game", "Combinations")
"""Topics that say what a game is like; the deal and the order of the cards come after them."""


def novelties(genome: GameGenome, nearest: str) -> tuple[str, ...]:
    """Two sentences on what sets a game apart from its nearest relative.

    The first is the rule of its own that says most of what no game of the library says; the second
    the next of these, or what the relative has and it has not.
    """
    if nearest not in library_ids():
        return ()
    relative = fold_options(get_genome(nearest))
    comparison = compare_rulebooks(build_rulebook(relative), build_rulebook(genome))
    own: list[tuple[float, str]] = []
    gone: list[tuple[float, str]] = []
    for topic in comparison.topics:
        weight = 1.0 if topic.title in TELLING else 0.2
        for difference in topic.differences:
            is_gone = difference.book is Book.FIRST
            said = _said(difference, Book.FIRST if is_gone else Book.SECOND)
            if topic.title == SCORING and difference.book is Book.SECOND:
                said, weight = _as_sentence(said), OF_SCORING
            if not _is_whole(said):
                continue
            if is_gone:
                gone.append((weight * len(said.split()), said))
            else:
                own.append((weight * len(said_in(said) - _known()), said))
    called = relative.name or nearest
    firsts = [text for value, text in sorted(own, key=lambda item: -item[0]) if value > 0][:2]
    lasts = [text for _, text in sorted(gone, key=lambda item: -item[0])][:1]
    told = [f"Unlike {called}: {text}" for text in firsts[:1]]
    told += [f"Also new: {text}" for text in firsts[1:]]
    if len(told) < 2:
        told += [f"{called} has, and it has not: {text}" for text in lasts]
    return tuple(told[:2])


def _is_whole(text: str) -> bool:
    """Whether a sentence says something by itself: no head of a list, no mere entry of a table."""
    return text.endswith((".", "…")) and len(text.split()) >= LEAST_WORDS


def _as_sentence(row: str) -> str:
    """An entry of the table of scores as a sentence; anything else as it is."""
    label, colon, rest = row.partition(": ")
    who, semicolon, amount = rest.rpartition("; ")
    if not colon or not semicolon or row.endswith("."):
        return row
    return f"What counts for “{label}”: {who[:1].lower()}{who[1:]}, {amount}."


def _said(difference: Difference, book: Book) -> str:
    text = " ".join(difference.said_by(book).split())
    words = text.split()
    return text if len(words) <= MOST_WORDS else " ".join(words[:MOST_WORDS]) + " …"


@cache
def _known() -> Saying:
    """What any rulebook of the library says."""
    return frozenset().union(*(library_sayings(genome_id) for genome_id in library_ids()))
