"""Kings in the Corner: down in alternating colours, whole piles moved, kings in the corners."""

from __future__ import annotations

from random import Random

from darwindeck.simulation import MoveKind, State
from darwindeck.simulation.moves import fields_of
from tests.support.seeds import for_seeds
from tests.support.stacked import game_of

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
GAME = "kings-in-the-corner"
Face = tuple[int, bool]
"""Rank from 0, and whether it is red."""
Build = tuple[int, int, Face]
"""From which pile, to which, and the card that comes to lie below."""


def places(state: State) -> list[tuple[str, int, list[int]]]:
    zones = [zone.name for zone in state.game.genome.zones or ()]
    return [
        (zones[zone] if zone < len(zones) else "", owner, list(cards))
        for zone, owner, _, cards, _ in state.position.places()
    ]


def faces(state: State) -> list[Face]:
    red = ("diamonds", "hearts")
    return [(RANKS.index(str(c.rank)), str(c.suit) in red) for c in state.game.cards]


def totals(state: State) -> tuple[int, ...]:
    return tuple(state.view(0).scores)


def goes(card: Face, pile: list[Face], corner: bool) -> bool:
    """Whether a card may begin a pile or be put on it."""
    if not pile:
        return card[0] == 12 or not corner
    return card[0] == pile[-1][0] - 1 and card[1] != pile[-1][1]


def expected(state: State, seat: int) -> set[Build]:
    """What the player may move, by the rules as people tell them."""
    known = faces(state)
    table = [(zone, owner, [known[c] for c in cards]) for zone, owner, cards in places(state)]
    found: set[Build] = set()
    for source, (zone, owner, cards) in enumerate(table):
        if not cards or (zone != "sides" and (zone, owner) != ("hand", seat)):
            continue
        for target, (other, _, pile) in enumerate(table):
            if other not in ("sides", "corners") or source == target:
                continue
            if zone == "sides" and not pile and other == "sides":
                continue
            for card in cards if zone == "hand" else cards[:1]:
                if goes(card, pile, other == "corners"):
                    found.add((source, target, card))
    return found


@for_seeds(8)
def test_a_hand_goes_as_a_second_account_has_it(seed: int) -> None:
    state = game_of(GAME).hand(seed)
    known = faces(state)
    rng = Random(seed)
    while not state.over:
        seat = state.asked
        now = places(state)
        moves = state.legal_moves()
        builds: set[Build] = set()
        for move in moves:
            if move.kind is MoveKind.BUILD:
                a, b, c = fields_of(move.code).a, fields_of(move.code).b, fields_of(move.code).c
                card = c - 128 if c >= 128 else now[a][2][-c]
                assert c >= 128 or c == len(now[a][2]), "only whole piles are moved"
                builds.add((a, b, known[card]))
        assert seat is not None
        if builds or any(move.kind is MoveKind.STOP for move in moves):
            assert builds == expected(state, seat)
        state = state.apply(rng.choice(moves))
        for zone, _, cards in places(state):
            if zone in ("sides", "corners"):
                pile = [known[card] for card in cards]
                assert all(goes(pile[n], pile[:n], zone == "corners") for n in range(len(pile)))


@for_seeds(6)
def test_a_hand_ends_when_somebody_has_no_cards_and_the_others_pay(seed: int) -> None:
    game = game_of(GAME)
    state = game.deal(seed)
    known = faces(state)
    rng = Random(seed)
    hands = 0
    while not state.over:
        before = state
        moves = state.legal_moves()
        builds = [m for m in moves if m.kind is MoveKind.BUILD]
        state = state.apply(rng.choice(builds or moves))
        if state.view(0).hand_number == before.view(0).hand_number and not state.over:
            continue
        hands += 1
        left = {owner: cards for zone, owner, cards in places(before) if zone == "hand"}
        played = {seat for seat in left if len(left[seat]) <= 1}
        scored = [b - a for a, b in zip(totals(before), totals(state), strict=True)]
        for seat, cards in left.items():
            worth = sum(10 if known[card][0] == 12 else 1 for card in cards)
            assert scored[seat] == worth or (seat in played and scored[seat] == 0)
    assert hands >= 1
    assert max(totals(state)) >= 25 or hands == 30
    assert state.result is not None
    low = min(totals(state))
    assert state.result.winners == tuple(s for s in range(4) if totals(state)[s] == low)


def test_seven_cards_each_and_a_card_on_each_side() -> None:
    table = places(game_of(GAME).hand(1))
    assert sorted(len(cards) for zone, _, cards in table if zone == "hand") == [7, 7, 7, 8]
    assert [len(cards) for zone, _, cards in table if zone == "sides"] == [1] * 4
    assert [len(cards) for zone, _, cards in table if zone == "corners"] == [0] * 4
