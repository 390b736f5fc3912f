"""Words that came with the second edition are used by at least two games of the library.

A word that one game alone needs is named here, with the reason why it is a word all the same.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from darwindeck.genome.expressions import Call, Name, nodes_of, parse
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.tree import expressions
from darwindeck.library import get_genome, library_ids

OF_ONE_GAME = {
    "those": "a part of a zone, wherever cards of a zone are counted",
    "first_pile": "one of several piles by what lies there, without a zone for each",
    "from_highest": "compares hands card by card where bets come before any is shown",
    "from_lowest": "its counterpart",
    "strongest": "the same by pairs and triplets",
    "failed_to_follow": "without it a counter for each player and suit",
}


@cache
def games_by_word() -> dict[str, set[str]]:
    used: dict[str, set[str]] = defaultdict(set)
    for game in library_ids():
        for text in expressions(get_genome(game)):
            for node in nodes_of(parse(str(text))):
                match node:
                    case Name(word) | Call(word, _):
                        used[word].add(game)
    return used


NEW = sorted(word.name for word in VOCABULARY.values() if word.since != "1.0")


@pytest.mark.parametrize("word", NEW)
def test_a_new_word_is_used_by_two_games(word: str) -> None:
    games = games_by_word()[word]
    if word in OF_ONE_GAME:
        # One that a second game uses needs no excuse any more.
        assert len(games) == 1
    else:
        assert len(games) > 1


def test_excuses_are_of_new_words() -> None:
    assert set(OF_ONE_GAME) < set(NEW)
