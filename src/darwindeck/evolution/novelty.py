"""How far a game is from the games everybody knows: by what its rulebook says, and by its play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from darwindeck.evaluation.evaluate import evaluate_game
from darwindeck.evaluation.results import Evaluation, Stage
from darwindeck.genome.codec import from_json
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.rulebook import build_rulebook
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


PLAY = 0.25
"""The share of play in the distance of two games; the rest is what their rulebooks say."""
TRAITS = ("decisions", "choice", "branching", "branching_spread", "turns", "hands", "interaction")
"""What play of random players is compared by."""


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
    said = set()
    for sentence in statements(build_rulebook(genome)):
        text = plain(sentence.text)
        if genome.name:
            text = text.replace(genome.name, "game")
        words = _WORD.findall(_NUMBER.sub("#", text.lower()))
        said |= {" ".join(words[at : at + _RUN]) for at in range(max(1, len(words) - _RUN + 1))}
    return frozenset(said)


def distance(one: Saying, other: Saying) -> float:
    """The share of what two rulebooks say that only one of them says (Jaccard's distance)."""
    if not one and not other:
        return 0.0
    return 1.0 - len(one & other) / len(one | other)


def play_distance(one: Evaluation, other: Evaluation) -> float:
    """How differently two games go: the mean relative difference of their traits."""
    pairs = [(one[name], other[name]) for name in TRAITS]
    return sum(abs(a - b) / max(abs(a), abs(b)) for a, b in pairs if a != b) / len(pairs)


def nearest_known(
    genome: GameGenome, evaluation: Evaluation, origins: Sequence[str] = ()
) -> Nearest:
    """The nearest game of the library, or of `origins` (as JSON), and how far it is.

    Args:
        genome: a game.
        evaluation: how random players play it; later stages measure some traits anew.
        origins: games that are known as well.
    """
    said = sayings(genome)
    rules, genome_id = min(
        (distance(said, library_sayings(genome_id)), genome_id) for genome_id in library_ids()
    )
    play = play_distance(evaluation, library_play(genome_id))
    nearest = Nearest(genome_id, _whole_distance(rules, play))
    if not origins:
        return nearest
    return min(nearest, nearest_origin(genome, evaluation, origins), key=lambda one: one.distance)


def nearest_origin(genome: GameGenome, evaluation: Evaluation, origins: Sequence[str]) -> Nearest:
    """The nearest of some games (as JSON), and how far it is; see `nearest_known`."""
    said = sayings(genome)
    rules, text = min((distance(said, _origin(text).said), text) for text in origins)
    near = _origin(text)
    return Nearest(near.genome_id, _whole_distance(rules, play_distance(evaluation, near.play)))


def _whole_distance(rules: float, play: float) -> float:
    return round((1 - PLAY) * rules + PLAY * play, 6)


class _Origin(NamedTuple):
    genome_id: str
    said: Saying
    play: Evaluation


@lru_cache(maxsize=64)
def _origin(text: str) -> _Origin:
    genome = from_json(text)
    play = evaluate_game(genome, until=Stage.RANDOM, effort="quick", threads=1)
    return _Origin(genome.genome_id, sayings(genome), play)


@cache
def library_play(genome_id: str) -> Evaluation:
    """How random players play a library game."""
    genome = fold_options(get_genome(genome_id))
    return evaluate_game(genome, until=Stage.RANDOM, effort="quick", threads=1)


@cache
def library_sayings(genome_id: str) -> Saying:
    """What the rulebook of a library game says."""
    return sayings(fold_options(get_genome(genome_id)))
