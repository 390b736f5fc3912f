"""What players who learn are told: a function of what their seat sees, in readable words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from darwindeck import get_genome
from darwindeck._core import Position
from darwindeck.evolution import generate_random_genome
from darwindeck.library import library_ids
from darwindeck.players import encoding
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.moves import fields_of
from tests.support.no_choice import NO_CHOICE

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
DECISIONS = round(20 * max(1.0, SCALE))
GENOMES = round(80 * max(1.0, SCALE))


def decisions(game: Game, seed: int, most: int = 400) -> Iterator[tuple[Position, int]]:
    """Positions of a game between random players in which somebody has a choice."""
    position = game.core.deal(seed)
    for number in range(most):
        seat = position.asked()
        if seat is None:
            return
        if len(position.legal(seat)) > 1:
            yield position, seat
        position = position.apply(seat, position.choose(seat, "random", seed + number))


def looked_at(game: Game, seed: int) -> Iterator[tuple[Position, int]]:
    """Some of them, spread over the game."""
    found = list(decisions(game, seed))
    yield from Random(seed).sample(found, min(DECISIONS, len(found)))


def holds(game: Game, seed: int) -> int:
    """Looks at some decisions with hidden cards dealt again; gives how many there were."""
    looks = 0
    for position, seat in looked_at(game, seed):
        for world in range(2):
            other = position.redeal(seat, world)
            assert position.features(seat) == other.features(seat)
            chosen = [at.choose(seat, "learned:1", 0) for at in (position, other)]
            assert chosen[0] == chosen[1]
            looks += 1
    return looks


@pytest.mark.parametrize("name", library_ids())
def test_unseen_cards_change_neither_features_nor_choices(name: str) -> None:
    game = Game(get_genome(name))
    # A deal of a patience may leave no choice at all.
    looks = holds(game, 3) or holds(game, 4)
    assert looks or name in NO_CHOICE


def test_nor_do_they_in_games_that_nobody_made() -> None:
    looks = sum(holds(Game(generate_random_genome(seed)), 5) for seed in range(GENOMES))
    assert looks > 100


def test_every_kind_of_feature_is_described() -> None:
    kinds = encoding.describe()
    assert len({kind.name for kind in kinds}) == len(kinds) > 100
    assert all(kind.meaning for kind in kinds)


def test_features_can_be_read() -> None:
    position = Game(get_genome("hearts")).core.deal(1)
    seat = position.asked()
    assert seat is not None
    encoded = encoding.encode(position, seat)
    held = [feature for feature in encoded.moment if feature.kind.name == "Held"]
    assert len(held) == 13
    assert held[0].text.startswith("a card in the own hand (face ")
    assert set(encoded.moves) == set(position.legal(seat))
    assert all(feature.row < 2**32 for move in encoded.moves.values() for feature in move)


def test_whoever_has_no_move_is_told_nothing() -> None:
    position = Game(get_genome("spades")).core.deal(1)
    asked = position.asked()
    assert asked is not None
    assert encoding.encode(position, (asked + 1) % 4) == encoding.Encoded((), {})


def test_whoever_has_a_role_is_told_from_where_one_sits() -> None:
    """Of every seat, the first included."""
    game = Game(get_genome("bridge"))
    role = [spec.name for spec in game.genome.roles].index("bidder")
    told = set()
    for seed in range(8):
        for position, seat in decisions(game, seed, 40):
            numbers = position.numbers()
            holder = numbers["registers"][numbers["roles_at"] + role]
            found = [
                feature.second
                for feature in encoding.encode(position, seat).moment
                if feature.kind.name == "Role" and feature.first == role
            ]
            assert found == ([] if holder < 0 else [(holder - seat) % 4])
            told.add(holder)
    assert told == {-1, 0, 1, 2, 3}


def test_whoever_picks_cards_is_told_whether_they_are_what_is_claimed() -> None:
    game = Game(get_genome("cheat"))
    told = set()
    for position, seat in decisions(game, 4):
        picked = position.picked(seat)
        due = [card for card in picked if card % 13 == position.numbers()["claim_rank"]]
        encoded = encoding.encode(position, seat)
        for code, features in encoded.moves.items():
            found = [(f.first, f.second) for f in features if f.kind.name == "TogetherDue"]
            if not picked:
                assert not found
            elif fields_of(code).kind is MoveKind.DONE:
                assert found == [(len(due), len(picked) - len(due))]
                told.add(found[0])
    assert len(told) > 2


def test_what_was_bid_is_told_less_the_tricks_that_were_taken() -> None:
    game = Game(get_genome("oh-hell"))
    (bid,) = (number for number, one in enumerate(game.genome.counters) if one.name == "bid")
    told: dict[int, int] = {}
    for position, seat in decisions(game, 2):
        numbers = position.numbers()
        at, _ = numbers["counters_at"][bid]
        wants = numbers["registers"][at + seat] - numbers["tricks"][seat]
        found = [
            feature.second
            for feature in encoding.encode(position, seat).moment
            if feature.kind.name == "CounterTricks" and feature.first == bid << 4
        ]
        if numbers["tricks"][seat] and -8 <= wants <= 8:
            assert found == [told.setdefault(wants, found[0])]
    assert len(set(told.values())) == len(told) > 3
