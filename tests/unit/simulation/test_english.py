"""The little English that moves need."""

import pytest

from darwindeck.simulation.english import (
    counted,
    infinitive,
    joined,
    number_word,
    plural,
    singular,
)


@pytest.mark.parametrize(
    ("heading", "verb"),
    [
        ("Knocking", "knock"),
        ("Taking the pile", "take the pile"),
        ("Putting cards aside", "put cards aside"),
        ("Melding and discarding", "meld and discard"),
        ("The draw", "the draw"),
        ("Kingmaking", "kingmaking"),
    ],
)
def test_a_heading_says_what_one_does(heading: str, verb: str) -> None:
    assert infinitive(heading) == verb


def test_nouns_in_plural_and_singular() -> None:
    assert [plural(noun) for noun in ("queen", "six", "penny", "play")] == [
        "queens",
        "sixes",
        "pennies",
        "plays",
    ]
    assert [singular(noun) for noun in ("columns", "pennies", "waste", "pass")] == [
        "column",
        "penny",
        "waste",
        "pass",
    ]


def test_counts_are_words_up_to_twelve() -> None:
    assert number_word(12) == "twelve"
    assert number_word(13) == "13"
    assert counted(1, "card") == "one card"
    assert counted(3, "card") == "three cards"


def test_lists() -> None:
    assert joined([]) == ""
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"], "or") == "a, b or c"
