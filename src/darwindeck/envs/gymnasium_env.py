"""A game as a Gymnasium environment: one seat among computers, or many games at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from darwindeck.envs.batch import LIMIT, Batch
from darwindeck.envs.source import MOST_DEALS, acting_game, checked_reward, needed
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game

for _package in ("numpy", "gymnasium"):
    needed(_package, "gymnasium")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import error, spaces  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

LEAST, MOST = -(2.0**31), 2.0**31
"""Everything that is observed is a whole number between these."""


class LegalActions(spaces.Discrete):
    """The numbers of all actions; a sample is one of those that are legal now."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.mask = np.ones(count, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self.mask
        return super().sample(mask=mask, probability=probability)


class SeatEnv(gymnasium.Env):
    """One seat of a game; computers play at the others.

    An observation holds what the seat sees and which actions are legal. An action that is not legal
    ends the episode with `illegal_reward`; `infos` then says `illegal_action`. What is no action at
    all raises `gymnasium.error.InvalidAction`, and nothing has happened.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        genome: Game | GameGenome | str,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        single_hand: bool = True,
        reward: str = "gain",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        """Args:
        genome: what is played.
        seat: who takes the actions.
        opponents: who plays at the other seats: one for all, or one for each in the order of play.
            Players are named as in `simulate_game`: `random`, `easy`, `expert`, `learned`, ...
        single_hand: whether an episode is one hand, and not a match.
        reward: what is gained: `gain`, `margin` or `win`.
        """
        self.game = acting_game(genome, single_hand)
        core = self.game.core
        if seat not in range(core.players):
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {core.players - 1}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no render mode {render_mode!r}: only 'ansi'")
        others = [other for other in range(core.players) if other != seat]
        names = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(names) != len(others):
            raise ValueError(
                f"opponents must be one for all or {len(others)} of them: {opponents!r}"
            )
        self.game.prepare(dict.fromkeys(names))
        self.opponents = dict(zip(others, names, strict=True))
        self.seat = seat
        self.single_hand = single_hand
        self.reward = checked_reward(reward)
        self.illegal_reward = float(illegal_reward)
        self.render_mode = render_mode
        size, actions = core.array_sizes()
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(LEAST, MOST, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._actions = LegalActions(actions)
        self.action_space = self._actions
        self._size, self._count = size, actions
        self._table = core.table(0, single_hand=single_hand)
        self._begun = self._closed = self._lost = False
        self._gained = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._open()
        with self.game.guarded():
            # A game that is over before the seat is asked is dealt again, but not for ever.
            for _ in range(MOST_DEALS):
                seed_of_game = int(self.np_random.integers(2**63))
                self._table.reset(seed_of_game, single_hand=self.single_hand)
                self._go_on()
                if not self._table.over:
                    break
            else:
                raise error.Error("the seat is never asked in this game")
        self._gained = 0.0
        self._lost = False
        self._begun = True
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        self._open()
        if not self._begun:
            raise error.ResetNeeded("the environment must be reset before the first step")
        if self._table.over or self._lost:
            raise error.ResetNeeded("the game is over: reset the environment first")
        if not self.action_space.contains(action):
            raise error.InvalidAction(f"{action!r} is no action: they are 0 to {self._count - 1}")
        number = int(action)
        if not self._actions.mask[number]:
            self._lost = True
            seen = self._seen()
            return seen, self.illegal_reward, True, False, {"illegal_action": number}
        with self.game.guarded():
            self._table.step(number)
            self._take()
            self._go_on()
        gained, self._gained = self._gained, 0.0
        return self._seen(), gained, *self._ended(), {}

    def _ended(self) -> tuple[bool, bool]:
        """Whether the game is over by its rules, or by a limit."""
        over, limit = self._table.over, self._table.limit_reached
        return over and not limit, over and limit

    def _take(self) -> None:
        self._gained += float(self._table.rewards(self.reward)[self.seat])

    def _go_on(self) -> None:
        """Lets the others play until the seat is asked, or the game is over."""
        table = self._table
        while (asked := table.asked) is not None and asked != self.seat:
            name = self.opponents[asked]
            if name == "random":
                ids = table.legal_ids()
                table.step(ids[int(self.np_random.integers(len(ids)))])
            else:
                seed = int(self.np_random.integers(2**63))
                table.play(asked, table.position().choose(asked, name, seed))
            self._take()

    def _seen(self) -> dict[str, Any]:
        seen = np.empty(self._size, np.float32)
        mask = np.zeros(self._count, np.int8)
        with self.game.guarded():
            self._table.observe(self.seat, seen, mask.view(np.uint8))
        self._actions.mask = mask if mask.any() else np.ones(self._count, np.int8)
        return {"observation": seen, "action_mask": mask}

    def _open(self) -> None:
        if self._closed:
            raise error.ClosedEnvironmentError("the environment is closed")

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        asked = self._table.asked
        return "the game is over" if asked is None else f"{self.game.seats[asked]} is asked"

    def close(self) -> None:
        self._closed = True


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games at once in which whoever is asked takes the action, for play against oneself.

    An observation is what the seat sees that is asked in each game. `infos` says which actions are
    legal there (`action_mask`, and as numbers one after the other in `legal_actions`, of which the
    first `legal_count` of a row count), who is asked (`to_move`), and what each player gained with
    the last step (`rewards`); the reward itself is that of the seat that acted. A game that is over
    begins anew with the same step. With `copy=False` the same arrays are written again and again.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        genome: Game | GameGenome | str,
        num_envs: int,
        *,
        single_hand: bool = True,
        reward: str = "gain",
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        game = acting_game(genome, single_hand)
        self.batch = Batch(game, num_envs, single_hand=single_hand, reward=reward, threads=threads)
        self.num_envs = num_envs
        self.copy = copy
        _, (_, size) = self.batch.shapes["observations"]
        self.single_observation_space = spaces.Box(LEAST, MOST, (size,), np.float32)
        self.single_action_space = spaces.Discrete(self.batch.action_count)
        self.observation_space = spaces.Box(LEAST, MOST, (num_envs, size), np.float32)
        self.action_space = spaces.MultiDiscrete([self.batch.action_count] * num_envs)
        self._first = np.arange(num_envs) * self.batch.rewards.shape[1]
        self._seeds = np.random.default_rng()
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        self._open()
        if seed is not None:
            if type(seed) is not int or seed < 0:
                raise error.Error(f"a seed is a whole number from 0 on, not {seed!r}")
            self._seeds = np.random.default_rng(seed)
        self.batch.reset(int(self._seeds.integers(2**63)))
        self._begun = True
        return self._kept(self.batch.observations), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self._open()
        if not self._begun:
            raise error.ResetNeeded("the environment must be reset before the first step")
        batch = self.batch
        acted = self._first + batch.to_move
        try:
            batch.step(actions)
        except (TypeError, ValueError) as problem:
            raise error.InvalidAction(str(problem)) from problem
        rewards = batch.rewards.take(acted)
        limit = batch.done == LIMIT
        return (
            self._kept(batch.observations),
            rewards,
            (batch.done != 0) & ~limit,
            limit,
            self._infos(),
        )

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        # A copy is only as wide as the longest list.
        legal = batch.legal[:, : batch.counts.max()].copy() if self.copy else batch.legal
        return {
            "action_mask": self._kept(batch.masks),
            "legal_actions": legal,
            "legal_count": self._kept(batch.counts),
            "to_move": self._kept(batch.to_move),
            "rewards": self._kept(batch.rewards),
        }

    def _kept(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _open(self) -> None:
        if self.closed:
            raise error.ClosedEnvironmentError("the environment is closed")

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""
