"""`after` on cards that are played or put aside together: a card may be picked if and only if some
legal set has it and all that are picked already.

All sets of a small hand are tried by the definition, and the picks that the core lists are held
against them, along the way to every set that is picked.
"""

from __future__ import annotations

import os
import random
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from darwindeck._core import Position
from darwindeck.genome.schema import BlockPhase, DiscardPhase, Phase, PlayPhase
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.moves import fields_of
from tests.support.patience import Cards, Demand, Faces, moved, patience, some_demand, table_of

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))


def legal_sets(
    faces: Faces,
    table: dict[str, Cards],
    sizes: range,
    pattern: str | None,
    after: Demand,
) -> list[Cards]:
    """Every set of the hand that may be moved to the near pile, by the definition."""
    hand = table["hand"]
    every = (frozenset(cards) for size in sizes for cards in combinations(sorted(hand), size))
    return [
        cards
        for cards in every
        if cards
        and faces.form(pattern, cards)
        and after.holds(faces, moved(table, cards, "hand", "near"))
    ]


def walk(
    game: Game, position: Position, faces: Faces, sets: list[Cards], chance: random.Random
) -> None:
    """Picks cards until a set is complete; at each pick everything that is listed must be right."""
    hand, picked = table_of(game, position)["hand"], frozenset[int]()
    seat = position.asked()
    assert (seat is not None) == bool(sets)
    while seat is not None:
        fitting = [cards for cards in sets if picked <= cards]
        further = {faces.face(card) for cards in fitting for card in cards - picked}
        moves = [(code, fields_of(code)) for code in position.legal(seat)]
        cards = {move.card: code for code, move in moves if move.kind is MoveKind.CARD}
        listed = [faces.face(card) for card in cards]
        assert sorted(listed) == sorted(further)
        done = [code for code, move in moves if move.kind is MoveKind.DONE]
        assert bool(done) == (picked in sets)
        assert len(moves) == len(cards) + len(done)
        code = chance.choice([code for code, _ in moves])
        picked |= {card for card, of in cards.items() if of == code}
        position = position.apply(seat, code)
        table = table_of(game, position)
        if table["hand"] != hand:
            gone = hand - table["hand"]
            assert picked <= gone
            assert gone in sets, "the cards that moved are no legal set"
            # Either the player said so, or nothing else was left to be picked.
            rest = [cards for cards in sets if picked <= cards]
            assert code in done or rest == [gone] or not any(cards > gone for cards in rest)
            return
        seat = position.asked()


@settings(max_examples=max(1, round(60 * SCALE)))
@given(chance=st.randoms(use_true_random=False))
def test_every_pick_leads_to_a_legal_set_and_every_legal_set_can_be_picked(
    chance: random.Random,
) -> None:
    cards = chance.randint(3, 7)
    copies = chance.choice((1, 1, 2))
    after = some_demand(chance)
    pattern = chance.choice((None, None, "alike", "run"))
    least = chance.randint(1, 3)
    most = chance.randint(least, 5)
    phase: Phase
    if chance.random() < 0.3 and pattern is None:
        phase = DiscardPhase("near", count=most, after=after.text)
        least = most
    else:
        together = () if pattern is None else (pattern,)
        phase = PlayPhase(
            "near", min_cards=least, max_cards=most, together=together, after=after.text
        )
    game = Game(patience((BlockPhase((phase,)),), cards, copies=copies))
    faces = Faces.of(game)
    for seed in range(8):
        position = game.core.deal(seed, single_hand=True)
        table = table_of(game, position)
        if position.over:
            # Nothing could be done; the cards are still as they were dealt.
            assert len(table["hand"]) == cards
        hand = len(table["hand"])
        sizes = range(least, most + 1)
        if isinstance(phase, DiscardPhase):
            sizes = range(min(most, hand), min(most, hand) + 1)
        sets = legal_sets(faces, table, sizes, pattern, after)
        walk(game, position, faces, sets, chance)


def test_a_large_hand_is_judged_without_trying_all_its_sets() -> None:
    """Twenty cards have a million sets; those whose pips are too many need not be tried."""
    phase = PlayPhase("near", min_cards=1, max_cards=20, after="points(near, pips) == 7")
    game = Game(patience((BlockPhase((phase,)),), 20, copies=2))
    position = game.core.deal(1, single_hand=True)
    faces = Faces.of(game)
    listed = {faces.face(fields_of(code).card) for code in position.legal(0)}
    # 7 pips: 2+5, 3+4, 2+2+3.
    assert listed == {(suit, pips) for suit in ("hearts", "spades") for pips in (2, 3, 4, 5)}
