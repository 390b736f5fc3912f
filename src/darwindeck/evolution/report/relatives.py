"""Games that everybody knows outside the library, found by the mechanics that make them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from darwindeck.genome.schema import GameGenome, Phase
from darwindeck.genome.tree import walk
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.document import plain, statements

MOST = 2
"""So many relatives are named at the most."""


@dataclass(frozen=True)
class Known:
    """A game that is known by some mechanics together."""

    name: str
    mechanics: frozenset[str]


SAID = {
    "trumps": r"\btrumps\b",
    "drawing after tricks": r"[Aa]fter each trick[^.]*\bdraws?\b",
    "any card to a trick": r"[Nn]obody has to follow suit",
    "a bid of tricks": r"\bbids?\b[^.]*\btricks\b",
    "points shunned": r"\blowest score has won\b|\bfewest points\b",
    "getting rid of cards": r"\bget rid of all your cards\b",
    "matching": r"\b(?:rank|suit) (?:as|of) the top card\b|\bsame (?:rank|suit)\b[^.]*\btop card\b",
    "captures by sums": r"\bvalues add up to its own\b",
    "captures by rank": r"\bcaptures[^.]*\bsame rank\b",
    "a higher combination": r"\bbeats? (?:the combination|it|what was played)\b",
}
"""What a rulebook says where a game has a mechanic."""
KINDS = {
    "trick": "tricks",
    "meld": "melds",
    "claim": "claims that may be doubted",
    "betting": "betting",
    "build": "building piles",
    "pass": "passing cards on",
}
"""Kinds of phases that are a mechanic by themselves."""


def _known(name: str, *mechanics: str) -> Known:
    return Known(name, frozenset(mechanics))


KNOWN = (
    _known("Sixty-Six", "tricks", "trumps", "drawing after tricks", "two players"),
    _known("Binokel", "tricks", "trumps", "four players", "partners", "melds"),
    _known("Estimation", "tricks", "trumps", "a bid of tricks"),
    _known("Slobberhannes", "tricks", "points shunned"),
    _known("Escoba", "captures by sums"),
    _known("Pishti", "captures by rank"),
    _known("Switch", "matching", "getting rid of cards"),
    _known("Conquian", "melds", "two players"),
    _known("Guandan", "a higher combination", "partners"),
    _known("I Doubt It", "claims that may be doubted"),
    _known("Brag", "betting"),
    _known("Spit", "building piles", "two players"),
)
"""The more mechanics a game is known by, the better they say that another is like it."""


def mechanics_of(genome: GameGenome) -> frozenset[str]:
    """The mechanics of a game, by its phases and by what its rulebook says."""
    return frozenset(_mechanics(genome))


def _mechanics(genome: GameGenome) -> Iterator[str]:
    for _, part in walk(genome.turn_structure):
        if isinstance(part, Phase) and part.kind in KINDS:
            yield KINDS[part.kind]
    text = " ".join(plain(sentence.text) for sentence in statements(build_rulebook(genome)))
    yield from (name for name, pattern in SAID.items() if re.search(pattern, text))
    players = {2: "two", 3: "three", 4: "four"}.get(genome.player_count)
    if players is not None:
        yield f"{players} players"
    if genome.team_mode:
        yield "partners"


def relatives_elsewhere(genome: GameGenome) -> tuple[str, ...]:
    """Games outside the library that have the same mechanics, the likest first."""
    own = mechanics_of(genome)
    found = [one for one in KNOWN if one.mechanics <= own]
    found.sort(key=lambda one: (-len(one.mechanics), one.name))
    return tuple(one.name for one in found[:MOST])
