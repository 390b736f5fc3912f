"""Moves: what a player may do at one decision."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
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


OPEN_TO_ALL = frozenset(
    {
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
)
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
    amounts: range | None = field(default=None, compare=False)
    """The amounts that may be bet or raised by, if the player names one; the move itself is the
    least. `of` gives the others."""

    @property
    def kind(self) -> MoveKind:
        return MoveKind(self.code & 0xFF)

    @property
    def amount(self) -> int | None:
        """What is bet or raised by, if the player names it."""
        return amount_of(self.code) or None

    def of(self, amount: int) -> Move:
        """The same bet or raise of another amount; `ValueError` if that may not be bet."""
        if self.amounts is None or type(amount) is not int or amount not in self.amounts:
            raise ValueError(f"one cannot {self._verb} {amount}: one may {self.offer}")
        return replace(self, code=bet_code(self.code, amount), text=f"{self._verb} {amount}")

    @property
    def offer(self) -> str:
        """The move as it is offered: with all amounts, if there are several."""
        if self.amounts is None or len(self.amounts) < 2:
            return self.text
        low, high = self.amounts[0], self.amounts[-1]
        return f"{self._verb} any amount from {low} to {high}"

    def named(self, text: str) -> Move | None:
        """The bet or raise that a text means, if it says an amount that may be bet."""
        verb, _, number = text.rpartition(" ")
        if self.amounts is None or verb != self._verb or not _FIGURES.fullmatch(number):
            return None
        return self.of(int(number)) if int(number) in self.amounts else None

    @property
    def _verb(self) -> str:
        return self.text.rpartition(" ")[0]

    def __str__(self) -> str:
        return self.text


def amount_of(code: int) -> int:
    """What is bet or raised by in a move of this number; 0 if no amount is named."""
    return code >> 32 if code & 0xFF == MoveKind.BET else 0


def bet_code(code: int, amount: int) -> int:
    """The number of the same bet or raise of another amount."""
    return code & 0xFFFF_FFFF | amount << 32


_FIGURES = re.compile("[1-9][0-9]{0,8}")


def meant(moves: Iterable[Move], code: int) -> Move | None:
    """The move of a number, if it is one of these or a bet of an amount that they allow."""
    for move in moves:
        if move.code == code:
            return move
        amount = amount_of(code)
        if move.amounts is not None and amount in move.amounts:
            found = move.of(amount)
            if found.code == code:
                return found
    return None


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
