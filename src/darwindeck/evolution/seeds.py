"""Everything in a run that is left to chance, from one seed."""

from __future__ import annotations

from random import Random

from darwindeck._core import fingerprint


def derived_seed(seed: int, *parts: int | str) -> int:
    """A seed of its own for one purpose, the same in every process."""
    text = "\x1f".join(["darwindeck", str(seed), *map(str, parts)])
    return fingerprint(text.encode())


def chance(seed: int, *parts: int | str) -> Random:
    """The chance for one purpose."""
    return Random(derived_seed(seed, *parts))
