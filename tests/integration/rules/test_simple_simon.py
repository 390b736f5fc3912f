"""Simple Simon: ten open columns, packets in suit, whole runs away."""

from __future__ import annotations

from random import Random

from darwindeck.cards import Card as Printed
from darwindeck.cards import Suit
from darwindeck.simulation import State
from tests.support.patience_piles import Built, Card, built, faces, piles
from tests.support.seeds import for_seeds
from tests.support.stacked import game_of

ORDER = "A 2 3 4 5 6 7 8 9 10 J Q K"
SIZES = [8, 8, 8, 7, 6, 5, 4, 3, 2, 1]


def run(column: list[Card]) -> int:
    """How many cards from the top down are a run of one suit."""
    many = min(1, len(column))
    while 0 < many < len(column):
        (above, suit), (below, other) = column[-many], column[-many - 1]
        if suit != other or below != above + 1:
            break
        many += 1
    return many


def moves(columns: list[list[Card]]) -> set[Built]:
    """What may be done, without a word of the file."""
    found: set[Built] = set()
    for source, column in enumerate(columns):
        for many in range(1, run(column) + 1):
            lowest = column[-many][0]
            for target, other in enumerate(columns):
                if target != source and (not other or other[-1][0] == lowest + 1):
                    found.add((("tableau", source), ("tableau", target), many))
            if many == 13:
                found.add((("tableau", source), ("", -1), 13))
    return found


def columns_of(state: State, shown: list[Card]) -> list[list[Card]]:
    return [[shown[card] for card in pile] for pile in piles(state, "tableau")]


@for_seeds(8)
def test_a_game_goes_as_a_second_account_has_it(seed: int) -> None:
    game = game_of("simple-simon")
    shown = faces(game, ORDER)
    state = game.hand(seed)
    columns = columns_of(state, shown)
    assert [len(column) for column in columns] == SIZES
    rng = Random(seed)
    for _ in range(120):
        if state.over:
            break
        legal = built(state)
        assert set(legal) == moves(columns)
        # Where a run can grow in its suit it does, so that runs come about at all.
        good = [
            move
            for move in sorted(moves(columns))
            if (to := columns[move[1][1]]) and to[-1][1] == columns[move[0][1]][-1][1]
        ]
        picked = rng.choice(good or sorted(moves(columns)))
        state = state.apply(legal[picked])
        (_, source), (_, target), many = picked
        cards = columns[source][-many:]
        del columns[source][-many:]
        if target >= 0:
            columns[target] += cards
        assert columns_of(state, shown) == columns
    assert not moves(columns) or not state.over


def dealt(columns: list[str]) -> State:
    """A game in which these cards lie on top of the columns."""
    game = game_of("simple-simon")
    suits = {str(suit)[0].upper(): suit for suit in Suit}
    wanted = [
        [Printed(suits[text[-1]], text[:-1]) for text in column.split()] for column in columns
    ]
    named = {card for column in wanted for card in column}
    rest = iter([card for card in game.cards if card not in named])
    filled = [
        [next(rest) for _ in range(size - len(own))] + own
        for own, size in zip(wanted, SIZES, strict=True)
    ]
    return game.hand(1, deck=[card for column in filled for card in column])


def test_a_run_of_one_suit_moves_together_and_one_of_two_suits_does_not() -> None:
    state = dealt(["9C 8C 7C", "9H 8D", "10S", *[""] * 6, "10H"])
    legal = built(state)
    onto = ("tableau", 2)
    assert (("tableau", 0), onto, 3) in legal
    assert (("tableau", 0), onto, 2) not in legal
    assert (("tableau", 1), onto, 2) not in legal, "8D lies on 9H: two suits"
    assert (("tableau", 0), ("tableau", 9), 3) in legal


def test_a_whole_run_may_be_taken_away() -> None:
    state = dealt(["QS JS 10S 9S 8S 7S 6S 5S", "4S 3S 2S AS", *[""] * 7, "KS"])
    legal = built(state)
    state = state.apply(legal[("tableau", 0), ("tableau", 9), 8])
    state = state.apply(built(state)[("tableau", 1), ("tableau", 9), 4])
    assert len(piles(state, "tableau")[9]) == 13
    state = state.apply(built(state)[("tableau", 9), ("", -1), 13])
    assert [len(pile) for pile in piles(state, "foundations")] == [13]
    assert not state.over
