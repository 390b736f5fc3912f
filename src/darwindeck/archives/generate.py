"""Made-up archives: matches played by computer players and written as a server would write them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from darwindeck.archives.registry import ArchiveOracle, archive_oracles
from darwindeck.quoting import QuotedValueError

PLAYER = "mc:8"
"""Who plays the cards unless somebody else is named: as quick as greedy, and more like people."""
SEEDS = 1 << 64
SEEDS_APART = 1_000_003
"""Matches of one folder have seeds that far apart, so that neighbouring folders share none."""


Maker = Callable[[int, str, Mapping[str, str]], dict[str, Any]]


def _maker(game: str | None) -> tuple[ArchiveOracle, Maker]:
    """Who makes up matches of a game; without a name, the first game of which there are any."""
    makers = {
        oracle.game: (oracle, oracle.make)
        for oracle in archive_oracles().values()
        if oracle.make is not None
    }
    if game is None:
        return next(iter(makers.values()))
    if game not in makers:
        raise QuotedValueError(
            f"no archives of '{game}' can be made up; of {', '.join(makers)} they can"
        )
    return makers[game]


def generate_archive(
    seed: int,
    *,
    game: str | None = None,
    player: str = PLAYER,
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A made-up match as the object that a file of its format holds; one seed, one match.

    `player` plays the cards (as in `simulate_game`); `readings` chooses among disputed rules, by
    the names of the options of the genome.
    """
    _, make = _maker(game)
    return make(seed, player, readings or {})


def archive_text(archive: Mapping[str, Any]) -> str:
    """An archive as the text of a file."""
    return json.dumps(archive, separators=(",", ":"), ensure_ascii=False)


def write_archives(
    folder: Path | str,
    count: int,
    seed: int = 0,
    *,
    game: str | None = None,
    player: str = PLAYER,
    readings: Mapping[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Path]:
    """Writes made-up matches into a folder, which is made; the paths of the files in order.

    `progress` is called after each file with how many there are by then.
    """
    if count < 1:
        raise ValueError(f"the number of matches must be at least 1, not {count}")
    oracle, make = _maker(game)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(count))
    paths = []
    for number in range(count):
        own = (seed * SEEDS_APART + number) % SEEDS
        archive = make(own, player, readings or {})
        path = folder / f"match-{number + 1:0{digits}}{next(iter(oracle.readers))}"
        path.write_text(archive_text(archive), encoding="utf-8")
        paths.append(path)
        if progress is not None:
            progress(number + 1)
    return paths
