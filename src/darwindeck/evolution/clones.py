"""Games that are the same although their files are not."""

from __future__ import annotations

import json

from darwindeck._core import CoreGame, fingerprint
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
    hands = core.simulate(HANDS, seed=SEED, players=["random"], single_hand=True, detailed=True)
    tallies = [hands]
    decisions = 0
    for number in range(GAMES):
        if decisions >= BUDGET:
            break
        game = core.simulate(1, seed=SEED, players=["random"], detailed=True, first=number)
        decisions += game["decisions"][1]
        tallies.append(game)
    text = json.dumps(tallies, sort_keys=True, default=list)
    return f"{fingerprint(text.encode()):016x}"
