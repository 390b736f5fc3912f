"""Games that are the same although their files are not."""

from __future__ import annotations

import json
from typing import Any

from darwindeck._core import CoreGame, fingerprint
from darwindeck.evolution.making.door import WORK_OF_A_GAME
from darwindeck.genome.checked import check
from darwindeck.genome.schema import GameGenome

SEED = 4_711
HANDS = 48
GAMES = 8
BUDGET = 4_000
"""No further whole game is begun once so many decisions were taken in them."""


def play_digest(genome: GameGenome) -> str:
    """A fingerprint of seeded hands and games by random players.

    Games in which all of them went alike share it: as many turns, decisions and moves to choose
    from, the same winners and scores.
    """
    core = CoreGame(check(genome).rules_bytecode)
    hands = _played(core, HANDS, 0, single_hand=True)
    tallies = [hands]
    decisions = 0
    for number in range(GAMES):
        if decisions >= BUDGET:
            break
        game = _played(core, 1, number)
        decisions += game["decisions"][1]
        tallies.append(game)
    text = json.dumps(tallies, sort_keys=True, default=list)
    return f"{fingerprint(text.encode()):016x}"


def _played(core: CoreGame, games: int, first: int, single_hand: bool = False) -> dict[str, Any]:
    """What came out of some games; how much work they took is no matter of the game."""
    tally = core.simulate(
        games,
        seed=SEED,
        players=["random"],
        detailed=True,
        first=first,
        single_hand=single_hand,
        work=WORK_OF_A_GAME,
    )
    del tally["units"]
    return tally
