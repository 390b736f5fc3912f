"""What an environment is made of: a game, however it is named; and packages that may be missing."""

from __future__ import annotations

from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from darwindeck.genome.codec import decode_valid_genome, parse_json
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.simulation import Game

MOST_DEALS = 1_000
"""So many deals one after the other may leave nobody anything to decide."""


class MissingExtra(ImportError):
    """A package that an environment needs is not installed. The text names the extra."""


def needed(package: str, extra: str) -> Any:
    """A package that is not always there; `MissingExtra` names the extra that brings it, together
    with whatever else the face needs that was asked for."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise MissingExtra(
            f"{package} is not installed: it comes with `pip install 'darwindeck[{extra}]'`",
            name=package,
        ) from error


def as_game(genome: Game | GameGenome | str | PathLike[str]) -> Game:
    """A game: itself, or of a genome, the name of one of the library, a file, or JSON."""
    if isinstance(genome, PathLike):
        genome = fspath(genome)
    if isinstance(genome, Game):
        return genome
    if isinstance(genome, GameGenome):
        return Game(genome)
    if not isinstance(genome, str):
        raise TypeError(f"a game, a genome, a name, a file or JSON is needed, not {genome!r}")
    if genome.lstrip().startswith("{"):
        return Game(decode_valid_genome(parse_json(genome)))
    if genome in library_ids():
        return Game(get_genome(genome))
    path = Path(genome)
    try:
        is_there = path.is_file()
    except (OSError, ValueError):
        # What can be no name of a file is none.
        is_there = False
    if not is_there:
        raise ValueError(f"{genome!r:.80} is neither a game of the library nor a file")
    return Game(decode_valid_genome(parse_json(path.read_bytes())))


def is_pure_chance(game: Game, single_hand: bool) -> bool:
    """Whether nobody ever decides anything, as far as some deals tell."""
    with game.guarded():
        table = game.core.table(0, single_hand=single_hand)
        for seed in range(1, MOST_DEALS + 1):
            if not table.over:
                return False
            table.reset(seed, single_hand=single_hand)
    return True


def acting_game(genome: Game | GameGenome | str, single_hand: bool) -> Game:
    """The same; `ValueError` if it is a game of pure chance."""
    game = as_game(genome)
    if is_pure_chance(game, single_hand):
        name = game.genome.name
        raise ValueError(f"nobody decides anything in {name}: there is nothing to act in")
    return game


def checked_reward(reward: str) -> str:
    """The name of a kind of reward, if it is one."""
    if reward not in REWARDS:
        raise ValueError(f"there is no reward {reward!r}: rewards are {', '.join(REWARDS)}")
    return reward


REWARDS = ("gain", "margin", "win")
"""What a seat gained (points, chips, …; where few are good, less); that less what the others gained
on average; 1 for winning and -1 for losing."""
