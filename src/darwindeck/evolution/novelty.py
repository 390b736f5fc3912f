"""How far a game is from the games everybody knows, by what its rulebook says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from darwindeck.evaluation.complexity import rulebook_of
from darwindeck.evolution.ideas import twist_of
from darwindeck.evolution.kept import kept
from darwindeck.genome.codec import from_json
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.rulebook.document import plain, statements

_NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty once twice first second third fourth"
).split()
_NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(_NUMBER_WORDS)})\b")
_WORD = re.compile(r"[^\W\d_]+|#|[♠♥♦♣]")
_RUN = 3
"""How many words in a row count as something said."""

Saying = frozenset[str]


@dataclass(frozen=True)
class Nearest:
    """The game of the library that a game is most like, by its rules."""

    genome_id: str
    distance: float
    """0: the same game but for numbers; 1: nothing in common."""


def sayings(genome: GameGenome) -> Saying:
    """What the rulebook of a game says, as runs of three words.

    Numbers all count alike and the game's own name is left out, so that a game played to another
    score says the same.
    """
    said: set[str] = set()
    for sentence in statements(rulebook_of(genome)):
        text = plain(sentence.text)
        if genome.name:
            text = text.replace(genome.name, "game")
        said |= said_in(text)
    return frozenset(said)


def said_in(text: str) -> Saying:
    """What a sentence says, as runs of three words with all numbers alike."""
    words = _WORD.findall(_NUMBER.sub("#", text.lower()))
    runs = range(max(1, len(words) - _RUN + 1))
    return frozenset(" ".join(words[at : at + _RUN]) for at in runs)


def distance(one: Saying, other: Saying) -> float:
    """The share of what two rulebooks say that only one of them says (Jaccard's distance)."""
    if not one and not other:
        return 0.0
    both = len(one & other)
    return 1.0 - both / (len(one) + len(other) - both)


def nearest_known(genome: GameGenome, origins: Sequence[str] = ()) -> Nearest:
    """The nearest game of the library, or of `origins` (as JSON), and how far it is."""
    said = sayings(genome)
    found = [(distance(said, own), known) for known, own in all_library_sayings().items()]
    found += [(distance(said, own), known) for known, own in map(_origin, origins)]
    far, genome_id = min(found)
    return Nearest(genome_id, round(far, 6))


def is_variant(genome: GameGenome, novelty: float, origins: Sequence[str] = ()) -> bool:
    """Whether a game is a known one with hardly an idea of its own. Who breeds from games of their
    own wants variants: of these only the words count; and who asks for no novelty has none."""
    return novelty > 0 and not origins and twist_of(genome).is_slight


def newness(genome: GameGenome) -> float:
    """What the ideas of a game count that the known game has not by which it is told most
    easily."""
    return twist_of(genome).weight


def is_known(genome: GameGenome, novelty: float, origins: Sequence[str] = ()) -> bool:
    """Whether a game is one that everybody knows: a variant of a game of the library, or nearer to
    one than `novelty` by what its rulebook says."""
    if is_variant(genome, novelty, origins):
        return True
    return novelty > 0 and nearest_known(genome, origins).distance < novelty


def likest_known(genome: GameGenome, origins: Sequence[str] = ()) -> Nearest:
    """The game by which this one is told most easily, and how far it is by what the rulebooks say.

    It is the one with most of its ideas, or the nearest of the games that it is bred from.
    """
    if origins:
        return nearest_known(genome, origins)
    likest = twist_of(genome).genome_id
    return Nearest(likest, round(distance(sayings(genome), library_sayings(likest)), 6))


def nearest_origin(genome: GameGenome, origins: Sequence[str]) -> Nearest:
    """The nearest of some games (as JSON), and how far it is."""
    said = sayings(genome)
    far, genome_id = min((distance(said, own), known) for known, own in map(_origin, origins))
    return Nearest(genome_id, round(far, 6))


@lru_cache(maxsize=64)
def _origin(text: str) -> tuple[str, Saying]:
    genome = from_json(text)
    return genome.genome_id, sayings(genome)


def library_sayings(genome_id: str) -> Saying:
    """What the rulebook of a library game says."""
    return all_library_sayings()[genome_id]


@cache
def all_library_sayings() -> dict[str, Saying]:
    """What the rulebooks of the library say, by the names of the games."""
    found = kept("sayings", lambda: {name: sorted(_said_by(name)) for name in library_ids()})
    return {name: frozenset(said) for name, said in found.items()}


def _said_by(genome_id: str) -> Saying:
    return sayings(fold_options(get_genome(genome_id)))
