"""How fast OpenSpiel plays random games of the card games it shares with the library.

Two figures for each game, both for whole random games *after the deal*: the chance moves up to the
first decision are made before the clock starts, and every game starts from a copy of such a state.
Chance moves that come later, such as cards drawn from the stock, belong to the game.

- `cpp`: the loop runs in C++. OpenSpiel's tree search evaluates its root by random games before it
  grows a tree, so a search of one simulation is exactly that loop and nothing else.
- `python`: the loop runs in Python and asks for the legal actions of every state.

    python benchmarks/openspiel_rollouts.py [--seconds 1] [--seed 1] [GAME ...]

It needs the package `open_spiel` and prints one JSON object.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Any

# The parameters come as near to the rules of the library as OpenSpiel has them. Its Crazy Eights
# lets a player draw who could play, so that random games take many more moves there.
GAMES = {
    "hearts": "hearts(pass_cards=false,qs_breaks_hearts=false)",
    "hearts_with_passing": "hearts(qs_breaks_hearts=false)",
    "spades": "spades",
    "euchre": "euchre",
    "crazy_eights": "crazy_eights(players=4,max_draw_cards=3,max_turns=10000,reshuffle=true)",
    "crazy_eights_as_it_comes": "crazy_eights(players=4)",
    "bridge": "bridge(use_double_dummy_result=false)",
    "go_fish": "go_fish(players=4)",
    "gin_rummy": "gin_rummy",
    "oh_hell": "oh_hell(players=4)",
    "blackjack": "blackjack",
    "leduc_poker": "leduc_poker",
    "kuhn_poker": "kuhn_poker",
}
DEALS = 10
"""States after the deal that a figure is taken over."""
ROUNDS = 3
"""The fastest of so many rounds counts: whatever else the machine does can only slow it down."""


@dataclass(frozen=True)
class Speed:
    """Games in some time."""

    games: int
    seconds: float
    games_per_second: float
    microseconds_per_game: float


@dataclass(frozen=True)
class Result:
    """What was measured of one game."""

    game: str
    decisions_per_game: float
    chance_moves_per_game: float
    cpp: Speed
    python: Speed


def deal(game: Any, rng: random.Random) -> Any:
    """A state at which a player has the first decision.

    Only legal chance moves are made: Hearts without passing still lists the directions of passing
    among the chance outcomes, although only "no pass" is legal.
    """
    state = game.new_initial_state()
    while state.is_chance_node():
        legal = set(state.legal_actions())
        outcomes = [(action, odds) for action, odds in state.chance_outcomes() if action in legal]
        actions, weights = zip(*outcomes, strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def play_in_cpp(spiel: Any, game: Any, state: Any, games: int, seed: int) -> float:
    """Seconds for random games from a state, played by one call."""
    evaluator = spiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
    bot = spiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False)
    start = time.perf_counter()
    root = bot.mcts_search(state)
    seconds = time.perf_counter() - start
    if root.explore_count != 1 or root.children:
        raise RuntimeError(f"{game}: the search did more than evaluate its root")
    return seconds


def play_in_python(state: Any, rng: random.Random) -> tuple[int, int]:
    """Play one random game to its end; the numbers of decisions and of chance moves."""
    decisions = chances = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
            chances += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions, chances


def speed(games: int, seconds: float) -> Speed:
    """The figures that follow from games and seconds."""
    return Speed(games, round(seconds, 6), round(games / seconds, 1), 1e6 * seconds / games)


def timed(play: Callable[[int, int], float], budget: float) -> Speed:
    """Play from every deal for about the seconds given; `play` takes the deal and the games."""
    share = budget / DEALS / ROUNDS
    games = 1
    while (once := play(0, games)) < share / 4:
        games *= 2
    games = max(1, round(games * share / once))
    rounds = [sum(play(place, games) for place in range(DEALS)) for _ in range(ROUNDS)]
    return speed(games * DEALS, min(rounds))


def is_there(spiel: Any, name: str) -> bool:
    """Whether the installed version of OpenSpiel has the game."""
    return GAMES[name].partition("(")[0] in spiel.registered_names()


def measure(spiel: Any, name: str, budget: float, seed: int) -> Result:
    """Both figures of one game."""
    rng = random.Random(seed)
    game = spiel.load_game(GAMES[name])
    dealt = [deal(game, rng) for _ in range(DEALS)]
    totals = [0, 0, 0]

    def in_cpp(place: int, games: int) -> float:
        return play_in_cpp(spiel, game, dealt[place], games, seed + place)

    def in_python(place: int, games: int) -> float:
        start = time.perf_counter()
        for _ in range(games):
            decisions, chances = play_in_python(dealt[place].clone(), rng)
            totals[0] += decisions
            totals[1] += chances
        totals[2] += games
        return time.perf_counter() - start

    cpp, python = timed(in_cpp, budget), timed(in_python, budget)
    decisions, chances, games = totals
    return Result(GAMES[name], decisions / games, chances / games, cpp, python)


def main(arguments: list[str] | None = None) -> int:
    """Measure the games named, or all of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    unknown = [name for name in options.games if name not in GAMES]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(GAMES)}")
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel", file=sys.stderr)
        return 2
    wanted = options.games or list(GAMES)
    results = {
        name: asdict(measure(spiel, name, options.seconds, options.seed))
        for name in wanted
        if is_there(spiel, name)
    }
    report = {
        "open_spiel": metadata.version("open_spiel"),
        "python": platform.python_version(),
        "after_the_deal": True,
        "deals": DEALS,
        "fastest_of_rounds": ROUNDS,
        "not_in_this_version": [name for name in wanted if not is_there(spiel, name)],
        "games": results,
    }
    print(json.dumps(report, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
