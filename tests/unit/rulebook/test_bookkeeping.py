"""Counters, flags and roles are told as the rule they stand for, where they stand for one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from darwindeck.genome.codec import from_json
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.tree import at, put
from darwindeck.rulebook import generate_rulebook

BY_COUNTERS = Path(__file__).parents[2] / "fixtures" / "genomes" / "president_by_counters.json"


def president() -> GameGenome:
    """President as it can also be written: passes and what was played last are counted."""
    return from_json(BY_COUNTERS.read_text())


@pytest.mark.parametrize(
    ("said", "not_said"),
    [
        ("except the last to play have passed in a row", "number of passes"),
        ("The last to play** is the player who has played last", "You are the last"),
        ("as many cards as were played last", "the number of cards played last is"),
    ],
)
def test_what_is_counted_is_told_as_the_rule_it_stands_for(said: str, not_said: str) -> None:
    text = generate_rulebook(president())
    assert said in text
    assert not_said not in text


@pytest.mark.parametrize(
    ("game", "said", "not_said"),
    [
        ("president", "The player who went out first is the president", "has place"),
        ("president", "| First out | The player who went out first | 2 points |", "whose place"),
        ("spades", "until a player has 500 points and is ahead", "several hands"),
        ("big-two", "If nobody has played since you did, all cards", "last to have played"),
        ("uno", "If you have said nothing, beginning with the next player after", "forgetful"),
        ("schnapsen", "is your winning value (which is told to all)", "Everybody is told"),
        ("blackjack", "| Push | Otherwise | nothing changes hands |", "and so is the house"),
        ("seven-card-stud", "goes by its rank; of cards of the same rank clubs", "rank points"),
        (
            "seven-card-stud",
            "brings the highest stake up to the small bet plus",
            "less the highest",
        ),
        ("cribbage", "If the cards on top of the pile form a row of equals", "one equal card"),
        ("doppelkopf", "only one of the player to their left and themselves", "either the player"),
        (
            "doppelkopf",
            "less than 90 (the same with 60 and with 30); there are no",
            "less than 60",
        ),
        ("doppelkopf", "or all this is so (the announcement's place", "the place of the"),
        ("doppelkopf", "If the hand is not settled: if the player", "not settled, if the"),
        (
            "doppelkopf",
            "In a queen solo, the cards rank, from high to low, A 10 K J 9.",
            "In a queen solo, the only",
        ),
        (
            "doppelkopf",
            "every other call goes before “announce a marriage”",
            "“declare a jack solo” or",
        ),
        ("skat", "the bidder takes the place of the listener.", "the bidder is the listener"),
        ("skat", "is a card that the player in question played.", "a card that they played"),
        ("michigan", "and the jack of spades go up by five each.", "goes up by"),
        ("michigan", "the number of chips on the ace of hearts, which is then 0.", "hearts is 0"),
        ("sheepshead", "The picker tries to win tricks with many card points", "You try"),
        ("sheepshead", "999 (more than all cards are worth) if", "999 if"),
        ("chinese-poker", "you try to have better cards in your front row", "you try to win"),
        ("beggar-my-neighbour", "If the top card of the pile is worth", "cards of the top card"),
        ("thirty-one", "| loses one life |", "minus 1, added to"),
        ("michigan", "two players in a row have passed if somebody has bid (otherwise", "as many"),
        ("michigan", "when it is done, you hold no lower cards of its suit", "must be among the"),
        (
            "palace",
            "If you have no cards in hand and no face-up cards",
            "If you have no cards left",
        ),
        ("palace", "If four cards on top of the pile form a set", "the number of cards on top"),
        ("palace", "this counts as one of your exchanges".capitalize(), "goes up by one"),
        ("ninety-nine", "40 points, less 10 for each player who is successful", "10 times (4"),
        ("sheepshead", "the queen of clubs count as trumps, not as cards", "just above the jack"),
        ("sevens", "Play a card from your hand to an upper row.", "Move a card"),
        ("spoil-five", "the pool is then 0", "their pool"),
        (
            "german-whist",
            "to have more tricks after the last draw than your opponent",
            "in the end",
        ),
        ("partnership-spades", "or a side has minus 500 points and is behind", "several hands"),
        ("solitaire", "no moves have been made in this pass", "there are no moves"),
        ("gin-rummy", "Unless both players have refused the card and no card", "or not both"),
        ("gin-rummy", "both players have refused the card, draw the top card", "refusals"),
        ("gin-rummy", "If no card has been drawn yet", "the hand is begun"),
        ("gin-rummy", "as soon as somebody has knocked", "there is a knocker"),
        ("rummy", "the first time in a hand", "second stock"),
        ("canasta", "If you have no cards left, the play ends.", "player who is out"),
        ("blackjack", "**Stand**.", "You are standing"),
        ("baloot", "its card total ends in 5", "remainder"),
        ("schnapsen", "nobody has closed the stock and nobody has claimed", "there is no closer"),
    ],
)
def test_the_rule_is_told(game: str, said: str, not_said: str) -> None:
    text = generate_rulebook(get_genome(game))
    assert said in text
    assert not_said not in text


def changed(game: str, path: tuple[str | int, ...], value: object) -> GameGenome:
    genome = get_genome(game)
    assert at(genome, path) != value
    return put(genome, path, value)


def test_at_least_as_many_passes_as_there_are_others_is_the_same_row() -> None:
    file = BY_COUNTERS.read_text()
    assert file.count("passes == number(") == 1
    at_least = from_json(file.replace("passes == number(", "passes >= number("))
    said = "except the last to play have passed in a row"
    assert generate_rulebook(at_least).count(said) == generate_rulebook(president()).count(said)


def test_passes_that_count_double_are_no_row_of_passes() -> None:
    turn = ("turn_structure", "phases", 1, "phases", 0)
    genome = put(president(), (*turn, "options", 2, "calls", 0, "do", 0, "by"), 2)
    text = generate_rulebook(genome)
    assert "have passed in a row" not in text
    assert "The number of passes in a row goes up by two." in text


def test_a_flag_that_only_one_way_of_drawing_raises_is_told_as_it_stands() -> None:
    draw = ("turn_structure", "phases", 0, "phases", 0, "options", 0)
    text = generate_rulebook(changed("gin-rummy", (*draw, "then"), ()))
    assert "no card has been drawn yet" not in text
    assert "the hand is not begun" in text


def test_an_example_shows_a_card_of_every_player() -> None:
    text = generate_rulebook(replace(get_genome("oh-hell"), player_count=5))
    (example,) = re.findall(r"\*\*Example:\*\* [^.]*\. (.*?) wins the trick", text)
    shown, _, _ = example.partition(": ")
    assert len(re.findall(r"[♣♦♥♠]", shown)) == 5
