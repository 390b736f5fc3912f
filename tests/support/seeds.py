"""Tests that hold for every seed: many are tried, and one that fails is made smaller."""

from __future__ import annotations

import os
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

Test = Callable[..., None]

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
MOST_SEED = 2**32 - 1


def for_seeds(examples: int) -> Callable[[Test], Test]:
    """Runs a test for so many values of `seed`, times the scale."""

    def decorated(test: Test) -> Test:
        tried = settings(max_examples=max(1, round(examples * SCALE)))
        return tried(given(seed=st.integers(0, MOST_SEED))(test))

    return decorated
