"""One moment of a game under the laws, with the moment before it."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

from darwindeck._core import Position, judge_moment
from darwindeck.laws.record import Record, some_number
from darwindeck.simulation import Game, State
from darwindeck.simulation.labels import LabelledPlace
from darwindeck.simulation.table import Table


class WatchedMoment:
    """A moment of a recorded game: the first one, or the one that follows another."""

    def __init__(self, record: Record, after: WatchedMoment | None = None) -> None:
        self.record = record
        self.number: int = 0
        """How many decisions have been made."""
        self.before: Table | None = None
        """The table before the last decision."""
        self.idle: int = 0
        """How many decisions there have been since the number of turns last grew."""
        self._last = after
        """The moment before, as long as this one is looked at."""
        if after is None:
            self.position: Position = record.begin()
        else:
            self.position = after.position.apply(*after.next_move)
            self.number = after.number + 1
            self.before = after.table
            after._last = None
            turns = self.numbers["turns"], after.numbers["turns"]
            self.idle = after.idle + 1 if turns[0] == turns[1] else 0

    @property
    def next_move(self) -> tuple[int, int]:
        """Who decides what at this moment of the record."""
        return self.record.moves[self.number]

    @property
    def is_last(self) -> bool:
        """Whether the record ends here."""
        return self.number == len(self.record.moves)

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def seats(self) -> range:
        """All seats, with the house."""
        return range(len(self.game.seats))

    @cached_property
    def table(self) -> Table:
        return Table(self.game.labels, self.position)

    @property
    def places(self) -> tuple[LabelledPlace, ...]:
        return self.table.places

    @property
    def numbers(self) -> dict[str, Any]:
        return self.table.numbers

    @cached_property
    def events(self) -> list[tuple[Any, ...]]:
        """What happened since the last decision, as the core tells it."""
        return self.position.events()

    @cached_property
    def to_move(self) -> tuple[int, ...]:
        return tuple(self.position.to_move())

    @cached_property
    def told(self) -> dict[str, Any]:
        """What the position tells of itself, as far as a law of the core asks for it."""
        labels, position = self.game.labels, self.position
        hand = labels.zone_number.get("hand")
        hands: list[list[int]] = [[] for _ in range(labels.players)]
        for place in self.places:
            if place.zone == hand and place.owner < labels.players:
                hands[place.owner] += place.cards
        return {
            "places": [(place.number, list(place.cards)) for place in self.places],
            "hands": hands,
            "lacks": [list(position.lacks(seat)) for seat in range(labels.players)],
            "numbers": self.numbers,
            "events": self.events,
            "idle": self.idle,
            "over": position.over,
            "limit": position.limit_reason,
            "winners": list(position.winners),
            "to_move": list(self.to_move),
            "able": [seat for seat in self.seats if position.legal(seat)],
            "asked": position.asked(),
        }

    @cached_property
    def judged(self) -> list[tuple[str, str]]:
        """The laws that the core finds broken by what is told, and how."""
        # A core that lies, in tests, stands before the true one.
        core = getattr(self.game.core, "core", self.game.core)
        return judge_moment(core, None if self._last is None else self._last.told, self.told)

    def chance(self, purpose: str) -> Random:
        """Chance for one purpose, the same whenever the moment is looked at."""
        return Random(f"{purpose} {self.record.start.seed} {self.number}")

    def seed(self, purpose: int) -> int:
        return some_number(self.record.start.seed, self.number, purpose)

    def state(self, position: Position | None = None) -> State:
        """The moment as players know it, or with another position; nothing is told of before."""
        return State(self.game, self.record.start, position or self.position, None)
