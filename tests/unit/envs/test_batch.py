"""Many games at once: the same as one by one, whatever the threads, and nothing bad comes in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from darwindeck.envs import Batch
from darwindeck.envs.batch import OVER
from darwindeck.simulation import Game, game_seed

LEDUC = str(Path(__file__).parents[3] / "examples" / "games" / "leduc-poker.json")


def legal_ones(masks: Any, random: np.random.Generator) -> Any:
    """One legal action for each row, each as likely."""
    noise = random.random(masks.shape) * masks
    return noise.argmax(axis=1)


@pytest.mark.parametrize("name", ["hearts", "gin-rummy", "texas-holdem", "solitaire"])
def test_threads_change_nothing(name: str) -> None:
    batches = [Batch(name, 7, seed=5, threads=threads) for threads in (1, 2, 5)]
    random = np.random.default_rng(1)
    for _ in range(150):
        actions = legal_ones(batches[0].masks, random)
        for batch in batches:
            batch.step(actions)
        for other in batches[1:]:
            for array in batches[0].shapes:
                np.testing.assert_array_equal(getattr(batches[0], array), getattr(other, array))


@pytest.mark.parametrize(
    "name", ["hearts", "scopa", "canasta", "solitaire", "texas-holdem", "gin-rummy", "cheat"]
)
def test_every_number_is_written(name: str) -> None:
    batch, other = (Batch(name, 4, seed=2, threads=1) for _ in range(2))
    random = np.random.default_rng(3)
    for _ in range(60):
        actions = legal_ones(batch.masks, random)
        for array in (other.observations, other.rewards):
            array.fill(np.nan)
        other.masks.fill(True)
        for one in (batch, other):
            one.step(actions)
        np.testing.assert_array_equal(batch.observations, other.observations)
        np.testing.assert_array_equal(batch.masks, other.masks)
        np.testing.assert_array_equal(batch.rewards, other.rewards)


@pytest.mark.parametrize("recall", [False, True])
@pytest.mark.parametrize("name", ["hearts", "gin-rummy", LEDUC])
def test_what_may_be_done_is_also_a_list(name: str, recall: bool) -> None:
    batch = Batch(name, 5, seed=4, threads=1, recall=recall)
    random = np.random.default_rng(1)
    for _ in range(80):
        for mask, legal, count in zip(batch.masks, batch.legal, batch.counts, strict=True):
            np.testing.assert_array_equal(legal[:count], np.flatnonzero(mask))
        chosen = (random.random(5) * batch.counts).astype(int)
        batch.step(batch.legal[np.arange(5), chosen])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system copies no processes")
@pytest.mark.filterwarnings("ignore:.*fork")
def test_a_batch_goes_on_in_a_copy_of_the_process() -> None:
    batch = Batch("hearts", 64, seed=1, threads=3)
    actions = legal_ones(batch.masks, np.random.default_rng(1))
    child = os.fork()
    if child == 0:
        batch.step(actions)
        os._exit(int(batch.observations.sum()) % 251)
    batch.step(actions)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == batch.observations.sum() % 251


def test_a_row_is_what_the_game_is_by_itself() -> None:
    batch = Batch("euchre", 3, seed=9)
    core = batch.game.core
    size, actions = core.array_sizes()
    tables = [core.table(game_seed(9, row)) for row in range(3)]
    begun = [1, 1, 1]
    random = np.random.default_rng(2)
    for _ in range(200):
        said = legal_ones(batch.masks, random)
        batch.step(said)
        for row, table in enumerate(tables):
            table.step(int(said[row]))
            np.testing.assert_array_equal(batch.rewards[row], table.rewards())
            assert batch.done[row] == (OVER if table.over else 0)
            if table.over:
                table.reset(game_seed(9, row + 3 * begun[row]))
                begun[row] += 1
            seat = table.asked
            assert seat is not None
            assert batch.to_move[row] == seat
            own, mask = np.empty(size, np.float32), np.empty(actions, np.uint8)
            table.observe(seat, own, mask)
            np.testing.assert_array_equal(batch.observations[row], own)
            np.testing.assert_array_equal(batch.masks[row], mask)
    assert max(begun) > 3


def test_a_wrong_action_is_named_and_nothing_happens() -> None:
    batch = Batch("hearts", 4, seed=1)
    said = legal_ones(batch.masks, np.random.default_rng(0))
    digests = [batch.position(row).digest() for row in range(4)]
    for wrong in (-1, 52, 10**9):
        bad = said.copy()
        bad[2] = wrong
        with pytest.raises(ValueError, match="of game 2"):
            batch.step(bad)
    for shape in (said[:3], said.reshape(2, 2), np.concatenate([said, said])):
        with pytest.raises(ValueError, match="shape"):
            batch.step(shape)
    with pytest.raises(TypeError, match="whole numbers"):
        batch.step(said.astype(float))
    assert [batch.position(row).digest() for row in range(4)] == digests
    batch.step(said.astype(np.int16))
    batch.step(legal_ones(batch.masks, np.random.default_rng(0)).tolist())


def arrays(batch: Batch) -> dict[str, Any]:
    return {name: np.zeros(shape, kind) for name, (kind, shape) in batch.shapes.items()}


def test_arrays_of_ones_own_are_written_if_they_fit() -> None:
    batch = Batch("hearts", 4, seed=1)
    own = arrays(batch)
    other = Batch(batch.game, 4, seed=1, arrays=own)
    assert other.observations is own["observations"]
    np.testing.assert_array_equal(own["observations"], batch.observations)
    np.testing.assert_array_equal(own["masks"], batch.masks)


@pytest.mark.parametrize(
    ("name", "spoil", "reason"),
    [
        ("observations", lambda a: a.astype(np.float64), "float32"),
        ("observations", lambda a: a[:, :-1], "shape"),
        ("observations", lambda a: np.asfortranarray(a), "order"),
        ("observations", lambda a: a[:3], "shape"),
        ("masks", lambda a: a.astype(np.int8), "bool"),
        ("legal", lambda a: a.astype(np.int64), "int32"),
        ("counts", lambda a: a[:2], "shape"),
        ("rewards", lambda a: a.reshape(-1), "shape"),
        ("rewards", lambda a: a.tolist(), "NumPy"),
        ("done", lambda a: a.astype(np.int64), "uint8"),
        ("to_move", lambda a: np.zeros((4, 2), np.int32)[:, 0], "order"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, spoil: Any, reason: str) -> None:
    batch = Batch("hearts", 4, seed=1)
    own = arrays(batch)
    own[name] = spoil(own[name])
    with pytest.raises((TypeError, ValueError), match=reason) as caught:
        Batch(batch.game, 4, arrays=own)
    assert name in str(caught.value)


def test_arrays_that_cannot_be_written_or_lie_in_each_other_are_refused() -> None:
    batch = Batch("hearts", 4, seed=1)
    own = arrays(batch)
    own["observations"].flags.writeable = False
    with pytest.raises((TypeError, ValueError), match="observations"):
        Batch(batch.game, 4, arrays=own)
    own = arrays(batch)
    memory = np.zeros(own["observations"].nbytes, np.uint8)
    own["observations"] = memory.view(np.float32).reshape(own["observations"].shape)
    own["done"] = memory[:4]
    with pytest.raises(ValueError, match="share memory"):
        Batch(batch.game, 4, arrays=own)
    with pytest.raises(ValueError, match="no array 'fun'"):
        Batch(batch.game, 4, arrays={"fun": memory})


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": -3},
        {"games": 1.5},
        {"games": True},
        {"games": 2**20 + 1},
        {"games": 10**30},
        {"threads": 0},
        {"threads": 10**6},
        {"reward": "fame"},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": 1.0},
    ],
)
def test_a_batch_of_nonsense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"games|threads|reward|seed"):
        Batch("hearts", **{"games": 2, **wrong})


def test_a_game_in_which_nobody_decides_has_no_legal_action() -> None:
    batch = Batch("war", 2)
    assert not batch.masks.any()
    assert list(batch.to_move) == [-1, -1]
    with pytest.raises(ValueError, match="of game 0"):
        batch.step([0, 0])


def test_a_match_goes_on_from_hand_to_hand() -> None:
    batch = Batch(Game(batch_genome()), 2, single_hand=False, reward="win", seed=3)
    random = np.random.default_rng(0)
    for _ in range(3_000):
        batch.step(legal_ones(batch.masks, random))
        if batch.done.any():
            row = int(batch.done.argmax())
            assert sorted(set(batch.rewards[row].tolist())) == [-1.0, 1.0]
            return
    raise AssertionError("no match came to its end")


def batch_genome() -> Any:
    from darwindeck import get_genome

    return get_genome("euchre")
