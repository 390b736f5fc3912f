"""Waiting for something that another process does."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

MOST_SECONDS = 120.0


def until(condition: Callable[[], bool], most_seconds: float = MOST_SECONDS) -> None:
    """Returns as soon as the condition holds; `TimeoutError` if that takes too long."""
    end = time.monotonic() + most_seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"it did not come true in {most_seconds:g} seconds")
        Event().wait(0.005)
