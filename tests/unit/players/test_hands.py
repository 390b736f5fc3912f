"""What players see of hands as wholes: how often one wins where they are bet on, and what is left
of one without its combinations.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from darwindeck import get_genome
from darwindeck._core import Position, learning_version, schooling, teach_game
from darwindeck.library import library_ids
from darwindeck.players import encoding
from darwindeck.players.encoding import Encoded, Feature
from darwindeck.players.weights import SHIPPED, file_name
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.moves import bet_code, fields_of

STEPS = schooling("strong") or 0
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def told(features: tuple[Feature, ...], name: str) -> list[tuple[int, int]]:
    """The numbers of the features of a kind."""
    return [(one.first, one.second) for one in features if one.kind.name == name]


def cards_of(game: Game, encoded: Encoded) -> list[tuple[int, str]]:
    """The cards of the own hand, as height and suit."""
    cards = [game.cards[face] for face, _ in told(encoded.moment, "Held")]
    return [(RANKS.index(card.rank), card.suit) for card in cards]


def first_looks(game: Game, count: int) -> list[tuple[Position, Encoded]]:
    """What whoever is asked first sees of some deals."""
    found = []
    for seed in range(count):
        position = game.core.deal(seed)
        seat = position.asked()
        assert seat is not None
        found.append((position, encoding.encode(position, seat)))
    return found


def test_a_high_pair_wins_more_often_than_low_cards_before_the_board_lies() -> None:
    game = Game(get_genome("texas-holdem"))
    pairs, low = [], []
    for _, encoded in first_looks(game, 200):
        (first, one), (second, other) = cards_of(game, encoded)
        ((share, _),) = told(encoded.moment, "Odds")
        if first == second and first >= RANKS.index("9"):
            pairs.append(share)
        if abs(first - second) > 4 and one != other and max(first, second) < RANKS.index("10"):
            low.append(share)
    # Shares are told in twentieths.
    assert len(pairs) > 3
    assert len(low) > 10
    assert sum(low) / len(low) < 9
    assert min(pairs) > max(10, sum(low) / len(low) + 3)


def test_of_whole_hands_the_better_kind_wins_more_often() -> None:
    game = Game(get_genome("simple-poker"))
    by_kind: dict[int, set[int]] = {0: set(), 1: set(), 2: set()}
    for _, encoded in first_looks(game, 120):
        heights = [height for height, _ in cards_of(game, encoded)]
        alike = sum(a == b for a, b in combinations(heights, 2))
        flush = len({suit for _, suit in cards_of(game, encoded)}) == 1
        straight = max(heights) - min(heights) == 4 or set(heights) == {0, 1, 2, 3, 12}
        ((share, _),) = told(encoded.moment, "Odds")
        if alike or not (flush or straight):
            by_kind[min(alike, 2)].add(share)
    assert all(by_kind.values())
    assert max(by_kind[0]) <= min(by_kind[1])
    assert max(by_kind[1]) <= min(by_kind[2])


def test_giving_away_half_of_a_pair_is_worse_than_any_other_card() -> None:
    game = Game(get_genome("draw-poker"))
    looked = 0
    for seed in range(60):
        position = game.core.deal(seed)
        while (seat := position.asked()) is not None:
            codes = position.legal(seat)
            calm = [c for c in codes if fields_of(c).kind in (MoveKind.CHECK, MoveKind.MATCH)]
            if not calm:
                break
            position = position.apply(seat, calm[0])
        assert seat is not None
        encoded = encoding.encode(position, seat)
        heights = [height for height, _ in cards_of(game, encoded)]
        if len(set(heights)) != 4:
            continue
        looked += 1
        kept: dict[bool, list[int]] = {True: [], False: []}
        for code, features in encoded.moves.items():
            fields = fields_of(code)
            if fields.kind is MoveKind.CARD:
                height = RANKS.index(game.cards[fields.card].rank)
                ((share, given),) = told(features, "OddsKept")
                assert given == 1
                kept[heights.count(height) == 2].append(share)
        assert max(kept[True]) < max(kept[False])
    assert looked > 5


def least_left(hand: list[tuple[int, str]]) -> tuple[int, int]:
    """The least points left of a hand without sets and runs, and in how many cards, by trying."""
    order = [RANKS.index("A"), *range(RANKS.index("A"))]
    places = [(order.index(height), suit) for height, suit in hand]

    def is_meld(cards: tuple[tuple[int, str], ...]) -> bool:
        ranks, suits = sorted(rank for rank, _ in cards), {suit for _, suit in cards}
        run = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
        return run or len(set(ranks)) == 1

    melds = [
        frozenset(cards)
        for many in range(3, len(places) + 1)
        for cards in combinations(places, many)
        if is_meld(cards)
    ]

    @cache
    def best(left: frozenset[tuple[int, str]]) -> tuple[int, int]:
        options = [best(left - meld) for meld in melds if meld <= left]
        points = sum(min(rank + 1, 10) for rank, _ in left)
        return min([(points, len(left)), *options])

    return best(frozenset(places))


@pytest.mark.parametrize("name", ["gin-rummy", "rummy"])
def test_the_least_that_is_left_is_what_trying_everything_finds(name: str) -> None:
    game = Game(get_genome(name))
    found = set()
    for seed in range(12):
        position = game.core.deal(seed)
        for number in range(40):
            seat = position.asked()
            if seat is None:
                break
            encoded = encoding.encode(position, seat)
            if encoded.moment:
                points, cards = least_left(cards_of(game, encoded))
                assert told(encoded.moment, "Left") == [(min(points, 100), 0)]
                ((left, _),) = told(encoded.moment, "LeftCards")
                assert left == cards
                found.add(cards)
            position = position.apply(seat, position.choose(seat, "random", number))
    assert len(found) > 3


def test_only_games_that_have_such_hands_are_encoded_otherwise() -> None:
    """What is learnt about the others stays good."""
    versions = {name: learning_version(Game(get_genome(name)).core)[0] for name in library_ids()}
    plain = versions["hearts"]
    bet_on = {
        "betting-war",
        "draw-poker",
        "omaha",
        "omaha-hi-lo",
        "razz",
        "seven-card-stud",
        "seven-card-stud-hi-lo",
        "simple-poker",
        "texas-holdem",
        "triple-draw",
    }
    made = {"gin-rummy", "rummy", "rummy-500"}
    assert {name for name, version in versions.items() if version != plain} == bet_on | made
    assert len({versions[name] for name in bet_on}) == len({versions[name] for name in made}) == 1


def test_nobody_calls_all_in_with_the_worst_hands() -> None:
    """Everything is bet before the board lies: two low cards that do not fit are given up."""
    game = Game(get_genome("texas-holdem"))
    learnt = (SHIPPED / file_name(game.core, game.bytecode, STEPS)).read_bytes()
    assert teach_game(game.core, STEPS, learnt)
    asked = called = 0
    for seed in range(250):
        position = game.core.deal(seed)
        first = position.asked()
        assert first is not None
        (bet,) = (code for code in position.legal(first) if fields_of(code).kind is MoveKind.BET)
        amounts = position.amounts(first)
        assert amounts is not None
        position = position.apply(first, bet_code(bet, amounts[1]))
        seat = position.asked()
        assert seat is not None
        (one, suit), (two, other) = cards_of(game, encoding.encode(position, seat))
        if max(one, two) < RANKS.index("9") and abs(one - two) > 2 and suit != other:
            asked += 1
            called += fields_of(position.choose(seat, "learned", seed)).kind is not MoveKind.FOLD
    assert asked > 15
    assert called <= asked // 10
