from __future__ import annotations

from itertools import product

import pytest

from darwindeck.cards import Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    CallPhase,
    Control,
    DealerAfter,
    Expose,
    If,
    Moment,
    Redeal,
    TrickPhase,
)
from darwindeck.library import create_bridge_genome
from tests.support.evaluate import evaluate
from tests.support.scoresheet import Hand, Scoresheet, Subject

STRAINS = ("clubs", "diamonds", "hearts", "spades", "none")
GENOME = create_bridge_genome()


def auction() -> CallPhase:
    phase = GENOME.turn_structure.phases[0]
    assert isinstance(phase, CallPhase)
    return phase


def table_score(level: int, strain: str, stake: int, vulnerable: bool, tricks: int) -> int:
    """What declarer's side gains, written from the table of the Laws (stake: 1, 2 or 4)."""
    over = tricks - 6 - level
    if over < 0:
        down = -over
        if stake == 1:
            return -(100 if vulnerable else 50) * down
        steps = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
        return -sum(steps[:down]) * (stake // 2)
    each = {"clubs": 20, "diamonds": 20, "hearts": 30, "spades": 30, "none": 30}[strain]
    below = [each] * level
    if strain == "none":
        below[0] = 40
    points = sum(below) * stake
    bonus = 50
    if points >= 100:
        bonus = 500 if vulnerable else 300
    if level == 6:
        bonus += 750 if vulnerable else 500
    if level == 7:
        bonus += 1500 if vulnerable else 1000
    insult = {1: 0, 2: 50, 4: 100}[stake]
    doubled_overtrick = {2: 200 if vulnerable else 100, 4: 400 if vulnerable else 200}
    return points + bonus + insult + over * doubled_overtrick.get(stake, each)


def declarers_gain(level: int, strain: str, stake: int, vulnerable: bool, tricks: int) -> int:
    sheet = Scoresheet(GENOME)
    sheet.hand_number = 3 if vulnerable else 0
    result = sheet.score_hand(
        Hand(
            roles={"declarer": 1, "dummy": 3, "bidder": 3},
            seats={"tricks": (13 - tricks, tricks, 0, 0)},
            table={"contract": level, "multiplier": stake, "trump": strain},
        )
    )
    # One side scores, the other nothing.
    assert 0 in result.values()
    return result[1, 3] - result[0, 2]


@pytest.mark.parametrize("level", range(1, 8))
def test_every_result_scores_as_the_laws_say(level: int) -> None:
    for strain, stake, vulnerable, tricks in product(STRAINS, (1, 2, 4), (False, True), range(14)):
        result = (level, strain, stake, vulnerable, tricks)
        assert declarers_gain(*result) == table_score(*result), result


@pytest.mark.parametrize(
    ("result", "points"),
    [
        ((1, "clubs", 1, False, 7), 70),
        ((1, "none", 1, False, 7), 90),
        ((3, "none", 1, False, 9), 400),
        ((4, "spades", 1, True, 10), 620),
        ((2, "hearts", 2, False, 8), 470),
        ((6, "diamonds", 1, False, 12), 920),
        ((7, "none", 1, True, 13), 2220),
        ((1, "clubs", 4, True, 13), 2630),
        ((4, "spades", 2, False, 6), -800),
        ((4, "spades", 2, True, 6), -1100),
        ((7, "none", 4, True, 0), -7600),
    ],
)
def test_known_results(result: tuple[int, str, int, bool, int], points: int) -> None:
    assert declarers_gain(*result) == points


@pytest.mark.parametrize(
    ("hand_number", "vulnerable_sides"),
    [(1, set()), (2, {(0, 2)}), (3, {(0, 2)}), (4, {(0, 2), (1, 3)})],
)
def test_vulnerability_goes_by_the_deal(
    hand_number: int, vulnerable_sides: set[tuple[int, int]]
) -> None:
    for dealer in (0, 2):
        sheet = Scoresheet(GENOME, dealer=dealer)
        sheet.hand_number = hand_number
        found = {s for s in sheet.sides if sheet.judge("vulnerable", Subject(s, True), Hand())}
        assert found == vulnerable_sides


def test_bids_rise_by_level_and_then_by_strain() -> None:
    bid = next(call for call in auction().calls if call.name == "bid")
    level, strain = bid.choices
    assert (level.low, level.high) == (1, 7)
    assert strain.suits == (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, "none")
    assert bid.key is not None
    heights = [
        evaluate(bid.key, {"level": n, "strain": place, "place": lambda strain: strain})
        for n in range(1, 8)
        for place in range(1, 6)
    ]
    assert len(heights) == 35
    assert heights == sorted(set(heights))
    assert heights[0] > 0


@pytest.mark.parametrize(
    ("multiplier", "bidder", "may"),
    [
        (1, None, set()),
        (1, 1, {"double"}),
        (1, 2, set()),
        (2, 1, set()),
        (2, 2, {"redouble"}),
        (4, 1, set()),
        (4, 2, set()),
    ],
)
def test_who_may_double_and_redouble(multiplier: int, bidder: int | None, may: set[str]) -> None:
    facts = {
        "bids": 0 if bidder is None else 1,
        "bidder": bidder,
        "multiplier": multiplier,
        "turn": 0,
        "team": lambda seat: (0, 2),
        "opponents": lambda seat: (1, 3),
    }
    calls = {call.name: call for call in auction().calls}
    assert {name for name in ("double", "redouble") if evaluate(calls[name].when, facts)} == may


@pytest.mark.parametrize(
    ("bids", "passes", "over"),
    [(0, 3, False), (0, 4, True), (1, 2, False), (1, 3, True), (5, 3, True), (5, 0, False)],
)
def test_three_passes_after_a_bid_or_four_without_one_end_the_auction(
    bids: int, passes: int, over: bool
) -> None:
    assert evaluate(auction().close, {"bids": bids, "passes_in_row": passes}) is over
    assert auction().rounds is None
    assert auction().who == "from(each, dealer)"


def test_a_passed_out_deal_is_dealt_again_by_the_same_dealer() -> None:
    (outcome,) = auction().then
    assert isinstance(outcome, If)
    assert outcome.condition == "bids > 0"
    assert outcome.otherwise == (Redeal(DealerAfter.SAME),)


def test_dummy_is_laid_open_and_played_by_declarer_after_the_opening_lead() -> None:
    play = GENOME.turn_structure.phases[1]
    assert isinstance(play, TrickPhase)
    assert play.leader == "left(declarer)"
    (opening,) = GENOME.special_effects
    assert (opening.moment, opening.when) == (Moment.LED, "trick == 1")
    assert opening.do == (Expose("hand(dummy)"), Control("dummy", by="declarer"))


def test_four_deals_of_all_52_cards() -> None:
    assert len(deck_cards(GENOME)) == 4 * GENOME.setup.cards_per_player == 52
    assert GENOME.match is not None
    assert GENOME.match.hands == 4
    assert GENOME.teams == ((0, 2), (1, 3))
