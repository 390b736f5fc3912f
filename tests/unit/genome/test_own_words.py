"""Words that a genome gives to its own things: they name, and are no part of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.checked import check
from darwindeck.genome.codec import from_json, to_json
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import GameGenome, Wording
from darwindeck.genome.validation import problems_of


def with_words(*words: Wording) -> GameGenome:
    return replace(get_genome("schnapsen"), words=words)


def test_words_are_no_part_of_the_game() -> None:
    plain = with_words()
    worded = with_words(Wording("closer", having="has closed the stock"))
    assert problems_of(worded) == []
    assert check(worded).key == check(plain).key
    assert check(worded).rules_bytecode == check(plain).rules_bytecode


def test_a_file_keeps_them() -> None:
    genome = with_words(Wording("closer", one="closing player", bookkeeping=True))
    assert from_json(to_json(genome)) == genome


WRONG = [
    (Wording("nobody_knows", one="thing"), "unknown-name"),
    (Wording("closer", one="the 2nd player"), "words-say-a-rule"),
    (Wording("closer", having="has to lead"), "words-say-a-rule"),
    (Wording("closer", having="is one who must lead"), "words-say-a-rule"),
    (Wording("closer", having="has more tricks"), "words-say-a-rule"),
    (Wording("closer", having="out of the bidding"), "words-do-not-fit"),
    (Wording("closer", one="x" * 500), "too-large"),
    (Wording("closer", one="a\nb"), "unprintable-text"),
]


@pytest.mark.parametrize(("wording", "code"), WRONG)
def test_words_that_say_a_rule_or_fit_nothing_are_refused(wording: Wording, code: str) -> None:
    assert code in {problem.code for problem in problems_of(with_words(wording))}


def test_words_are_given_once() -> None:
    twice = with_words(Wording("closer", one="closer"), Wording("closer", one="closing player"))
    assert {problem.code for problem in problems_of(twice)} == {"duplicate-name"}
