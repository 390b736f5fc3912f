"""Taking the answers to one question out of a genome."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from darwindeck.genome.completeness import ANSWERED_BY, Source
from darwindeck.genome.schema import GameGenome

AnySource = TypeVar("AnySource", bound=Source)


def empty_question(genome: AnySource, number: int) -> AnySource:
    """The genome with every answer to one question taken away, and no other."""
    if isinstance(genome, GameGenome):
        return cast(AnySource, _EMPTY[number](genome))
    data = copy.deepcopy(dict(genome))
    for name, answered in ANSWERED_BY.items():
        if answered == number:
            _remove(data, tuple(name.split(".")))
    return cast(AnySource, data)


def _remove(data: Any, path: tuple[str, ...]) -> None:
    """Removes a field; of a section that answers other questions too, only what is this one's."""
    name = ".".join(path)
    below = [entry for entry in ANSWERED_BY if entry.startswith(f"{name}.")]
    if not isinstance(data, dict):
        return
    if below:
        kept = {entry.removeprefix(f"{name}.") for entry in below}
        section = data.get(path[0])
        if isinstance(section, dict):
            data[path[0]] = {key: value for key, value in section.items() if key in kept}
    elif len(path) > 1:
        _remove(data.get(path[0]), path[1:])
    else:
        data.pop(path[0], None)


def _without(**values: Any) -> Callable[[GameGenome], GameGenome]:
    return lambda genome: replace(genome, **values)


def _match(**values: Any) -> Callable[[GameGenome], GameGenome]:
    return lambda genome: replace(
        genome, match=replace(genome.match, **values) if genome.match is not None else None
    )


_EMPTY: dict[int, Callable[[GameGenome], GameGenome]] = {
    1: lambda genome: replace(genome, deck=None, setup=replace(genome.setup, initial_deck="")),
    2: _match(direction=None),
    3: _match(first_dealer=None, next_dealer=None),
    4: lambda genome: replace(genome, zones=None, setup=replace(genome.setup, deal=None)),
    5: _without(rankings=None),
    6: _without(point_tables=None),
    7: lambda genome: replace(genome, turn_structure=replace(genome.turn_structure, phases=())),
    8: _without(game_rules=None),
    9: _without(scoring_rules=None, card_scoring=None),
    10: lambda genome: replace(_match(hands=None)(genome), win_conditions=()),
}
