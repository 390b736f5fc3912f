"""Card selectors read as noun phrases."""

from __future__ import annotations

import pytest

from darwindeck.cards import Rank, Suit
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import Among, Attribute, CardCondition, Reference
from darwindeck.rulebook.words import Words

HEART = CardCondition(suit=Suit.HEARTS)
QUEEN_OF_SPADES = CardCondition(suit=Suit.SPADES, rank=Rank.QUEEN)
SUIT_LED = CardCondition(same=(Attribute.SUIT,), of=Reference.LED)


@pytest.fixture(scope="module")
def words() -> Words:
    return Words(get_genome("hearts"))


@pytest.mark.parametrize(
    ("cards", "one", "every"),
    [
        (CardCondition(), "a card", "cards"),
        (HEART, "a heart", "hearts"),
        (QUEEN_OF_SPADES, "the queen of spades", "the queen of spades"),
        (CardCondition(rank=Rank.ACE), "an ace", "aces"),
        (CardCondition(ranks=(Rank.JACK, Rank.QUEEN)), "a jack or a queen", "jacks and queens"),
        (
            CardCondition(ranks=(Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE)),
            "a card from two to five",
            "cards from two to five",
        ),
        (CardCondition(colour="red"), "a red card", "red cards"),
        (CardCondition(suits=(Suit.HEARTS, Suit.DIAMONDS)), "a red card", "red cards"),
        (CardCondition(colour="red", rank=Rank.THREE), "a red three", "red threes"),
        (SUIT_LED, "a card of the suit led", "cards of the suit led"),
        (
            CardCondition(same=(Attribute.RANK,), of=Reference.TOP),
            "a card of the same rank as the top card",
            "cards of the same rank as the top card",
        ),
        (
            CardCondition(any_of=(HEART, QUEEN_OF_SPADES)),
            "a heart or the queen of spades",
            "hearts and the queen of spades",
        ),
        (
            CardCondition(any_of=(CardCondition(rank=Rank.ACE), CardCondition(rank=Rank.TWO))),
            "an ace or a two",
            "aces and twos",
        ),
        (
            CardCondition(suit=Suit.HEARTS, not_=CardCondition(rank=Rank.QUEEN)),
            "a heart other than a queen",
            "hearts other than queens",
        ),
        (CardCondition(trump=True), "a trump", "trumps"),
        (CardCondition(trump=False), "a card that is not a trump", "cards that are not trumps"),
        (
            CardCondition(trump=True, beats=Reference.WINNER),
            "a trump that beats the card that is winning the trick",
            "trumps that beat the card that is winning the trick",
        ),
        (
            CardCondition(trump=False, highest=Among.UNPLAYED),
            "a card that is not a trump and is the highest of its suit still to be played",
            "cards that are not trumps and are the highest of their suit still to be played",
        ),
        (
            CardCondition(
                step=-1,
                of=Reference.TOP,
                not_=CardCondition(same=(Attribute.COLOUR,), of=Reference.TOP),
            ),
            "a card that is one rank lower than the top card and of a different colour",
            "cards that are one rank lower than the top card and of a different colour",
        ),
        (
            CardCondition(not_=CardCondition(taken_from="discard")),
            "a card other than one taken from the discard pile this turn",
            "cards other than one taken from the discard pile this turn",
        ),
        (
            CardCondition(rank=Rank.JACK, trump_colour=True, printed_trump=False),
            "the other jack of the trump colour",
            "the other jack of the trump colour",
        ),
        (CardCondition(drawn=True), "a card drawn this turn", "cards drawn this turn"),
    ],
)
def test_phrases(words: Words, cards: CardCondition, one: str, every: str) -> None:
    assert words.cards.one(cards) == one
    assert words.cards.all(cards) == every


def test_conditions_that_must_all_hold_become_one_phrase(words: Words) -> None:
    both = CardCondition(all_of=(SUIT_LED, CardCondition(beats=Reference.WINNER)))
    assert words.cards.one(both) == (
        "a card of the suit led that beats the card that is winning the trick"
    )


def test_named_cards_go_by_their_name(words: Words) -> None:
    assert words.cards.one(CardCondition(named="two_of_clubs")) == "the two of clubs"
    assert words.cards.one(CardCondition(named="penalty_cards")) == "a penalty card"


def test_tables_use_symbols(words: Words) -> None:
    assert words.cards.short(CardCondition(ranks=(Rank.KING, Rank.QUEEN))) == "K, Q"
    assert words.cards.short(QUEEN_OF_SPADES) == "Q♠"
    assert words.cards.short(HEART) == "any ♥"


def test_a_deck_may_call_its_suits_and_ranks_otherwise() -> None:
    uno = Words(get_genome("uno"))
    same = CardCondition(same=(Attribute.RANK,), of=Reference.TOP)
    assert uno.cards.one(same) == "a card of the same number or symbol as the top card"
    assert uno.cards.one(CardCondition(suit="red", rank="draw_two")) == "a red draw two"
