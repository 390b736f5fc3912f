"""How much is played to measure a game.

Budgets are counted in steps, never in seconds, so that the result is the same on every machine. The
core counts them: a decision of a random player is about two, and everything that players think and
that is looked at counts, too, so that a game with dear decisions is played less often, not longer.
A step takes about half a microsecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

CHECKPOINTS = 8
"""Moments of a game at which chances are estimated."""
PLAYOUTS = 24
"""Games played to the end for one estimate of the chances."""
WORLDS = 48
"""Worlds in which the moves of a decision are tried."""
WIDEST = 8
"""Moves of a decision that are tried at most."""
TRIALS = (2, 12)
"""At least and at most at so many decisions of each game moves are tried."""
TOUCHES = 6
"""Decisions of each game at which it is looked whether others feel them."""
LONG, SHORT = 20_000, 2_000
"""Steps in which the players learn whose duels say how deep a game is: a tenth of it, and all."""
SEES_ALL = "cheat:60"
"""A player who sees all cards: where it gains much and ours nothing, ours cannot judge the game."""
LOOKED = 8
"""So many games at least are looked into, where the budget allows for that."""
FEWEST_PLAYOUTS, FEWEST_WORLDS = 8, 16
"""Where games are dear, chances are estimated from fewer playouts, and moves tried in fewer
worlds."""
PLAYOUT_LENGTH = 150
"""A trial of a move looks no further than this many decisions."""


@dataclass(frozen=True)
class Effort:
    """A budget for each stage, in steps, with bounds on the number of games."""

    name: str
    random_steps: int
    """For games of random players."""
    random_games: tuple[int, int]
    """At least and at most so many."""
    traced_steps: int
    """For games of random players that are followed decision by decision."""
    traced_games: tuple[int, int]
    pilot_steps: int
    """For games of greedy players that say how long games are."""
    pilot_games: tuple[int, int]
    greedy_steps: int
    """For games of greedy players, with estimates of chances and trials of moves."""
    greedy_games: tuple[int, int]
    duel_steps: int
    """For deals that greedy players play against random ones."""
    able_steps: int
    """For deals that players who have learnt the game play against others; as many for each
    comparison."""
    deals: tuple[int, int]
    """Of every such comparison."""
    lesson: int
    """Steps in which players learn the game whose games a designer looks at."""
    noted_steps: int
    """For hands of such players, with decisions that are also taken otherwise; as many again for
    whole matches, and for hands of random players."""
    clause_games: int
    """Games that are played without a clause to see whether it matters; 0: that is left open."""
    reads_rules: bool = True
    """Whether the words of the rulebook are counted with the games of random players, or only with
    those of greedy ones: to write it takes as long as a few games."""


def _effort(
    name: str, scale: int, least: tuple[int, int, int], most: tuple[int, int, int], clauses: int
) -> Effort:
    """An effort so many times the quick one."""
    return Effort(
        name=name,
        random_steps=120_000 * scale,
        random_games=(least[0], most[0]),
        traced_steps=60_000 * scale,
        traced_games=(least[1], most[1]),
        pilot_steps=150_000 * scale,
        pilot_games=(2, 4 * least[2]),
        greedy_steps=900_000 * scale,
        greedy_games=(least[2], most[1]),
        duel_steps=400_000 * scale,
        able_steps=250_000 * scale,
        deals=(least[2], most[2]),
        lesson=20_000 * scale,
        noted_steps=400_000 * scale,
        clause_games=clauses,
    )


QUICK = _effort("quick", 1, (16, 4, 2), (400, 40, 100), 24)
GLANCE = replace(
    QUICK,
    name="glance",
    random_steps=20_000,
    random_games=(8, 100),
    traced_steps=15_000,
    traced_games=(4, 12),
    pilot_steps=40_000,
    pilot_games=(1, 2),
    greedy_steps=120_000,
    greedy_games=(2, 10),
    duel_steps=50_000,
    deals=(2, 10),
    clause_games=0,
    reads_rules=False,
)
"""A first look, an eighth of the quick effort; whether clauses matter is not looked at."""

INSPECTION = replace(QUICK, name="inspection", lesson=100_000, noted_steps=1_000_000)
"""The quick effort with a longer look for faults, by players who have learnt what to choose."""

EFFORTS: Mapping[str, Effort] = MappingProxyType(
    {
        effort.name: effort
        for effort in (
            GLANCE,
            INSPECTION,
            QUICK,
            _effort("standard", 8, (100, 12, 8), (4_000, 200, 400), 200),
            _effort("thorough", 64, (400, 40, 24), (40_000, 1_000, 1_000), 1_000),
        )
    }
)
"""``glance`` for a first look in evolution, ``quick`` for evolution, ``inspection`` for faults of
games that are about to be shown, ``standard`` for a look at a
game, ``thorough`` for figures."""
