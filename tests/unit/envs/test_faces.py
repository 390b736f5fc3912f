"""The faces that researchers know pass their makers' tests, and refuse what they must."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darwindeck import envs
from darwindeck.evolution import generate_random_genome
from darwindeck.simulation import Game

pettingzoo_test = pytest.importorskip("pettingzoo.test")
gymnasium = pytest.importorskip("gymnasium")

NO_ACTIONS: tuple[Any, ...] = (
    *(-1, 1.5, "x", None, 10**30, np.nan, np.inf, -np.inf),
    *([1, 2], {}, 1j, np.zeros(3, int)),
)
GAMES = ("hearts", "gin-rummy", "texas-holdem", "cheat", "solitaire")


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Observations with masks are dictionaries: PettingZoo mentions that of its own games, too."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pettingzoo")
        yield


def tried(name: str) -> list[Callable[[], object]]:
    """The peers' own tests of a game."""
    return [
        lambda: pettingzoo_test.api_test(envs.aec_env(name), num_cycles=100),
        lambda: pettingzoo_test.seed_test(lambda: envs.aec_env(name), num_cycles=30),
        lambda: pettingzoo_test.max_cycles_test(envs.as_module(name)),
        lambda: pettingzoo_test.parallel_api_test(envs.parallel_env(name), num_cycles=50),
        lambda: pettingzoo_test.parallel_seed_test(lambda: envs.parallel_env(name), num_cycles=30),
        lambda: check_env(envs.SeatEnv(name, seat=0, render_mode="ansi")),
    ]


def check_env(env: Any) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_passes_what_pettingzoo_and_gymnasium_ask_for(name: str) -> None:
    for test in tried(name):
        with quiet():
            test()


def test_so_do_games_that_nobody_made() -> None:
    played = 0
    for seed in range(8):
        game = Game(generate_random_genome(seed))
        if game.core.table(0).over:
            continue
        played += 1
        with quiet():
            pettingzoo_test.api_test(envs.aec_env(game), num_cycles=30)
            pettingzoo_test.max_cycles_test(envs.as_module(game))
    assert played > 3


@pytest.mark.parametrize("name", ["war", "old-maid"])
def test_games_of_pure_chance_pass_as_well(name: str) -> None:
    """Everybody waits once."""
    with quiet():
        pettingzoo_test.api_test(envs.aec_env(name), num_cycles=20)
        pettingzoo_test.seed_test(lambda: envs.aec_env(name), num_cycles=10)
        pettingzoo_test.max_cycles_test(envs.as_module(name))
        pettingzoo_test.parallel_api_test(envs.parallel_env(name), num_cycles=20)
    env = envs.aec_env(name, reward="win")
    env.reset(seed=1)
    gained = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut, _ = env.last()
        gained[agent] += reward
        env.step(None if over or cut else env.action_space(agent).n - 1)
    assert set(gained.values()) == {-1.0, 1.0}


def test_simultaneous_answers_are_given_at_once() -> None:
    env = envs.parallel_env("hearts")
    seen, _ = env.reset(seed=1)
    for agent in env.agents:
        # All four pass cards at the same time.
        assert seen[agent]["action_mask"].sum() == 13
    steps = 0
    while env.agents:
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        waiting = sum(action == env.wait for action in actions.values())
        assert waiting == (0 if steps < 3 else 3)
        seen, rewards, over, _, _ = env.step(actions)
        steps += 1
    assert steps == 3 + 52
    assert all(over.values())
    assert sum(rewards.values()) in (-26, -78)
    with pytest.raises(RuntimeError, match="reset the environment first"):
        env.step({})


def test_one_seat_among_computers_plays_whole_hands() -> None:
    env = envs.SeatEnv("euchre", seat=2, opponents=["random", "greedy", "random"], reward="win")
    seen, _ = env.reset(seed=4)
    total, over = 0.0, False
    while not over:
        assert env.observation_space.contains(seen)
        seen, reward, over, cut, infos = env.step(env.action_space.sample())
        total += reward
        assert not cut
        assert infos == {}
    assert total in (-1.0, 0.0, 1.0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_many_games_behind_the_vector_face() -> None:
    env = envs.VectorEnv("hearts", 5)
    seen, infos = env.reset(seed=3)
    again, _ = envs.VectorEnv("hearts", 5).reset(seed=3)
    np.testing.assert_array_equal(seen, again)
    ended = 0
    for _ in range(130):
        assert env.observation_space.contains(seen)
        mask = infos["action_mask"]
        first = infos["legal_actions"][:, 0]
        np.testing.assert_array_equal(first, mask.argmax(axis=1))
        np.testing.assert_array_equal(infos["legal_count"], mask.sum(axis=1))
        seen, rewards, over, cut, infos = env.step(first)
        ended += over.sum()
        assert rewards.shape == over.shape == cut.shape == (5,)
    assert ended == 10
    assert not np.shares_memory(seen, env.batch.observations)
    with pytest.raises(gymnasium.error.InvalidAction, match="of game 0"):
        env.step([-1] * 5)
    for wrong in (*NO_ACTIONS, [[0] * 5], ["x"] * 5, [[0], [1, 2]], [10**30] * 5):
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(wrong)
    np.testing.assert_array_equal(env.batch.observations, seen)
    env.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        env.step([0] * 5)
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        env.reset()


def test_wrong_actions_meet_what_each_ecosystem_expects() -> None:
    raw = envs.raw_env("hearts")
    raw.reset(seed=1)
    mask = raw.observe(raw.agent_selection)["action_mask"]
    illegal = int(mask.argmin())
    with pytest.raises(ValueError, match="no move that is legal"):
        raw.step(illegal)
    for wrong in (*NO_ACTIONS, 10**12):
        with pytest.raises(ValueError, match="action"):
            raw.step(wrong)
    # As PettingZoo's own games: the game ends, and whoever did it pays.
    env = envs.aec_env("hearts")
    with pytest.raises(AttributeError), quiet():
        env.agent_selection  # noqa: B018 - before the first reset
    env.reset(seed=1)
    agent = env.agent_selection
    with quiet():
        env.step(illegal)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1
    env.reset(seed=1)
    with pytest.raises(AssertionError):
        env.step(10**6)
    together = envs.parallel_env("hearts", illegal="raise")
    together.reset(seed=1)
    with pytest.raises(ValueError, match="seat_0 cannot take action 52 now"):
        together.step(dict.fromkeys(together.agents, 52))
    together = envs.parallel_env("hearts")
    with pytest.raises(RuntimeError, match="reset the environment first"):
        together.step({})
    before, _ = together.reset(seed=1)
    first = {agent: int(told["action_mask"].argmax()) for agent, told in before.items()}
    for actions, reason in (
        ({**first, "seat_2": np.inf}, "whole number"),
        ({**first, "seat_2": None}, "whole number"),
        ({**first, "seat_9": 1}, "no agent 'seat_9'"),
        ({"seat_0": first["seat_0"]}, "seat_1 has to take an action"),
        (list(first.values()), "by agent"),
    ):
        with pytest.raises(ValueError, match=reason):
            together.step(actions)  # type: ignore[arg-type]
    for agent, told in together._told().items():
        np.testing.assert_array_equal(told["observation"], before[agent]["observation"])
    _, rewards, over, _, _ = together.step(dict.fromkeys(together.agents, 52))
    assert set(rewards.values()) == {-1.0}
    assert all(over.values())
    seat = envs.SeatEnv("hearts")
    with pytest.raises(gymnasium.error.ResetNeeded):
        seat.step(0)
    seen, _ = seat.reset(seed=1)
    for wrong in (*NO_ACTIONS, 99):
        with pytest.raises(gymnasium.error.InvalidAction):
            seat.step(wrong)
    _, reward, over, _, infos = seat.step(int(seen["action_mask"].argmin()))
    assert (reward, over, "illegal_action" in infos) == (-1.0, True, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        seat.step(0)


def test_a_game_that_is_over_takes_no_more_steps() -> None:
    env = envs.raw_env("hearts")
    with pytest.raises(RuntimeError, match="reset the environment first"):
        env.step(0)
    env.reset(seed=1)
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(seen["action_mask"].argmax()))
    assert not env.agents
    for action in (0, None):
        with pytest.raises(RuntimeError, match="reset the environment first"):
            env.step(action)


def test_what_is_closed_stays_closed() -> None:
    for env in (envs.raw_env("hearts"), envs.parallel_env("hearts")):
        env.reset(seed=1)
        env.close()
        with pytest.raises(RuntimeError, match="closed"):
            env.reset()
        with pytest.raises(RuntimeError, match="closed"):
            env.step({})
    seat = envs.SeatEnv("hearts")
    seat.reset(seed=1)
    seat.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        seat.step(0)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_no_sequence_of_actions_does_harm(data: st.DataObject) -> None:
    """Legal or not, in or out of the space: an environment steps, or raises what it should."""
    name = data.draw(st.sampled_from(GAMES))
    env = envs.raw_env(name)
    env.reset(seed=data.draw(st.integers(0, 2**32)))
    count = env.action_space(env.agents[0]).n
    for _ in range(data.draw(st.integers(1, 30))):
        if not env.agents:
            break
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.step(None)
            continue
        mask = env.observe(agent)["action_mask"]
        number = data.draw(st.one_of(st.integers(-2, count + 1), st.just(int(mask.argmax()))))
        before = env._seats.table.position().digest()
        legal = 0 <= number < count and bool(mask[number])
        try:
            env.step(number)
        except ValueError:
            assert not legal
            assert env._seats.table.position().digest() == before
        else:
            assert legal


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: envs.raw_env("no-such-game"), "neither a game"),
        (lambda: envs.raw_env("hearts", reward="fame"), "no reward"),
        (lambda: envs.raw_env("hearts", render_mode="3d"), "render mode"),
        (lambda: envs.raw_env("war"), "nobody decides anything in War"),
        (lambda: envs.SeatEnv("war"), "nobody decides anything"),
        (lambda: envs.VectorEnv("war", 2), "nobody decides anything"),
        (lambda: envs.SeatEnv("hearts", seat=4), "no seat 4"),
        (lambda: envs.SeatEnv("hearts", opponents=["random"]), "opponents"),
        (lambda: envs.SeatEnv("hearts", opponents="wizard"), "wizard"),
        (lambda: envs.parallel_env("hearts", max_cycles=0), "max_cycles"),
        (lambda: envs.parallel_env("hearts", illegal="ignore"), "illegal"),
    ],
)
def test_an_environment_of_nonsense_is_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        make()


def test_genomes_come_as_objects_names_files_and_text(tmp_path: Any) -> None:
    from darwindeck import get_genome
    from darwindeck.genome.codec import to_json

    genome = get_genome("euchre")
    text = to_json(genome)
    file = tmp_path / "euchre.json"
    file.write_text(text, encoding="utf-8")
    for source in (genome, Game(genome), "euchre", str(file), file, text):
        assert envs.as_game(source).genome == genome
    with pytest.raises(TypeError, match="is needed"):
        envs.as_game(3)  # type: ignore[arg-type]
    for nowhere in ("", "x" * 5_000, "a\0b", str(tmp_path)):
        with pytest.raises(ValueError, match="neither a game of the library nor a file"):
            envs.as_game(nowhere)


@pytest.mark.parametrize(
    ("missing", "face", "extra"),
    [
        ("numpy", "darwindeck.envs.Batch('hearts', 1)", "gymnasium"),
        ("gymnasium", "darwindeck.envs.SeatEnv", "gymnasium"),
        ("numpy", "darwindeck.envs.aec_env", "pettingzoo"),
        ("gymnasium", "darwindeck.envs.parallel_env", "pettingzoo"),
        ("pettingzoo", "darwindeck.envs.raw_env", "pettingzoo"),
        ("numpy", "import_module('darwindeck.envs.openspiel')", "openspiel"),
        ("pyspiel", "import_module('darwindeck.envs.openspiel')", "openspiel"),
    ],
)
def test_what_is_missing_is_named_with_the_extra_of_the_face(
    missing: str, face: str, extra: str
) -> None:
    """Whoever has nothing installed yet is told what to install for the face that was asked for."""
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"import darwindeck.envs; from importlib import import_module\n{face}"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    last = found.stderr.strip().splitlines()[-1]
    assert f"MissingExtra: {missing} is not installed" in last
    assert f"pip install 'darwindeck[{extra}]'" in last


def test_nothing_is_imported_unasked() -> None:
    program = (
        "import sys, darwindeck.envs\n"
        "names = ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel', 'torch')\n"
        "print([name for name in names if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stderr
