"""Spite and Malice: pay-off piles, side stacks, and centre stacks from ace to queen."""

from __future__ import annotations

from random import Random

from darwindeck.simulation import MoveKind, State
from darwindeck.simulation.moves import fields_of
from tests.support.seeds import for_seeds
from tests.support.stacked import game_of

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def places(state: State) -> list[tuple[str, int, list[int]]]:
    zones = [zone.name for zone in state.game.genome.zones or ()]
    return [
        (zones[zone] if zone < len(zones) else "", owner, list(cards))
        for zone, owner, _, cards, _ in state.position.places()
    ]


def piles(state: State, name: str, seat: int | None = None) -> list[list[int]]:
    return [cards for zone, owner, cards in places(state) if zone == name and seat in (None, owner)]


def goes_on(rank: int, pile: list[int]) -> bool:
    """Whether a card may be put on a centre stack: kings stand for anything."""
    return rank in (12, len(pile))


@for_seeds(6)
def test_a_game_goes_as_a_second_account_has_it(seed: int) -> None:
    game = game_of("spite-and-malice")
    ranks = [RANKS.index(str(card.rank)) for card in game.cards]
    state = game.hand(seed)
    rng = Random(seed)
    for _ in range(400):
        if state.over:
            break
        seat = state.asked
        now = places(state)
        moves = state.legal_moves()
        building = [fields_of(m.code) for m in moves if m.kind is MoveKind.BUILD]
        to_centre = {
            (f.a, f.b, ranks[f.c - 128] if f.c >= 128 else ranks[now[f.a][2][-1]])
            for f in building
            if now[f.b][0] == "centre"
        }
        if to_centre or any(m.kind is MoveKind.STOP for m in moves):
            expected = set()
            for source, (zone, owner, cards) in enumerate(now):
                if owner != seat or zone not in ("hand", "pay_off", "side") or not cards:
                    continue
                for card in cards if zone == "hand" else cards[-1:]:
                    for target, (other, _, pile) in enumerate(now):
                        if other == "centre" and goes_on(ranks[card], pile):
                            expected.add((source, target, ranks[card]))
            assert to_centre == expected
        else:
            faces = {game.cards[card] for card in piles(state, "hand", seat)[0]}
            assert len(building) == 4 * len(faces) > 0, "the turn ends with a card from the hand"
        state = state.apply(rng.choice(moves))
        assert all(len(pile) < 12 for pile in piles(state, "centre"))
        for pile in piles(state, "centre"):
            assert all(ranks[card] in (12, place) for place, card in enumerate(pile))


def play_all(seed: int) -> State:
    """A game of players who always play to the centre if they can."""
    state = game_of("spite-and-malice").hand(seed)
    rng = Random(seed)
    while not state.over:
        moves = state.legal_moves()
        now = places(state)
        centre = [
            m for m in moves if m.kind is MoveKind.BUILD and now[fields_of(m.code).b][0] == "centre"
        ]
        state = state.apply(rng.choice(centre or moves))
    return state


@for_seeds(4)
def test_whoever_has_no_pay_off_pile_left_wins(seed: int) -> None:
    state = play_all(seed)
    assert state.result is not None
    left = [len(piles(state, "pay_off", seat)[0]) for seat in range(2)]
    assert state.result.winners == tuple(s for s in range(2) if left[s] == min(left))


def test_hands_are_filled_up_to_five_and_pay_off_piles_have_twenty() -> None:
    state = game_of("spite-and-malice").hand(3)
    assert [len(pile) for pile in piles(state, "hand")] == [5, 5]
    assert [len(pile) for pile in piles(state, "pay_off")] == [20, 20]
