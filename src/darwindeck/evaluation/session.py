"""One evaluation in progress: the game, the budget, the chance it is given, what it has cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from darwindeck._core import fingerprint, learn_game
from darwindeck.evaluation.efforts import Effort
from darwindeck.evaluation.results import Stage
from darwindeck.evaluation.traces import NO_LOOKS, GameTrace, Looks, play_games
from darwindeck.simulation import Game

DEAREST = 40_000_000
"""A game that takes more steps than this is broken off."""
LEAST_EFFORT = 300_000
"""One that is played within a budget may take twice as much as all of it, and always this much."""

DEARER = 2
"""So many times its budget everything that is played may cost."""

Listener = Callable[[Stage, float], object]
"""Is told the stage, and what share of it is done."""


@dataclass
class MeasuringSession:
    """One evaluation in progress."""

    game: Game
    effort: Effort
    seed: int
    threads: int
    listener: Listener | None = None
    longest: float = math.inf
    """No more is measured of a game that clearly takes more minutes than this."""
    clauses: bool = True
    """Whether it is looked for clauses that never matter."""
    played: int = 0
    stage: Stage = Stage.RANDOM
    work_exceeded: bool = False
    """Whether a game was stopped because one decision would have taken too much work."""
    sides: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        alone = tuple((seat,) for seat in range(self.game.player_count))
        self.sides = self.game.teams or alone

    @property
    def players(self) -> int:
        return self.game.player_count

    def tell(self, share: float) -> None:
        if self.listener is not None:
            self.listener(self.stage, min(1.0, share))

    def seed_of(self, purpose: str) -> int:
        """A seed of its own for everything that is played."""
        return fingerprint(f"{self.seed} {purpose}".encode())

    def learn(self, steps: int) -> None:
        """Lets players learn the game in so many steps; nothing of it is kept on disk."""
        with self.game.guarded():
            learn_game(self.game.core, steps, threads=self.threads)
        self.played += steps

    def play(
        self,
        purpose: str,
        deals: int,
        lineups: Sequence[Sequence[str]],
        *,
        first: int = 0,
        single_hand: bool = False,
        most: int = 1_000_000,
        most_effort: int = DEAREST,
        looks: Looks = NO_LOOKS,
        span: tuple[float, float] = (0.0, 1.0),
    ) -> list[GameTrace]:
        """Plays deals; `span` says between which shares of the stage that lies."""
        games = deals * len(lineups)

        def told(done: int) -> None:
            self.tell(span[0] + (span[1] - span[0]) * done / max(1, games))

        traces = play_games(
            self.game,
            deals,
            lineups,
            seed=self.seed_of(purpose),
            first=first,
            single_hand=single_hand,
            most=most,
            most_effort=most_effort,
            looks=looks,
            threads=min(self.threads, max(1, games)),
            progress=told,
        )
        self.played += sum(trace.decisions + trace.thought for trace in traces)
        self.work_exceeded |= any(trace.work for trace in traces)
        self.tell(span[1])
        return traces

    def play_within(
        self,
        purpose: str,
        steps: float,
        deals: tuple[int, int],
        lineups: Sequence[Sequence[str]],
        *,
        single_hand: bool = False,
        most: int = 1_000_000,
        looks: Looks = NO_LOOKS,
        span: tuple[float, float] = (0.0, 1.0),
    ) -> list[GameTrace]:
        """Plays as many deals as a budget of steps allows, at least and at most so many.

        The first ones say what a deal costs, whatever players think and whatever is looked at.
        Twice the budget is the most: where deals are dear, there are fewer than the least.
        """
        least = deals[0]

        def play(first: int, count: int, span: tuple[float, float]) -> list[GameTrace]:
            return self.play(
                purpose,
                count,
                lineups,
                first=first,
                single_hand=single_hand,
                most=most,
                most_effort=int(max(2 * steps / len(lineups), LEAST_EFFORT)),
                looks=looks,
                span=span,
            )

        middle = span[0] + 0.2 * (span[1] - span[0])
        traces = play(0, 1, (span[0], middle))
        spent = float(sum(trace.effort for trace in traces))
        affordable = within(DEARER * steps / max(1.0, spent), (1, least))
        if affordable > 1:
            traces += play(1, affordable - 1, (middle, middle))
            spent = float(sum(trace.effort for trace in traces))
        cost = max(1.0, spent / affordable)
        more = min(deals[1], int(steps / cost)) - affordable
        return traces + (play(affordable, more, (middle, span[1])) if more > 0 else [])


def within(number: float, bounds: tuple[int, int]) -> int:
    """A whole number within bounds."""
    return max(bounds[0], min(bounds[1], int(number)))
