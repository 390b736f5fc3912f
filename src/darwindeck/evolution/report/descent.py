"""What a game descends from, and what each step changed, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from darwindeck.english import capitalised, join
from darwindeck.evolution.runs.records import LIBRARY_ORIGIN, RANDOM_ORIGIN, StoredGame
from darwindeck.evolution.runs.store import RunStore
from darwindeck.library import get_genome, library_ids
from darwindeck.rulebook import Rulebook, build_rulebook
from darwindeck.rulebook.compare import Book, Difference, compare_rulebooks

MOST_STEPS = 200
"""Ancestors beyond this many are left out."""
MOST_ROOTS = 3
SMALL_ROOT = 0.04
"""A smaller share in the descent is not named."""


@dataclass(frozen=True)
class Step:
    """One game of a line of descent and what made it."""

    game: StoredGame
    parents: tuple[str, ...]
    """Their keys, as far as they are shown."""
    story: str
    """How it came about, as a sentence without a stop."""
    changes: tuple[Difference, ...] = ()
    """How its rules differ from those of its first parent."""


def ancestry(store: RunStore, key: str, rules: bool = False) -> list[Step]:
    """The game and all it descends from, children before parents; with `rules`, what changed."""
    games = {game.key: game for game in store.games()}
    if key not in games:
        return []
    found = {key: games[key]}
    waiting = [key]
    while waiting and len(found) < MOST_STEPS:
        for parent in games[waiting.pop(0)].parents:
            if parent in games and parent not in found:
                found[parent] = games[parent]
                waiting.append(parent)
    first, *rest = found.values()
    ordered = [first, *sorted(rest, key=lambda game: (-game.generation, -game.slot, game.key))]
    books = {key: build_rulebook(game.genome()) for key, game in found.items()} if rules else {}
    return [_step(game, found, books) for game in ordered]


def _step(game: StoredGame, shown: Mapping[str, StoredGame], books: Mapping[str, Rulebook]) -> Step:
    parents = tuple(parent for parent in game.parents if parent in shown and parent != game.key)
    changes = _changes(books[parents[0]], books[game.key]) if books and parents else ()
    return Step(game, parents, _story(game, [shown[parent].name for parent in parents]), changes)


def _story(game: StoredGame, parents: list[str]) -> str:
    if game.story:
        return game.story.rstrip(".")
    if game.origin == LIBRARY_ORIGIN:
        return "a game of the library"
    if game.origin == RANDOM_ORIGIN:
        return "made up at random"
    return f"bred from {join(parents)}" if parents else "its parents are not recorded"


def _changes(parent: Rulebook, child: Rulebook) -> tuple[Difference, ...]:
    topics = compare_rulebooks(parent, child).topics
    return tuple(difference for topic in topics for difference in topic.differences)


def change_words(difference: Difference) -> str:
    """A changed rule as one line of plain text."""
    if difference.book is Book.FIRST:
        return f"no longer: {difference.said_by(Book.FIRST)}"
    if difference.book is Book.SECOND:
        return f"new: {difference.said_by(Book.SECOND)}"
    return f"now: {difference.said_by(Book.SECOND)}"


# in a sentence


def descent_words(game: StoredGame) -> str:
    """Which games of the library it descends from, with their shares."""
    roots = [(root, share) for root, share in game.roots.items() if share >= SMALL_ROOT]
    if not roots:
        return "games made up at random" if game.origin != LIBRARY_ORIGIN else "nothing older"
    named = [title_of(root) for root, _ in roots[:MOST_ROOTS]]
    if len(roots) == 1:
        return named[0] if roots[0][1] > 0.9 else f"{named[0]} and games made up at random"
    shares = [
        f"{name} ({100 * share:.0f} %)" for name, (_, share) in zip(named, roots, strict=False)
    ]
    return join([*shares, "others"]) if len(roots) > MOST_ROOTS else join(shares)


def likeness_words(game: StoredGame) -> str:
    """Which game of the library is most like it, and how far that is."""
    if not game.nearest:
        return ""
    return f"most like {title_of(game.nearest)}, {100 * game.distance:.0f} % different"


def title_of(genome_id: str) -> str:
    """What a game of the library is called."""
    if genome_id in library_ids():
        return get_genome(genome_id).name or genome_id
    return capitalised(genome_id.replace("-", " "))
