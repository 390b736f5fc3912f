"""What a batch keeps of small games: not a number is another than without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from darwindeck.envs import Batch, VectorEnv
from darwindeck.evolution.making.children import make_child
from tests.support.tiny_games import tiny_draws, tiny_tricks

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
KUHN, LEDUC = (str(EXAMPLES / f"{name}-poker.json") for name in ("kuhn", "leduc"))
ARRAYS = ("observations", "masks", "rewards", "done", "to_move")


def legal_ones(masks: Any, random: np.random.Generator) -> Any:
    """One legal action for each row, each as likely."""
    return (random.random(masks.shape) * masks).argmax(axis=1)


def assert_alike(batches: list[Batch]) -> None:
    for other in batches[1:]:
        for array in ARRAYS:
            mine, theirs = (getattr(batch, array) for batch in (batches[0], other))
            assert mine.tobytes() == theirs.tobytes(), array


def play_alike(genome: Any, games: int, steps: int, **options: Any) -> list[Batch]:
    """Plays the same with and without, in one thread and in three; twice, so that at least the
    second time everything has happened before."""
    kinds = [(False, 1), (None, 2), (True, 1), (True, 3)]
    batches = [
        Batch(genome, games, recall=recall, threads=threads, **options) for recall, threads in kinds
    ]
    for _ in range(2):
        random = np.random.default_rng(4)
        for batch in batches:
            batch.reset(7)
        for step in range(steps):
            assert_alike(batches)
            if not batches[0].masks.any(axis=1).all():
                break
            if step % 9 == 8:
                digests = {batch.position(step % games).digest() for batch in batches}
                assert len(digests) == 1
            actions = legal_ones(batches[0].masks, random)
            for batch in batches:
                batch.step(actions)
        assert_alike(batches)
    return batches


@pytest.mark.parametrize(
    "genome",
    [KUHN, LEDUC, tiny_tricks(2, 2, 3), tiny_draws(2, 1, 3)],
    ids=["kuhn", "leduc", "tricks", "draws"],
)
@pytest.mark.parametrize("single_hand", [True, False])
@pytest.mark.parametrize("reward", ["gain", "margin"])
def test_small_games_are_kept(genome: Any, single_hand: bool, reward: str) -> None:
    batches = play_alike(genome, 40, 120, single_hand=single_hand, reward=reward)
    without, *others = (batch._core.kept for batch in batches)
    assert without == 0
    assert min(others) > 20
    assert [batch.recalls for batch in batches] == [False, True, True, True]


def test_after_a_while_all_of_a_small_game_is_known() -> None:
    batch = Batch(KUHN, 64, seed=1)
    random = np.random.default_rng(2)
    for _ in range(200):
        batch.step(legal_ones(batch.masks, random))
    known = batch._core.kept
    for _ in range(200):
        batch.step(legal_ones(batch.masks, random))
    assert batch._core.kept == known
    # Two dealers, six deals, and behind each of them four moments to be asked and five ends.
    assert known == 2 * 6 * 9


@pytest.mark.parametrize(
    "genome", ["hearts", "uno", "solitaire", "texas-holdem", "bridge", "go-fish", "war", "durak"]
)
def test_large_games_are_kept_only_if_that_is_wanted(genome: str) -> None:
    batches = play_alike(genome, 5, 90)
    kept = [batch._core.kept for batch in batches]
    assert kept[:2] == [0, 0]
    assert genome == "war" or kept[2] == kept[3] > 0


@pytest.mark.parametrize("seed", range(6))
def test_any_game(seed: int) -> None:
    play_alike(make_child("random", (), 0, seed)[0], 4, 40)


def test_what_has_no_room_is_worked_out() -> None:
    """More than is kept, again and again: what is known is used, the rest is played."""
    batches = [Batch("bridge", 256, seed=1, recall=recall, threads=2) for recall in (False, True)]
    random = np.random.default_rng(5)
    for _ in range(70):
        actions = legal_ones(batches[0].masks, random)
        for batch in batches:
            batch.step(actions)
        assert_alike(batches)
    full = batches[1]._core.kept
    assert 0 < full < 256 * 70
    for batch in batches:
        batch.reset(1)
    assert_alike(batches)
    for _ in range(300):
        actions = legal_ones(batches[0].masks, random)
        for batch in batches:
            batch.step(actions)
        assert_alike(batches)
    # By now it is known to be of no use.
    assert batches[1]._core.kept == 0


def test_what_may_not_be_said_is_refused_and_nothing_has_happened() -> None:
    env = VectorEnv(LEDUC, 8)
    env.reset(seed=3)
    random = np.random.default_rng(1)
    for _ in range(60):
        batch = env.batch
        before = [getattr(batch, array).tobytes() for array in ARRAYS]
        wrong = legal_ones(batch.masks, random)
        wrong[5] = int(np.flatnonzero(~batch.masks[5])[0])
        with pytest.raises(ValueError, match="game 5"):
            batch.step(wrong)
        wrong[5] = -1
        with pytest.raises(ValueError, match="game 5"):
            batch.step(wrong)
        assert before == [getattr(batch, array).tobytes() for array in ARRAYS]
        batch.step(legal_ones(batch.masks, random))
