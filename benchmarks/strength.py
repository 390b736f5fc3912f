"""How strong the players are: duplicate deals against greedy and search, and what is bid.

`python -m benchmarks.strength` plays the short form, a few minutes on one core; games may be named
(`--all`: those of the library), and `--player`, `--rival` and `--deals` say who meets whom and how
often; with `--matches` each deal is the first of a whole match. Prints a table in Markdown:
docs/strength.md holds such tables.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter

from darwindeck.evaluation.intervals import standard_error
from darwindeck.library import get_genome, library_ids
from darwindeck.simulation import Game
from darwindeck.simulation.hints import unit_of
from darwindeck.tournament import play_tournament

GAMES = (
    "hearts bridge euchre spades pinochle gin-rummy crazy-eights briscola scopa solitaire"
).split()
NOTHING = ("war", "old-maid", "beggar-my-neighbour")
"""Games in which nobody decides anything."""


def main() -> None:
    """Prints one line for each game and rival."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--all", action="store_true", help="all games of the library")
    parser.add_argument("--player", default="learned")
    parser.add_argument("--rival", action="append", default=None, help="default: greedy")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--matches", action="store_true", help="whole matches, not single hands")
    parser.add_argument("--seed", type=int, default=4242)
    wanted = parser.parse_args()
    print(f"`{wanted.player}`, {wanted.deals} deals, seed {wanted.seed}:\n")
    unit = "a match" if wanted.matches else "a hand"
    print(f"| game | against | took % | {unit} | seconds |\n|---|---|--:|--:|--:|", flush=True)
    listed = library_ids() if wanted.all else wanted.games
    for name in (name for name in listed if name not in NOTHING):
        game = Game(get_genome(name))
        if lone(game):
            print(alone(game, wanted.player, wanted.deals, wanted.seed), flush=True)
            continue
        for rival in wanted.rival or ["greedy"]:
            pair = (wanted.player, rival)
            print(row(game, pair, wanted.deals, wanted.seed, wanted.matches), flush=True)
    if "bridge" in listed:
        game = Game(get_genome("bridge"))
        told = contracts(game, wanted.player, wanted.deals, wanted.seed)
        print(f"\nLevels of contracts in Bridge: {told}.")


def row(game: Game, pair: tuple[str, str], deals: int, seed: int, matches: bool) -> str:
    """A line of the table. ± is one standard error."""
    begun = time.process_time()
    duel = play_tournament(game, pair, deals, seed=seed, single_hand=not matches).duels[0]
    spent = time.process_time() - begun
    share = 100 * duel.share.value
    took = f"{share:.1f} ± {100 * standard_error(duel.shares):.1f}"
    gained = f"{duel.margin.value:+.2f} ± {standard_error(duel.margins):.2f} {unit_of(game)}"
    return f"| {game.genome.name} | `{pair[1]}` | {took} | {gained} | {spent:.0f} |"


def lone(game: Game) -> bool:
    """Whether somebody plays alone against the cards."""
    return len(game.seats) == 1 and unit_of(game) != "chips"


def wins(game: Game, player: str, seed: int) -> float:
    """Whether a lone player wins a deal."""
    position, made = game.hand(seed).position, 0
    while (seat := position.asked()) is not None:
        made += 1
        position = position.apply(seat, position.choose(seat, player, made))
    return float(bool(position.winners))


def alone(game: Game, player: str, deals: int, seed: int) -> str:
    """A line of the table for somebody who plays alone: what part of the deals it wins."""
    begun = time.process_time()
    game.prepare([player])
    won = [wins(game, player, seed + number) for number in range(deals)]
    spent = time.process_time() - begun
    took = f"{100 * sum(won) / deals:.1f} ± {100 * standard_error(won):.1f}"
    return f"| {game.genome.name} | the cards | {took} | – | {spent:.0f} |"


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
