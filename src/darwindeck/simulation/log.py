"""A match as what it began with and the moves that were made: replay, undo and redo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from darwindeck.quoting import QuotedValueError
from darwindeck.simulation.game import Game
from darwindeck.simulation.moves import Move
from darwindeck.simulation.state import Start, State
from darwindeck.simulation.words import play_words

EVERY = 32
"""After so many moves a state is kept, so that going back is not playing everything again."""


class Made(NamedTuple):
    """A move that was made, as numbers."""

    seat: int
    code: int


class Divergence(QuotedValueError):
    """A log that does not lead where it says. Its text says where, and what was wrong."""

    def __init__(self, step: int, reason: str) -> None:
        super().__init__(f"move {step}: {reason}")
        self.step = step
        """The number of the move, from 1, at which replay parts from the log; 0: at the deal."""
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return Divergence, (self.step, self.reason)


class MatchLog:
    """What a match began with, its moves, and a place among them.

    A log never changes: `make`, `undo`, `redo` and `go` give another one. Moves that were undone
    are still there until another move is made in their place.
    """

    def __init__(
        self, game: Game, start: Start, moves: Sequence[tuple[int, int]] = (), at: int | None = None
    ) -> None:
        self.game = game
        self.start = start
        self.moves: tuple[Made, ...] = tuple(Made(*move) for move in moves)
        self.at: int = len(self.moves) if at is None else at
        """How many of the moves count as made."""
        if not 0 <= self.at <= len(self.moves):
            raise ValueError(f"a log of {len(self.moves)} moves has no place {self.at}")
        self._kept: dict[int, State] = {}

    @classmethod
    def of(cls, state: State) -> MatchLog:
        """The log of a game that has come to a state."""
        made = [Made(item.seat, item.move.code) for item in state.log]
        log = cls(state.game, state.start, made)
        log._kept[len(made)] = state
        return log

    # --- going through it ------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.moves)

    def replay(self, step: int | None = None) -> State:
        """The state after so many moves; by default after those that count as made.

        `Divergence` if a move of the log cannot be made.
        """
        step = self.at if step is None else step
        if not 0 <= step <= len(self.moves):
            raise ValueError(f"a log of {len(self.moves)} moves has no place {step}")
        known = max((number for number in self._kept if number <= step), default=None)
        if known is None:
            known, self._kept[0] = 0, State.begin(self.game, self.start)
        state = self._kept[known]
        for number in range(known, step):
            state = _after(state, self.moves[number], number + 1)
            if (number + 1) % EVERY == 0:
                self._kept[number + 1] = state
        return state

    @property
    def state(self) -> State:
        """The state at the log's place."""
        state = self.replay()
        self._kept.setdefault(self.at, state)
        return state

    def states(self) -> Iterator[State]:
        """Every state of the log, the first deal first, whatever its place."""
        state = self.replay(0)
        yield state
        for number, made in enumerate(self.moves, start=1):
            state = _after(state, made, number)
            yield state

    def make(self, move: Move | str, seat: int | None = None) -> MatchLog:
        """The log with one more move at its place; what was undone is forgotten.

        `IllegalMove` if it may not be made.
        """
        state = self.state.apply(move, seat)
        last = state.last
        assert last is not None, "a move was made"
        log = MatchLog(
            self.game, self.start, (*self.moves[: self.at], Made(last.seat, last.move.code))
        )
        log._kept = {
            step: kept for step, kept in self._kept.items() if step <= self.at and step % EVERY == 0
        }
        log._kept[log.at] = state
        return log

    def go(self, step: int) -> MatchLog:
        """The log at another place."""
        log = MatchLog(self.game, self.start, self.moves, step)
        log._kept = self._kept
        return log

    def undo(self, moves: int = 1) -> MatchLog:
        """The log with the last moves taken back."""
        if not 0 <= moves <= self.at:
            raise ValueError(f"{moves} moves cannot be taken back: {self.at} have been made")
        return self.go(self.at - moves)

    def redo(self, moves: int = 1) -> MatchLog:
        """The log with moves made again that were taken back."""
        left = len(self.moves) - self.at
        if not 0 <= moves <= left:
            raise ValueError(f"{moves} moves cannot be made again: {left} have been taken back")
        return self.go(self.at + moves)

    def cut(self) -> MatchLog:
        """The log up to its place; what was undone is forgotten."""
        log = MatchLog(self.game, self.start, self.moves[: self.at])
        log._kept = {step: kept for step, kept in self._kept.items() if step <= self.at}
        return log

    def divergence(self, game: Game) -> Divergence | None:
        """The first move at which another game, dealt and played in the same way, takes another
        course; None if it never does."""
        other = MatchLog(game, self.start, self.moves).states()
        for step, state in enumerate(self.states()):
            try:
                found = next(other)
            except Divergence as divergence:
                return divergence
            if found.digest != state.digest:
                return Divergence(
                    step, f"digest {found.digest:016x} instead of {state.digest:016x}"
                )
        return None

    # --- files -----------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The whole log as a game file; see `State.to_json`."""
        return self.replay(len(self.moves)).to_json()

    @classmethod
    def from_json(cls, text: str | bytes) -> MatchLog:
        """The log of a game file; see `State.from_json`."""
        return cls.of(State.from_json(text))

    def to_text(self) -> str:
        """The whole log in notation: see `darwindeck.text.notation`."""
        return play_words().written(self)

    @classmethod
    def from_text(cls, text: str, game: Game | None = None) -> MatchLog:
        """The log that was written in notation; of a game of the library unless one is given.

        `ValueError` says which line cannot be read, `Divergence` which move does not lead where the
        text says.
        """
        return play_words().read(text, game)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatchLog):
            return NotImplemented
        mine, theirs = ((log.game.genome, log.start, log.moves, log.at) for log in (self, other))
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.start, self.moves, self.at))

    def __reduce__(self) -> tuple[Any, ...]:
        return MatchLog, (self.game, self.start, self.moves, self.at)

    def __repr__(self) -> str:
        name = self.game.genome.name or self.game.genome.genome_id
        return f"<MatchLog of {name}: {self.at} of {len(self.moves)} moves>"


def _after(state: State, made: Made, step: int) -> State:
    try:
        return state.apply(Move(made.code, f"make move {made.code}"), made.seat)
    except ValueError as error:
        raise Divergence(step, str(error)) from error
