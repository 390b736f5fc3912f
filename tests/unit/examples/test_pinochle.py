from __future__ import annotations

from collections import Counter

import pytest

from darwindeck.cards import Card, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    Attribute,
    CallPhase,
    CardCondition,
    DeclarePhase,
    HandPattern,
    Reference,
    TrickPhase,
)
from darwindeck.library import create_pinochle_genome
from tests.support.evaluate import evaluate, unevaluated
from tests.support.scoresheet import Hand, Scoresheet, Subject

GENOME = create_pinochle_genome()
ORDER = ("9", "J", "Q", "K", "10", "A")
SUIT_LETTERS = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS, "S": Suit.SPADES}


def cards(text: str) -> list[Card]:
    return [Card(SUIT_LETTERS[word[-1]], word[:-1]) for word in text.split()]


def fits(card: Card, condition: CardCondition, trump: Suit) -> bool:
    return (
        condition.rank in (None, card.rank)
        and condition.suit in (None, card.suit)
        and condition.trump in (None, card.suit == trump)
    )


def taken_for(meld: HandPattern, held: Counter[Card], trump: Suit) -> list[Counter[Card]]:
    """The ways to lay a meld from the cards held."""
    ways: list[list[Card]] = [[]]
    for condition in meld.exact:
        ways = [
            [*way, card]
            for way in ways
            for card in held
            if fits(card, condition, trump) and held[card] > way.count(card)
        ]
    if Attribute.SUIT in meld.same:
        ways = [way for way in ways if len({card.suit for card in way}) == 1]
    return [Counter(way) for way in ways]


def best(melds: list[HandPattern], held: Counter[Card], trump: Suit) -> int:
    """The most that melds of one class bring, each card serving once."""
    if not melds:
        return 0
    first, *rest = melds
    value = first.values[0].amount
    assert isinstance(value, int)
    options = [best(rest, held, trump)]
    for used in taken_for(first, held, trump):
        options.append(value + best(melds, held - used, trump))
    return max(options)


def meld_points(text: str, trump: Suit) -> int:
    held = Counter(cards(text))
    tags = {tag for meld in GENOME.patterns for tag in meld.tags}
    return sum(best([m for m in GENOME.patterns if tag in m.tags], held, trump) for tag in tags)


def play() -> TrickPhase:
    phase = next(p for p in GENOME.turn_structure.phases if p.name == "play")
    assert isinstance(phase, TrickPhase)
    return phase


def may_play(hand: str, led: str, winning: str, trump: Suit) -> set[str]:
    """The cards of a hand that the duties of the trick allow."""
    (led_card,), (winner,) = cards(led), cards(winning)

    def beats(card: Card) -> bool:
        if card.suit != winner.suit:
            return card.suit == trump
        return ORDER.index(card.rank) > ORDER.index(winner.rank)

    for duty in play().follow:
        wanted = duty.cards
        assert wanted.of in (None, Reference.LED)
        found = {
            word
            for word, card in zip(hand.split(), cards(hand), strict=True)
            if fits(card, wanted, trump)
            and (not wanted.same or card.suit == led_card.suit)
            and (wanted.beats is None or beats(card))
        }
        if found:
            return found
    return set(hand.split())


def test_the_deck_has_two_of_each_card_from_nine_to_ace() -> None:
    found = Counter(deck_cards(GENOME))
    assert len(found) == 24
    assert set(found.values()) == {2}
    assert {card.rank for card in found} == set(ORDER)
    assert 4 * GENOME.setup.cards_per_player == 48


def test_the_ten_ranks_between_king_and_ace() -> None:
    (ranking,) = GENOME.rankings or ()
    assert ranking.plain == ORDER
    assert ranking.trump == ()


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("9H 9C JC QC 9D 9S AS 10C 10D AC JS KD", 10),
        ("9H 9H JC QC 9D 9S AS 10C 10D AC JS KD", 20),
        ("KC QC", 20),
        ("KC KC QC QC", 40),
        ("KH QH", 40),
        ("KH KH QH QH", 80),
        ("AH 10H KH QH JH", 150),
        ("AH 10H KH QH JH KH QH", 190),
        ("AH 10H KH QH JH KH", 150),
        ("AH 10H KH QH JH AH 10H KH QH JH 9H 9H", 1520),
        ("AC AD AH AS", 100),
        ("AC AD AH AS AC AD AH AS", 1000),
        ("KC KD KH KS KC KD KH KS", 800),
        ("QC QD QH QS QC QD QH QS", 600),
        ("JC JD JH JS JC JD JH JS", 400),
        ("JC JD JH JS", 40),
        ("QS JD", 40),
        ("QS JD QS", 40),
        ("QS JD QS JD", 300),
        # The round house: kings, queens and a marriage in each suit.
        ("KC QC KD QD KH QH KS QS", 240),
        # A queen serves in a marriage, in the queens around and in the pinochle.
        ("QS JD KS QC QH QD", 20 + 60 + 40),
        ("AH 10H KH QH JH AC AD AS JD QS KS 9H", 150 + 100 + 40 + 20 + 10),
    ],
)
def test_melds_of_textbook_hands(hand: str, points: int) -> None:
    assert meld_points(hand, Suit.HEARTS) == points


def test_every_meld_is_declared() -> None:
    declare = next(p for p in GENOME.turn_structure.phases if isinstance(p, DeclarePhase))
    assert declare.automatic
    assert set(declare.patterns) == {meld.name for meld in GENOME.patterns}
    assert len(declare.patterns) == 15


@pytest.mark.parametrize(
    ("hand", "led", "winning", "allowed"),
    [
        ("9C AC KD AH", "KC", "KC", {"AC"}),
        ("9C JC KD AH", "KC", "KC", {"9C", "JC"}),
        # The same card does not beat itself.
        ("KC 9C", "KC", "KC", {"KC", "9C"}),
        # A trick that has been trumped cannot be beaten in the suit led.
        ("9C AC AH", "KC", "9H", {"9C", "AC"}),
        ("9H AH KD", "KC", "AC", {"9H", "AH"}),
        ("9H AH KD", "KC", "JH", {"AH"}),
        ("9H JH KD", "KC", "QH", {"9H", "JH"}),
        ("9D AS KD", "KC", "KC", {"9D", "AS", "KD"}),
        ("9H AH KD", "KH", "KH", {"AH"}),
        ("9H JH KD", "KH", "KH", {"9H", "JH"}),
    ],
)
def test_suit_must_be_followed_the_best_card_beaten_and_a_void_trumped(
    hand: str, led: str, winning: str, allowed: set[str]
) -> None:
    assert may_play(hand, led, winning, Suit.HEARTS) == allowed


def test_the_bidder_leads_and_the_first_of_two_equal_cards_wins() -> None:
    assert play().leader == "bidder"
    assert play().tie == "first"


def auction() -> CallPhase:
    phase = GENOME.turn_structure.phases[0]
    assert isinstance(phase, CallPhase)
    return phase


def test_bids_go_from_250_to_1500_in_tens_and_passing_is_final() -> None:
    (amount,) = next(call for call in auction().calls if call.key is not None).choices
    assert (amount.low, amount.high, amount.step) == (250, 1500, 10)
    assert auction().pass_is_final


@pytest.mark.parametrize(
    ("bids", "passed", "over"),
    [(0, 3, False), (0, 4, True), (1, 2, False), (1, 3, True), (7, 3, True)],
)
def test_the_auction_lasts_until_three_have_passed_a_bid_or_all_have(
    bids: int, passed: int, over: bool
) -> None:
    facts = {
        "bids": bids,
        "each": range(4),
        "number": len,
        "where": unevaluated(lambda ev, args: range(passed)),
        "all": unevaluated(lambda ev, args: passed == 4),
    }
    assert evaluate(auction().close, facts) is over


def scores(
    bid: int, melds: tuple[int, int], counters: tuple[int, int], tricks: tuple[int, int]
) -> tuple[int, int]:
    """What the sides score; the bidder and the last trick are the first side's."""
    by_side: dict[tuple[int, ...], int] = {(0, 2): 0, (1, 3): 1}
    shares = {"suit_melds": 0, "arounds": 10, "pinochles": 40}

    def declared(seats: tuple[int, ...], tag: str, value: str) -> int:
        total = melds[by_side[seats]]
        rest = sum(shares.values())
        return total - rest if tag == "suit_melds" else shares[tag]

    result = Scoresheet(GENOME).score_hand(
        Hand(
            roles={"bidder": 2},
            seats={
                "tricks": (tricks[0], tricks[1], 0, 0),
                "took_last": (1, 0, 0, 0),
            },
            table={"bid": bid},
            words={
                "declared": declared,
                "points": lambda seats, zone, table: counters[by_side[seats]],
            },
        )
    )
    return result[0, 2], result[1, 3]


def test_meld_counters_and_the_last_trick_are_added() -> None:
    assert scores(250, (150, 60), (140, 100), (7, 5)) == (300, 160)


def test_a_failed_bid_is_lost_and_nothing_else_counts() -> None:
    assert scores(310, (150, 60), (140, 100), (7, 5)) == (-310, 160)
    assert scores(300, (150, 60), (140, 100), (7, 5)) == (300, 160)


def test_a_side_without_a_trick_loses_its_meld() -> None:
    assert scores(250, (100, 600), (240, 0), (12, 0)) == (350, 0)


def test_all_counters_and_the_last_trick_make_250() -> None:
    (table,) = GENOME.point_tables or ()
    (line,) = table.lines
    worth = sum(line.points for card in deck_cards(GENOME) if card.rank in line.cards.ranks)
    assert worth == 240
    last = next(rule for rule in GENOME.scoring_rules or () if rule.when == "took_last")
    assert worth + int(last.amount) == 250


@pytest.mark.parametrize(
    ("totals", "ends"),
    [
        ((1490, 1490), (False, False)),
        ((1500, 1600), (True, True)),
        ((1400, 1500), (False, True)),
    ],
)
def test_the_bidders_side_wins_first(totals: tuple[int, int], ends: tuple[bool, bool]) -> None:
    sheet = Scoresheet(GENOME)
    for side, points in zip(GENOME.teams, totals, strict=True):
        sheet.score[Subject(side, True)] = points
    bidder, other = GENOME.win_conditions
    hand = Hand(roles={"bidder": 0})
    assert sheet.holds(bidder.when, hand) is ends[0]
    assert max(totals) >= other.threshold or not ends[1]
    assert [sheet.judge(bidder.value or 0, Subject(side, True), hand) for side in GENOME.teams] == [
        1,
        0,
    ]
