"""Schnapsen: the deal, the calls before the lead, the duties and the game points."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.expressions import Name, Node
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import Call, CallPhase, GameGenome, Move, RepeatPhase, Set, TrickPhase
from darwindeck.library import create_schnapsen_genome
from tests.support.cards import Table, card, cards
from tests.support.evaluate import Evaluator, evaluate, unevaluated
from tests.support.scoresheet import Hand, Scoresheet

GENOME = create_schnapsen_genome()
NOBODY = -1


def tricks() -> TrickPhase:
    phase = GENOME.turn_structure.phases[0]
    assert isinstance(phase, TrickPhase)
    return phase


def calls(genome: GameGenome = GENOME) -> dict[str, Call]:
    phase = genome.turn_structure.phases[0]
    assert isinstance(phase, TrickPhase)
    (before_lead,) = phase.before_card
    assert isinstance(before_lead, RepeatPhase)
    assert before_lead.when == "turn == leader"
    assert before_lead.may_stop == "true"
    (asked,) = before_lead.phases
    assert isinstance(asked, CallPhase)
    return {call.name: call for call in asked.calls}


def test_twenty_cards_worth_120_points() -> None:
    table = Table(GENOME)
    pack = deck_cards(GENOME)
    assert len(pack) == 20
    assert sum(table.worth(card, "card_points") for card in pack) == 120
    assert [table.worth(Card(Suit.CLUBS, rank), "card_points") for rank in ("A", "10", "K")] == [
        11,
        10,
        4,
    ]


def test_three_cards_then_the_turned_card_then_two_more() -> None:
    assert GENOME.setup.deal is not None
    dealt = [(step.packets, step.zone) for step in GENOME.setup.deal]
    assert dealt == [((3,), "hand"), ((1,), "turned_card"), ((2,), "hand")]


# --- before the lead -----------------------------------------------------------------------------


def allowed(
    name: str,
    *,
    stock: int = 9,
    turned: str = "AH",
    hand: str = "JH KC QC 10S JS",
    closed: bool = False,
    named: Suit | None = None,
    tricks_taken: int = 1,
    genome: GameGenome = GENOME,
) -> bool:
    """Whether the player on lead may make a call, with hearts as trumps."""
    table = Table(genome, trump=Suit.HEARTS, named=named)

    def count(_: Evaluator, arguments: tuple[Node, ...]) -> int:
        zone, chosen = arguments
        assert zone == Name("hand")
        assert isinstance(chosen, Name)
        return table.count(cards(hand), chosen.id)

    def size(_: Evaluator, arguments: tuple[Node, ...]) -> int:
        sizes: dict[Node, int] = {Name("deck"): stock, Name("turned_card"): len(turned.split())}
        return sizes[arguments[0]]

    quantities: dict[str, Any] = {
        "count": unevaluated(count),
        "size": unevaluated(size),
        "set": unevaluated(lambda ev, arguments: closed),
        "leading_marriage": False,
        "tricks": tricks_taken,
    }
    return bool(evaluate(calls(fold_options(genome))[name].when, quantities))


def test_the_jack_of_trumps_may_be_exchanged_while_the_stock_is_open() -> None:
    assert allowed("exchange")
    assert not allowed("exchange", hand="JC KC QC 10S JS")
    assert not allowed("exchange", closed=True)
    assert not allowed("exchange", stock=0, turned="")
    take, give = calls()["exchange"].do
    assert isinstance(take, Move)
    assert isinstance(give, Move)
    assert (take.source, take.target) == ("turned_card", "hand")
    assert (give.source, give.target) == ("hand", "turned_card")
    assert Table(GENOME, trump=Suit.HEARTS).fits(card("JH"), give.cards)


def test_the_last_two_cards_may_be_neither_closed_nor_exchanged_unless_agreed() -> None:
    agreed = apply_options(GENOME, {"last_two": "allowed"})
    for name in ("close", "exchange"):
        assert allowed(name, stock=3)
        assert not allowed(name, stock=1)
        assert allowed(name, stock=1, genome=agreed)
        assert not allowed(name, stock=0, turned="", genome=agreed)


def test_a_marriage_needs_king_and_queen_of_the_suit_named() -> None:
    assert allowed("marry", named=Suit.CLUBS)
    assert not allowed("marry", named=Suit.SPADES)
    assert allowed("marry", named=Suit.CLUBS, closed=True)


@pytest.mark.parametrize(("suit", "points"), [(Suit.HEARTS, 40), (Suit.CLUBS, 20)])
def test_marriages_are_worth_20_and_in_trumps_40(suit: Suit, points: int) -> None:
    change = next(action for action in calls()["marry"].do if hasattr(action, "by"))
    assert evaluate(change.by, {"married_suit": suit, "trump": Suit.HEARTS}) == points


def test_who_declares_a_marriage_leads_one_of_its_cards() -> None:
    (duty,) = tricks().lead
    table = Table(GENOME, trump=Suit.HEARTS, named=Suit.CLUBS)
    assert duty.when == "leading_marriage"
    assert [table.fits(c, duty.cards) for c in cards("KC QC AC KS")] == [True, True, False, False]


def test_only_a_player_who_has_taken_a_trick_may_claim() -> None:
    assert allowed("claim", tricks_taken=1)
    assert not allowed("claim", tricks_taken=0)


# --- duties --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "playable"),
    [
        ("AS QS JH 10C", "AS"),  # follow and head
        ("QS JS JH 10C", "QS JS"),  # follow
        ("JH QH 10C", "JH QH"),  # trump
        ("10C AD", "10C AD"),
    ],
)
def test_once_the_stock_is_gone_players_follow_head_or_trump(hand: str, playable: str) -> None:
    table = Table(GENOME, trump=Suit.HEARTS, led=card("KS"), winner=card("KS"))
    held = cards(hand)
    choices = next(
        (
            fit
            for rule in tricks().follow
            if (fit := [c for c in held if table.fits(c, rule.cards)])
        ),
        held,
    )
    assert choices == cards(playable)


def test_before_that_there_are_no_duties() -> None:
    for rule in tricks().follow:
        assert not _strict(rule.when, closed=False, turned=1)
        assert _strict(rule.when, closed=True, turned=1)
        assert _strict(rule.when, closed=False, turned=0)


def _strict(condition: str, *, closed: bool, turned: int) -> bool:
    quantities = {
        "set": unevaluated(lambda ev, arguments: closed),
        "size": unevaluated(lambda ev, arguments: turned),
    }
    return bool(evaluate(condition, quantities))


# --- game points ---------------------------------------------------------------------------------


def game_points(
    points: tuple[int, int],
    taken: tuple[int, int],
    *,
    claimant: int = NOBODY,
    closer: int = NOBODY,
    closing_value: int = 0,
    melded: tuple[int, int] = (0, 0),
    last: int = 0,
) -> tuple[int, int]:
    """What each of the two scores."""
    roles = {"claimant": claimant, "closer": closer}

    def is_set(_: Evaluator, arguments: tuple[Node, ...]) -> bool:
        (role,) = arguments
        assert isinstance(role, Name)
        return roles[role.id] != NOBODY

    hand = Hand(
        roles=roles,
        seats={"tricks": taken, "melded": melded},
        table={
            "closing_value": closing_value,
            "set": unevaluated(is_set),
            "others": lambda seat: (1 - seat,) if seat != NOBODY else (),
            "winner": last,
        },
        words={"points": lambda seats, zone, table: points[seats[0]]},
    )
    found = Scoresheet(GENOME).score_hand(hand)
    return found[0,], found[1,]


def test_a_right_claim_scores_by_what_the_opponent_has() -> None:
    assert game_points((66, 33), (6, 3), claimant=0) == (1, 0)
    assert game_points((66, 32), (6, 3), claimant=0) == (2, 0)
    assert game_points((66, 0), (5, 0), claimant=0) == (3, 0)
    assert game_points((40, 46), (4, 4), melded=(0, 20), claimant=1) == (0, 1)


def test_marriages_count_only_with_a_trick() -> None:
    assert game_points((70, 0), (6, 0), melded=(0, 40), claimant=0) == (3, 0)
    assert game_points((70, 5), (6, 1), melded=(0, 40), claimant=0) == (1, 0)


def test_a_wrong_claim_gives_the_opponent_two_or_three() -> None:
    assert game_points((65, 33), (6, 3), claimant=0) == (0, 2)
    assert game_points((50, 0), (4, 0), claimant=0) == (0, 3)


def test_the_closer_scores_by_what_the_opponent_had_at_the_closing() -> None:
    (stored,) = (action for action in calls()["close"].do if isinstance(action, Set))
    assert stored == Set("closing_value", "hand_value")
    for value in (1, 2, 3):
        made = game_points((66, 0), (5, 0), claimant=0, closer=0, closing_value=value)
        assert made == (value, 0)


def test_a_closer_who_fails_pays_two_or_three() -> None:
    for value, paid in ((1, 2), (2, 2), (3, 3)):
        assert game_points((60, 20), (5, 2), closer=0, closing_value=value) == (0, paid)
        for points, claimant in (((60, 20), 0), ((10, 66), 1)):
            made = game_points(points, (5, 2), claimant=claimant, closer=0, closing_value=value)
            assert made == (0, paid)


def test_a_wrong_claim_by_the_closers_opponent_pays_the_closer() -> None:
    assert game_points((60, 20), (5, 2), claimant=1, closer=0, closing_value=1) == (2, 0)
    assert game_points((0, 20), (0, 2), claimant=1, closer=0, closing_value=1) == (3, 0)


def test_without_closing_or_claim_the_last_trick_wins_one_point() -> None:
    assert game_points((70, 50), (6, 4), last=1) == (0, 1)


def test_seven_game_points_win_and_are_reached_within_the_hands_allowed() -> None:
    (win,) = GENOME.win_conditions
    assert (win.type, win.threshold) == ("first_to_score", 7)
    assert GENOME.match is not None
    assert GENOME.match.hands == 2 * (7 - 1) + 1


def test_the_ten_ranks_above_the_king() -> None:
    assert GENOME.rankings is not None
    assert GENOME.rankings[0].plain == (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
