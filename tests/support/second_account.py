"""Short accounts of what players may do and who wins, written without the engine.

They are held against it at every decision of whole hands that are played at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from tests.support.table import Table

Trick = tuple[int, list[str]]
"""Who took it, and its cards in the order played."""


def own_suit(card: str) -> str:
    """The suit of a card of the French pack: "S" of "QS"."""
    return card[-1]


def heights(order: str) -> Callable[[str], int]:
    """How high a card is, by an order of the ranks from low to high: "7 8 9 10 J Q K A"."""
    ranks = order.split()
    return lambda card: ranks.index(card[:-1])


def play_tricks(
    table: Table,
    rng: Random,
    tricks: int,
    height: Callable[[str], int],
    suit: Callable[[str], str] = own_suit,
    trump: str = "",
    seats: Iterable[int] = (),
    legal: Callable[[set[str], list[str]], set[str]] | None = None,
) -> list[Trick]:
    """Plays tricks at random in which suit must be followed, and nothing else; or what `legal` says
    of a hand and the cards played so far.

    At each card it is held against the engine who plays, and which cards may be played.
    """
    order = list(seats) or list(range(table.state.game.player_count))
    taken: list[Trick] = []
    while len(taken) < tricks:
        lead = order.index(table.turn if table.turn is not None else -1)
        trick: dict[int, str] = {}
        for seat in order[lead:] + order[:lead]:
            assert table.turn == seat
            hand = table.hand(seat)
            led = suit(next(iter(trick.values()))) if trick else ""
            may = {card for card in hand if suit(card) == led} or hand
            if legal is not None:
                may = legal(hand, list(trick.values()))
            assert table.playable == may
            trick[seat] = rng.choice(sorted(may))
            if len(trick) == len(order):
                # Held against the engine by who leads next, and by the tricks that are counted.
                taken.append((_winner(trick, height, suit, trump), list(trick.values())))
            table.play(trick[seat])
        assert table.turn in (None, taken[-1][0]) or len(taken) == tricks
    return taken


def _winner(
    trick: dict[int, str], height: Callable[[str], int], suit: Callable[[str], str], trump: str
) -> int:
    led = suit(next(iter(trick.values())))

    def strength(seat: int) -> tuple[bool, bool, int]:
        kind = suit(trick[seat])
        return kind == trump, kind == led, height(trick[seat])

    return max(trick, key=strength)


def won_by(taken: Iterable[Trick], seats: Iterable[int]) -> list[str]:
    """The cards of the tricks that some players took."""
    those = set(seats)
    return [card for winner, cards in taken if winner in those for card in cards]
