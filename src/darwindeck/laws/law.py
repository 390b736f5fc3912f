"""Laws, and what is said when one is broken."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.simulation import Game, State
from darwindeck.simulation.state import Start


@dataclass(frozen=True)
class Law:
    """Something that holds in every game, whatever its rules."""

    name: str
    sentence: str
    """What holds."""

    def __str__(self) -> str:
        return f"{self.name}: {self.sentence}"


@dataclass(frozen=True)
class Violation:
    """A law that was broken, and how to see it again."""

    law: Law
    what: str
    """What was wrong."""
    game: int
    """The number of the game in which it was seen, from 0."""
    start: Start
    """What that game began with."""
    moves: tuple[tuple[int, int], ...]
    """The decisions that led there: seat, and number of the move."""

    @property
    def move(self) -> int:
        """How many decisions had been made."""
        return len(self.moves)

    def state(self, game: Game) -> State:
        """The state in which the law was found broken, or the last one before the core failed."""
        state = State.begin(game, self.start)
        for seat, code in self.moves:
            found = next(move for move in state.legal_moves(seat) if move.code == code)
            state = state.apply(found, seat)
        return state

    def __str__(self) -> str:
        made = " ".join(f"{seat}:{code}" for seat, code in self.moves) or "none"
        return (
            f"{self.law.name}, game {self.game}, after {self.move} moves: {self.what}\n"
            f"  to see it again: {_begun(self.start)}, moves {made}"
        )


def _begun(start: Start) -> str:
    text = f"seed {start.seed}, {'a single hand' if start.single_hand else 'a match'}"
    if start.deck is not None:
        text += f", deck {' '.join(map(str, start.deck))}"
    return text if start.dealer is None else f"{text}, dealer {start.dealer}"


@dataclass(frozen=True)
class LawReport:
    """What came out when games were played under the laws."""

    genome_id: str
    games: int
    moves: int
    """Decisions in all games together."""
    looks: int
    """Moments that were examined closely."""
    violations: tuple[Violation, ...]

    @property
    def kept(self) -> bool:
        """Whether every law was kept."""
        return not self.violations

    def __str__(self) -> str:
        head = f"{self.genome_id}: {self.games} games, {self.moves} moves, "
        if self.kept:
            return f"{head}every law was kept"
        found = "\n".join(str(violation) for violation in self.violations)
        return f"{head}{len(self.violations)} violations\n{found}"


class BrokenLaw(RuntimeError):
    """A game broke a law: a bug of the core, never a matter of the genome or of the players."""

    def __init__(self, genome_id: str, violation: Violation) -> None:
        super().__init__(f"{genome_id}: {violation}")
        self.violation = violation


__all__ = ["BrokenLaw", "Law", "LawReport", "Violation"]
