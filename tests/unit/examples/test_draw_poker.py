"""Draw Poker: what the file must say."""

from __future__ import annotations

import pytest

from darwindeck.genome.conditions import CardContext, card_matches
from darwindeck.genome.examples.draw_poker import create_draw_poker_genome
from darwindeck.genome.examples.poker_hands import POKER_HANDS
from darwindeck.genome.expressions import Name
from darwindeck.genome.schema import (
    BettingPhase,
    ChoicePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    Location,
    Sees,
    ShowdownMethod,
    Stake,
)
from tests.support.cards import cards
from tests.support.evaluate import evaluate, unevaluated

GENOME = create_draw_poker_genome()
FIRST_BETS, EXCHANGE, DRAW, SECOND_BETS = GENOME.turn_structure.phases


def test_four_players_have_1000_chips_and_ante_20() -> None:
    assert GENOME.player_count == 4
    assert GENOME.setup.starting_chips == 1_000
    (ante,) = GENOME.setup.before_deal
    assert isinstance(ante, DoPhase)
    assert ante.actions == (Stake(20, who="each"),)


def test_bets_are_made_before_and_after_the_draw_and_only_then_hands_are_shown() -> None:
    assert isinstance(FIRST_BETS, BettingPhase)
    assert isinstance(SECOND_BETS, BettingPhase)
    assert FIRST_BETS.showdown_method is ShowdownMethod.FOLD_ONLY
    assert SECOND_BETS.showdown_method is ShowdownMethod.HAND_EVALUATION
    assert FIRST_BETS.all_in
    assert SECOND_BETS.all_in
    assert GENOME.hand_evaluation is not None
    assert GENOME.hand_evaluation.patterns == POKER_HANDS


def test_up_to_three_cards_may_be_exchanged() -> None:
    few, _ = draws()
    assert few.count == 3
    assert not few.mandatory


@pytest.mark.parametrize(("kept", "allowed"), [("AC", True), ("KC", False)])
def test_four_cards_may_be_exchanged_if_the_kept_card_is_an_ace(kept: str, allowed: bool) -> None:
    _, four = draws()
    assert four.count == 4
    assert four.mandatory
    hand = cards(kept)
    (aces,) = GENOME.card_sets
    context = CardContext.of(GENOME)

    def count(_: object, arguments: object) -> int:
        assert arguments == (Name("hand"), Name(aces.name))
        return sum(card_matches(card, aces.cards, context) for card in hand)

    assert evaluate(four.after, {"count": unevaluated(count)}) is allowed


def draws() -> list[DiscardPhase]:
    assert isinstance(EXCHANGE, ChoicePhase)
    return [option for option in EXCHANGE.options if isinstance(option, DiscardPhase)]


def test_hands_are_filled_up_to_five_and_discards_stay_hidden() -> None:
    assert isinstance(DRAW, DrawPhase)
    assert DRAW.source == Location.DECK
    assert evaluate(DRAW.count, {"hand_size": 1}) == 4
    assert evaluate(DRAW.count, {"hand_size": 5}) == 0
    assert GENOME.zones is not None
    (discards,) = [zone for zone in GENOME.zones if zone.name == Location.DISCARD]
    assert discards.sees is Sees.NOBODY


def test_the_stock_always_lasts_for_the_draw() -> None:
    dealt = 5 * GENOME.player_count
    assert dealt + 4 * GENOME.player_count <= 52


def test_ends_after_twenty_hands_or_with_one_player_left() -> None:
    assert GENOME.match is not None
    assert GENOME.match.hands == 20
    assert evaluate(GENOME.match.out, {"chips": 0}) is True
    assert [condition.type for condition in GENOME.win_conditions] == [
        "last_with_chips",
        "most_chips",
    ]
