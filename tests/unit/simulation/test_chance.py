"""What chance decided, for whoever plays the same game beside the core."""

from __future__ import annotations

from typing import Any

from darwindeck import get_genome
from darwindeck.genome.schema import (
    Choose,
    DrawPhase,
    Location,
    Move,
    PlayPhase,
    SetupRules,
    TurnStructure,
)
from darwindeck.simulation import Game, State
from tests.support.genomes import minimal_genome


def zone_number(state: State, name: str) -> int:
    return state.game.labels.zone_number[name]


def lies_in(state: State, zone: str, owner: int) -> bytes:
    number = zone_number(state, zone)
    return next(cards for z, o, _, cards, _ in state.position.places() if (z, o) == (number, owner))


def went(state: State) -> list[int]:
    """The cards that moved, in order."""
    return [event[1] for event in state.position.events() if event[0] == "card"]


def test_the_first_dealer_and_the_shuffled_pack_are_told() -> None:
    state = Game(get_genome("hearts")).hand(7)
    lot, shuffle = state.position.chance()
    assert lot == ("seat", state.position.numbers()["dealer"])
    kind, _, _, _, cards = shuffle
    assert kind == "shuffle"
    assert sorted(cards) == list(range(52))
    # The pack is dealt from its top.
    assert went(state) == list(reversed(cards))


def test_only_what_came_since_the_last_decision_is_told() -> None:
    state = Game(get_genome("hearts")).hand(7)
    assert state.apply(state.legal_moves()[0]).position.chance() == []


def test_the_order_of_a_renewed_stock_is_told() -> None:
    game = Game(get_genome("crazy-eights"))
    found = 0
    for seed in range(60):
        state = game.hand(seed)
        while not state.over:
            state = state.apply(state.choose("random", seed=seed))
            for kind, zone, owner, number, cards in state.position.chance():
                assert (kind, zone, owner) == ("shuffle", zone_number(state, "deck"), 0)
                left = next(c for _, _, n, c, _ in state.position.places() if n == number)
                # Some of it may have been drawn since.
                assert cards[: len(left)] == left
                found += 1
    assert found > 3


def random_genome(**changes: Any) -> Any:
    draw = DrawPhase(Location.DECK, count=2, choose=Choose.RANDOM)
    fields: dict[str, Any] = {
        "setup": SetupRules(cards_per_player=3),
        "turn_structure": TurnStructure((draw, PlayPhase(Location.DISCARD))),
    }
    return minimal_genome(**(fields | changes))


def test_cards_drawn_at_random_are_told_in_their_order() -> None:
    state = Game(random_genome()).hand(1)
    drawn = state.position.chance()[2]
    assert drawn[:3] == ("cards", zone_number(state, "deck"), 0)
    assert list(drawn[4]) == went(state)[-2:]


def test_cards_moved_at_random_are_told_in_their_order() -> None:
    away = Move("hand(turn)", "discard", count=2, choose=Choose.RANDOM)
    setup = SetupRules(cards_per_player=5, after_deal=(away,))
    state = Game(random_genome(setup=setup)).hand(1)
    taken = state.position.chance()[2]
    seat = 1 - state.position.numbers()["dealer"]
    assert taken[:3] == ("cards", zone_number(state, "hand"), seat)
    assert taken[4] == lies_in(state, "discard", 0)
