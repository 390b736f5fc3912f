"""A game that was played, so that it can be played again move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from darwindeck._core import Position, fingerprint
from darwindeck.simulation import Game
from darwindeck.simulation.state import Start, State

MOST_MOVES = 100_000
"""A game that takes more decisions is followed no further."""


@dataclass
class Record:
    """A game from its beginning: every decision, and what the position was after it."""

    game: Game
    start: Start
    moves: list[tuple[int, int]] = field(default_factory=list)
    """Who decided what, as numbers."""
    digests: list[int] = field(default_factory=list)
    """Of the first position and of the one after each decision."""
    failure: str = ""
    """How the core failed, if it did."""

    def begin(self) -> Position:
        return State.begin(self.game, self.start).position


def some_number(*parts: int) -> int:
    """A number that follows from others without showing it: a seed of its own for each purpose."""
    return fingerprint(b"".join(part.to_bytes(8, "little") for part in parts))


def play(
    game: Game,
    start: Start,
    players: Sequence[str],
    most_moves: int = MOST_MOVES,
    opening: Sequence[tuple[int, int]] = (),
) -> Record:
    """Plays a game: one player for all seats, or one for each, after moves that are given."""
    record = Record(game, start)
    try:
        _play_on(record, players, most_moves, opening)
    except RuntimeError as error:
        record.failure = str(error)
    return record


def _play_on(
    record: Record, players: Sequence[str], most_moves: int, opening: Sequence[tuple[int, int]]
) -> None:
    position = record.begin()
    record.digests.append(position.digest())
    for made in opening:
        position = _after(position, *made)
        record.moves.append(made)
        record.digests.append(position.digest())
    while (seat := position.asked()) is not None and len(record.moves) < most_moves:
        player = players[seat % len(players)]
        code = position.choose(seat, player, some_number(record.start.seed, len(record.moves)))
        position = _after(position, seat, code)
        record.moves.append((seat, code))
        record.digests.append(position.digest())


def _after(position: Position, seat: int, code: int) -> Position:
    try:
        return position.apply(seat, code)
    except ValueError as error:
        raise RuntimeError(f"seat {seat} chose {code}, which is refused: {error}") from error
