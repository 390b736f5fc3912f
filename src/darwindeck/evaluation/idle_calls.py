"""Idle calls: players are asked, and whatever they say changes nothing.

Taking such a phase away does change games, if only by a decision less, so that it would pass for
alive. Here two different calls are made in the same position, and the hand is played on from both
with the same dice: as long as players may do the same and score the same, it made no difference.
"""

from __future__ import annotations

from random import Random
from typing import Any

from darwindeck._core import Position
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import CallPhase, GameGenome
from darwindeck.genome.tree import walk
from darwindeck.simulation import Game, game_seed

SAMPLES = 12
"""Decisions of a phase at which two calls are compared."""
DEALS = 40
"""Hands that are searched for them."""
MOST_DECISIONS = 400
"""Hands are followed no further than this."""
_STANDING = ("score", "side_score", "hand_score", "side_hand_score", "chips")


def find_idle_calls(genome: GameGenome, *, seed: int = 0) -> tuple[Path, ...]:
    """The phases of calls in which no choice made a difference, of those that came up often.

    Args:
        genome: a valid genome without options.
        seed: decides the deals and the dice.
    """
    asked = {path: part for path, part in walk(genome) if isinstance(part, CallPhase)}
    if not asked:
        return ()
    game = Game(genome)
    phases = list(game.labels.phases)
    places = {phases.index(part): path for path, part in asked.items() if phases.count(part) == 1}
    found = _Trials(game, seed, set(places))
    return tuple(path for number, path in sorted(places.items()) if found.is_idle(number))


class _Trials:
    """Pairs of calls that were tried in a game."""

    def __init__(self, game: Game, seed: int, phases: set[int]) -> None:
        self._tried = dict.fromkeys(phases, 0)
        self._open = set(phases)
        for deal in range(DEALS):
            if not self._open:
                break
            number = game_seed(seed, deal)
            self._follow(game.core.deal(number, single_hand=True), Random(number))

    def is_idle(self, phase: int) -> bool:
        """Whether no pair of calls made a difference, though enough were tried."""
        return phase in self._tried and self._tried[phase] >= SAMPLES

    def _follow(self, position: Position, dice: Random) -> None:
        """Plays a hand at random, and tries the calls that come up."""
        for _ in range(MOST_DECISIONS):
            seat = position.asked()
            if seat is None:
                return
            moves = position.legal(seat)
            phase = position.frames()[-1][0]
            if phase in self._open and len(moves) > 1:
                self._try(position, phase, seat, moves, dice)
            position = position.apply(seat, dice.choice(moves))

    def _try(
        self, position: Position, phase: int, seat: int, moves: list[int], dice: Random
    ) -> None:
        one, other = dice.sample(moves, 2)
        chance = dice.getrandbits(64)
        self._tried[phase] += 1
        if not _alike(position.apply(seat, one), position.apply(seat, other), Random(chance)):
            del self._tried[phase]
            self._open.discard(phase)
        elif self._tried[phase] >= SAMPLES:
            self._open.discard(phase)


def _alike(one: Position, other: Position, dice: Random) -> bool:
    """Whether the rest of a hand is the same from two positions, with the same dice."""
    for _ in range(MOST_DECISIONS):
        seat = one.asked()
        if seat != other.asked():
            return False
        if seat is None:
            break
        moves = one.legal(seat)
        if moves != other.legal(seat):
            return False
        move = dice.choice(moves)
        one, other = one.apply(seat, move), other.apply(seat, move)
    return _standing(one) == _standing(other)


def _standing(position: Position) -> tuple[Any, ...]:
    numbers = position.numbers()
    return position.winners, *(numbers[name] for name in _STANDING)
