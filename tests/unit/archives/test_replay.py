"""Recorded hands put to the engine, for any game: legal, forced and refused steps."""

from __future__ import annotations

import random

import pytest

from darwindeck import get_genome
from darwindeck.archives.replay import Follower, StepVerdict
from darwindeck.cards import Card
from darwindeck.genome.schema import CallPhase
from darwindeck.oracles.baloot.engine import follower as baloot
from darwindeck.simulation import Game
from darwindeck.simulation.moves import MoveKind, fields_of


def hand_of(game: Game, seed: int) -> list[Card]:
    deck = list(game.cards)
    random.Random(seed).shuffle(deck)
    return deck


def test_a_legal_hand_is_followed_to_its_end() -> None:
    follower = Follower(get_genome("spades"))
    game = follower.game
    deck = hand_of(game, 1)
    state = game.hand(0, deck=deck, dealer=3)
    steps = []
    while not state.over:
        seat = state.asked
        assert seat is not None
        move = state.choose("random", seed=len(state.log))
        if move.kind is MoveKind.CARD and move.card is not None:
            steps.append(follower.card(seat, move.card))
        elif move.kind is MoveKind.CALL:
            phase = game.labels.phases[state.position.frames()[-1][0]]
            assert isinstance(phase, CallPhase)
            call = phase.calls[fields_of(move.code).a]
            steps.append(
                follower.call(seat, call.name)._replace(value=fields_of(move.code).b & 0xFF)
            )
        state = state.apply(move)
    found = follower.follow(steps, deck=deck, dealer=3, scores=[0, 0, 0, 0])
    assert set(found.verdicts) == {StepVerdict.LEGAL}
    assert found.hand_over
    assert len(found.winners) == 13


def _known(card: Card | None) -> Card:
    assert card is not None
    return card


def test_baloot_cards_against_a_duty_are_forced_and_change_the_trick() -> None:
    follower = baloot()
    deck = sorted(follower.game.cards, key=str)
    state = follower.game.hand(0, deck=deck, dealer=3)
    state = state.apply("buy in Sun")
    hands = [[_known(card) for card in state.view(seat).hand] for seat in range(4)]
    lead = hands[0][0]
    seat, card = next(
        (seat, card)
        for seat in (1, 2, 3)
        if any(held.suit == lead.suit for held in hands[seat])
        for card in hands[seat]
        if card.suit != lead.suit
    )
    steps = [follower.call(0, "sun"), follower.card(0, lead)]
    for other in range(1, seat):
        suited = [held for held in hands[other] if held.suit == lead.suit]
        steps.append(follower.card(other, (suited or hands[other])[0]))
    steps.append(follower.card(seat, card))
    found = follower.follow(steps, deck=deck, dealer=3, scores=[0, 0])
    assert found.verdicts[-1] is StepVerdict.FORCED
    assert StepVerdict.REFUSED not in found.verdicts
    foreign = follower.card(seat, hands[(seat + 1) % 4][0])
    again = follower.follow([*steps[:-1], foreign], deck=deck, dealer=3, scores=[0, 0])
    assert again.verdicts[-1] is StepVerdict.REFUSED


def test_a_refused_step_leaves_everything_as_it_was() -> None:
    follower = baloot()
    deck = sorted(follower.game.cards, key=str)
    plain = [follower.call(0, "sun")]
    odd = [follower.call(2, "gahwa"), follower.call(0, "sun"), follower.call(0, "hokum")]
    found = [follower.follow(steps, deck=deck, dealer=3, scores=[0, 0]) for steps in (plain, odd)]
    assert found[1].verdicts == (StepVerdict.REFUSED, StepVerdict.LEGAL, StepVerdict.REFUSED)
    assert found[0].roles == found[1].roles
    assert found[0].mode == found[1].mode == "sun"


def test_decisions_that_are_not_mentioned_are_declined() -> None:
    follower = baloot()
    deck = sorted(follower.game.cards, key=str)
    found = follower.follow([follower.call(2, "sun")], deck=deck, dealer=3, scores=[0, 0])
    assert (found.verdicts, found.declined) == ((StepVerdict.LEGAL,), (2,))
    assert found.roles["buyer"] == 2


def test_scores_from_before_count() -> None:
    follower = baloot()
    deck = sorted(follower.game.cards, key=str)
    steps = [follower.call(0, "sun"), follower.call(1, "double_sun")]
    for scores, verdict in (([0, 0], StepVerdict.REFUSED), ([120, 90], StepVerdict.LEGAL)):
        found = follower.follow(steps, deck=deck, dealer=3, scores=scores)
        assert found.verdicts[-1] is verdict


@pytest.mark.parametrize("scores", [[0], [0, 0, 0], [0, 10**8]])
def test_scores_must_fit_the_sides(scores: list[int]) -> None:
    follower = baloot()
    with pytest.raises(ValueError, match="scores"):
        follower.follow([], deck=list(follower.game.cards), dealer=0, scores=scores)


def test_a_deck_must_hold_every_card() -> None:
    follower = baloot()
    cards = list(follower.game.cards)
    with pytest.raises(ValueError, match="deck"):
        follower.follow([], deck=[*cards[:-1], cards[0]], dealer=0, scores=[0, 0])
