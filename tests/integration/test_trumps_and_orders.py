"""Trumps without a trump suit, orders of single suits, and words about the cards of a zone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.genome.schema import (
    CardBlock,
    CardCondition,
    CardRanking,
    ChoiceKind,
    DeckSpec,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    NamedCards,
    PlayAgain,
    PointTable,
    Promotion,
    SuitOrder,
    TieKey,
)
from darwindeck.genome.schema.ranking import CardPoints
from darwindeck.genome.tree import at, put, walk
from darwindeck.genome.validation import problems_as_written
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import generate_rulebook
from tests.support.table import Table

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ALONE = Promotion(CardCondition(rank="J"), above="A", always=True)


def tricks(cards: int, **fields: object) -> GameGenome:
    """Whist with so many cards each, in which no suit becomes trumps."""
    genome = get_genome("whist")
    deal = (replace((genome.setup.deal or ())[0], packets=(cards,)),)
    setup = replace(genome.setup, cards_per_player=cards, deal=deal, after_deal=())
    structure = replace(genome.turn_structure, tricks_per_hand=None)
    return replace(genome, setup=setup, turn_structure=structure, **fields)  # type: ignore[arg-type]


def jacks(cards: int, *, always: bool) -> GameGenome:
    promotion = replace(ALONE, always=always)
    order = CardRanking(plain=RANKS, promote=(promotion,), suits=("diamonds", "clubs"))
    return tricks(cards, rankings=(order,))


def test_promoted_cards_are_trumps_without_a_trump_suit_if_they_always_are() -> None:
    table = Table(jacks(2, always=True), "JC 2C", "JD 3C", "4D 5D", "6D 7D").play("JC")
    assert table.playable == {"JD"}
    (problem,) = problems_as_written(jacks(2, always=False))
    assert problem.code == "trump-never-set"


def test_such_trumps_beat_all_suits_and_each_other_by_suit() -> None:
    hands = ("AC 2C", "JD 2D", "JC 3D", "KC 4D")
    assert Table(jacks(2, always=True), *hands).play("AC JD JC KC").turn == 2


def test_a_suit_with_an_order_of_its_own() -> None:
    low = tuple(reversed(RANKS))
    genome = tricks(2, rankings=(CardRanking(plain=RANKS, by_suit=(SuitOrder(("clubs",), low),)),))
    assert Table(genome, "2C 2H", "AC 3H", "KC 4H", "3C 5H").play("2C AC KC 3C").turn == 0
    assert Table(genome, "2D 2H", "AD 3H", "KD 4H", "3D 5H").play("2D AD KD 3D").turn == 1


def test_an_order_must_have_all_cards_of_its_suits() -> None:
    ranking = CardRanking(plain=RANKS, by_suit=(SuitOrder(("clubs",), RANKS[1:]),))
    problems = problems_as_written(tricks(2, rankings=(ranking,)))
    assert [problem.code for problem in problems] == ["order-misses-rank"]


def test_the_plain_order_need_not_have_ranks_of_suits_with_an_order_of_their_own() -> None:
    low = SuitOrder(("clubs", "spades", "hearts"), RANKS)
    block = (CardBlock(("clubs", "spades", "hearts"), RANKS), CardBlock(("diamonds",), RANKS[2:]))
    order = (CardRanking(plain=RANKS[2:], by_suit=(low,)),)
    genome = tricks(2, rankings=order, deck=DeckSpec(block))
    assert not [p for p in GenomeValidator.validate(genome) if "order" in str(p)]
    missing = (CardRanking(plain=RANKS[3:], by_suit=(low,)),)
    (problem,) = problems_as_written(replace(genome, rankings=missing))
    assert problem.code == "order-misses-rank"


def test_the_book_tells_of_trumps_alone_and_of_orders() -> None:
    book = generate_rulebook(get_genome("skat"))
    assert "If no suit is trumps, the only trumps are, from high to low, J♣ J♠ J♥ J♦." in book
    book = generate_rulebook(get_genome("twenty-five"))
    assert (
        "The cards of clubs and spades rank, from high to low, K Q J A 2 3 4 5 6 7 8 9 10." in book
    )
    assert "If one of these suits is trumps, the trumps rank 5 J A K Q 2 3 4 6 7 8 9 10." in book


# --- words ----------------------------------------------------------------------------------------

VALUES = PointTable(
    "pips", "pips", tuple(CardPoints(CardCondition(rank=str(n)), n) for n in range(2, 11))
)
PAIR = HandPattern(
    "pair", 2, same_rank_groups=(2,), required_count=3, tie_keys=(TieKey.CARD_RANKS,)
)
HIGH = HandPattern("high", 1, required_count=3, tie_keys=(TieKey.CARD_RANKS,))


def with_word(value: str) -> GameGenome:
    """One trick, after which the player at the dealer's left scores what a word says."""
    genome = tricks(
        1,
        card_sets=(
            NamedCards("red", "red card", CardCondition(colour="red")),
            NamedCards("spades", "spade", CardCondition(suit="spades")),
        ),
        point_tables=(VALUES,),
        hand_evaluation=HandEvaluation(HandEvaluationMethod.PATTERN_MATCH, (PAIR, HIGH)),
    )
    rules = genome.scoring_rules or ()
    return replace(genome, scoring_rules=(replace(rules[0], amount=value, who="left(dealer)"),))


@pytest.mark.parametrize(
    ("word", "trick", "value"),
    [
        ("size(those(captured(each), red))", "2C 7C 5D 5H", 2),
        ("points(those(captured(each), red), pips)", "2C 7C 5D 5H", 10),
        ("suited(captured(each), pips)", "2C 7C 5D 5H", 9),
        ("suited(captured(each), pips)", "2C KC 5D 6D", 11),
        ("unbroken(captured(each), spades)", "AS KS JS 2D", 2),
        ("unbroken(captured(each), spades)", "KS QS JS 2D", 0),
        ("highest_in(captured(each), spades)", "KS QS JS 2D", 45),
        ("highest_in(captured(each), spades)", "2C 7C 5D 5H", 0),
        ("lowest_in(captured(each), spades)", "KS QS 3S 2D", 5),
        ("lowest_in(captured(each), spades)", "2C 7C 5D 5H", 53),
        ("if(better(those(captured(each), red), joined(deck, deck)), 1, 0)", "2C 7C 5D 5H", 0),
        ("if(better(captured(each), those(captured(each), red)), 1, 0)", "2C 7C 5D 5H", 1),
        ("if(better(captured(each), captured(each)), 1, 0)", "2C 7C 5D 5H", 0),
    ],
)
def test_what_words_say_of_cards(word: str, trick: str, value: int) -> None:
    table = Table(with_word(word), *trick.split()).play(trick)
    assert table.result.scores[0] == value


def test_hands_are_compared_only_where_something_says_how() -> None:
    genome = replace(get_genome("chinese-poker"), hand_evaluation=None)
    messages = [str(problem) for problem in GenomeValidator.validate(genome)]
    assert any("no hand evaluation says how hands are compared" in text for text in messages)


def test_a_turn_can_be_given_to_a_player() -> None:
    part = next(part for _, part in walk(get_genome("michigan")) if isinstance(part, PlayAgain))
    assert part.who == "last_to_play"
    book = generate_rulebook(get_genome("michigan"))
    assert "the last to play has the next turn" in book


def bids(**fields: object) -> GameGenome:
    """Skat with other numbers to bid."""
    genome = get_genome("skat")
    path = ("turn_structure", "phases", 0, "calls", 1, "choices", 0)
    return put(genome, path, replace(at(genome, path), **fields))


def test_a_call_names_one_of_a_list_of_numbers() -> None:
    table = Table(bids(numbers=(18, 23, 264)))
    assert [move for move in table.moves if move.startswith("bid")] == [
        "bid a game value: 18",
        "bid a game value: 23",
        "bid a game value: 264",
    ]
    assert "(18, 23 or 264)" in generate_rulebook(bids(numbers=(18, 23, 264)))


@pytest.mark.parametrize(
    "fields",
    [
        {"numbers": (18, 18)},
        {"numbers": (20, 18)},
        {"numbers": (18, 20), "low": 18, "high": 20},
        {"numbers": (18, 20), "step": 2},
        {"numbers": (18, 20), "type": ChoiceKind.SUIT},
    ],
)
def test_numbers_go_up_and_are_said_once(fields: dict[str, object]) -> None:
    codes = {problem.code for problem in problems_as_written(bids(**fields))}
    assert "contradicting-call" in codes
