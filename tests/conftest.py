"""Settings for every test.

``DARWINDECK_TEST_SCALE`` multiplies the number of examples of property tests: 0.1 for a quick look,
10 for a long one. At the usual scale and below the examples are the same on every run; a longer
run looks for new ones.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from darwindeck._core import CoreGame, learn_game, teach_game, weights_of
from darwindeck.players import weights

EXAMPLES = 100
SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))

settings.register_profile(
    "darwindeck",
    deadline=None,
    derandomize=SCALE <= 1,
    max_examples=max(1, round(EXAMPLES * SCALE)),
)
settings.load_profile("darwindeck")

BRIEFLY = 2_000
"""In so many steps players learn in tests, whatever their names say."""


@pytest.fixture(scope="session")
def weights_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("weights")


@pytest.fixture(autouse=True)
def quick_learners(weights_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players learn for a moment only, and nothing is kept in the user's folder."""

    def learn(
        core: CoreGame,
        steps: int,
        *,
        threads: int = 1,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        few = min(steps, BRIEFLY)
        learn_game(core, few, threads=threads, progress=progress)
        learnt = weights_of(core, few)
        assert learnt is not None
        assert teach_game(core, steps, learnt)

    monkeypatch.setattr(weights, "learn_game", learn)
    monkeypatch.setattr(weights, "cache_folder", lambda: weights_folder)
    monkeypatch.setattr(weights, "SHIPPED", weights_folder / "shipped")
