"""No program knows any game: outside the library and what proves single games, none is named.

The words that would betray one are taken from the library itself: names and labels of its games,
less the words that the language has, and less the plain words below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from darwindeck import get_genome
from darwindeck.genome.examples import LIBRARY

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "darwindeck"
OF_SINGLE_GAMES = {PACKAGE / "genome" / "examples", PACKAGE / "oracles"}

PLAIN = {
    "anybody's English": """
        around answering answers anyone beaten book books bound catch claimant column columns
        concealed confirm confirmation decide decline declining difference doubtful earns even
        exposed extra facing failed fear fifth filled finish finished fitting floor forbidden forced
        foundation foundations free frozen full going green half holding hundred ignored keeps like
        lose matched minimum missed missing mixed multiplied multiplier multiply naming needs
        nowhere older opened opponent opponents owners pays price project projects push refuse
        refused
        return rightly safe saying settle simple small spare straight taking turning twice waiting
        wanted winners wrong wrongly yellow your yourself zero black blue closed closer closing dead
        defence like lots modern throwing killed blind board brings door limit opener strength
        laying splits starter stuck triplets blindly helper late ordinary reveal rows
        successes upper cell cells covers games held known listener normal offer pool rich shift
        spoil throw demanded demands front losing neighbour nines wait waited waits goal removed
        exchanges balance basic basis blank differences dump entitled factor gain give halves
        longest need noted openly pools quiet running sink stairs success surplus swap void
        accept accepted agreed corner corners drew freed little lone past reserve sweep sweeps
        besides caught handed layout lives packs through result seen counting rival
        trail looking pure runners depth mark post reach reached reaching
    """,
    "numbers": """
        four five seven eight nine eleven fourteen fifteen tens fourth sixth seventh twenty
        twelve thirteen sixteen seventeen eighteen nineteen forty
    """,
    "cards": """
        joker king queen queens jack jacks kings aces sevens eights fives fours threes suits diamond
        heart cups court courts
    """,
    "what card players do in many games": """
        announced announcement announcing ante asking attack auction bidder bidding bonus bonuses
        buyer calling
        choosing claimed claiming claims contract deadwood declaring discarding discards double
        doubled doubles doubling drawing duty exchange exchanged flush knock knocker knocking
        leading leads marriage marriages melding ordering pairs partnership passing picking pips
        playing raising ending stacks jump jumper jumping jumps mate staking honour honours
        redouble royal solo strain tournament triple undertrick undertricks vulnerable wager widow
    """,
    "syllables and slurs among which names of bred games are made": "sette hell casino",
}
SUITS_AND_PLAYERS = "clubs diamonds hearts spades cheat"
SHORTEST = 4
"""Shorter words are parts of too many others."""


def plain_words() -> set[str]:
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    texts = [reference, SUITS_AND_PLAYERS, *PLAIN.values()]
    return {word for text in texts for word in words_of(text)}


def words_of(text: str) -> Iterator[str]:
    """The words of a text, also those inside identifiers."""
    for part in re.findall(r"[A-Za-z]+", text):
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", part):
            yield word.lower()


def texts_in(part: object) -> Iterator[str]:
    """The names and labels of everything in a part of a genome."""
    if is_dataclass(part) and not isinstance(part, type):
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name in ("genome_id", "name", "label") and isinstance(value, str):
                yield value
            yield from texts_in(value)
    elif isinstance(part, tuple):
        for item in part:
            yield from texts_in(item)


@cache
def telling_words() -> frozenset[str]:
    texts = (text for name in LIBRARY for text in texts_in(get_genome(name)))
    words = {word for text in texts for word in words_of(text) if len(word) >= SHORTEST}
    return frozenset(words - plain_words())


def test_the_words_are_those_that_tell() -> None:
    assert {"baloot", "hokum", "canasta", "bower", "euchre", "kaboot", "primiera"} < telling_words()


def test_words_inside_identifiers_are_seen() -> None:
    assert {"hokum", "count"} == set(words_of("hokum_count"))
    assert {"kaboot", "rule"} == set(words_of("KabootRule"))


def test_no_source_outside_the_library_names_a_game() -> None:
    sources = [*ROOT.glob("src/darwindeck/**/*.py"), *ROOT.glob("rust/**/*.rs")]
    assert len(sources) > 100
    found = {
        (str(path.relative_to(ROOT)), word)
        for path in sources
        if not OF_SINGLE_GAMES.intersection(path.parents)
        for word in words_of(path.read_text(encoding="utf-8"))
        if word in telling_words()
    }
    assert found == set()
