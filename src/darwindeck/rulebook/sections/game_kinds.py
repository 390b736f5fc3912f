"""What kind of game it is, in a word or two."""

from __future__ import annotations

from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome, Phase
from darwindeck.genome.tree import walk
from darwindeck.rulebook.document import plain
from darwindeck.rulebook.sections.gist import trying
from darwindeck.rulebook.sections.overview import aim
from darwindeck.rulebook.words import Words

_KINDS = {
    "trick": "trick-taking game",
    "betting": "betting game",
    "capture": "capturing game",
    "meld": "melding game",
    "declare": "melding game",
    "build": "building game",
    "claim": "bluffing game",
    "play": "card-playing game",
    "draw": "drawing game",
    "discard": "discarding game",
    "pass": "card-passing game",
    "showdown": "game of comparing hands",
    "call": "game of calls",
}
"""What a game is whose decisions are mostly taken in phases of a kind."""
_TELLING_KINDS = ("trick", "betting", "capture", "meld", "build", "claim", "play")
"""Kinds of phases that name a game; calls, draws and discards are a part of many."""


def kind_of_game(genome: GameGenome, family: str = "") -> str:
    """What kind of game it is, as a noun phrase without article: "trick-taking game"."""
    return kind_of(Words(fold_options(genome)), family)


def kind_of(words: Words, family: str = "") -> str:
    """The same of words that have told nothing yet."""
    aims = [plain(found.text) for found in aim(words)]
    tried = [plain(found.text) for found in trying(words, told=True)]
    sheds = "get rid of" in " ".join([*aims, *tried])
    kinds = phase_kinds(words.genome)
    kind = family if family in _TELLING_KINDS else next((k for k in _KINDS if k in kinds), "")
    if kind in ("play", "discard") and sheds:
        return "shedding game"
    return _KINDS.get(kind, "card game")


def phase_kinds(genome: GameGenome) -> list[str]:
    """The kinds of phases, in the order in which they first come."""
    found = (part.kind for _, part in walk(genome.turn_structure) if isinstance(part, Phase))
    return list(dict.fromkeys(found))
