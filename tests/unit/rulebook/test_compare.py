"""Two rulebooks side by side: what only one says, what was changed, what is the same."""

from __future__ import annotations

import pytest

from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.compare import Book, RuleComparison, changed_words, compare_rulebooks
from tests.support.runs import renamed


def compared(first: GameGenome, second: GameGenome) -> RuleComparison:
    return compare_rulebooks(build_rulebook(first), build_rulebook(second))


def sentences(comparison: RuleComparison, book: Book) -> list[str]:
    return [
        item.said_by(Book.SECOND if book is Book.BOTH else book)
        for topic in comparison.topics
        for item in topic.differences
        if item.book is book
    ]


@pytest.mark.parametrize("name", library_ids())
def test_a_game_has_the_rules_of_itself_under_any_name(name: str) -> None:
    game = get_genome(name)
    comparison = compared(game, renamed(game, "Quite Another Name"))
    assert comparison.likeness == 1
    assert not any(topic.differences for topic in comparison.topics)
    assert comparison.shared > 10


def test_an_option_shows_as_the_rule_that_it_takes_away() -> None:
    pidro = get_genome("pidro")
    comparison = compared(pidro, apply_options(pidro, {"fourteen": "nobody"}))
    assert comparison.only_first == 1
    assert comparison.only_second == comparison.changed == 0
    assert "if the number of points is 14" in sentences(comparison, Book.FIRST)[0]


def test_a_changed_number_is_the_only_thing_marked() -> None:
    hearts = get_genome("hearts")
    scoring = hearts.to_dict()["card_scoring"]
    dearer = renamed(hearts, "Dearer", card_scoring=[scoring[0], {**scoring[1], "points": 20}])
    comparison = compared(hearts, dearer)
    (difference,) = [item for topic in comparison.topics for item in topic.differences]
    marked = [(part.text, part.book) for part in difference.words if part.book is not Book.BOTH]
    assert marked == [("13", Book.FIRST), ("20", Book.SECOND)]
    assert difference.said_by(Book.SECOND) == (
        "The queen of spades in a trick scores 20 points for the player who wins it."
    )


def test_comparing_the_other_way_round_swaps_the_books() -> None:
    one = compared(get_genome("hearts"), get_genome("spades"))
    other = compared(get_genome("spades"), get_genome("hearts"))
    assert (one.shared, one.only_first, one.only_second) == (
        other.shared,
        other.only_second,
        other.only_first,
    )
    assert one.likeness == other.likeness < 0.6


def test_what_is_gone_is_read_before_what_is_new() -> None:
    comparison = compared(get_genome("hearts"), get_genome("spades"))
    (overview,) = [topic for topic in comparison.topics if topic.title == "The game"]
    books = [item.book for item in overview.differences]
    assert books[:3] == [Book.FIRST, Book.SECOND, Book.BOTH]


def test_sections_that_answer_the_same_question_meet_under_one_title() -> None:
    comparison = compared(get_genome("old-maid"), get_genome("hearts"))
    titles = [topic.title for topic in comparison.topics]
    assert "Play" in titles
    assert "How to play" not in titles
    assert "Playing a hand" not in titles


def test_examples_and_repetitions_are_no_rules() -> None:
    comparison = compared(get_genome("hearts"), get_genome("bridge"))
    text = " ".join(
        part.text for topic in comparison.topics for d in topic.differences for part in d.words
    )
    assert "Example" not in text
    assert "If you hold" not in text
    assert "Summary" not in [topic.title for topic in comparison.topics]


@pytest.mark.parametrize(
    ("one", "other", "marked"),
    [
        ("at most 50 hands", "at most 30 hands", [("50", "first"), ("30", "second")]),
        ("the same", "the same", []),
        ("a b", "a new b", [("new ", "second")]),
        ("worth 1,500 points", "worth 500 points", [("1,500", "first"), ("500", "second")]),
    ],
)
def test_words_are_marked_whole(one: str, other: str, marked: list[tuple[str, str]]) -> None:
    words = changed_words(one, other)
    assert "".join(part.text for part in words if part.book != Book.SECOND) == one
    assert "".join(part.text for part in words if part.book != Book.FIRST) == other
    assert [(part.text, part.book) for part in words if part.book is not Book.BOTH] == marked
