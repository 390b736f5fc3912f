"""What rulebooks claim is watched in play, by a reader who knows nothing of how they are written.

``DARWINDECK_TEST_SCALE`` multiplies the seeds of each game and the children of the operators that
are read; from 10 on, these are 300.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from darwindeck.genome.examples import get_genome, get_seed_genomes, library_ids
from darwindeck.genome.schema import BlockPhase, DealStep, DiscardPhase, DrawPhase
from darwindeck.rulebook import generate_rulebook
from tests.support.book_reader import Reading, Watched, read
from tests.support.bred import crossed, mutated, parent

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
SEEDS = range(max(2, round(2 * SCALE)))
CHILDREN = 300 if SCALE >= 10 else max(12, round(12 * SCALE))
CROSSED = 35 if SCALE >= 10 else 2
SEED = 900
LEAST_SHARE = 0.6


@pytest.fixture(scope="module")
def readings() -> dict[str, Reading]:
    return {
        genome.genome_id: read(generate_rulebook(genome), Watched(genome, SEEDS))
        for genome in get_seed_genomes()
    }


@pytest.mark.parametrize("name", library_ids())
def test_play_agrees_with_the_book(name: str, readings: dict[str, Reading]) -> None:
    assert readings[name].wrong == ()


def test_many_sentences_are_read(
    readings: dict[str, Reading], capsys: pytest.CaptureFixture[str]
) -> None:
    total = sum(found.total for found in readings.values())
    known = sum(len(found.read) for found in readings.values())
    with capsys.disabled():
        print(f" {known} of {total} sentences are read ({known / total:.0%})", end="")
    assert known / total >= LEAST_SHARE


ALTERED = [
    ("hearts", "The player who holds the two of clubs", "The player to the dealer's left"),
    ("hearts", "13 cards to each player, one at a time", "13 cards to each player in one packet"),
    ("hearts", "with the lowest score has won", "with the highest score has won"),
    ("spades", "The highest trump wins", "The lowest trump wins"),
    ("euchre", "a side has 10 points or more", "a side has 3 points or more"),
    ("scopa", "| J | 8 |", "| J | 9 |"),
    ("simple-poker", "**Bet** 10 chips", "**Bet** 20 chips"),
    ("rummy", "The remaining 23 cards", "The remaining 24 cards"),
    ("uno", "When you play a reverse", "When you play a skip"),
    (
        "whist",
        "every player but the dealer gets one card",
        "every player but the dealer gets two cards",
    ),
    ("skat", "Then two cards are put face down", "Then three cards are put face down"),
    ("forty-fives", "K Q J A 2", "K Q A J 2"),
    ("klaverjas", "If an opponent is winning the trick: play a trump", "Play a trump"),
    ("sevens", "upper row must be one rank higher", "upper row must be one rank lower"),
    (
        "ninety-nine",
        "bid cards may be looked at by that player alone",
        "bid cards lie face up, all",
    ),
    ("bezique", "Play a card of the suit led that beats", "Play a trump that beats"),
    ("skat", "card points are 30 or less", "card points are 70 or less"),
    ("preferans", "room** is 10, less their pool", "room** is 11, less their pool"),
    ("doppelkopf", "the re level plus 1", "the re level plus 2"),
    ("mus", "their number of pips is 31 or more", "their number of pips is 30 or more"),
    ("schnapsen", "only if you have taken at least one trick", "only if you have taken two tricks"),
    ("dou-dizhu", "the highest bid so far is 3", "the highest bid so far is 2"),
    ("twenty-five", "If the card led is not a trump", "If the card led is a trump"),
    (
        "kings-in-the-corner",
        "Move all the cards of a side pile",
        "Move the top card of a side pile",
    ),
    ("freecell", "first four of the eight columns", "first three of the eight columns"),
    ("pinochle", "the one played first wins", "the one played last wins"),
]


def test_what_cannot_be_understood_is_not_counted_as_read() -> None:
    genome = get_genome("hearts")
    text = generate_rulebook(genome)
    nonsense = text.replace("The winner of", "The moon is green if it rains. The winner of", 1)
    found = read(nonsense, Watched(genome, SEEDS))
    assert "The moon is green if it rains." in found.unread


@pytest.mark.parametrize(("name", "said", "instead"), ALTERED)
def test_a_book_that_says_something_else_is_caught(name: str, said: str, instead: str) -> None:
    genome = get_genome(name)
    text = generate_rulebook(genome)
    assert said in text
    assert read(text.replace(said, instead), Watched(genome, SEEDS)).wrong


def test_a_card_drawn_before_all_turns_is_not_taken_for_a_dealt_one() -> None:
    cheat = get_genome("cheat")
    steps = (DealStep(packets=(1,) * 8, zone="hand", to="each"),)
    draw = BlockPhase(phases=(DrawPhase(), DiscardPhase()), who="from(each, left(dealer))")
    phases = (draw, *cheat.turn_structure.phases)
    genome = replace(
        cheat,
        setup=replace(cheat.setup, cards_per_player=8, deal=steps),
        turn_structure=replace(cheat.turn_structure, phases=phases),
    )
    text = generate_rulebook(genome)
    assert "The remaining 20 cards are put face down as the stock." in text
    assert read(text, Watched(genome, range(1))).wrong == ()
    fewer = text.replace("The remaining 20 cards", "The remaining 12 cards")
    assert read(fewer, Watched(genome, range(1))).wrong


def test_bred_games_come_from_the_whole_library() -> None:
    parents = {parent(number, CHILDREN) for number in range(CHILDREN)}
    assert len(parents) == min(CHILDREN, len(library_ids()))


@pytest.mark.parametrize("number", range(CHILDREN))
def test_play_of_mutated_games_agrees_with_their_books(number: int) -> None:
    child = mutated(number, CHILDREN, SEED)
    assert read(generate_rulebook(child), Watched(child, range(1))).wrong == ()


@pytest.mark.parametrize("number", range(CROSSED))
def test_play_of_crossed_games_agrees_with_their_books(number: int) -> None:
    child = crossed(number, CROSSED, SEED)
    assert read(generate_rulebook(child), Watched(child, range(1))).wrong == ()
