"""A small network that learns any game against itself, in plain PyTorch on the CPU.

    python examples/learner.py hearts --minutes 10
    python examples/learner.py examples/games/leduc-poker.json --minutes 2

It plays many games at once (`darwindeck.envs.Batch`); what a hand brings, less what it brings on
average from such a position, makes each of its actions more or less likely (policy gradient with a
baseline). Now and then it plays one seat against the levels that people meet, and the curve is
printed: what it gained a hand, on average, with an interval of two standard errors.
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

Progress = Callable[[str], None]


class Point(NamedTuple):
    """One point of the curve."""

    decisions: int
    """Decisions learnt from so far."""
    seconds: float
    gained: dict[str, tuple[float, float]]
    """By opponent: what a hand brought on average, and two standard errors of that."""


class Player(nn.Module):
    """What a seat sees becomes how good each action is, and what the hand will bring."""

    def __init__(self, size: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(size), requires_grad=False)
        """The largest number seen of each kind: chips and scores become small ones."""
        self.body = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actor = nn.Linear(width, actions)
        self.critic = nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Any, torch.Tensor]:
        inside = self.body(seen / self.scale)
        wanted = self.actor(inside).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=wanted), self.critic(inside).squeeze(-1)

    @torch.no_grad()
    def choose(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """One action for each row."""
        policy, _ = self(torch.from_numpy(seen), torch.from_numpy(mask))
        return policy.sample().numpy()


class Played(NamedTuple):
    """Decisions that can be learnt from: what was seen, what was legal, done and gained."""

    seen: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    gain: np.ndarray


def played(player: Player, batch: Batch, steps: int) -> Played:
    """Plays on, and keeps the decisions of those hands that have come to their end."""
    told: list[tuple[Any, ...]] = []
    for _ in range(steps):
        seen, mask, asked = batch.observations.copy(), batch.masks.copy(), batch.to_move.copy()
        action = player.choose(seen, mask)
        batch.step(action)
        told.append((seen, mask, action, asked, batch.done.copy(), batch.rewards.copy()))
    seen, mask, action, asked, done, rewards = (np.array(part) for part in zip(*told, strict=True))
    gain = np.empty(action.shape, np.float32)
    ahead = np.full(rewards.shape[1:], np.nan, np.float32)
    rows = np.arange(action.shape[1])
    for step in reversed(range(steps)):
        # What a hand brings is known once it is over: backwards from there.
        ended = done[step] > 0
        ahead[ended] = rewards[step][ended]
        gain[step] = ahead[rows, asked[step]]
    over = ~np.isnan(gain)
    return Played(seen[over], mask[over], action[over], gain[over])


def learn(
    game: Game,
    seconds: float,
    *,
    opponents: Sequence[str] = ("random", "easy"),
    hands: int = 200,
    games: int = 128,
    points: int = 6,
    seed: int = 0,
    progress: Progress = print,
) -> tuple[Player, list[Point]]:
    """A player that has learnt for some time, and its curve."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    batch = Batch(game, games, seed=seed)
    player = Player(batch.observations.shape[1], batch.action_count)
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-3)
    curve: list[Point] = []
    decisions, spread, steps = 0, 1.0, 32
    begin = time.monotonic()
    while len(curve) < points:
        used = time.monotonic() - begin
        if used >= seconds * len(curve) / max(1, points - 1):
            gained = {name: measured(player, game, name, hands, seed) for name in opponents}
            curve.append(Point(decisions, used, gained))
            progress(told(curve[-1]))
            continue
        found = played(player, batch, steps)
        if 2 * len(found.action) < steps * games:
            # Hands are longer than that: play on for longer.
            steps = min(2 * steps, 1_024)
        if len(found.action):
            decisions += len(found.action)
            spread = max(spread, float(np.abs(found.gain).mean()))
            update(player, optimizer, found, spread)
    return player, curve


def update(player: Player, optimizer: torch.optim.Optimizer, found: Played, spread: float) -> None:
    """Learns from some decisions; `spread` is how much is gained or lost as a rule."""
    seen, mask, action = (torch.from_numpy(part) for part in found[:3])
    gain = torch.from_numpy(found.gain) / spread
    player.scale.data = torch.maximum(player.scale.data, seen.abs().amax(dim=0))
    for part in torch.randperm(len(action)).split(512):
        policy, value = player(seen[part], mask[part])
        better = (gain[part] - value).detach()
        loss = -(policy.log_prob(action[part]) * better).mean()
        loss = loss + 0.5 * (value - gain[part]).square().mean() - 0.01 * policy.entropy().mean()
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
