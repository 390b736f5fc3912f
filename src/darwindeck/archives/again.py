"""Recorded rounds as moves of the engine, to be seen again at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from darwindeck._core import Position
from darwindeck.archives.replay import Deed, ReplayStep
from darwindeck.genome.bytecode.names import Names
from darwindeck.genome.schema import CallPhase, DeclarePhase, TrickPhase
from darwindeck.quoting import QuotedValueError
from darwindeck.simulation import Game
from darwindeck.simulation.moves import Fields, MoveKind, fields_of
from darwindeck.simulation.table import Table

_DECLINES = {MoveKind.PASS, MoveKind.STOP, MoveKind.CHECK, MoveKind.ACCEPT}
_PATIENCE = 64
"""So many decisions that a record does not mention are declined before a step."""


class NotPlayable(QuotedValueError):
    """A round that cannot be dealt: its hands are not known, or cannot be."""


class PlayedAgain(NamedTuple):
    """A recorded round, as far as the rules let it be played."""

    game: Game
    first: Position
    moves: tuple[tuple[int, int], ...]
    """Who decided what, as numbers."""
    stopped: str = ""
    """Why it stops before the record does; empty if it does not."""


def played_by_steps(game: Game, first: Position, steps: Sequence[ReplayStep]) -> PlayedAgain:
    """Follows steps as `Follower` does, up to the first that the rules forbid.

    Decisions that the steps do not mention are declined. A step that cannot be made is left out, as
    long as it is no card.
    """
    walk = _Walk(game, first)
    for number, step in enumerate(steps, start=1):
        if walk.is_over:
            break
        if not walk.take(step) and step.deed is Deed.CARD:
            return PlayedAgain(
                game, first, tuple(walk.moves), f"step {number} is against the rules"
            )
    return PlayedAgain(game, first, tuple(walk.moves))


class _Walk:
    """The way through a round."""

    def __init__(self, game: Game, first: Position) -> None:
        self.game = game
        self.position = first
        self.moves: list[tuple[int, int]] = []
        self._calls = Names(game.labels.genome).tables["call"]

    @property
    def is_over(self) -> bool:
        ended = any(kind in ("hand_over", "thrown_in") for kind, *_ in self.position.events())
        return self.position.over or (ended and bool(self.moves))

    def take(self, step: ReplayStep) -> bool:
        """Makes a step; false, and nothing is done, if it cannot be made."""
        position, declined = self.position, list[tuple[int, int]]()
        for _ in range(_PATIENCE):
            if position.over:
                return False
            code = self._meant(position, step)
            if code is not None:
                self.position = position.apply(step.seat, code)
                self.moves += [*declined, (step.seat, code)]
                return True
            asked = position.asked()
            no = None if asked is None else self._declining(position, asked)
            if asked is None or no is None:
                return False
            declined.append((asked, no))
            position = position.apply(asked, no)
        return False

    def _meant(self, position: Position, step: ReplayStep) -> int | None:
        if step.seat not in position.to_move():
            return None
        table = Table(self.game.labels, position)
        for code in position.legal(step.seat):
            if self._is(table, step, fields_of(code)):
                return code
        return None

    def _is(self, table: Table, step: ReplayStep, parts: Fields) -> bool:
        phase = table.phase
        match step.deed:
            case Deed.DECLINE:
                return self._is_decline(table, parts)
            case Deed.CARD:
                alike = self.game.cards[step.number]
                plays = isinstance(phase, TrickPhase) and parts.kind is MoveKind.CARD
                return plays and self.game.cards[parts.card] == alike
            case Deed.DECLARE:
                named = parts.kind is MoveKind.DECLARE and parts.a == step.number
                return named and step.value in (-1, parts.card)
            case Deed.CALL:
                if parts.kind is not MoveKind.CALL or not isinstance(phase, CallPhase):
                    return False
                named = self._calls[str(phase.calls[parts.a].name)] == step.number
                return named and step.value in (-1, parts.b & 0xFF)

    def _is_decline(self, table: Table, parts: Fields) -> bool:
        phase = table.phase
        if parts.kind in _DECLINES:
            return True
        if isinstance(phase, DeclarePhase):
            return parts.kind is MoveKind.DONE
        return (
            isinstance(phase, CallPhase)
            and parts.kind is MoveKind.CALL
            and phase.calls[parts.a].is_pass
        )

    def _declining(self, position: Position, seat: int) -> int | None:
        table = Table(self.game.labels, position)
        for code in position.legal(seat):
            if self._is_decline(table, fields_of(code)):
                return code
        return None
