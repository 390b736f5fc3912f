"""Moves: what a player may do at one decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from darwindeck.cards import Card


class MoveKind(IntEnum):
    """What a move does. The numbers are those of the core."""

    CARD = 1
    """Picks a card: to be played, discarded, passed, melded and so on."""
    DONE = 2
    """Says that no more cards are picked."""
    PASS = 3
    STOP = 4
    """Leaves off repeating something."""
    TAKE = 5
    """Takes cards that nobody picks one by one."""
    CALL = 6
    OPTION = 7
    """Begins one of several things to do."""
    BUILD = 8
    """Moves cards from one pile to another."""
    CHECK = 9
    BET = 10
    """Bets or raises."""
    MATCH = 11
    """Calls: stakes as much as the highest."""
    FOLD = 12
    CHALLENGE = 13
    ACCEPT = 14
    """Lets a claim stand."""
    RANK = 15
    """Says of which rank cards are."""
    DECLARE = 16


OPEN_TO_ALL = {
    MoveKind.PASS,
    MoveKind.STOP,
    MoveKind.TAKE,
    MoveKind.CALL,
    MoveKind.OPTION,
    MoveKind.CHECK,
    MoveKind.BET,
    MoveKind.MATCH,
    MoveKind.FOLD,
    MoveKind.CHALLENGE,
    MoveKind.ACCEPT,
}
"""Moves that everybody hears of. All others are about cards: what can be seen of them is told when
the cards go from one place to another, are declared or claimed."""


class Fields(NamedTuple):
    """The parts of a move's number; what they mean depends on the kind."""

    kind: MoveKind
    option: int
    """The option of a choice that the move belongs to; 255 outside choices."""
    card: int
    a: int
    b: int
    c: int


NO_OPTION = 255


def fields_of(code: int) -> Fields:
    """The parts of a number; `ValueError` if it is no move's."""
    return Fields(
        kind=MoveKind(code & 0xFF),
        option=code >> 8 & 0xFF,
        card=code >> 16 & 0xFF,
        a=code >> 32 & 0xFFFF,
        b=code >> 48 & 0xFFFF,
        c=code >> 24 & 0xFF,
    )


@dataclass(frozen=True)
class Move:
    """One thing a player may do. Moves are equal if their numbers are."""

    code: int
    """The number of the move: what it means depends on the moment."""
    text: str = field(compare=False)
    """The move in a card player's words: "play 7♥"."""
    card: Card | None = field(default=None, compare=False)
    """The single card that is picked, if it is a move of that kind."""

    @property
    def kind(self) -> MoveKind:
        return MoveKind(self.code & 0xFF)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Decision:
    """A move that was made."""

    seat: int
    name: str
    """What the seat is called."""
    move: Move

    @property
    def text(self) -> str:
        """ "South: play 7♥"."""
        return f"{self.name}: {self.move.text}"

    def __str__(self) -> str:
        return self.text


class IllegalMove(ValueError):
    """A move that may not be made now. Its text says why and what may be done instead."""

    def __init__(self, message: str, move: Move | None, seat: int, legal: tuple[Move, ...]) -> None:
        super().__init__(message)
        self.move = move
        """What was tried; None if it could not even be read."""
        self.seat = seat
        """Who tried it."""
        self.legal = legal
        """What that seat could have done."""

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalMove, (str(self), self.move, self.seat, self.legal)
