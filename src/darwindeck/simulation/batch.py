"""Many games at once, and what came out of them."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from darwindeck._core import fingerprint
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation.game import Game, checked_seed

Spread = tuple[int, int, int, int, int]
"""How many numbers, their sum, the sum of their squares, the least and the greatest."""


@dataclass(frozen=True)
class Summary:
    """Average, spread and extremes of some numbers."""

    count: int
    mean: float
    deviation: float
    """The standard deviation of a sample; 0 where there are fewer than two numbers."""
    low: float
    high: float

    @classmethod
    def of(cls, spread: Spread, scale: int = 1) -> Summary:
        """Whole numbers in short, each divided by `scale`."""
        count, total, squares, low, high = spread
        if count == 0:
            return cls(0, 0.0, 0.0, 0.0, 0.0)
        squared = (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0
        return cls(
            count,
            total / count / scale,
            math.sqrt(squared) / scale,
            low / scale,
            high / scale,
        )


@dataclass(frozen=True)
class SimulationResult:
    """What came out of many games of one genome."""

    genome_id: str
    games_played: int
    players: tuple[str, ...]
    """Who played: one for all seats, or one for each."""
    seed: int
    single_hand: bool
    wins: tuple[int, ...]
    """Games won, by seat. What a team wins counts for the one of its seats that scored most."""
    player_wins: tuple[int, ...]
    """Games won, by player: as `wins`, unless the players changed seats from game to game."""
    team_wins: tuple[int, ...]
    """Games won, by team; empty where there are no teams."""
    draws: int
    """Games that ended without a single winner, or a single winning team."""
    lost: int
    """Of these, games that nobody won."""
    limit_reached: int
    """Games that only a limit stopped: that of turns, or that of the work of one decision."""
    turns: Summary
    """Of a game."""
    hands: Summary
    """Of a game."""
    decisions: Summary
    """Of a game."""
    branching: Summary
    """Moves to choose from at a decision."""
    forced: float
    """The share of decisions at which there was only one move."""
    avg_winner_score: float
    """What winners had in the end, points or chips, on average; of a team, all together."""
    scores: tuple[Summary, ...]
    """What each seat had in the end, points or chips; in a team game, what its team had."""
    lead_changes: Summary | None
    """How often the lead changed in a game that somebody won; None if that was not followed."""
    winner_led: Summary | None
    """For what share of the game the winner had been in the lead."""
    decided_at: Summary | None
    """At what share of the game the winner took the lead for good."""
    work_exceeded: int = 0
    """Of the games that a limit stopped, those in which one decision would have taken too much
    work."""

    def __post_init__(self) -> None:
        self._add_up("wins", self.wins)
        self._add_up("player_wins", self.player_wins)
        if self.team_wins:
            self._add_up("team_wins", self.team_wins)
        if not 0 <= self.lost <= self.draws:
            raise ValueError(f"{self.lost} games lost by all cannot be among {self.draws} draws")
        if not 0.0 <= self.forced <= 1.0:
            raise ValueError(f"a share of {self.forced} decisions cannot be forced")
        if not 0 <= self.work_exceeded <= self.limit_reached:
            raise ValueError(
                f"{self.work_exceeded} games of too much work cannot be among "
                f"{self.limit_reached} games at their limit"
            )
        for name in ("turns", "hands", "decisions"):
            self._of_each_game(name, getattr(self, name))
        for summary in self.scores:
            self._of_each_game("scores", summary)

    def _add_up(self, name: str, wins: tuple[int, ...]) -> None:
        total = sum(wins) + self.draws + self.limit_reached
        if total != self.games_played or min(*wins, self.draws, self.limit_reached) < 0:
            raise ValueError(
                f"{name} {wins}, {self.draws} draws and {self.limit_reached} games at their limit "
                f"do not add up to {self.games_played} games"
            )

    def _of_each_game(self, name: str, summary: Summary) -> None:
        if summary.count != self.games_played:
            raise ValueError(f"{name} are those of {summary.count} games, not {self.games_played}")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SimulationResult:
        """What `to_dict` gave, also after it was written as JSON and read again."""
        names = {field.name for field in fields(cls)}
        # Results that were written before decisions had a limit know nothing of it.
        data = {"work_exceeded": 0, **data}
        if set(data) != names:
            odd = ", ".join(sorted(names ^ set(data)))
            raise ValueError(f"no result of a simulation: it lacks, or should not have, {odd}")
        values = dict(data)
        for name in ("players", "wins", "player_wins", "team_wins"):
            values[name] = tuple(values[name])
        for name in ("turns", "hands", "decisions", "branching"):
            values[name] = Summary(**values[name])
        for name in ("lead_changes", "winner_led", "decided_at"):
            values[name] = None if values[name] is None else Summary(**values[name])
        values["scores"] = tuple(Summary(**summary) for summary in values["scores"])
        return cls(**values)


def simulate_game(
    genome: GameGenome | Game,
    num_games: int = 100,
    players: str | Sequence[str] = "random",
    seed: int = 0,
    threads: int | None = None,
    single_hand: bool = False,
    rotate: bool = False,
    detailed: bool = True,
    progress: Callable[[int], object] | None = None,
    audit: bool = False,
) -> SimulationResult:
    """Plays many games and sums them up.

    Game number i of a batch depends on the seed and i alone, so the result is the same with any
    number of threads; only players who think for a time (``mc:50ms``) may choose otherwise on
    another machine.

    Args:
        genome: what is played.
        num_games: how many games.
        players: who plays: one for all seats, or one for each. ``random``, ``greedy``, ``learned``
            (plays by what it learnt in games against itself, in so many steps: ``learned:50000``;
            that is done first, unless it was done before), ``mc`` (tries each move in random
            playouts), ``ismcts`` or ``search`` (searches a tree of
            them), with a number of playouts (``mc:200``) or a time (``mc:50ms``). They see what
            their seat sees; ``cheat`` looks at all cards.
        seed: decides all that is left to chance.
        threads: how many; None: as many as the machine has.
        single_hand: whether a game is over after one hand.
        rotate: whether players move one seat on from game to game.
        detailed: whether the course of each game is followed (lead changes and so on).
        progress: is called now and then with the number of games that are finished; if it returns
            False, no more games are begun and the result is that of the games so far.
        audit: whether every game is played a second time under the laws of `darwindeck.laws`, which
            raise at the first one that is broken. Much slower.
    """
    game = genome if isinstance(genome, Game) else Game(genome)
    names = _players(players, game.player_count)
    _check(num_games, "num_games")
    count = core_count() if threads is None else _check(threads, "threads")
    checked_seed(seed)
    if audit:
        _audit(game, num_games, names, seed, single_hand)
    game.prepare(names, threads=count)
    with game.guarded():
        tally = game.core.simulate(
            num_games,
            seed=seed,
            players=list(names),
            threads=min(count, num_games),
            single_hand=single_hand,
            rotate=rotate,
            detailed=detailed,
            progress=progress,
        )
    if progress is not None:
        progress(tally["games"])
    return _summed_up(game, tally, names, seed, single_hand, detailed)


def game_seed(seed: int, index: int) -> int:
    """The seed with which `Game.deal` deals what game number `index` of a batch is dealt."""
    return fingerprint(seed.to_bytes(8, "little") + index.to_bytes(8, "little"))


def _players(players: str | Sequence[str], count: int) -> tuple[str, ...]:
    names = (players,) if isinstance(players, str) else tuple(players)
    if len(names) not in (1, count) or not all(isinstance(name, str) for name in names):
        raise ValueError(
            f"players must be the name of one for all seats, or of one for each of {count}, "
            f"not {players!r}"
        )
    return names


def _check(number: int, name: str) -> int:
    if type(number) is not int or number < 1:
        raise ValueError(f"{name} must be a whole number from 1 up, not {number!r}")
    return number


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _audit(game: Game, num_games: int, names: tuple[str, ...], seed: int, single: bool) -> None:
    if find_spec("darwindeck.laws") is None:
        raise RuntimeError("games cannot be audited: the package darwindeck.laws is missing")
    laws = import_module("darwindeck.laws")
    for index in range(num_games):
        laws.audit_game(game, game_seed(seed, index), players=names, single_hand=single)


def _summed_up(
    game: Game,
    tally: Mapping[str, Any],
    names: tuple[str, ...],
    seed: int,
    single_hand: bool,
    detailed: bool,
) -> SimulationResult:
    branching = Summary.of(tally["branching"])

    def course(name: str, scale: int) -> Summary | None:
        return Summary.of(tally[name], scale) if detailed else None

    return SimulationResult(
        genome_id=game.genome.genome_id,
        games_played=tally["games"],
        players=names,
        seed=seed,
        single_hand=single_hand,
        wins=tuple(tally["wins"]),
        player_wins=tuple(tally["player_wins"][: len(names)]),
        team_wins=tuple(tally["team_wins"]) if game.teams else (),
        draws=tally["draws"],
        lost=tally["lost"],
        limit_reached=tally["limit"],
        turns=Summary.of(tally["turns"]),
        hands=Summary.of(tally["hands"]),
        decisions=Summary.of(tally["decisions"]),
        branching=branching,
        forced=tally["forced"] / branching.count if branching.count else 0.0,
        avg_winner_score=Summary.of(tally["winner_score"]).mean,
        scores=tuple(Summary.of(spread) for spread in tally["scores"]),
        lead_changes=course("lead_changes", 1),
        winner_led=course("winner_led", 1000),
        decided_at=course("decided_at", 1000),
        work_exceeded=tally["work"],
    )
