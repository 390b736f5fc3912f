"""What happened: kinds of events, and one event as somebody hears of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from darwindeck.cards import Card
from darwindeck.simulation.moves import Move


class EventKind(StrEnum):
    """What kind of thing happened."""

    HAND = "hand"
    """A hand begins."""
    CARDS = "card"
    """Cards went from one place to another."""
    SHUFFLED = "shuffled"
    DECISION = "decision"
    SHOWN = "shown"
    """A card was shown, or a place laid open."""
    TRICK = "trick"
    """A trick was won."""
    TRUMP = "trump"
    MODE = "mode"
    ROLE = "role"
    NAMED = "named"
    """A suit was named for a pile."""
    DECLARED = "declared"
    SCORED = "scored"
    CHIPS = "chips"
    SITS_OUT = "sits_out"
    REVERSED = "reversed"
    TURN = "turn"
    CLAIM = "claim"
    CHALLENGE = "challenge"
    HAND_OVER = "hand_over"
    THROWN_IN = "thrown_in"
    GAME_OVER = "game_over"


class Spot(NamedTuple):
    """A place that cards come from or go to."""

    zone: str
    """The name of the zone in the genome; empty for the trick, or where the place is gone."""
    owner: int | None
    """The seat it belongs to; None: a side or the table."""
    label: str
    """What the place is called: "the stock", "South's hand"."""
    number: int
    """The number of the place in the position after it."""


@dataclass(frozen=True)
class Event:
    """Something that a game tells its players: a card moved, a score changed, a trick was won."""

    kind: EventKind
    text: str
    seat: int | None = None
    """Whom it concerns."""
    cards: tuple[Card, ...] = ()
    """The cards it is about, as far as they were seen."""
    count: int = 0
    """How many cards it is about, seen or not."""
    amount: int = 0
    """Points or chips."""
    move: Move | None = None
    """What was decided."""
    source: Spot | None = None
    """Where cards came from."""
    target: Spot | None = None
    """Where they went, or where something was shown."""

    def __str__(self) -> str:
        return self.text
