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
        ("except the last to play", "You are the last"),
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
        (
            "french-tarot",
            "J, knight, Q and K in ♣, ♦, ♥ and ♠; 1 to 21 of atouts; and one",
            "one two",
        ),
        (
            "french-tarot",
            "hearts and spades rank, from high to low, K Q knight J 10",
            "every suit rank",
        ),
        ("french-tarot", "The cards of atouts rank, from high to low, 21 20", "11 K"),
        ("french-tarot", "| All other cards | 1 |", "Of several lines that fit"),
        ("president", "who went out first in the last hand is the president", "has place"),
        ("president", "the player who went out second is the vice-president", "second in the"),
        ("president", "A set beats a lower one with as many cards", "same kind"),
        ("president", "| First out | The player who went out first | 2 points |", "whose place"),
        ("partnership-spades", "or a side has minus 500 points and is behind", "several hands"),
        ("big-two", "If nobody has played since you did, all cards", "last to have played"),
        ("uno", "If you have said nothing, beginning with the next player after", "forgetful"),
        ("schnapsen", "is your winning value (said aloud)", "Everybody is told"),
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
            "less than 90 (the same with 60 and with 30); no tricks are",
            "less than 60",
        ),
        (
            "doppelkopf",
            "The announcement is “kontra”; the re level is more than 0;",
            "the place of the",
        ),
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
        (
            "skat",
            "If you are the listener, the bidder takes your place.",
            "the bidder is the listener",
        ),
        ("skat", "is a card that the declarer played.", "the player in question"),
        (
            "michigan",
            "Each player puts 1 chip into each of the pools on the ace of hearts, the king",
            "(or all they have, if that is less); puts",
        ),
        (
            "michigan",
            "The dealer puts 1 chip more into each of them",
            "pools on the ace of hearts is",
        ),
        ("michigan", "you take what lies in the pool on that card", "unless the players agree"),
        (
            "michigan",
            "each player puts a chip for each card in their hand into the pot",
            "to the amount of",
        ),
        ("pope-joan", "jack and the game stays there for the next hand", "kept from hand to hand"),
        ("sheepshead", "The picker tries to win tricks with many card points", "You try"),
        ("sheepshead", "but more than all the cards are worth if", "999"),
        ("chinese-poker", "you try to have better cards in your front row", "you try to win"),
        (
            "beggar-my-neighbour",
            "as many cards are owed in answer as are demanded by it",
            "is worth at least",
        ),
        ("thirty-one", "| loses one life |", "minus 1, added to"),
        (
            "michigan",
            "two players in a row have passed (three if nobody has bid)",
            "otherwise",
        ),
        ("michigan", "afterwards you hold no lower cards of its suit", "must be among the"),
        (
            "palace",
            "If you have no cards in hand and no face-up cards",
            "If you have no cards left",
        ),
        ("palace", "If four cards on top of the pile form a set", "the number of cards on top"),
        ("palace", "you may do the following up to three times", "exchanges"),
        ("ninety-nine", "40 points, less 10 for each player who is successful", "10 times (4"),
        (
            "sheepshead",
            "Every jack and every queen count as trumps, not as cards",
            "jack of hearts, the",
        ),
        ("sevens", "Play a card from your hand to an upper row.", "Move a card"),
        ("spoil-five", "the pool, after which nothing is left |", "then 0"),
        (
            "german-whist",
            "to have more tricks after the last draw than your opponent",
            "in the end",
        ),
        ("solitaire", "no cards are moved in this pass", "there are no moves"),
        (
            "gin-rummy",
            "a card has been drawn or taken in this hand, or you have not refused",
            "not both",
        ),
        ("beggar-my-neighbour", "one card fewer is owed in answer", "number of cards"),
        ("mau-mau", "When you play a seven, two cards more are owed for sevens", "go up by"),
        ("mau-mau", "the most card points in their hand deals the next", "from now on"),
        (
            "michigan",
            "the player who holds the next card of the suit plays it",
            "that anybody has is",
        ),
        (
            "tichu",
            "one card to the player to their right, one card to their partner and one card to the",
            "made of one",
        ),
        ("tichu", "the player who holds the Mah Jong begins", "first player who holds"),
        ("preferans", "If they do so, they are whisting", "may whist. They are"),
        (
            "preferans",
            "after the first trick, the player to the dealer's left leads",
            "declarer's cards",
        ),
        ("preferans", "the player who is whisting makes one", "each player who is whisting in"),
        ("preferans", "Each player's pool, dump, left-hand whists and", "Each player's dump"),
        ("barbu", "and they went out first | 40", "their place"),
        ("barbu", "are 6 in the first four hands, 5 in the next four", "divided by 4"),
        ("barbu", "then play tricks or take turns", "then take turns"),
        ("french-tarot", "as soon as “guard against” has been bid", "the highest bid so far is 4"),
        (
            "french-tarot",
            "the player to the taker's right, but the taker if the player who played it",
            "right (or, if",
        ),
        ("five-hundred", "only if seven tricks are bid", "tricks bid is"),
        ("jass", "to the tricks won by the winner's side", "go to the last trick"),
        ("skat", "the bidder and the listener call in turn", "who is the bidder or is"),
        (
            "spoil-five",
            "It ends earlier, too, if somebody has played on",
            "the number of tricks played",
        ),
        ("piquet", "in the sixth hand and every second hand after it", "beginning with the second"),
        (
            "schnapsen",
            "last trick may claim to have 66 points, or let",
            "66 points, but only if they",
        ),
        ("gin-rummy", "both players have refused the card, draw the top card", "refusals"),
        ("gin-rummy", "If no card has been drawn or taken yet", "the hand is begun"),
        ("gin-rummy", "as soon as somebody has knocked", "there is a knocker"),
        ("rummy", "the first time in a hand", "second stock"),
        ("canasta", "If you have no cards left, the play ends.", "player who is out"),
        ("blackjack", "**Stand**.", "You are standing"),
        ("baloot", "its card total ends in 5", "remainder"),
        ("belote", "plus 10 if it took the last trick (100 if the other side has", "plus (100"),
        (
            "belote",
            "both sides' points in tricks plus the points for both sides'",
            "other side's p",
        ),
        ("belote", "the points that wait, after which none are left |", "Nothing waits any more"),
        (
            "klaverjas",
            "the points for its sequences, its kings and queens of",
            "plus the points for",
        ),
        ("sueca", "A side's **points made** are", "of a side are"),
        ("skat", "no higher than 23 (35 if the hand is played from the hand)", "no higher than 35"),
        ("skat", "plus 1 for each of these that is so: the hand is played", "schwarz plus the"),
        ("skat", "the longer row of trumps without a gap", "the greater of the number of trumps"),
        ("chinese-poker", "1 for each of these that is so", "front row, plus 1"),
        (
            "chinese-poker",
            "lays their front row, their middle row and their back row",
            "row and lays",
        ),
        ("whist", "1 point for each trick it has taken beyond six", "beyond 6, if any"),
        ("spoil-five", "by 5 times the stake, plus 1.", "the stake plus 1"),
        ("spoil-five", "and the dealer loses 1 point more", "loses 1 point."),
        (
            "twenty-five",
            "is a trump (unless it beats the card led and is a privileged",
            "other than a five",
        ),
        ("forty-fives", "The side with the highest trump in the tricks it has won", "for whom"),
        ("pitch", "whose cards in the tricks they have won are worth more", "for whom"),
        ("pitch", "must play a card of the suit led or a trump; otherwise you", "does not apply"),
        (
            "michigan",
            "a card of the same suit as the top card that does not beat",
            "other than a card",
        ),
        ("betting-war", "the better hand, or to make your opponent fold", "the others fold"),
        ("betting-war", "A game has at most 50 hands.", "several hands"),
        ("thirty-one", "A game has at most 60 hands.", "A game has 60 hands"),
        (
            "thirty-one",
            "When your turn ends and the player to your left is the knocker",
            "has knocked and",
        ),
        ("german-whist", "The other player must follow suit", "The others"),
        ("briscola", "the other player may play any card", "the others may"),
        (
            "klaverjas",
            "If the card led is a trump: play a trump that beats",
            "is a trump: play a card",
        ),
        ("doppelkopf", "call anything but “say that you are healthy”", "do more than pass"),
        ("ninety-nine", "you lay your bid cards and your hand face up", "You lay your hand"),
        ("ninety-nine", "In the first hand there are no trumps", "Otherwise there are no"),
        ("mau-mau", "If you have neither drawn nor played a card this turn", "drawn no card"),
        ("uno", "The player whose turn it is draws two cards", "You draw two cards"),
        ("twenty-five", "You try to win tricks.", "several hands"),
        ("pitch", "You try to win tricks with cards that score.", "many card points"),
        (
            "seven-card-stud",
            "The player with the lowest door card is the opener",
            "lowest height",
        ),
        ("seven-card-stud", "the one with the highest open hand", "highest strength"),
        ("klaverjas", "A side is **nat** if the maker is on that side", "wet"),
        ("doppelkopf", "aces of diamonds won from the player to the left if only", "foxes"),
        ("palace", "You show your hand to all.", "and have turned over"),
        ("palace", "If the pile is empty, you may play any card.", "may also play a card"),
        ("palace", "At first nobody may look at the face-down cards.", "look at each player's"),
        (
            "palace",
            "three cards to each player, one at a time, as their face-down cards",
            "with their face-down",
        ),
        (
            "sevens",
            "If the upper rows are empty, play the seven of diamonds",
            "Only the seven of di",
        ),
        ("pidro", "until they hold six cards or have no more such cards", "no more of them"),
        ("sheepshead", "are not lower than everybody else's", "somebody else"),
        ("schnapsen", "nobody has closed the stock and nobody has claimed", "there is no closer"),
        ("six-card-golf", "the others have one more turn each; then the play ends", "last turns"),
        (
            "six-card-golf",
            "each player adds their whole first face-down pile",
            "each player's first",
        ),
        (
            "six-card-golf",
            "The same with your second column and with your third",
            "from your second",
        ),
        (
            "barbu",
            "A player's **stake against the player on the right** is found in the same",
            "| 3 |",
        ),
        ("michigan", "If the pile is empty, you may play any card.", "You are the last to play"),
        ("preferans", "comes between a bid of 8 no trumps and one of 9 ♠", "counts as a bid of"),
        ("preferans", "but only if it is no lower than the bid", "height of the bid"),
        (
            "preferans",
            "from high to low, A K Q J 10 9 8 7, and there are no trumps",
            "balance.\n",
        ),
        ("five-hundred", "| 8 | 240 | 260 | 280 | 300 | 320 |", "100 times"),
        ("doppelkopf", "eleven cards for “kontra”, ten for “no 90”", "as many cards as 12"),
        ("piquet", "The dealer's opponent discards one to five cards.", "up to four"),
        ("piquet", "the one whose cards are worth more pips", "whose turn it is | 1 point"),
        ("piquet", "part of a larger one may not be declared", "number of the point"),
        ("spider", "the stock is not empty and no column is empty", "the dealer deals"),
        ("storehouse", "If a column is empty and the storehouse is not empty,", "fewer than four"),
        ("wizard", "the first card other than a jester is the one to be followed", "their card"),
        ("simple-simon", "seven to the next, and so on down to one to the last", "one cards"),
        ("freecell", "seven cards to each of the first four of the eight columns", "seven, seven"),
        ("spite-and-malice", "The aim is to get rid of your pay-off pile.", "zero cards"),
        ("spite-and-malice", "the same happens as under “Drawing”", "no cards left"),
        ("ninety-nine", "if they are successful | the premium", "with the premium is successful |"),
        ("thirty-one", "Each player begins the game with three lives", "they are 3"),
        ("barbu", "the player to your left has not doubled you", "doubled the player on the left"),
        ("barbu", "the dealer has declared neither trumps nor dominoes", "has not declared trumps"),
        ("barbu", "If you can make none of them, you pass.", "in any of these cases"),
        ("barbu", "plus the same with their stake against the player across", "plus their stake"),
        ("doppelkopf", "but only if all of this is so:", "either somebody has announced"),
        ("doppelkopf", "Unless a call changes this, the game is an ordinary game", "cards as 11"),
        (
            "five-hundred",
            "If the joker has been led and no suit is trumps, the leader",
            "waiting for a nomination",
        ),
        ("five-hundred", "without the twos, the threes and the black fours, and one", "4 in ♦"),
        (
            "five-hundred",
            "again with four cards for each player, and once more with three",
            "Then the dealer deals four",
        ),
        (
            "mus",
            "If every side is holding pares, beginning with the player to the dealer's right",
            "holding pares, each player",
        ),
        ("mus", "all players outside the grande bettor's side have passed in a row", "but the gr"),
        ("belote", "and their own belotes |", "and their belotes |"),
        ("casino", "lie face up, each build by itself", "in ten piles"),
        ("casino", "If you can do none of these, go on with the next step.", "you do nothing"),
        ("skat", "The declarer's **matadors** are", "A player's **game level**"),
        (
            "kings-in-the-corner",
            "You may make any of these moves as often as you like:",
            "at least four turns",
        ),
        ("french-tarot", "has won the trick and has not played the excuse", "player of the excuse"),
        ("french-tarot", "A, 2 to 10, J, knight, Q and K in", "8, 9, 10"),
        ("jass", "and you have announced a stöck", "declared a stöck"),
        (
            "preferans",
            "face up on the table; if the hand is open, besides",
            "table. If the hand is op",
        ),
        ("tichu", "If a single ordinary card lies on the table, play the phoenix", "one ordinary"),
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
