"""Poker hands and pots, worked out apart from the core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from darwindeck.simulation import EventKind
from tests.support.stacked import Sitting

ORDER = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def strength(hand: Sequence[str]) -> tuple[int, ...]:
    """How good five cards are: the greater, the better."""
    ranks = sorted((ORDER.index(card[:-1]) for card in hand), reverse=True)
    counts = sorted(((many, rank) for rank, many in Counter(ranks).items()), reverse=True)
    groups, grouped = [many for many, _ in counts], [rank for _, rank in counts]
    flush = len({card[-1] for card in hand}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = grouped = [3, 2, 1, 0, -1]
    straight = len(groups) == 5 and ranks[0] - ranks[4] == 4
    kinds = (
        straight and flush,
        groups == [4, 1],
        groups == [3, 2],
        flush,
        straight,
        groups == [3, 1, 1],
        groups == [2, 2, 1],
        groups == [2, 1, 1, 1],
        True,
    )
    return (-kinds.index(True), *grouped)


def shared_out(
    stakes: Mapping[int, int], hands: Mapping[int, tuple[int, ...]], order: Sequence[int]
) -> dict[int, int]:
    """What each player gets of the stakes; `hands` are those of the players who show them.

    Chip by chip: each layer of the stakes belongs to those who paid into it and are still in.
    """
    paid = dict.fromkeys(stakes, 0)
    pots: dict[tuple[int, ...], int] = {}
    for level in range(1, max(stakes.values()) + 1):
        staked = [seat for seat, stake in stakes.items() if stake >= level]
        able = tuple(seat for seat in staked if seat in hands)
        if len(staked) == 1:
            paid[staked[0]] += 1
        else:
            able = able or list(pots)[-1]
            pots[able] = pots.get(able, 0) + len(staked)
    for able, chips in pots.items():
        best = max(hands[seat] for seat in able)
        sharers = [seat for seat in order if seat in able and hands[seat] == best]
        for place, seat in enumerate(sharers):
            paid[seat] += chips // len(sharers) + (place < chips % len(sharers))
    return paid


class Accounts:
    """The chips of a match, counted hand by hand from what is told."""

    def __init__(self, game: Sitting) -> None:
        self.hands: list[Hand] = []
        seats = {name: seat for seat, name in enumerate(game.game.seats)}
        for event in game.told:
            if event.kind is EventKind.HAND:
                self.hands.append(Hand(event.seat if event.seat is not None else 0))
            elif event.kind is EventKind.CHIPS and event.seat is not None:
                book = self.hands[-1].paid if event.amount < 0 else self.hands[-1].got
                book[event.seat] += abs(event.amount)
            elif event.kind is EventKind.SHOWN:
                name = event.text.rpartition(" in ")[2].removesuffix("'s hand")
                shown = self.hands[-1].shown.setdefault(seats[name], [])
                shown.extend(str(card) for card in event.cards)
            elif event.kind is EventKind.HAND_OVER:
                self.hands[-1].over = True


class Hand:
    """What was staked, shown and won in one hand."""

    def __init__(self, dealer: int) -> None:
        self.dealer = dealer
        self.paid: Counter[int] = Counter()
        self.got: Counter[int] = Counter()
        self.shown: dict[int, list[str]] = {}
        self.over = False

    def due(self, players: int) -> dict[int, int]:
        """What each player should have got at the showdown."""
        order = [(self.dealer + step) % players for step in range(1, players + 1)]
        strengths = {seat: strength(cards) for seat, cards in self.shown.items()}
        return shared_out(self.paid, strengths, order)
