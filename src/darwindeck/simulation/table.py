"""One position of the core, read once."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from darwindeck._core import Position
from darwindeck.genome.schema import CallPhase, PassPhase, Phase
from darwindeck.simulation.labels import TRICK, LabelledPlace, Labels

ONLOOKER = -1
"""Stands for a seat: somebody who watches and sees only what everybody sees."""


class CardOrder(NamedTuple):
    """What a card counts as now."""

    suit: str | None
    """Promoted cards are of the trump suit."""
    strength: int
    """The higher the stronger."""


class Table:
    """What lies where and what the numbers are, with the labels to speak of it.

    Everything here is the whole truth; a `View` shows what one seat may see of it.
    """

    def __init__(self, labels: Labels, position: Position) -> None:
        self.labels = labels
        self.position = position
        self._called: dict[int, str] = {}
        """What places are called, as far as anybody has asked."""

    @cached_property
    def places(self) -> tuple[LabelledPlace, ...]:
        return tuple(
            LabelledPlace(zone, owner, number, tuple(cards), laid_open)
            for zone, owner, number, cards, laid_open in self.position.places()
        )

    @cached_property
    def numbers(self) -> dict[str, Any]:
        """The numbers of the position by name."""
        return self.position.numbers()

    @cached_property
    def frames(self) -> tuple[tuple[int, int], ...]:
        """The phases in progress, outermost first: number and acting seat."""
        return tuple(self.position.frames())

    @cached_property
    def trick(self) -> tuple[tuple[int, int], ...]:
        """Who played which card of the trick in progress; nothing once it is collected."""
        lying = {card for place in self.places if place.zone == TRICK for card in place.cards}
        return tuple((seat, card) for seat, card in self.position.trick() if card in lying)

    @cached_property
    def card_orders(self) -> tuple[CardOrder, ...]:
        """What each card counts as now, by its number; the same for every seat."""
        suits = self.labels.suits
        return tuple(
            CardOrder(suits[suit] if suit < len(suits) else None, strength)
            for suit, strength in self.position.card_orders()
        )

    @property
    def phase(self) -> Phase | None:
        """The innermost phase in progress."""
        return self.labels.phases[self.frames[-1][0]] if self.frames else None

    @property
    def in_secret(self) -> bool:
        """Whether several seats decide at once, unseen by each other."""
        phase = self.phase
        return isinstance(phase, PassPhase) or (isinstance(phase, CallPhase) and phase.simultaneous)

    def acting(self, seat: int) -> int:
        """The seat for which a seat decides: its own, unless it plays for another one."""
        phase = self.phase
        if phase is None or isinstance(phase, CallPhase | PassPhase):
            return seat
        actor = self.frames[-1][1]
        return actor if self.numbers["control"][actor] == seat else seat

    def place(self, number: int) -> str:
        if number not in self._called:
            self._called[number] = self.labels.place(self.places, number)
        return self._called[number]

    def roles(self) -> tuple[tuple[str, int], ...]:
        """Who has which role: label and seat."""
        first, registers = self.numbers["roles_at"], self.numbers["registers"]
        held = ((label, registers[first + i]) for i, label in enumerate(self.labels.roles))
        return tuple((label, seat) for label, seat in held if 0 <= seat < len(self.labels.seats))
