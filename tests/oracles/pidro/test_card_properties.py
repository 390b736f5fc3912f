"""Cards, ranking and seats: properties 1, 2, 4 to 9, 42 to 44 and 51."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given

from darwindeck.cards import Suit
from darwindeck.laws.law import Law
from darwindeck.oracles.pidro.card_laws import CARD_LAWS
from darwindeck.oracles.pidro.deals import duels
from darwindeck.oracles.pidro.pidro_cards import points_of, trumps_from_the_top
from darwindeck.simulation import State
from tests.oracles.pidro.generators import pidro, sampled, states


@pytest.mark.parametrize("law", CARD_LAWS, ids=lambda law: f"{law.name}: {law.sentence}")
def test_cards(law: Law) -> None:
    findings = list(law.check(pidro()))
    assert findings
    assert set(findings) == {None}


def test_the_laws_know_the_cards_by_heart() -> None:
    """What the laws compare with, written out once more, card by card."""
    hearts = [str(card) for card in trumps_from_the_top(Suit.HEARTS)]
    assert " ".join(hearts) == "A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 5♦ 4♥ 3♥ 2♥"
    worth = {str(card): points_of(card, Suit.SPADES) for card in pidro().cards}
    assert {card: points for card, points in worth.items() if points} == {
        "A♠": 1, "J♠": 1, "10♠": 1, "5♠": 5, "5♣": 5, "2♠": 1,
    }  # fmt: skip


@pytest.mark.parametrize("trump", list(Suit))
def test_of_every_three_trumps_one_beats_both_others(trump: Suit) -> None:
    """Property 51 from the tricks that pairs of trumps were played to."""
    found = duels(pidro(), trump)
    assert len(found) == 91
    beats = {(winner, other) for pair, winner in found.items() for other in pair if other != winner}
    cards = {card for pair in found for card in pair}
    for one, two, three in permutations(cards, 3):
        assert not {(one, two), (two, three)} <= beats or (one, three) in beats


@sampled
@given(states())
def test_every_state_has_four_players_in_two_teams_that_sit_opposite(state: State) -> None:
    view = state.view(0)
    assert len(view.seat_names) == 4
    assert view.teams == ((0, 2), (1, 3))
    lying = sorted(card for *_, cards, _ in state.position.places() for card in cards)
    assert lying == list(range(52))
