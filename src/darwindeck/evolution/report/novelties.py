"""What is new in a game, beside the game of the library that is most like it, in two sentences."""

from __future__ import annotations

import math
import re
from functools import cache

from darwindeck.evolution.ideas import DETAILS, ideas_of, library_ideas
from darwindeck.evolution.novelty import Saying, library_sayings, said_in
from darwindeck.genome.options import fold_options
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.compare import PLAY, Book, Difference, compare_rulebooks
from darwindeck.rulebook.document import (
    COMBINATIONS,
    ENDING,
    SCORING,
    Rulebook,
    plain,
    statements,
)

LOSES = "loses "
"""How an amount begins that has a verb of its own."""
LEAST_WORDS, MOST_WORDS = 6, 32
"""A shorter sentence says little, and a longer one is no short account of anything."""
ENDS = (SCORING, ENDING)
"""What players are after; everything else is how they go about it."""
TELLING = (PLAY, *ENDS, COMBINATIONS)
"""Topics that say what a game is like; the deal and the order of the cards come after them."""
BEGINNINGS = frozenset({"deck", "match", "player_count", "card_sets", "max_turns"})
EDGES = frozenset(
    {"until", "first", "to", "when_empty", "none_open", "pass_if_unable", "close", "leader"}
)
"""Clauses that say what a game is played with, and fields that see to its edges or to whose turn it
is: what only these say sets no game apart."""
KEPT = frozenset({"roles", "counters"})
DONE = frozenset({"do", "then", "otherwise"})
"""Things that are only kept, and lists of what is done when something was chosen: a sentence about
these alone does not say what players may do."""
CONDITIONS = ("If ", "As long as ", "Otherwise, ", "When ")
"""How a sentence begins that says of some cases only what it says."""
POINTING = re.compile(
    r"(You may do this|The same|This|That|These|They|Then|It)\b|.*(last column|at the same time)"
)
"""A sentence that nobody understands without the one before it, or the table under it."""
BESIDE = 0.05
"""What these count, and what stands under other topics: they are told if there is nothing else."""
AN_IDEA = 4
"""What is said about an idea that the nearest has not counts so many times other things."""
UNHEARD = 3
"""What no game of the library says counts so many times what the nearest does not say."""


def novelties(genome: GameGenome, nearest: str) -> tuple[str, ...]:
    """Two sentences on what sets a game apart from its nearest relative.

    The first is the rule of its own that says most of what the relative does not say, and best of
    all what no game of the library says; the second
    the next of these, if possible of what players are after where the first is of how they go about
    it, or the other way round; or what the relative has and it has not.
    """
    if nearest not in library_ids():
        return ()
    relative = fold_options(get_genome(nearest))
    ours, theirs = build_rulebook(relative), build_rulebook(genome)
    comparison = compare_rulebooks(ours, theirs)
    beside = _beside(ours) | _beside(theirs)
    effects = _of_effects(theirs)
    sums = _of_whole_lists(ours) | _of_whole_lists(theirs)
    new_ideas = _of_ideas(theirs, genome, nearest)
    own: list[tuple[float, bool, str]] = []
    gone: list[tuple[float, str]] = []
    for topic in comparison.topics:
        for difference in topic.differences:
            is_gone = difference.book is Book.FIRST
            whole = said = _said(difference, Book.FIRST if is_gone else Book.SECOND)
            if topic.title == SCORING and difference.book is Book.SECOND:
                said = _as_sentence(said)
            if not _is_whole(said) or said in sums:
                continue
            weight = 1.0 if topic.title in TELLING else BESIDE
            conditional = said.startswith(CONDITIONS) and said not in effects
            weight *= BESIDE if said in beside or conditional else 1.0
            if is_gone:
                gone.append((weight * len(said.split()), said))
            else:
                unlike = len(said_in(said) - library_sayings(nearest))
                unheard = len(said_in(said) - _known())
                new = (unlike + UNHEARD * unheard) / math.sqrt(len(said.split()))
                new *= AN_IDEA if said in new_ideas or whole in new_ideas else 1.0
                own.append((weight * new, topic.title in ENDS, said))
    called = relative.name or nearest
    firsts = sorted((item for item in own if item[0] > 0), key=lambda item: -item[0])
    if firsts:
        kind = firsts[0][1]
        firsts[1:] = sorted(firsts[1:], key=lambda item: -item[0] * (1 + (item[1] is not kind)))[:1]
    lasts = [text for _, text in sorted(gone, key=lambda item: -item[0])][:1]
    told = [f"Unlike {called}: {text}" for *_, text in firsts[:1]]
    told += [f"Also new: {text}" for *_, text in firsts[1:]]
    if len(told) < 2:
        told += [f"{called} has, and it has not: {text}" for text in lasts]
    return tuple(told[:2])


def _beside(book: Rulebook) -> set[str]:
    """The sentences of a book that only see to its edges, or say what it is played with."""
    return {
        " ".join(plain(said.text).split())
        for said in statements(book)
        if any(path[-1] in EDGES for path in said.sources)
        or all(path[0] in BEGINNINGS or path[:2] == ("setup", "deal") for path in said.sources)
        or all(_is_a_consequence(path) for path in said.sources)
        or all(path[0] == "win_conditions" for path in said.sources)
    }


def _is_a_consequence(path: Path) -> bool:
    """Whether a clause is what follows from a choice; what cards do is their own."""
    if path[0] in KEPT:
        return True
    return path[0] != "special_effects" and not DONE.isdisjoint(path)


def _of_effects(book: Rulebook) -> set[str]:
    """The sentences of a book that say what cards do when they are played."""
    return {
        " ".join(plain(said.text).split())
        for said in statements(book)
        if any(path[0] == "special_effects" and "do" in path for path in said.sources)
    }


def _of_ideas(book: Rulebook, genome: GameGenome, nearest: str) -> set[str]:
    """The sentences of a book about ideas that the nearest game has not."""
    ideas = ideas_of(genome)
    new = ideas.keys() - library_ideas()[nearest] - DETAILS
    paths = {path for idea in new for path in ideas[idea]}
    return {
        " ".join(plain(said.text).split())
        for said in statements(book)
        if any(own[: len(path)] == path for own in said.sources for path in paths)
    }


def _of_whole_lists(book: Rulebook) -> set[str]:
    """The sentences of a book that speak of a whole list of rules: they add up what others say."""
    return {
        " ".join(plain(said.text).split())
        for said in statements(book)
        if said.sources and all(len(path) == 1 for path in said.sources)
    }


def _is_whole(text: str) -> bool:
    """Whether a sentence says something by itself: no head of a list, no mere entry of a table."""
    if POINTING.match(text):
        return False
    return text.endswith(".") and LEAST_WORDS <= len(text.split()) <= MOST_WORDS


def _as_sentence(row: str) -> str:
    """An entry of the table of scores as a sentence; anything else as it is."""
    label, colon, rest = row.partition(": ")
    who, semicolon, amount = rest.rpartition("; ")
    if not colon or not semicolon or row.endswith("."):
        return row
    comma = "," if ", " in who else ""
    verb = "" if amount.startswith(LOSES) else "scores "
    return f"{who}{comma} {verb}{amount} ({label[:1].lower()}{label[1:]})."


def _said(difference: Difference, book: Book) -> str:
    return " ".join(difference.said_by(book).split())


@cache
def _known() -> Saying:
    """What any rulebook of the library says."""
    return frozenset().union(*(library_sayings(genome_id) for genome_id in library_ids()))
