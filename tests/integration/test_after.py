"""What must hold afterwards, where a reader would look for it first; `test_after_blocks` in the
properties tries any mixture of such phases."""

from __future__ import annotations

from darwindeck.cards import Suit
from darwindeck.genome.schema import (
    BlockPhase,
    CardCondition,
    ChoicePhase,
    Move,
    Phase,
    PlayPhase,
    RepeatPhase,
)
from darwindeck.simulation import Game, State
from tests.support.patience import patience

HEART = CardCondition(suit=Suit.HEARTS)
TWO_SPADES_LIE = "size(near) - count(near, hearts_) >= 2"


def dealt(phase: Phase, *hand: str) -> State:
    """One share of a phase with these cards in hand."""
    game = Game(patience((BlockPhase((phase,), who="left(dealer)"),), len(hand)))
    names = {str(card): card for card in game.cards}
    first = [names[name] for name in hand]
    return game.hand(seed=1, deck=first + [card for card in game.cards if card not in first])


def moves(state: State) -> list[str]:
    return [move.text for move in state.legal_moves()]


def test_a_block_that_cannot_come_to_its_end_is_not_begun_anywhere() -> None:
    block = BlockPhase(
        (PlayPhase("near"), PlayPhase("near")),
        after=TWO_SPADES_LIE,
        then=(Move("hand", "far"),),
    )
    skipped = dealt(block, "2♥", "3♥", "4♠")
    assert skipped.over
    assert sum("far pile" in event.text for event in skipped.events) == 0, "nor is its `then`"
    begun = dealt(block, "2♥", "3♠", "4♠")
    assert moves(begun) == ["play 3♠", "play 4♠"]


def test_inside_a_block_only_what_keeps_its_end_possible_is_legal() -> None:
    block = BlockPhase(
        (PlayPhase("near", mandatory=False), PlayPhase("near")), after="points(near, pips) == 6"
    )
    state = dealt(block, "2♥", "4♠", "6♠", "5♥")
    assert moves(state) == ["play 2♥", "play 4♠", "pass"]
    assert moves(state.apply("pass")) == ["play 6♠"]
    assert moves(state.apply("play 2♥")) == ["play 4♠"]


def test_stopping_is_no_way_to_bring_a_block_to_its_end() -> None:
    block = BlockPhase((PlayPhase("near", HEART),), after="count(near, low_) == size(near)")
    repeat = RepeatPhase((ChoicePhase((block, PlayPhase("far"))),), may_stop="true")
    state = dealt(repeat, "5♥", "6♥", "4♠")
    assert moves(state) == ["play 5♥", "play 6♥", "play 4♠", "stop"], "the block is not open"
    state = dealt(repeat, "2♥", "6♥")
    (begun,) = (move for move in moves(state) if move not in ("play 2♥", "play 6♥", "stop"))
    assert moves(state.apply(begun)) == ["play 2♥"]


def test_in_a_repeat_that_may_be_stopped_a_block_keeps_its_end_too() -> None:
    block = BlockPhase((PlayPhase("near"),), after="size(near) == count(near, hearts_)")
    state = dealt(RepeatPhase((block,), may_stop="true"), "2♥", "3♠", "4♥")
    assert moves(state) == ["play 2♥", "play 4♥", "stop"]
    both = state.apply("play 2♥").apply("play 4♥")
    assert both.over, "with a spade alone the block is not begun again"


def test_the_end_of_a_repeat_binds_from_its_beginning() -> None:
    repeat = RepeatPhase(
        (PlayPhase("near"),), may_stop="true", as_long_as="hand_size > 0", after="size(near) == 2"
    )
    assert dealt(repeat, "2♥").over
    state = dealt(repeat, "2♥", "3♥", "4♥")
    assert "stop" not in moves(state)
    state = state.apply("play 2♥").apply("play 3♥")
    assert moves(state) == ["stop"]
