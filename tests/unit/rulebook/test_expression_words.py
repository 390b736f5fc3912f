"""Expressions read as English: amounts, conditions, seats and zones."""

from __future__ import annotations

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.rulebook.words import Words, tree
from darwindeck.rulebook.words.persons import THEY, YOU, Person
from darwindeck.rulebook.words.scene import Scene

YOUR_TURN = Scene(YOU)
SIDE = Scene(Person("it", later="it", side=True))


def speak(game: str) -> Words:
    return Words(get_genome(game))


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("spades", "10 * bid", "10 times your bid"),
        ("spades", "2 * bid", "twice your bid"),
        ("spades", "-bid", "minus your bid"),
        ("spades", "tricks - bid", "the tricks you have taken, less your bid"),
        (
            "spades",
            "max(0, tricks - bid)",
            "the tricks you have taken beyond your bid, if any",
        ),
        (
            "spades",
            "abs(tricks - bid)",
            "the difference between the tricks you have taken and your bid",
        ),
        ("spades", "min(bid, 5)", "your bid, but at most 5"),
        ("spades", "div(bags, 2, up)", "half of your bags (rounded up)"),
        ("spades", "if(bid == 0, 100, 50)", "100 if your bid is 0, otherwise 50"),
        ("spades", "highest(each, score)", "the highest score among the players"),
        ("bridge", "if(vulnerable, 500, 300)", "500 if your side is vulnerable, otherwise 300"),
        (
            "bridge",
            "tricks(team(declarer)) - contract - 6",
            "the tricks the declarer's side has taken, less the level of the contract and 6",
        ),
        (
            "crazy-eights",
            "sum(others(turn), points(hand, card_points))",
            "the card points in the other players' hands",
        ),
        ("hearts", "hand_number", "the number of the hand"),
        ("simple-poker", "pot", "the pot"),
    ],
)
def test_amounts(game: str, text: str, said: str) -> None:
    assert speak(game).amounts.noun(tree(text), YOUR_TURN) == said


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("bridge", "50 * overtricks", "50 points for each overtrick"),
        ("bridge", "overtricks * trick_value", "the trick value for each overtrick"),
        (
            "bridge",
            "(undertricks - 3) * 150 * multiplier",
            "150 points for each undertrick after the third, all times the multiplier",
        ),
        (
            "bridge",
            "min(2, undertricks - 1) * 100",
            "100 points for each undertrick after the first, for at most two",
        ),
        ("spades", "100 * div(bags, 10, down)", "100 points for every ten bags"),
        ("spades", "bid", "your bid"),
        ("spades", "13", "13 points"),
        ("spades", "1", "1 point"),
    ],
)
def test_scores(game: str, text: str, said: str) -> None:
    assert speak(game).amounts.points(tree(text), YOUR_TURN) == said


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("spades", "bid == 0", "your bid is 0"),
        ("spades", "tricks >= bid", "you have taken at least as many tricks as your bid"),
        ("spades", "tricks > tricks(dealer)", "you have taken more tricks than the dealer"),
        ("spades", "tricks >= 3 and tricks < 5", "you have taken three or four tricks"),
        ("spades", "hand_size == 0", "you have no cards left"),
        ("spades", "not (hand_size == 0)", "you have cards left"),
        ("spades", "hand_size == 1", "you hold only one card"),
        ("spades", "size(deck) == 0", "the stock is empty"),
        ("spades", "all(each, hand_size == 0)", "nobody has cards left"),
        ("spades", "any(each, score >= 500)", "a player has at least 500 points"),
        (
            "spades",
            "any(each, score >= 500 and most(score))",
            "a player has at least 500 points and more points than anyone else",
        ),
        ("spades", "score <= -500", "your score is minus 500 or less"),
        ("spades", "turn == dealer", "you are the dealer"),
        ("spades", "turn != dealer", "you are not the dealer"),
        ("spades", "trick == 1", "this is the first trick"),
        ("spades", "tricks_played == 13", "13 tricks have been played"),
        ("spades", "took_last", "you took the last trick"),
        ("spades", "broken", "spades have been broken"),
        ("spades", "passes_in_row == 3", "three players in a row have passed"),
        ("bridge", "turn in team(declarer)", "you are on the declarer's side"),
        ("bridge", "declarer in opponents(turn)", "the declarer is an opponent of yours"),
        ("bridge", "trump == none", "there are no trumps"),
        ("bridge", "trump == clubs or trump == diamonds", "clubs or diamonds are trumps"),
        ("bridge", "set(declarer)", "there is a declarer"),
        ("bridge", "not set(declarer)", "there is no declarer"),
        ("bridge", "is(declarer)", "you are the declarer"),
        ("canasta", "size(discard) > 0", "the discard pile is not empty"),
        ("canasta", "count(hand, red_threes) > 0", "you hold a red three"),
        (
            "canasta",
            "count(top(discard), red_threes) == 1",
            "the top card of the discard pile is a red three",
        ),
        (
            "canasta",
            "piles(melds, size(pile) >= 7) >= 1",
            "your side has at least one meld with at least seven cards",
        ),
        ("euchre", "suit(turned_card) == hearts", "the turned card is a heart"),
        ("baloot", "rank(floor) != A", "the floor card is not an ace"),
        ("baloot", "position >= 3", "you are third or fourth in turn after the dealer"),
        (
            "hearts",
            "hand_score == 26 or hand_score == 13",
            "you have scored 26 points in this hand or 13 points in this hand",
        ),
        ("hearts", "score == 1 or score == 2", "you have 1 point or 2 points"),
        (
            "hearts",
            "sum(each, if(tricks > 0, 1, 0)) == 1",
            "only one player has taken at least one trick",
        ),
    ],
)
def test_conditions(game: str, text: str, said: str) -> None:
    assert speak(game).conditions.clause(tree(text), YOUR_TURN) == said


def test_a_choice_inside_a_conjunction_is_marked() -> None:
    clause = speak("spades").conditions.clause(
        tree("(tricks > 3 or bid == 0) and turn == dealer"), YOUR_TURN
    )
    assert (
        clause
        == "either you have taken more than three tricks or your bid is 0, and you are the dealer"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("trick == 1", "in the first trick"),
        ("trick > 1", "from the second trick on"),
        ("hand_number == 4", "in the fourth hand"),
        ("mod(hand_number, 4) == 0", "in every fourth hand, beginning with the fourth"),
        ("trick == 1 and turn == dealer", "in the first trick, if you are the dealer"),
        ("turn == dealer", "if you are the dealer"),
    ],
)
def test_occasions(text: str, said: str) -> None:
    assert speak("hearts").conditions.occasion(tree(text), YOUR_TURN) == said


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("hearts", "left(dealer)", "the player to the dealer's left"),
        ("baloot", "left(dealer)", "the player to the dealer's right"),
        ("scopa", "left(dealer)", "the dealer's opponent"),
        ("uno", "left(turn)", "the next player"),
        ("hearts", "across(turn)", "the player opposite you"),
        ("scopa", "across(turn)", "your opponent"),
        ("hearts", "holder(two_of_clubs)", "the player who holds the two of clubs"),
        ("durak", "holder(trumps)", "the player who holds the lowest trump that anybody has"),
        ("hearts", "where(each, hand_size == 0)", "each player who has no cards left"),
        ("hearts", "others(turn)", "every other player"),
        ("hearts", "others(dealer)", "every player but the dealer"),
        ("bridge", "team(declarer)", "the declarer's side"),
        ("bridge", "opponents(declarer)", "the declarer's opponents"),
        ("bridge", "partner(declarer)", "the declarer's partner"),
        ("bridge", "teams", "each side"),
        ("hearts", "teams", "each player"),
        (
            "hearts",
            "next(turn, hand_size > 0)",
            "the nearest player to your left who has cards left",
        ),
        (
            "spades",
            "next(dealer, tricks == highest(each, tricks))",
            "the player with the most tricks taken (of several who are equal, the first after "
            "the dealer)",
        ),
        (
            "spades",
            "next(dealer, bid == lowest(each, bid))",
            "the player with the lowest bid (of several who are equal, the first after the dealer)",
        ),
    ],
)
def test_seats(game: str, text: str, said: str) -> None:
    assert speak(game).seats.seat(tree(text), YOUR_TURN).name == said


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("hearts", "hand", "your hand"),
        ("hearts", "hand(dealer)", "the dealer's hand"),
        (
            "hearts",
            "hand(holder(two_of_clubs))",
            "the hand of the player who holds the two of clubs",
        ),
        ("hearts", "captured", "the tricks you have won"),
        ("hearts", "captured(dealer)", "the tricks won by the dealer"),
        ("canasta", "melds", "your side's melds"),
        ("canasta", "top(discard)", "the top card of the discard pile"),
        ("hearts", "deck", "the stock"),
    ],
)
def test_zones(game: str, text: str, said: str) -> None:
    assert speak(game).zones.zone(tree(text), YOUR_TURN).text == said


def test_the_hands_of_a_side_are_those_of_its_players() -> None:
    assert speak("canasta").zones.zone(tree("hand"), SIDE).text == "its players' hands"


def test_verbs_agree_with_the_person() -> None:
    dealer, they = Scene(Person("the dealer")), Scene(THEY)
    conditions = speak("spades").conditions
    assert conditions.clause(tree("hand_size == 0"), dealer) == "the dealer has no cards left"
    assert conditions.clause(tree("hand_size == 0"), they) == "they have no cards left"


EXAMPLES = {
    "int": "{} >= 2",
    "bool": "{}",
    "seat": "{} == turn",
    "seats": "turn in {}",
    "side": "turn in {}",
    "suit": "{} == hearts",
    "rank": "{} == A",
    "zone": "size({}) > 0",
    "heap": "size({}) > 0",
}
ARGUMENTS = {
    "seat": "dealer",
    "seats": "each",
    "zone": "hand",
    "heap": "hand",
    "pattern": "sira",
    "cards": "trump_cards",
    "table": "card_points",
    "role": "buyer",
    "call": "sun",
    "choice": "named",
    "phase": "first_calls",
    "tag": "project",
    "value": "raw",
    "bool": "turn == dealer",
    "int": "level",
    "same": "level",
    "number": "4",
    "rounding": "up",
    "suit": "hearts",
    "each bool": "hand_size > 0",
    "each int": "score",
    "each same": "score",
    "pile bool": "size(pile) > 1",
}
OTHERWISE = {"none", "mode", "true", "false", "broken"}


@pytest.mark.parametrize("word", sorted(set(VOCABULARY) - OTHERWISE))
def test_every_word_of_the_language_is_said_in_english(word: str) -> None:
    entry = VOCABULARY[word]
    arguments = [ARGUMENTS[kind.rstrip("?")] for kind in entry.takes if not kind.endswith("?")]
    text = f"{word}({', '.join(arguments)})" if arguments else word
    form = EXAMPLES.get("int" if entry.gives in ("same", "int") else entry.gives, "{}")
    said = speak("baloot").conditions.clause(tree(form.format(text)), YOUR_TURN)
    assert "meant" not in said
    assert "_" not in said
    assert "(" not in said or "rounded" in said or "or, if" in said or "(of equals" in said
