"""How fast things are, on a machine that does other things as well.

What is to be compared is measured in turns, several rounds of it, and the fastest round of each
counts: whatever else the machine does can only slow it down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from darwindeck._core import CoreGame, Position
from darwindeck.genome.checked import check
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation.batch import core_count as cores

ROUNDS = 5
DECISIONS = 3
"""Decisions that the speed of a search is taken over."""
_MOST = 100_000_000
_MOST_PLAYOUTS = 1_000_000


class Gauge:
    """Something that can be done any number of times, and how long it takes.

    `work` does it so many times and returns the seconds it took. Where that may be longer than
    there is time for, it breaks off after `patience` and returns what all would have taken, as far
    as that can be known.
    """

    def __init__(self, work: Callable[[int], float]) -> None:
        self._do = work
        self._times = 1
        self.left = float("inf")
        """The seconds that may still be spent on it."""
        self.seconds = float("inf")
        """For doing it once, in the fastest round; infinite if it was never done in time."""

    def _work(self, times: int) -> float:
        begin = time.perf_counter()
        took = self._do(times)
        self.left -= time.perf_counter() - begin
        return took

    @property
    def patience(self) -> float:
        """For how many seconds it may be done now."""
        return max(0.05, self.left)

    def settle(self, seconds: float) -> None:
        """Finds out how often it can be done in about so many seconds.

        As long as doing it twice as often takes hardly longer, something else is being measured.
        """
        before = took = self._twice()
        if took >= seconds:
            # Even once takes longer: it counts, and there may be no time to do it again.
            self.seconds = min(self.seconds, took / self._times)
        while took < seconds and (took < seconds / 4 or took < 1.3 * before):
            if self._times >= _MOST:
                break
            self._times *= 2
            before, took = took, self._twice()
        self._times = max(1, min(_MOST, round(self._times * seconds / max(took, 1e-9))))

    def _twice(self) -> float:
        """The faster of two tries; if the time is up, of one."""
        first = self._work(self._times)
        return min(first, self._work(self._times)) if self.left > 0 else first

    def take(self) -> None:
        """Measures one round, if there is time for it."""
        if self.left <= 0 and self.seconds < float("inf"):
            return
        self.seconds = min(self.seconds, self._work(self._times) / self._times)

    @property
    def rate(self) -> float:
        """How often it can be done in a second."""
        return 1 / self.seconds


class SearchGauge(Gauge):
    """The speed of a player's playouts, without what it works out before the first of them.

    `think` makes so many playouts and returns the seconds it took. The fastest round with one
    playout is taken from the fastest round with many; where many take hardly longer than one,
    nothing can be said.
    """

    def __init__(self, think: Callable[[int], float]) -> None:
        super().__init__(think)
        self._first = self._all = float("inf")

    def settle(self, seconds: float) -> None:
        self._times = 16
        wanted = max(seconds, 4 * self._work(1))
        while self._work(self._times) < wanted and self._times < _MOST_PLAYOUTS:
            if self.left <= 0:
                break
            self._times *= 2

    def take(self) -> None:
        if self.left <= 0 and self._all < float("inf"):
            return
        self._first = min(self._first, self._work(1))
        self._all = min(self._all, self._work(self._times))
        if self._all > 1.5 * self._first:
            self.seconds = (self._all - self._first) / (self._times - 1)
        else:
            self.seconds = float("inf")

    @property
    def known(self) -> bool:
        """Whether anything can be said."""
        return self.seconds < float("inf")


def measure(gauges: Iterable[Gauge], seconds: float, rounds: int = ROUNDS) -> None:
    """Measures all in turns, each for so many seconds altogether, and as many again to settle."""
    gauges = list(gauges)
    for gauge in gauges:
        gauge.left = 2 * seconds
        gauge.settle(seconds / rounds)
    for _ in range(rounds):
        for gauge in gauges:
            gauge.take()


@dataclass(frozen=True)
class SpeedFigures:
    """How fast one game is played."""

    decisions_per_game: float
    games_per_second: float
    """In one thread, by random players, dealing included; 0 if none was finished in time."""
    threads: int
    games_per_second_threaded: float
    """In so many threads."""
    playouts_per_second: float | None
    """Of a player who thinks about one decision: random playouts in worlds that fit its view. None
    where nothing is decided, or where they were too few to be measured."""
    load_microseconds: float
    """From bytecode to a game that can be played."""

    @property
    def decisions_per_second(self) -> float:
        return self.games_per_second * self.decisions_per_game

    @property
    def gain(self) -> float:
        """How many times as fast several threads are; 0 where no game was finished in time."""
        if not self.games_per_second:
            return 0.0
        return self.games_per_second_threaded / self.games_per_second


class GameGauges:
    """Everything that is measured of one game."""

    def __init__(self, genome: GameGenome, threads: int, single_hand: bool = False) -> None:
        self.threads = threads
        self.single_hand = single_hand
        self._bytecode = check(genome).rules_bytecode
        self._core = CoreGame(self._bytecode)
        self._decisions = list(choices(self._core, single_hand))
        self._decided = [0, 0]
        self.one = Gauge(lambda games: self._play(games, self.one.patience, 1))
        self.several = Gauge(lambda games: self._play(games, self.several.patience, threads))
        self.search = SearchGauge(self._think)
        self.load = Gauge(self._load)

    def gauges(self) -> list[Gauge]:
        """All of them, those to be compared beside each other."""
        thinking = [self.search] if self._decisions else []
        return [self.one, self.several, *thinking, self.load]

    def figures(self) -> SpeedFigures:
        games, decisions = self._decided
        return SpeedFigures(
            decisions_per_game=decisions / max(1, games),
            games_per_second=self.one.rate,
            threads=self.threads,
            games_per_second_threaded=self.several.rate,
            playouts_per_second=self.search.rate if self.search.known else None,
            load_microseconds=1e6 * self.load.seconds,
        )

    def _play(self, games: int, most: float, threads: int) -> float:
        """Plays so many games, or as many as are finished in time; the seconds for all of them."""
        begin = time.perf_counter()
        tally = self._core.simulate(
            games,
            seed=1,
            players=["random"],
            threads=threads,
            single_hand=self.single_hand,
            progress=lambda done: time.perf_counter() - begin < most,
        )
        seconds = time.perf_counter() - begin
        self._decided[0] += tally["games"]
        self._decided[1] += tally["decisions"][1]
        return seconds * games / tally["games"] if tally["games"] else float("inf")

    def _think(self, playouts: int) -> float:
        """Makes so many playouts for each of some decisions; the seconds for one decision."""
        begin = time.perf_counter()
        done = 0
        for position, seat in self._decisions:
            position.choose(seat, f"mc:{playouts}", 1)
            done += 1
            if time.perf_counter() - begin > self.search.patience:
                break
        return (time.perf_counter() - begin) / done

    def _load(self, times: int) -> float:
        begin = time.perf_counter()
        for _ in range(times):
            CoreGame(self._bytecode)
        return time.perf_counter() - begin


def choices(core: CoreGame, single_hand: bool) -> Iterable[tuple[Position, int]]:
    """The first real decisions of some games: positions, and who is to decide."""
    for seed in range(DECISIONS):
        position = core.deal(seed, single_hand=single_hand)
        while (seat := position.asked()) is not None:
            moves = position.legal(seat)
            if len(moves) > 1:
                yield position, seat
                break
            position = position.apply(seat, moves[0])


__all__ = ["SpeedFigures", "GameGauges", "Gauge", "SearchGauge", "choices", "cores", "measure"]
