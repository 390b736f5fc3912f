"""English: articles, plurals, numbers, lists, verbs, sentences."""

from __future__ import annotations

import pytest

from darwindeck.english import (
    a,
    counted,
    done_things,
    figure,
    figured,
    infinitive,
    is_plural,
    join,
    number_word,
    ordinal,
    participle,
    plural,
    possessive,
    second_person,
    sentence,
    singular,
    third_person,
    times,
)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("card", "cards"),
        ("six", "sixes"),
        ("penny", "pennies"),
        ("queen of spades", "queens of spades"),
        ("card of the suit led", "cards of the suit led"),
        ("card that is not a trump", "cards that is not a trump"),
        ("wild card or red three", "wild cards or red threes"),
        ("seven, eight or nine", "sevens, eights or nines"),
        ("king and queen of trumps", "kings and queens of trumps"),
        ("tricks won", "tricks won"),
        ("overtricks", "overtricks"),
        ("pass", "passes"),
    ],
)
def test_plural_of_a_noun_phrase(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize("label", ["overtricks", "tricks won", "tricks needed", "points made"])
def test_labels_that_are_plurals(label: str) -> None:
    assert is_plural(label)


@pytest.mark.parametrize("label", ["bid", "bonus", "loss", "row of red threes", "hand size"])
def test_labels_that_are_singulars(label: str) -> None:
    assert not is_plural(label)


def test_singular_of_a_plural_label() -> None:
    assert singular("overtricks") == "overtrick"
    assert singular("points taken") == "point taken"
    assert singular("refusals") == "refusal"
    assert singular("bid") == "bid"


@pytest.mark.parametrize(
    ("noun", "with_article"),
    [
        ("ace", "an ace"),
        ("eight", "an eight"),
        ("heart", "a heart"),
        ("honour", "an honour"),
        ("euchre", "a euchre"),
        ("one", "a one"),
        ("8", "an 8"),
        ("11", "an 11"),
        ("18", "an 18"),
        ("110", "a 110"),
        ("undercut", "an undercut"),
        ("unit", "a unit"),
    ],
)
def test_articles_follow_the_sound(noun: str, with_article: str) -> None:
    assert a(noun) == with_article


def test_numbers() -> None:
    assert [number_word(n) for n in (0, 1, 12, 13)] == ["zero", "one", "twelve", "13"]
    assert [figure(n) for n in (1500, -1500)] == ["1,500", "minus 1,500"]
    assert [ordinal(n) for n in (1, 3, 12, 13, 21, 22, 111)] == [
        "first",
        "third",
        "twelfth",
        "13th",
        "21st",
        "22nd",
        "111th",
    ]
    assert [times(n) for n in (1, 2, 3)] == ["once", "twice", "three times"]
    assert counted(1, "card") == "one card"
    assert counted(3, "card") == "three cards"
    assert figured(1, "point") == "1 point"
    assert figured(-10, "point") == "minus 10 points"


def test_lists() -> None:
    assert join([]) == ""
    assert join(["a"]) == "a"
    assert join(["a", "b"]) == "a and b"
    assert join(["a", "b", "c"], "or") == "a, b or c"
    assert join(["a, b", "c", "d"]) == "a, b; c; and d"


def test_possessives() -> None:
    assert possessive("the dealer") == "the dealer's"
    assert possessive("the other players") == "the other players'"


@pytest.mark.parametrize(
    ("phrase", "third", "done"),
    [
        ("pass", "passes", "passed"),
        ("take the card", "takes the card", "taken the card"),
        ("bid", "bids", "bid"),
        ("carry on", "carries on", "carried on"),
        ("go out", "goes out", "gone out"),
        ("play alone", "plays alone", "played alone"),
    ],
)
def test_verbs(phrase: str, third: str, done: str) -> None:
    assert third_person(phrase) == third
    assert second_person(third.split()[0]) == phrase.split()[0]
    assert participle(phrase) == done


def test_sentences_begin_with_a_capital_and_end_with_a_stop() -> None:
    assert sentence("play  a card ,  then stop") == "Play a card, then stop."
    assert sentence("do one of these:") == "Do one of these:"
    assert sentence("14 may be bid") == "14 may be bid."


@pytest.mark.parametrize(
    ("heading", "verb"),
    [
        ("Knocking", "knock"),
        ("Taking the pile", "take the pile"),
        ("Putting cards aside", "put cards aside"),
        ("Melding and discarding", "meld and discard"),
        ("The draw", ""),
        ("Kingmaking", ""),
    ],
)
def test_a_heading_says_what_one_does(heading: str, verb: str) -> None:
    assert infinitive(heading) == verb


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("tricks bid", ("tricks", "bid")),
        ("cards owed for sevens", ("cards", "owed for sevens")),
        ("tricks", None),
        ("bid", None),
        ("points in tricks", None),
        ("card owed", None),
    ],
)
def test_things_with_which_something_is_done(label: str, parts: tuple[str, str] | None) -> None:
    assert done_things(label) == parts
