"""Auctions in short: `1:pass 2:hokom 3:pass …`, with the state that a server gives for each."""

from __future__ import annotations

from darwindeck.archives.record import RecordedCall
from darwindeck.oracles.baloot.auction import Auction

SUITS = ("spades", "hearts", "clubs", "diamonds")


def calls(text: str, floor_suit: int = 3) -> list[RecordedCall]:
    """The calls of a text, each with the fields of a server that follows the words."""
    fields = {"gm": 0, "ts": 4, "gem": 0, "rd": 0, "hc": 0, "rb": -1}
    said = []
    for at, item in enumerate(text.split(), 2):
        number, _, word = item.partition(":")
        if word in ("hokom", "hokom2"):
            fields.update(gm=2, rb=int(number))
        elif word in ("sun", "beforeyou"):
            fields.update(gm=1, rb=int(number))
        elif word == "ashkal":
            fields.update(gm=3, rb=int(number))
        elif word == "turntosun":
            fields.update(gm=1)
        elif word in SUITS:
            fields.update(ts=SUITS.index(word))
        elif word in ("hokomclose", "hokomopen", "double", "triple", "qahwa"):
            fields.update(gem=fields["gem"] + 1, rd=int(number))
            if fields["gm"] == 2 and fields["ts"] == 4:
                fields.update(ts=floor_suit)
        elif word == "pass" and fields["gm"] == 2 and int(number) == fields["rb"]:
            fields.update(ts=floor_suit if fields["ts"] == 4 else fields["ts"])
        said.append(RecordedCall(at, int(number) - 1, word, dict(fields)))
    return said


def heard(
    text: str,
    *,
    dealer: int = 4,
    floor_suit: int = 3,
    floor_ace: bool = False,
    scores: tuple[int, int] = (0, 0),
) -> Auction:
    """An auction that was heard to its end; the dealer is a seat from 1 to 4."""
    auction = Auction(dealer - 1, floor_suit, floor_ace, scores)
    for call in calls(text, floor_suit):
        auction.hear(call)
    if auction.contract is not None:
        auction.close(None)
    return auction


def faults(text: str, **table: object) -> list[str]:
    return [fault.message for fault in heard(text, **table).faults]  # type: ignore[arg-type]
