"""A small network that learns any game against itself, in plain PyTorch on the CPU.

    python examples/learner.py hearts --minutes 10
    python examples/learner.py examples/games/leduc-poker.json --minutes 2

It plays many games at once (`darwindeck.envs.Batch`), most of the time the action that it thinks
brings most, now and then any other. What a hand then brought is what the actions taken in it should
have been thought to bring (Monte Carlo control with a network). Now and then it plays one seat
against the levels that people meet, and the curve is printed: what it gained a hand, on average,
with an interval of two standard errors.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from darwindeck.envs import Batch, SeatEnv, as_game
from darwindeck.simulation import Game

CURIOUS = 0.05
"""How often any legal action is taken instead of the one that is thought best."""
LONGEST = 1_024
"""So many decisions of a hand are kept until it is over."""

Progress = Callable[[str], None]


class Point(NamedTuple):
    """One point of the curve."""

    decisions: int
    """Decisions learnt from so far."""
    seconds: float
    gained: dict[str, tuple[float, float]]
    """By opponent: what a hand brought on average, and two standard errors of that."""


class Player(nn.Module):
    """What a seat sees becomes what each action will bring by the end of the hand."""

    def __init__(self, size: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(size), requires_grad=False)
        """The largest number seen of each kind: chips and scores become small ones."""
        self.body = nn.Sequential(
            nn.Linear(size, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, actions),
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.body(seen / self.scale)

    @torch.no_grad()
    def choose(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The action of each row that is thought to bring most."""
        worth = self(torch.from_numpy(seen))
        return worth.masked_fill(~torch.from_numpy(mask), -math.inf).argmax(dim=1).numpy()


class Played(NamedTuple):
    """Decisions that can be learnt from: what was seen, done and gained."""

    seen: np.ndarray
    action: np.ndarray
    gain: np.ndarray


class Hands:
    """Games in progress, with the decisions of which it is not known yet what they brought."""

    def __init__(self, game: Game, games: int, seed: int) -> None:
        self.batch = Batch(game, games, seed=seed, threads=1)
        self.random = np.random.default_rng(seed)
        self.told: list[tuple[Any, ...]] = []

    def played(self, player: Player, steps: int) -> Played:
        """Plays on; the decisions of those hands that have come to their end."""
        batch, games = self.batch, np.arange(len(self.batch))
        for _ in range(steps):
            seen, asked = batch.observations.copy(), batch.to_move.copy()
            chance = self.random.random((2, len(games)))
            any_other = batch.legal[games, (chance[0] * batch.counts).astype(int)]
            thought = player.choose(seen, batch.masks)
            action = np.where(chance[1] < CURIOUS, any_other, thought)
            batch.step(action)
            left = np.ones(len(games), bool)
            self.told.append((seen, action, asked, batch.done.copy(), batch.rewards.copy(), left))
        found = []
        ahead = np.full(batch.rewards.shape, np.nan, np.float32)
        for seen, action, asked, done, rewards, left in reversed(self.told):
            # What a hand brings is known once it is over: backwards from there.
            ahead[done > 0] = rewards[done > 0]
            gain = ahead[games, asked]
            known = left & ~np.isnan(gain)
            left[known] = False
            found.append((seen[known], action[known], gain[known]))
        # Hands that take for ever are given up.
        waiting = [step for step in self.told if step[-1].any()]
        self.told = waiting[-LONGEST:]
        return Played(*(np.concatenate(part) for part in zip(*found, strict=True)))


def learn(
    game: Game,
    seconds: float,
    *,
    opponents: Sequence[str] = ("random", "easy"),
    hands: int = 200,
    games: int = 128,
    steps: int = 64,
    points: int = 6,
    seed: int = 0,
    progress: Progress = print,
) -> tuple[Player, list[Point]]:
    """A player that has learnt for some time, and its curve."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    hands_played = Hands(game, games, seed)
    batch = hands_played.batch
    player = Player(batch.observations.shape[1], batch.action_count)
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-3)
    curve: list[Point] = []
    decisions, spread = 0, 1.0
    begin = time.monotonic()
    while len(curve) < points:
        used = time.monotonic() - begin
        if used >= seconds * len(curve) / max(1, points - 1):
            gained = {name: measured(player, game, name, hands, seed) for name in opponents}
            curve.append(Point(decisions, used, gained))
            progress(told(curve[-1]))
            continue
        found = hands_played.played(player, steps)
        if len(found.action):
            decisions += len(found.action)
            spread = max(spread, float(np.abs(found.gain).mean()))
            update(player, optimizer, found, spread)
    return player, curve


def update(player: Player, optimizer: torch.optim.Optimizer, found: Played, spread: float) -> None:
    """Learns from some decisions; `spread` is how much is gained or lost as a rule."""
    seen, action = torch.from_numpy(found.seen), torch.from_numpy(found.action)
    gain = torch.from_numpy(found.gain) / spread
    player.scale.data = torch.maximum(player.scale.data, seen.abs().amax(dim=0))
    for part in torch.randperm(len(action)).split(512):
        thought = player(seen[part]).gather(1, action[part, None]).squeeze(1)
        loss = (thought - gain[part]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(player.parameters(), 1.0)
        optimizer.step()


def measured(
    player: Player, game: Game, opponent: str, hands: int, seed: int
) -> tuple[float, float]:
    """What a hand brings against a player of the computer, at every seat in turn."""
    gains = []
    tables = [SeatEnv(game, seat=seat, opponents=opponent) for seat in range(game.player_count)]
    for hand in range(hands):
        env = tables[hand % len(tables)]
        seen, _ = env.reset(seed=seed * 1_000_003 + hand)
        gained, over = 0.0, False
        while not over:
            mask = seen["action_mask"].astype(bool)
            action = player.choose(seen["observation"][None], mask[None])[0]
            seen, reward, ended, cut, _ = env.step(int(action))
            gained += reward
            over = ended or cut
        gains.append(gained)
    error = float(np.std(gains, ddof=1)) / math.sqrt(len(gains)) if len(gains) > 1 else 0.0
    return float(np.mean(gains)), 2 * error


def told(point: Point) -> str:
    """A point of the curve for reading."""
    against = ", ".join(
        f"{gain:+.2f} ± {error:.2f} against {name}" for name, (gain, error) in point.gained.items()
    )
    return f"{point.seconds:6.0f} s {point.decisions:9,} decisions: {against}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="hearts", help="a game of the library or a file")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--against", default="random,easy,learned", help="who it is held against")
    parser.add_argument("--hands", type=int, default=400, help="for each figure")
    given = parser.parse_args()
    game = as_game(given.game)
    learn(game, 60 * given.minutes, opponents=given.against.split(","), hands=given.hands)


if __name__ == "__main__":
    main()
