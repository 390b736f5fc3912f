"""A game as a PettingZoo environment: seat after seat, or all at once where they answer at once."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from darwindeck.envs.source import (
    MOST_DEALS,
    acting_game,
    as_game,
    checked_reward,
    is_pure_chance,
    needed,
)
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game

for _package in ("numpy", "gymnasium", "pettingzoo"):
    needed(_package, "pettingzoo")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
import pettingzoo  # type: ignore[import-untyped]  # noqa: E402
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # noqa: E402
from pettingzoo.utils.conversions import (  # type: ignore[import-untyped]  # noqa: E402
    parallel_to_aec,
)

Observation = dict[str, Any]

LEAST, MOST = -(2.0**31), 2.0**31
"""Everything that is observed is a whole number between these."""


def aec_env(
    genome: Game | GameGenome | str, *, max_cycles: int | None = None, **options: Any
) -> pettingzoo.AECEnv:
    """The environment as PettingZoo's own games come: an illegal action ends the game with a reward
    of -1 for whoever took it. Options are those of `raw_env`.

    With `max_cycles` it is `parallel_env` seat by seat: in each cycle every seat takes an action,
    and those who are not asked wait. So it is in a game of pure chance: all wait once, and it is
    over.
    """
    game = as_game(genome)
    if max_cycles is not None or is_pure_chance(game, options.get("single_hand", True)):
        return parallel_to_aec(parallel_env(game, max_cycles=max_cycles, **options))
    env = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def as_module(genome: Game | GameGenome | str, **options: Any) -> SimpleNamespace:
    """The environments of a game under the names that modules of PettingZoo have.

    For functions that take such a module, as `max_cycles_test` does.
    """
    game = as_game(genome)
    return SimpleNamespace(
        env=lambda **more: aec_env(game, **options, **more),
        raw_env=lambda **more: raw_env(game, **options, **more),
        parallel_env=lambda **more: parallel_env(game, **options, **more),
    )


class _Seats:
    """What both kinds of environment have: the game, its spaces and what a seat sees."""

    def __init__(
        self,
        genome: Game | GameGenome | str,
        single_hand: bool,
        reward: str,
        render_mode: str | None,
        waiting: int,
    ) -> None:
        self.game = as_game(genome)
        self.deals = 1 if is_pure_chance(self.game, single_hand) else MOST_DEALS
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no render mode {render_mode!r}: only 'ansi'")
        self.render_mode = render_mode
        self.single_hand = single_hand
        self.reward = checked_reward(reward)
        self.core = self.game.core
        self.size, self.actions = self.core.array_sizes()
        self.waiting = waiting
        self.possible_agents = [f"seat_{seat}" for seat in range(self.core.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.random = np.random.default_rng()
        self.table = self.core.table(0, single_hand=single_hand)
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(LEAST, MOST, (self.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.actions + waiting,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.actions + waiting)
            for agent in self.possible_agents
        }

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        # A game that is over before anybody is asked is dealt again, but not for ever.
        with self.game.guarded():
            for _ in range(self.deals):
                self.table.reset(int(self.random.integers(2**63)), single_hand=self.single_hand)
                if not self.table.over:
                    break

    def seen(self, seat: int) -> Observation:
        seen = np.empty(self.size, np.float32)
        mask = np.zeros(self.actions + self.waiting, np.int8)
        with self.game.guarded():
            self.table.observe(seat, seen, mask[: self.actions].view(np.uint8))
        return {"observation": seen, "action_mask": mask}

    def picture(self) -> str:
        """Where the game stands, in words."""
        asked = self.table.asked
        if asked is None:
            return "the game is over"
        view = self.table.view(asked).to_dict()
        held = [
            str(self.game.cards[card])
            for pile in view["piles"]
            if pile["owner"] == asked
            for card in pile["cards"]
            if card is not None
        ]
        trick = [f"{self.game.seats[by]}: {self.game.cards[card]}" for by, card in view["trick"]]
        lines = [f"{self.game.seats[asked]} is asked; own cards: {' '.join(held) or 'none'}"]
        return "\n".join([*lines, *([f"trick: {', '.join(trick)}"] if trick else [])])


class raw_env(pettingzoo.AECEnv):  # type: ignore[misc]
    """One seat after the other. An illegal action raises `ValueError`, and so does a game of pure
    chance, in which nobody ever acts."""

    metadata = {"render_modes": ["ansi"], "name": "darwindeck_v1", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        genome: Game | GameGenome | str,
        *,
        single_hand: bool = True,
        reward: str = "gain",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        game = acting_game(genome, single_hand)
        self._seats = _Seats(game, single_hand, reward, render_mode, 0)
        self.render_mode = render_mode
        self.game = self._seats.game
        self.possible_agents = list(self._seats.possible_agents)
        self.observation_spaces = self._seats.observation_spaces
        self.action_spaces = self._seats.action_spaces
        self.agents: list[str] = []
        self._closed = False

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if self._closed:
            raise RuntimeError("the environment is closed")
        self._seats.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        return self._seats.seen(self._seats.seat_of[agent])

    def step(self, action: Any) -> None:
        if self._closed:
            raise RuntimeError("the environment is closed")
        if not self.agents:
            raise RuntimeError("no game is in progress: reset the environment first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._seats.table
        if action is None:
            raise ValueError(f"{agent} has to take an action")
        with self.game.guarded():
            table.step(_number(action))
        for name in self.agents:
            self.rewards[name] = 0.0
        self._cumulative_rewards[agent] = 0.0
        for name, gained in zip(
            self.possible_agents, table.rewards(self._seats.reward), strict=True
        ):
            if gained:
                self.rewards[name] = gained
                self._cumulative_rewards[name] += gained
        self._go_on()

    def _go_on(self) -> None:
        table = self._seats.table
        asked = table.asked
        if asked is not None:
            self.agent_selection = self.possible_agents[asked]
            return
        ended = self.truncations if table.limit_reached else self.terminations
        for agent in self.agents:
            ended[agent] = True
        self._deads_step_first()

    def render(self) -> str | None:
        return None if self.render_mode is None else self._seats.picture()

    def close(self) -> None:
        self._closed = True


class parallel_env(pettingzoo.ParallelEnv):  # type: ignore[misc]
    """All seats at once. Where they do not all decide, those who do not have one action, the last
    one: to wait; whatever they say counts as that."""

    metadata = {"render_modes": ["ansi"], "name": "darwindeck_parallel_v1"}  # noqa: RUF012

    def __init__(
        self,
        genome: Game | GameGenome | str,
        *,
        single_hand: bool = True,
        reward: str = "gain",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str | None = None,
    ) -> None:
        """Args:
        max_cycles: an episode has exactly so many steps: a game that is over sooner is followed
            by another; None: an episode is a game.
        illegal: what an illegal action does: `end` (the game ends with a reward of -1 for whoever
            took it), `raise` (`ValueError`) or `random` (a legal one is drawn instead); None:
            `random` if there is a `max_cycles`, otherwise `end`.
        """
        self._seats = _Seats(genome, single_hand, reward, render_mode, 1)
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise ValueError(f"max_cycles must be a whole number from 1 up, not {max_cycles!r}")
        if illegal not in (None, "end", "raise", "random"):
            raise ValueError(f"illegal must be 'end', 'raise' or 'random', not {illegal!r}")
        self.max_cycles = max_cycles
        self.illegal = illegal or ("end" if max_cycles is None else "random")
        self.render_mode = render_mode
        self.game = self._seats.game
        self.wait = self._seats.actions
        """The action of seats that are not asked."""
        self.possible_agents = list(self._seats.possible_agents)
        self.observation_spaces = self._seats.observation_spaces
        self.action_spaces = self._seats.action_spaces
        self.agents: list[str] = []
        self._cycles = 0
        self._closed = False

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if self._closed:
            raise RuntimeError("the environment is closed")
        self._seats.begin(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._told(), {agent: {} for agent in self.agents}

    def _deciders(self) -> tuple[int, ...]:
        """Those who decide at once, unseen by each other; otherwise the one who is asked."""
        table = self._seats.table
        asked = table.asked
        if asked is None:
            return ()
        return tuple(table.to_move()) if table.in_secret else (asked,)

    def _told(self) -> dict[str, Observation]:
        deciders = self._deciders()
        told = {}
        for agent in self.agents:
            seat = self._seats.seat_of[agent]
            seen = self._seats.seen(seat)
            if seat not in deciders:
                seen["action_mask"][:] = 0
                seen["action_mask"][self.wait] = 1
            told[agent] = seen
        return told

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        if self._closed:
            raise RuntimeError("the environment is closed")
        if not self.agents:
            raise RuntimeError("no game is in progress: reset the environment first")
        if not isinstance(actions, Mapping):
            raise ValueError(f"actions are given by agent, not as {actions!r:.80}")
        if strangers := [agent for agent in actions if agent not in self.agents]:
            agents = ", ".join(self.agents)
            raise ValueError(f"there is no agent {strangers[0]!r} in the game: {agents}")
        table, deciders = self._seats.table, self._deciders()
        said, wrong = {}, set()
        for agent in self.agents:
            seat = self._seats.seat_of[agent]
            if seat not in deciders:
                continue
            if agent not in actions:
                raise ValueError(f"{agent} has to take an action")
            number, legal = _number(actions[agent]), table.legal_ids(seat)
            if number not in legal:
                if self.illegal == "raise":
                    raise ValueError(f"{agent} cannot take action {number} now")
                if self.illegal == "end":
                    wrong.add(agent)
                number = legal[int(self._seats.random.integers(len(legal)))]
            said[seat] = number
        if wrong:
            return self._ended(wrong)
        with self.game.guarded():
            for seat, number in said.items():
                table.step(number, seat)
        gained = table.rewards(self._seats.reward)
        rewards = dict(zip(self.possible_agents, gained, strict=True))
        over, limit = table.over, table.limit_reached
        self._cycles += 1
        if self.max_cycles is not None:
            if over:
                self._seats.begin(None)
            over = limit = self._cycles >= self.max_cycles
        told = self._told()
        return self._told_of_step(told, rewards, over, limit)

    def _ended(self, wrong: set[str]) -> tuple[Any, ...]:
        """The game ends because of illegal actions."""
        rewards = {agent: -1.0 if agent in wrong else 0.0 for agent in self.agents}
        return self._told_of_step(self._told(), rewards, True, False)

    def _told_of_step(
        self, told: dict[str, Observation], rewards: dict[str, float], over: bool, limit: bool
    ) -> tuple[Any, ...]:
        terminations = dict.fromkeys(self.agents, over and not limit)
        truncations = dict.fromkeys(self.agents, over and limit)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if over:
            self.agents = []
        return told, rewards, terminations, truncations, infos

    def render(self) -> str | None:
        return None if self.render_mode is None else self._seats.picture()

    def close(self) -> None:
        self._closed = True


def _number(action: Any) -> int:
    """An action as the core takes it; `ValueError` if it is no whole number from 0 on."""
    try:
        number = int(action)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"an action is a whole number, not {action!r}") from None
    if number != action or not 0 <= number < 2**32:
        raise ValueError(f"an action is a whole number from 0 on, not {action!r}")
    return number
