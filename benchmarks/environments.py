"""How fast games are stepped as environments, held against others in the same run.

    python -m benchmarks.environments [--seconds 0.5] [--json FILE]

Every figure is measured in turns with those it is compared with, five rounds of it, and the fastest
round of each counts: a machine does other things as well, which can only slow a measurement down.
Ratios are given by the clock, which is what counts on a quiet machine, and of processor time (of
all threads together), which a busy machine disturbs less.
Peers are measured where they are installed: OpenSpiel (`pip install open_spiel`), RLCard and
PettingZoo's games of it (`pip install rlcard pettingzoo`), Pgx (`pip install pgx jax`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from darwindeck.envs import Batch, VectorEnv, as_game, raw_env

GAMES = 1_024
ROUNDS = 5
STEPS = 200
"""Steps of single environments between two looks at the clock."""
MEETING = 2_000
"""Steps of a batch in which it meets a small game."""
EXAMPLES = Path(__file__).parent.parent / "examples" / "games"
KUHN, LEDUC = (str(EXAMPLES / f"{name}-poker.json") for name in ("kuhn", "leduc"))

Gauge = Callable[[], int]
"""Does some decisions and says how many."""


class Chooser:
    """One legal action for each game, each as likely, chosen in NumPy."""

    def __init__(self, games: int, actions: int) -> None:
        self.random = np.random.default_rng(1)
        self.rows = np.arange(games) * actions

    def __call__(self, legal: Any, counts: Any) -> Any:
        chosen = self.random.random(len(counts)) * counts
        return legal.ravel().take(self.rows + chosen.astype(np.int64))


def meet(batch: Batch, choose: Chooser) -> None:
    """Lets a small game happen for a while: most of it is known then. Peers that are compiled for a
    game have had their time for that as well."""
    if batch.recalls:
        for _ in range(MEETING):
            batch.step(choose(batch.legal, batch.counts))


def vector(genome: str, threads: int) -> Gauge:
    """The vector face of Gymnasium."""
    env = VectorEnv(genome, GAMES, threads=threads, copy=False)
    choose = Chooser(GAMES, env.batch.action_count)
    meet(env.batch, choose)
    state = {"infos": env.reset(seed=1)[1]}

    def run() -> int:
        for _ in range(8):
            infos = state["infos"]
            *_, state["infos"] = env.step(choose(infos["legal_actions"], infos["legal_count"]))
        return 8 * GAMES

    return run


def bare_batch(genome: str, threads: int) -> Gauge:
    """A batch by itself, with actions chosen in NumPy."""
    batch = Batch(genome, GAMES, threads=threads)
    choose = Chooser(GAMES, batch.action_count)
    meet(batch, choose)

    def run() -> int:
        for _ in range(8):
            batch.step(choose(batch.legal, batch.counts))
        return 8 * GAMES

    return run


def one_table(genome: str) -> Gauge:
    """One game stepped by number from Python."""
    table = as_game(genome).core.table(1)
    seeds = iter(range(2, 10**9))

    def run() -> int:
        for number in range(STEPS):
            if table.over:
                table.reset(next(seeds))
            ids = table.legal_ids()
            table.step(ids[number % len(ids)])
        return STEPS

    return run


def views(genome: str) -> Gauge:
    """What a seat sees, as an object."""
    table = as_game(genome).core.table(1)

    def run() -> int:
        for number in range(STEPS):
            table.view(number % 4)
        return STEPS

    return run


def aec_loop(env: Any) -> Gauge:
    """PettingZoo's own loop with any legal action."""
    random = np.random.default_rng(1)

    def run() -> int:
        done = 0
        while done < STEPS:
            env.reset(seed=int(random.integers(2**31)))
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[random.integers(len(legal))]))
                done += 1
        return done

    return run


def openspiel(name: str, tensors: bool) -> Gauge:
    """OpenSpiel stepped from Python: legal actions, and what a seat sees if that is wanted."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    random = np.random.default_rng(1)
    has = game.get_type().provides_observation_tensor

    def run() -> int:
        done = 0
        while done < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.legal_actions()
                    state.apply_action(outcomes[int(random.integers(len(outcomes)))])
                    continue
                legal = state.legal_actions()
                if tensors:
                    _ = state.observation_tensor() if has else state.information_state_tensor()
                    state.legal_actions_mask()
                state.apply_action(legal[done % len(legal)])
                done += 1
        return done

    return run


def rlcard_game(name: str) -> Gauge:
    """RLCard's own environment of a game."""
    rlcard = import_module("rlcard")

    env = rlcard.make(name, config={"seed": 1})

    def run() -> int:
        done = 0
        while done < STEPS:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[done % len(legal)])
                done += 1
        return done

    return run


def pgx_game(name: str) -> Gauge:
    """Pgx, compiled by JAX for this processor: many games at once that begin anew by themselves."""
    jax, jnp, pgx = (import_module(name) for name in ("jax", "jax.numpy", "pgx"))
    auto_reset = import_module("pgx.experimental").auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def chosen(state: Any, key: Any) -> Any:
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        return jax.random.categorical(key, logits)

    def once(carry: Any, key: Any) -> Any:
        first, second = jax.random.split(key)
        keys = jax.random.split(second, GAMES)
        state = jax.vmap(step)(carry, jax.vmap(chosen)(carry, jax.random.split(first, GAMES)), keys)
        return state, state.rewards.sum()

    @jax.jit  # type: ignore[untyped-decorator]
    def eight(state: Any, key: Any) -> Any:
        return jax.lax.scan(once, state, jax.random.split(key, 8))

    kept = {"state": jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), GAMES)), "at": 0}

    def run() -> int:
        kept["at"] += 1
        state, sums = eight(kept["state"], jax.random.PRNGKey(kept["at"]))
        sums.block_until_ready()
        kept["state"] = state
        return 8 * GAMES

    run()  # compiles
    return run


def pettingzoo_classic(name: str) -> Gauge:
    """One of PettingZoo's own card games, which RLCard plays."""
    return aec_loop(import_module(f"pettingzoo.classic.{name}").env())


OURS: dict[str, Callable[[], Gauge]] = {
    "Hearts, vector face, 2 threads": lambda: vector("hearts", 2),
    "Hearts, vector face, 1 thread": lambda: vector("hearts", 1),
    "UNO, vector face, 2 threads": lambda: vector("uno", 2),
    "Leduc, vector face, 2 threads": lambda: vector(LEDUC, 2),
    "Gin Rummy, vector face, 2 threads": lambda: vector("gin-rummy", 2),
    "Bridge, vector face, 2 threads": lambda: vector("bridge", 2),
    "Hearts, batch, 2 threads": lambda: bare_batch("hearts", 2),
    "Hearts, one table": lambda: one_table("hearts"),
    "Hearts, views": lambda: views("hearts"),
    "Hearts, AEC loop": lambda: aec_loop(raw_env("hearts")),
    "Kuhn, batch": lambda: bare_batch(KUHN, 2),
    "Leduc, batch": lambda: bare_batch(LEDUC, 2),
}
PEERS: dict[str, Callable[[], Gauge]] = {
    "OpenSpiel Hearts, bare": lambda: openspiel("hearts", False),
    "OpenSpiel Hearts, with tensors and masks": lambda: openspiel("hearts", True),
    "RLCard UNO": lambda: rlcard_game("uno"),
    "RLCard Leduc": lambda: rlcard_game("leduc-holdem"),
    "RLCard Gin Rummy": lambda: rlcard_game("gin-rummy"),
    "RLCard Bridge": lambda: rlcard_game("bridge"),
    "PettingZoo Leduc": lambda: pettingzoo_classic("leduc_holdem_v4"),
    "PettingZoo Texas Hold'em": lambda: pettingzoo_classic("texas_holdem_v4"),
    "Pgx Kuhn": lambda: pgx_game("kuhn_poker"),
    "Pgx Leduc": lambda: pgx_game("leduc_holdem"),
}
RATIOS = (
    ("Hearts, vector face, 2 threads", "OpenSpiel Hearts, bare", 20),
    ("Hearts, vector face, 2 threads", "OpenSpiel Hearts, with tensors and masks", 20),
    ("Hearts, vector face, 2 threads", "RLCard UNO", 100),
    ("Hearts, vector face, 2 threads", "RLCard Leduc", 100),
    ("Hearts, vector face, 2 threads", "RLCard Gin Rummy", 100),
    ("Hearts, vector face, 2 threads", "RLCard Bridge", 100),
    ("UNO, vector face, 2 threads", "RLCard UNO", 100),
    ("Leduc, vector face, 2 threads", "RLCard Leduc", 100),
    ("Gin Rummy, vector face, 2 threads", "RLCard Gin Rummy", 100),
    ("Bridge, vector face, 2 threads", "RLCard Bridge", 100),
    ("Hearts, AEC loop", "PettingZoo Leduc", 10),
    ("Hearts, AEC loop", "PettingZoo Texas Hold'em", 10),
    ("Kuhn, batch", "Pgx Kuhn", 1),
    ("Leduc, batch", "Pgx Leduc", 1),
)
"""What is held against what, and how many times as fast it should be."""


class Figure(NamedTuple):
    """Decisions a second: by the clock, and of processor time."""

    clock: float
    processor: float


def measure(gauges: dict[str, Gauge], seconds: float) -> dict[str, Figure]:
    """The fastest of some rounds."""
    best = dict.fromkeys(gauges, Figure(0.0, 0.0))
    for _ in range(ROUNDS):
        for name, run in gauges.items():
            done, begin, worked = 0, time.perf_counter(), time.process_time()
            while (used := time.process_time() - worked) < seconds / ROUNDS:
                done += run()
            clock = time.perf_counter() - begin
            before = best[name]
            best[name] = Figure(max(before.clock, done / clock), max(before.processor, done / used))
    return best


def made(wanted: dict[str, Callable[[], Gauge]]) -> dict[str, Gauge]:
    """What can be measured here; a word about what cannot."""
    gauges = {}
    for name, make in wanted.items():
        try:
            gauges[name] = make()
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    return gauges


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    given = parser.parse_args()
    figures = measure({**made(OURS), **made(PEERS)}, given.seconds)
    print("| | decisions a second | of processor time |\n|---|--:|--:|")
    for name, figure in figures.items():
        print(f"| {name} | {figure.clock:,.0f} | {figure.processor:,.0f} |")
    print("\n| times as fast | as | by the clock | of processor time | wanted |")
    print("|---|---|--:|--:|--:|")
    for ours, peer, wanted in RATIOS:
        if ours in figures and peer in figures:
            clock, processor = (a / b for a, b in zip(figures[ours], figures[peer], strict=True))
            print(f"| {ours} | {peer} | {clock:,.1f}× | {processor:,.1f}× | ≥ {wanted}× |")
    if given.json is not None:
        data = {name: figure._asdict() for name, figure in figures.items()}
        given.json.write_text(json.dumps(data, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
