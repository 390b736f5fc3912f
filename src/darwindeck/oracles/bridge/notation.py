"""What the notations of Bridge have in common: seats, cards, contracts, and a clerk for readers.

Seats are South, West, North, East, sides North-South and East-West.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from darwindeck.archives.door import one_line
from darwindeck.archives.record import Flaw, MatchRecord, Place, RoundRecord, Skipped
from darwindeck.cards import Card, Rank, Suit

SEATS: Final = {"S": 0, "W": 1, "N": 2, "E": 3}
SIDES: Final = {"NS": 0, "EW": 1}
SUITS: Final = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS}
RANKS: Final = {rank.value[-1] if rank is not Rank.TEN else "T": rank for rank in Rank}
CARDS: Final = {suit + rank: Card(SUITS[suit], RANKS[rank]) for suit in SUITS for rank in RANKS}
"""Every card by its name in the notation."""
HEIGHT: Final = {rank: at for at, rank in enumerate("23456789TJQKA")}
CONTRACT: Final = re.compile(r"([1-7])(S|H|D|C|NT?)(X{0,2})")
SEAT_NAMES: Final = ("South", "West", "North", "East")
SIDE_NAMES: Final = ("North-South", "East-West")
MOST_GAMES: Final = 50_000


def full_contract(contract: str) -> str:
    """A bid or contract with no trumps spelled NT."""
    parts = CONTRACT.fullmatch(contract)
    assert parts is not None
    return f"{parts[1]}{'NT' if parts[2][0] == 'N' else parts[2]}{parts[3]}"


def beats(card: str, other: str, trump: str | None) -> bool:
    """Whether a card that is played later beats the one that wins so far."""
    if card[0] == other[0]:
        return HEIGHT[card[1]] > HEIGHT[other[1]]
    return card[0] == trump


class Clerk:
    """Keeps what a reader finds in a file: deals, players, flaws, and what it passes over."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source
        self.rounds: list[RoundRecord] = []
        self.players: tuple[str, ...] = ()
        self.title = ""
        self.flaws: list[Flaw] = []
        self.skipped: Counter[str] = Counter()
        self.first: dict[str, Place] = {}

    def record(self) -> MatchRecord:
        skipped = tuple(
            Skipped(what, count, self.first[what]) for what, count in self.skipped.items()
        )
        return MatchRecord(
            self.name,
            "bridge",
            self.source,
            4,
            ((0, 2), (1, 3)),
            tuple(self.rounds),
            title=self.title,
            players=self.players,
            whole=False,
            flaws=tuple(self.flaws),
            skipped=skipped,
        )

    def skip(self, what: str) -> None:
        what = one_line(what, 60)
        if what not in self.skipped and len(self.skipped) >= 200:
            what = "other things"
        self.skipped[what] += 1
        self.first.setdefault(what, Place(self.name, len(self.rounds)))

    def flaw(self, message: str) -> None:
        self.flaws.append(Flaw(len(self.rounds), None, one_line(message)))
