"""Watching games, to tell whether two genomes are played alike.

Random games are followed step by step: what is dealt, who may decide how much, what moves where,
what scores, and who knows which card. What comes about only now and then shows in what comes out of
many games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from darwindeck._core import CoreGame, Position
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome

Observation = Any

IDENTITY = 13
"""Bytecode from here on says how a game is played; before that it says which game it is."""

SLOW = {"canasta", "gin-rummy"}
"""Games of which only a few hands are watched."""


def snapshot(position: Position, cards: int) -> Observation:
    """What can be said of a position, and who knows what."""
    numbers = position.numbers()
    told = ("turn", "dealer", "score", "side_score", "hand_score", "side_hand_score", "chips")
    asked = position.asked()
    return (
        bytes(position.to_move()),
        0 if asked is None else len(position.legal(asked)),
        [(zone, owner, bytes(pile)) for zone, owner, _, pile, _ in position.places()],
        [numbers[name] for name in (*told, "pot")],
        [position.knowledge(card) for card in range(cards)],
        bytes(position.winners),
        position.limit_reached,
    )


def follow(game: CoreGame, seed: int, decisions: int) -> list[Observation]:
    """The beginning of one game of random players."""
    position, rng = game.deal(seed), Random(seed)
    cards = sum(len(pile) for *_, pile, _ in position.places())
    found = [snapshot(position, cards)]
    for _ in range(decisions):
        asked = position.asked()
        if asked is None:
            break
        moves = position.legal(asked)
        position = position.apply(asked, moves[rng.randrange(len(moves))])
        found.append(snapshot(position, cards))
    return found


def outcome(game: CoreGame, games: int, single_hand: bool) -> Observation:
    return game.simulate(
        games, seed=3, players=["random"], threads=1, detailed=True, single_hand=single_hand
    )


class Watched:
    """A genome and what was seen of its play, as far as anybody asked."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self._seen: list[Observation] = []
        self._more = self._look(self.game)

    @cached_property
    def bytecode(self) -> bytes:
        return BytecodeCompiler().compile_genome(self.genome)

    @cached_property
    def game(self) -> CoreGame:
        return CoreGame(self.bytecode)

    def _look(self, game: CoreGame) -> Iterator[Observation]:
        """What is seen of a game, the cheap things first."""
        slow = self.genome.genome_id in SLOW
        yield follow(game, 1, 60)
        yield outcome(game, 6 if slow else 16, slow)
        yield follow(game, 2, 200)
        if not slow:
            yield outcome(game, 60, False)

    def seen(self, number: int) -> Observation:
        while len(self._seen) <= number:
            self._seen.append(next(self._more))
        return self._seen[number]

    def is_played_like(self, other: GameGenome) -> bool:
        """Whether no difference can be seen between the play of two valid genomes."""
        bytecode = BytecodeCompiler().compile_genome(other)
        if bytecode[IDENTITY:] == self.bytecode[IDENTITY:]:
            return True
        looks = enumerate(self._look(CoreGame(bytecode)))
        return all(found == self.seen(number) for number, found in looks)


def is_valid(genome: GameGenome) -> bool:
    try:
        BytecodeCompiler().compile_genome(genome)
    except GenomeError:
        return False
    return True
