"""The seam between play and its words: states, results and logs hand out words, and make none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from darwindeck.plugins import words_of_play

if TYPE_CHECKING:
    from darwindeck.simulation.events import Event
    from darwindeck.simulation.game import Game
    from darwindeck.simulation.labels import Labels
    from darwindeck.simulation.log import MatchLog
    from darwindeck.simulation.moves import Decision, Move
    from darwindeck.simulation.table import Table


class PlayWords(Protocol):
    """What play needs in words."""

    def worded(self, table: Table, seat: int, codes: Sequence[int]) -> tuple[Move, ...]:
        """The moves of these numbers, each with words of its own."""

    def task(self, table: Table, seat: int) -> str:
        """What the phase in progress asks of a seat; empty if that takes many words."""

    def tell(
        self, table: Table, decision: Decision | None, secret: bool, seat: int | None
    ) -> tuple[Event, ...]:
        """What happened before a position came about, as one seat saw it."""

    def outcome(
        self, labels: Labels, winners: tuple[int, ...], team: int | None, limit: str | None
    ) -> str:
        """How a game ended."""

    def written(self, log: MatchLog) -> str:
        """A log in notation."""

    def read(self, text: str, game: Game | None = None) -> MatchLog:
        """The log that was written in notation."""


def play_words() -> PlayWords:
    return cast(PlayWords, words_of_play())
