"""The auction of Bridge, heard from a record: turns, what may be called, and the contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from darwindeck.archives.record import RecordedCall
from darwindeck.oracles.bridge.notation import SEAT_NAMES
from darwindeck.oracles.bridge.scoring import Contract

STRAINS = ("C", "D", "H", "S", "NT")


@dataclass
class Auction:
    """What the calls of a deal come to."""

    contract: Contract | None = None
    """What was bid so far; the contract, if the auction is closed."""
    closed: bool = False
    fault: tuple[int, str, str] | None = None
    """The first call that may not be made: its number in the round, it, and what was due."""

    @property
    def passed_out(self) -> bool:
        return self.closed and self.contract is None


def hear(calls: Sequence[RecordedCall], dealer: int) -> Auction:
    """Hears calls until the auction is closed or one of them is wrong."""
    auction = Auction()
    turn, passes = dealer, 0
    first: dict[tuple[int, str], int] = {}
    for call in calls:
        wrong = _wrong(auction, call, turn)
        if wrong is not None:
            auction.fault = (call.at, f"`{call.word}` by {SEAT_NAMES[call.seat]}", wrong)
            return auction
        held = auction.contract
        if call.word == "Pass":
            passes += 1
        else:
            passes = 0
            if call.word in ("X", "XX"):
                assert held is not None
                auction.contract = held._replace(times=2 if call.word == "X" else 4)
            else:
                strain = call.word[1:]
                declarer = first.setdefault((call.seat % 2, strain), call.seat)
                auction.contract = Contract(int(call.word[0]), strain, 1, declarer)
        auction.closed = passes == (4 if auction.contract is None else 3)
        turn = (turn + 1) % 4
    return auction


def _wrong(auction: Auction, call: RecordedCall, turn: int) -> str | None:
    """What should have been instead of a call that may not be made."""
    held = auction.contract
    if auction.closed:
        return "no call after the auction is closed"
    if call.seat != turn:
        return f"a call by {SEAT_NAMES[turn]}"
    if call.word == "Pass":
        return None
    if call.word in ("X", "XX"):
        own = held is not None and held.side == call.seat % 2
        times, whose = (1, False) if call.word == "X" else (2, True)
        if held is None or held.times != times or own != whose:
            return "a bid of the opponents to double, or a doubled one of the own side to redouble"
        return None
    if held is not None and _height(call.word) <= _height(f"{held.level}{held.strain}"):
        return f"a bid higher than {held.level}{held.strain}"
    return None


def _height(bid: str) -> int:
    return 5 * int(bid[0]) + STRAINS.index(bid[1:])
