"""What a game descends from, and what each step changed, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from darwindeck.english import capitalised, join
from darwindeck.evolution.novelty import Saying, library_sayings, sayings
from darwindeck.evolution.report.relatives import relatives_elsewhere
from darwindeck.evolution.runs.records import (
    GIVEN_ORIGIN,
    LIBRARY_ORIGIN,
    RANDOM_ORIGIN,
    StoredGame,
)
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
    if game.origin == GIVEN_ORIGIN:
        return "a game that was bred from"
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


def descent(store: RunStore, game: StoredGame) -> dict[str, float]:
    """What is left of each game that a game descends from: the share of its rules, as runs of three
    words, that this game has too; by name, the largest first.

    What several of them say is shared out alike; what none of them says is new.
    """
    said = sayings(game.genome())
    origins = [_origin(store, root) for root in game.roots]
    left = dict.fromkeys((name for name, _ in origins), 0.0)
    for run in said:
        sayers = [name for name, rules in origins if run in rules]
        for name in sayers:
            left[name] += 1 / (len(sayers) * len(said))
    ordered = sorted(left.items(), key=lambda item: (-item[1], item[0]))
    return {name: round(share, 4) for name, share in ordered}


def _origin(store: RunStore, genome_id: str) -> tuple[str, Saying]:
    """The name of a game that others descend from, and what its rulebook says."""
    own = store.named(genome_id)
    if own is not None and own.origin == GIVEN_ORIGIN:
        return own.name, sayings(own.genome())
    if genome_id in library_ids():
        return title_of(genome_id), library_sayings(genome_id)
    return title_of(genome_id), frozenset()


_SHARES = (
    (0.85, "nearly all"),
    (0.7, "most"),
    (0.58, "more than half"),
    (0.42, "about half"),
    (0.29, "about a third"),
    (0.2, "about a quarter"),
    (SMALL_ROOT, "a little"),
)
"""From which share on a part of the rules is called what."""


def descent_words(shares: Mapping[str, float]) -> str:
    """How much of which games is left in the rules, in words."""
    kept = [(name, share) for name, share in shares.items() if share >= SMALL_ROOT][:MOST_ROOTS]
    parts = [f"{_share_words(share)} from {name}" for name, share in kept]
    rest = round(1.0 - sum(share for _, share in kept), 6)
    if rest >= SMALL_ROOT:
        parts.append(f"{_share_words(rest)} new")
    return f"Its rules: {', '.join(parts)}"


def _share_words(share: float) -> str:
    return next((words for least, words in _SHARES if share >= least), "a little")


def likeness_words(game: StoredGame) -> str:
    """Which game of the library is most like it, how far that is, and which others have the same
    mechanics."""
    elsewhere = join(relatives_elsewhere(game.genome()))
    reminds = f"by its mechanics it also reminds of {elsewhere}" if elsewhere else ""
    if not game.nearest:
        return reminds
    like = f"most like {title_of(game.nearest)}, {100 * game.distance:.0f} % different"
    return f"{like}; {reminds}" if reminds else like


def title_of(genome_id: str) -> str:
    """What a game of the library is called."""
    if genome_id in library_ids():
        return get_genome(genome_id).name or genome_id
    return capitalised(genome_id.replace("-", " "))
