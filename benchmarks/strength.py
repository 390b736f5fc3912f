"""How strong the players are: duplicate deals against greedy and search, and what is bid.

`python -m benchmarks.strength` plays the short form, a few minutes on one core; games may be named,
and `--deals` and `--steps` make it longer. Nothing is written: docs/strength.md holds what was
found.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter

from darwindeck._core import learn_game
from darwindeck.library import get_genome
from darwindeck.simulation import Game
from darwindeck.simulation.hints import unit_of
from darwindeck.tournament import Duel, play_tournament

GAMES = (
    "hearts bridge euchre spades pinochle gin-rummy crazy-eights briscola scopa solitaire"
).split()
RIVALS = ("greedy", "ismcts:100")
LONG = 5
"""Against players who search, a part of the deals is played."""


def main() -> None:
    """Prints one line for each duel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=4242)
    wanted = parser.parse_args()
    for name in wanted.games:
        game = Game(get_genome(name))
        begun = time.process_time()
        learn_game(game.core, wanted.steps)
        learnt = time.process_time() - begun
        player = f"learned:{wanted.steps}"
        print(f"{name}: learnt in {learnt:.1f} s", flush=True)
        for rival in RIVALS:
            deals = wanted.deals if rival == "greedy" else max(2, wanted.deals // LONG)
            begun = time.process_time()
            played = play_tournament(game, [player, rival], deals, seed=wanted.seed)
            spent = time.process_time() - begun
            print(f"  against {rival}: {told(played.duels[0], game)}, {spent:.1f} s", flush=True)
        if name == "bridge":
            print(f"  contracts: {contracts(game, player, wanted.deals, wanted.seed)}", flush=True)


def told(duel: Duel, game: Game) -> str:
    """A duel in short."""
    share, margin = duel.share, duel.margin
    return (
        f"took {share.value:.1%} ({share.low:.1%} to {share.high:.1%}), "
        f"{margin.value:+.2f} {unit_of(game)} a hand ({margin.low:+.2f} to {margin.high:+.2f}), "
        f"{len(duel.shares)} deals"
    )


def contracts(game: Game, player: str, deals: int, seed: int) -> str:
    """The levels at which auctions end, and how often declarers gain."""
    levels: Counter[str] = Counter()
    made = bid = 0
    for number in range(deals):
        state = game.hand(seed + number)
        last: tuple[str, int] | None = None
        while state.asked is not None:
            move = state.choose(player, seed=number)
            if found := re.match(r"bid (\d)", move.text):
                last = found[1], state.asked
            state = state.apply(move)
        levels[last[0] if last else "passed out"] += 1
        if last is not None and state.result is not None:
            bid += 1
            side = next(i for i, team in enumerate(game.teams) if last[1] in team)
            scores = state.result.team_scores
            made += scores[side] > scores[1 - side]
    table = ", ".join(f"{level}: {count}" for level, count in sorted(levels.items()))
    return f"{table}; made {made} of {bid}"


if __name__ == "__main__":
    main()
