"""What the recomputation makes of cards, projects and scores, by the rules as people play them."""

from __future__ import annotations

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.oracles.baloot.auction import Contract
from darwindeck.oracles.baloot.baloot_cards import CODES, points
from darwindeck.oracles.baloot.play import Laid, is_akka, legal_cards
from darwindeck.oracles.baloot.projects import blocks_baloot, meanings, projects_of
from darwindeck.oracles.baloot.rules import DEFAULT, Rules
from darwindeck.oracles.baloot.scoring import ScoringFacts, card_scores, open_readings, score

SUITS = {"S": Suit.SPADES, "H": Suit.HEARTS, "C": Suit.CLUBS, "D": Suit.DIAMONDS}
SPADES, HEARTS, CLUBS, DIAMONDS = range(4)


def cards(text: str) -> list[int]:
    return [CODES[Card(SUITS[word[-1]], Rank(word[:-1]))] for word in text.split()]


def legal(hand: str, trick: str, **contract: object) -> set[int]:
    """What may be played from a hand to a trick that seat 1 led, in Hokum of hearts."""
    terms: dict[str, object] = {"mode": "hokum", "buyer": 0, "round": 1, "trump": HEARTS}
    rules = contract.pop("rules", DEFAULT)
    assert isinstance(rules, Rules)
    laid = [Laid(0, seat, card) for seat, card in enumerate(cards(trick))]
    return legal_cards(set(cards(hand)), laid, Contract(**{**terms, **contract}), rules)  # type: ignore[arg-type]


def test_the_deck_is_worth_120_and_152() -> None:
    assert sum(points(card, None) for card in range(32)) == 120
    assert sum(points(card, HEARTS) for card in range(32)) == 152


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        ("7S 8D", "AS", "7S"),
        ("7C 8D", "AS", "7C 8D"),
        ("7H 8D", "AS", "7H"),
        ("7H JH 9S", "QH", "JH"),
        ("7H 8H 9S", "QH", "7H 8H"),
        ("7H 8D", "AS 7S", "7H 8D"),
        ("JH 8H 8D", "AS 9H", "JH"),
        ("JH 8H 8D", "7S AS 9H", "JH"),
        ("QH 8H 8D", "7S AS 9H", "QH 8H 8D"),
        ("7H JH 9S", "9H 8H", "7H JH"),
    ],
    ids=[
        "follow suit",
        "no trump, anything",
        "void must trump",
        "trump led must be beaten",
        "trump led cannot be beaten",
        "partner wins, anything",
        "opponent's trump must be beaten",
        "overtrump",
        "cannot overtrump, free",
        "partner wins the trump lead",
    ],
)
def test_legal_cards_in_hokum(hand: str, trick: str, expected: str) -> None:
    assert legal(hand, trick) == set(cards(expected))


def test_under_trumping_is_a_duty_only_by_that_reading() -> None:
    assert legal("QH 8H 8D", "7S AS 9H", rules=Rules(under_trump="duty")) == set(cards("QH 8H"))


def test_a_closed_game_is_not_led_with_trumps_while_there_is_another_card() -> None:
    assert legal("7H 8D", "", closed=True) == set(cards("8D"))
    assert legal("7H 8H", "", closed=True) == set(cards("7H 8H"))
    assert legal("7H 8D", "") == set(cards("7H 8D"))


def test_in_sun_a_void_seat_plays_anything() -> None:
    assert legal("7H 8D", "AS", mode="sun", trump=None) == set(cards("7H 8D"))


def test_akka_is_the_highest_card_left_of_a_plain_suit_and_no_ace() -> None:
    left = set(cards("10S KS AH 9D"))
    assert is_akka(cards("10S")[0], left, HEARTS)
    assert not is_akka(cards("KS")[0], left, HEARTS)
    assert not is_akka(cards("AH")[0], left, CLUBS)
    assert not is_akka(cards("10S")[0], left, SPADES)
    assert not is_akka(cards("10S")[0], left, None)


@pytest.mark.parametrize(
    ("hand", "sun", "kinds"),
    [
        ("7S 8S 9S JS QS KS 7H 8D", True, ["sira", "sira"]),
        ("7S 8S 9S 10S QS KS 7H 8D", True, ["fifty"]),
        ("7S 8S 9S 10S JS KS 7H 8D", False, ["hundred"]),
        ("7S 8S 9S 10S JS QS KS AS", False, ["hundred", "sira"]),
        ("AS AH AC AD 7S 8H 9C JD", True, ["four hundred"]),
        ("AS AH AC AD 7S 8H 9C JD", False, ["hundred"]),
        ("9S 9H 9C 9D 7S 8H JC QD", False, []),
        ("KS KH KC KD QS JS 7H 8H", False, ["hundred"]),
    ],
)
def test_projects_of_a_hand(hand: str, sun: bool, kinds: list[str]) -> None:
    found = projects_of(frozenset(cards(hand)), sun)
    assert sorted(project.kind for project in found) == sorted(kinds)


def test_an_announcement_means_cards_of_the_hand() -> None:
    hand = frozenset(cards("7S 8S 9S 10S QD KD AD 7H"))
    assert {p.kind for found in meanings(hand, ["sira"], True) for p in found} == {"sira"}
    assert meanings(hand, ["hundred"], True) == []
    assert meanings(hand, ["fifty", "fifty"], True) == []


def test_a_hundred_with_king_and_queen_of_trumps_uses_up_the_baloot() -> None:
    long = projects_of(frozenset(cards("10H JH QH KH AH 7S 8D 9C")), False)
    short = projects_of(frozenset(cards("JH QH KH 7S 8D 9C 7C AD")), False)
    assert blocks_baloot(long, HEARTS)
    assert not blocks_baloot(short, HEARTS)
    assert not blocks_baloot(long, SPADES)


def facts(mode: str, first: int, last: int = 0, **more: object) -> ScoringFacts:
    """A round in which side 0 bought and took so many points in cards."""
    total = 120 if mode == "sun" else 152
    trump = None if mode == "sun" else HEARTS
    terms = more.pop("contract", {})
    assert isinstance(terms, dict)
    contract = Contract(mode, 0, 1, trump=trump, **terms)
    given: dict[str, object] = {"projects": ((), ()), "baloots": (0, 0), "swept": None, **more}
    return ScoringFacts(contract, (first, total - first), last, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [(37, 1, (4, 12)), (105, 0, (11, 5)), (86, 0, (9, 7)), (96, 1, (9, 7)), (5, 0, (1, 15))],
)
def test_hokum_rounds_five_down_and_always_gives_sixteen(
    first: int, last: int, expected: tuple[int, int]
) -> None:
    assert card_scores(facts("hokum", first, last), DEFAULT) == expected
    assert sum(expected) == 16


@pytest.mark.parametrize(
    ("first", "expected"), [(55, (13, 13)), (54, (12, 14)), (56, (14, 12)), (61, (14, 12))]
)
def test_sun_keeps_a_five(first: int, expected: tuple[int, int]) -> None:
    assert card_scores(facts("sun", first), DEFAULT) == expected


def test_roundings_of_every_split_add_up() -> None:
    for first in range(121):
        for reading in ("nearest_ten", "half_up", "fifths"):
            assert sum(card_scores(facts("sun", first), Rules(sun_rounding=reading))) == 26
    for first in range(153):
        for reading in ("larger_side", "other_side", "buyer_side"):
            assert sum(card_scores(facts("hokum", first), Rules(hokum_rounding=reading))) == 16


def test_baloot_counts_before_khasara_and_can_be_lost() -> None:
    # 66 + 10 against 86: with the baloot the buyers are ahead.
    saved = score(facts("hokum", 66, baloots=(1, 0)))
    assert (saved.khasara, saved.scores) == (False, (10, 8))
    lost = score(facts("hokum", 40, baloots=(1, 0)))
    assert (lost.khasara, lost.scores) == (True, (0, 18))
    after = score(facts("hokum", 66, baloots=(1, 0)), Rules(baloot_counts="after_khasara"))
    assert after.scores == (2, 16)


def test_khasara_compares_raw_totals() -> None:
    level = score(facts("hokum", 74))
    assert (level.raw, level.khasara) == ((84, 78), False)


def test_equal_totals_fit_every_reading() -> None:
    tied = facts("hokum", 71)
    assert score(tied).scores == (0, 16)
    assert {reading.scores for reading in open_readings(tied, DEFAULT, (0, 0))} == {(0, 16), (8, 8)}
    assert score(facts("sun", 55)).scores == (13, 13)


@pytest.mark.parametrize(("level", "expected"), [(2, 32), (3, 48), (4, 64)])
def test_a_doubled_round_goes_to_the_winner(level: int, expected: int) -> None:
    terms = {"level": level, "raiser": 1}
    assert score(facts("hokum", 100, contract=terms)).scores == (expected, 0)
    assert score(facts("hokum", 20, contract=terms)).scores == (0, expected)


def test_gahwa_is_worth_the_match() -> None:
    terms = {"level": 4, "gahwa": True, "raiser": 0}
    assert score(facts("hokum", 100, contract=terms)).scores == (152, 0)


def test_baloot_is_not_multiplied() -> None:
    terms = {"level": 2, "raiser": 1}
    assert score(facts("hokum", 100, contract=terms, baloots=(1, 0))).scores == (34, 0)


def test_kaboot_has_its_own_value_and_voids_the_other_sides_projects() -> None:
    swept = facts("sun", 120, swept=0, projects=(("sira",), ()))
    assert score(swept).scores == (48, 0)
    assert score(facts("hokum", 152, swept=0)).scores == (25, 0)
    assert score(facts("hokum", 0, 1, swept=1)).scores == (0, 25)


def test_khasara_gives_everything_to_the_other_side() -> None:
    lost = score(facts("sun", 30, 1, projects=(("fifty",), ())))
    assert (lost.khasara, lost.scores) == (True, (0, 36))
