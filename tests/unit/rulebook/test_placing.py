"""A term is explained where a reader first needs it."""

from __future__ import annotations

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.rulebook import generate_rulebook
from darwindeck.rulebook.document import Block, Bullets, Item, Paragraph, Sentence, strong
from darwindeck.rulebook.sections.placing import in_order, placed


def says(*texts: str) -> Paragraph:
    return Paragraph(tuple(Sentence(text, ()) for text in texts))


def listing(*texts: str) -> Bullets:
    return Bullets(tuple(Item((Sentence(text, ()),)) for text in texts))


BUST = says(f"You are {strong('bust')} above 21.")


def test_a_paragraph_is_explained_before_it() -> None:
    first, last = says("Deal."), says("If you are bust, pay.")
    assert placed([first, last], [BUST]) == [first, BUST, last]


def test_explanations_stand_in_the_order_in_which_they_use_each_other() -> None:
    out = Item((Sentence(f"You are {strong('out')} if you are bust.", ()),))
    bust = Item((Sentence(f"You are {strong('bust')} above 21.", ()),))
    other = Item((Sentence("At the beginning, the multiplier is 1.", ()),))
    assert in_order([out, other, bust]) == [other, bust, out]
    assert in_order([bust, out]) == [bust, out]


def test_a_list_is_explained_before_the_sentence_that_announces_it() -> None:
    intro = says("You begin.", "Do one of these:")
    options = listing("Stand.", "Hit; if you are bust, pay.")
    expected: list[Block] = [says("You begin."), BUST, says("Do one of these:"), options]
    assert placed([intro, options], [BUST]) == expected


def test_a_list_that_uses_no_term_does_not_draw_the_explanation_to_it() -> None:
    intro, options, end = says("Do one of these:"), listing("Stand.", "Hit."), says("Bust: pay.")
    assert placed([intro, options, end], [BUST]) == [intro, options, BUST, end]


def test_terms_are_found_in_the_plural() -> None:
    term = says(f"A {strong('wild card')} is a joker.")
    first, last = says("Play."), says("Wild cards may not be led.")
    assert placed([first, last], [term]) == [first, term, last]


def test_a_starting_number_stands_before_the_first_list() -> None:
    start = says("At the beginning of each hand, the multiplier is 1.")
    intro, options = says("Do one of these:"), listing("Double.", "Pass.")
    assert placed([intro, options], [start]) == [start, intro, options]


def test_what_no_block_uses_comes_last() -> None:
    only = says("Play.")
    assert placed([only], [BUST]) == [only, BUST]
    assert placed([], [BUST]) == [BUST]


@pytest.mark.parametrize(
    ("game", "term", "use"),
    [
        ("canasta", "**free to take the pile**", "**Taking a frozen pile.**"),
        ("uno", "**fitting card**", "Play a fitting card"),
        ("baloot", "**akka card**", "you hold an akka card"),
        ("hearts", "**penalty card**", "play a card other than a penalty card"),
        ("blackjack", "**bust**", "If you are bust"),
    ],
)
def test_terms_of_the_library_come_before_the_steps(game: str, term: str, use: str) -> None:
    text = generate_rulebook(get_genome(game))
    assert 0 < text.index(term) < text.index(use)
