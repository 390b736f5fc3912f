"""Deal, second deal, robbing and killing: properties 10 to 12, 18 to 23, 45, 47 and 48."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwindeck.cards import Suit
from darwindeck.laws.law import Law
from darwindeck.laws.record import Record
from darwindeck.oracles.pidro.dealing_laws import DEALING_LAWS
from darwindeck.oracles.pidro.deals import opened, rare, stacked
from darwindeck.oracles.pidro.pidro_cards import picking, trumps_of
from darwindeck.simulation import IllegalMove, MatchLog, Move, State
from tests.oracles.pidro.generators import (
    all_judged,
    dealers,
    hands,
    judged,
    matches,
    of,
    pidro,
    rare_hands,
    sampled,
    suits,
    told,
)


@pytest.mark.parametrize("law", DEALING_LAWS, ids=lambda law: f"{law.name}: {law.sentence}")
@sampled
@given(record=hands)
def test_dealing(law: Law, record: Record) -> None:
    applied = judged(law, record)
    assert applied or law.name in ("property 21", "property 22", "property 47")


@sampled
@given(deck=st.permutations(range(52)), dealer=dealers)
def test_the_deck_decides_the_deal_in_batches_of_three(deck: list[int], dealer: int) -> None:
    """Properties 10 to 12: the i-th player is dealt the cards at 3i, 12 + 3i and 24 + 3i."""
    game = pidro()
    state = game.hand(0, deck=[game.cards[card] for card in deck], dealer=dealer)
    for turn in range(4):
        seat = (dealer + 1 + turn) % 4
        expected = [deck[first + 3 * turn + n] for first in (0, 12, 24) for n in range(3)]
        assert set(state.view(seat).hand) == {game.cards[card] for card in expected}
    stock = next(cards for zone, *_, cards, _ in state.position.places() if zone == 1)
    assert list(reversed(stock)) == list(deck[36:])


@st.composite
def holdings(draw: st.DrawFn) -> tuple[Suit, list[int]]:
    """Seven to nine trumps in one hand."""
    suit = draw(suits)
    many = draw(st.integers(7, 9))
    return suit, draw(st.permutations(trumps_of(pidro(), suit).order))[:many]


@sampled
@given(holding=holdings(), data=st.data())
def test_whoever_has_more_than_six_trumps_can_kill_just_those_without_points(
    holding: tuple[Suit, list[int]], data: st.DataObject
) -> None:
    """Properties 21, 22 and 47, whichever trumps come together."""
    suit, held = holding
    trumps, game = trumps_of(pidro(), suit), pidro()
    rest = [card for card in trumps.order if card not in held]
    start = stacked(game, (held, rest[:3], rest[3:6], rest[6:]))
    state = State.begin(game, start)
    for seat, code in opened(game, start, f"6 - - - t={suit.value[0].upper()}"):
        state = state.apply(Move(code, ""), seat)
    points = sum(trumps.worth.get(card, 0) for card in held)
    for _ in range(len(held) - 6):
        assert state.asked == 0
        offered = {move.code >> 16 & 0xFF for move in state.legal_moves()}
        assert offered == {card for card in held if card not in trumps.worth}
        for card in set(held) & set(trumps.worth):
            with pytest.raises(IllegalMove, match="South cannot kill it"):
                state.apply(Move(picking(card), "kill it"))
        killed = data.draw(st.sampled_from(sorted(offered)))
        state = state.apply(next(m for m in state.legal_moves() if m.code >> 16 & 0xFF == killed))
        held = [card for card in held if card != killed]
    assert len(held) == 6
    assert sum(trumps.worth.get(card, 0) for card in held) == points
    assert {move.code >> 16 & 0xFF for move in state.legal_moves()} == set(held)


@pytest.mark.parametrize("suit", list(Suit))
def test_each_of_the_six_cards_that_count_can_not_be_killed(suit: Suit) -> None:
    """Property 47 for every one of them: whoever holds all six and three more is to kill three."""
    game, trumps = pidro(), trumps_of(pidro(), suit)
    opening = rare(game, "nine trumps with all points", suit)
    state = MatchLog(game, opening.start, opening.moves).state
    assert state.asked == 1
    assert len(trumps.worth) == 6
    for card in trumps.worth:
        assert game.cards[card] in state.view(1).hand
        with pytest.raises(IllegalMove):
            state.apply(Move(picking(card), "kill it"))
    assert len(state.legal_moves()) == 3


@sampled
@given(record=st.one_of(rare_hands(), matches()))
def test_no_point_is_lost_between_the_deal_and_the_first_lead(record: Record) -> None:
    for hand in told(record):
        held = frozenset().union(*hand.ready)
        assert hand.trump.points(held) == 14


@sampled
@given(record=matches())
def test_dealing_in_whole_matches(record: Record) -> None:
    """From hand to hand: the dealer changes, and everything holds again."""
    laws = of(10, 11, 12, 18, 19, 20, 48)
    assert len(all_judged(laws, record)) == len(laws)
    turns = [hand.dealer for hand in told(record)]
    assert all((one + 1) % 4 == other for one, other in pairwise(turns))
