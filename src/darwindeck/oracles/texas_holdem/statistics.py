"""How people play recorded hands: how often they fold, call and raise, and how hands end."""

from __future__ import annotations

from collections.abc import Iterable

from darwindeck.archives.record import MatchRecord, RecordedCall, RecordedExchange
from darwindeck.archives.statistics import Statistics, StatisticsTable
from darwindeck.oracles.texas_holdem.phh import VARIANTS

_STREETS = ("before the flop", "on the flop", "on the turn", "on the river")
_DEEDS = {"f": "fold", "cc": "check or call", "cbr": "bet or raise"}
_CARDS = (0, 3, 4, 5)
"""How many cards lie on the board in each round."""


def count_hands(records: Iterable[MatchRecord]) -> Statistics:
    """What is done, round by round and by position, and how hands end; each variant by itself."""
    found = Statistics("texas-holdem")
    variants: dict[str, _Tables] = {}
    for record in records:
        if not record.rounds:
            continue
        found.matches += 1
        found.deals += 1
        variant = str(record.header["variant"])
        if variant not in variants:
            variants[variant] = _Tables(found, variant)
        variants[variant].count(record)
    return found


class _Tables:
    """What is counted of one variant."""

    def __init__(self, found: Statistics, variant: str) -> None:
        def table(title: str, remark: str) -> StatisticsTable:
            return found.table(f"{VARIANTS[variant]}: {title}", remark)

        self.ends = table("how hands end", "Of all hands.")
        self.streets = {
            name: table(f"what players do {name}", "Of all actions in that round.")
            for name in _STREETS
        }
        self.entering = table(
            "chips staked of one's own will before the flop", "By position, of all hands dealt."
        )
        self.raising = table("raises before the flop", "By position, of all hands dealt.")

    def count(self, record: MatchRecord) -> None:
        """Counts one hand."""
        board, folded = 0, set()
        entered: set[int] = set()
        raised: set[int] = set()
        posts = record.header["posts"]
        listed = posts if isinstance(posts, tuple) else ()
        posted = {seat for seat, post in enumerate(listed) if post == max(listed)}
        highest = False
        for event in record.rounds[0].events:
            if isinstance(event, RecordedExchange):
                board += len(event.cards)
            elif isinstance(event, RecordedCall):
                name = _STREETS[max(n for n, cards in enumerate(_CARDS) if cards <= board)]
                self.streets[name].among(_DEEDS[event.word], _DEEDS.values())
                if event.word == "f":
                    folded.add(event.seat)
                if board == 0:
                    highest |= event.word == "cbr"
                    # To check a blind that nobody raised costs nothing.
                    if event.word == "cbr" or (
                        event.word == "cc" and (highest or event.seat not in posted)
                    ):
                        entered.add(event.seat)
                    if event.word == "cbr":
                        raised.add(event.seat)
        shown = record.seats - len(folded) > 1
        self.ends.share("shown down", shown)
        self.ends.share("all others fold before the flop", not shown and board == 0)
        for seat in range(record.seats):
            position = _position(seat, record.seats)
            self.entering.share(position, seat in entered)
            self.raising.share(position, seat in raised)


def _position(seat: int, players: int) -> str:
    """Where somebody sits, as players call it."""
    if players == 2:
        return ("big blind", "dealer")[seat]
    if seat < 2:
        return ("small blind", "big blind")[seat]
    before = players - 1 - seat
    return "dealer" if before == 0 else f"{before} before the dealer"
