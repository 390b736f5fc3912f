"""Games that are broken on purpose, and those who should notice.

A genome is broken by changing its data; the engine is broken through `odd_core`, which puts a lie
between the core and everything that asks it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from darwindeck import get_genome
from darwindeck.genome.codec import decode_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.laws.court import Court, Ruling, moments_to_look_at
from darwindeck.laws.game_laws import laws_of
from darwindeck.laws.perft import perft_text
from darwindeck.laws.record import play
from darwindeck.simulation import Game
from darwindeck.simulation.state import Start
from tests.support import table
from tests.support.odd_core import Lie, odd_game
from tools.generate import PERFT, PLAYTHROUGHS, playthrough

Edit = Callable[[Any], None]
"""Changes a genome as plain JSON values."""

RULES = Path(__file__).parents[1] / "integration" / "rules"
SOUND = "nobody"
"""Who catches a game that is not broken."""
FAILURES = (AssertionError, ValueError, RuntimeError, LookupError, StopIteration, TypeError)


@dataclass(frozen=True)
class Mutant:
    """A game that is played wrongly."""

    name: str
    genome_id: str
    caught_by: str
    """Who must notice: `law …`, `playthrough`, `perft` or `rule …`."""
    edit: Edit | None = None
    lies: Mapping[str, Lie] = field(default_factory=dict)
    fresh: Callable[[], Mapping[str, Lie]] | None = None
    """Lies that remember what they have said."""

    def genome(self, settled: bool = True) -> GameGenome:
        """The genome, with its options settled or still open."""
        whole = get_genome(self.genome_id)
        data = deepcopy((fold_options(whole) if settled else whole).to_dict())
        if settled:
            data["options"] = []
        if self.edit is not None:
            self.edit(data)
        return decode_genome(data)

    def game(self, genome: GameGenome | None = None) -> Game:
        """The game as it is played; of the same genome with other options, if one is given."""
        genome = self.genome() if genome is None else genome
        lies = self.fresh() if self.fresh is not None else self.lies
        return odd_game(genome, **lies) if lies else Game(genome)


def named(items: Any, name: str) -> Any:
    """The part of a list that has a name or a label."""
    return next(item for item in items if name in (item.get("name"), item.get("label")))


def phase(data: Any, name: str) -> Any:
    return named(data["turn_structure"]["phases"], name)


# --- who notices ----------------------------------------------------------------------------------


def laws_broken(game: Game) -> Iterator[str]:
    """The laws that are broken, as they are found: rare hands first, then some dealt at random."""
    own = laws_of(game.genome)
    court = Court(game, own)
    yield from _broken(court.of_rules())
    openings = own.openings(game) if own is not None else iter(())
    try:
        for opening in openings:
            record = play(game, opening.start, ("random",), 400, opening.moves)
            yield from _broken(court.of_game(record, frozenset(), ("random",)))
    except FAILURES as error:
        yield f"law no failure ({type(error).__name__})"
    for seed in range(3):
        record = play(game, Start(seed, seed != 2, None, None), ("random",), 120)
        yield from _broken(court.of_game(record, moments_to_look_at(record, 4), ("random",)))


def _broken(verdicts: Iterator[Ruling]) -> Iterator[str]:
    for verdict in verdicts:
        if verdict.what is not None:
            yield f"law {verdict.law.name}"


def files_changed(game: Game) -> Iterator[str]:
    """The recorded files of a game that it would no longer give."""
    name = f"{game.genome.genome_id}.txt"
    for folder, say in ((PLAYTHROUGHS, playthrough), (PERFT, perft_text)):
        expected = (folder / name).read_text(encoding="utf-8")
        try:
            same = say(game) == expected
        except FAILURES:
            same = False
        if not same:
            yield {PLAYTHROUGHS: "playthrough", PERFT: "perft"}[folder]


def rules_broken(mutant: Mutant) -> Iterator[str]:
    """The tests of a game's rules that fail with it, the one that is expected to fail first."""
    genome = mutant.genome(settled=False)

    def instead(name: str) -> GameGenome:
        return genome if name == mutant.genome_id else get_genome(name)

    tests = sorted(_rule_tests(mutant.genome_id), key=lambda test: test[0] not in mutant.caught_by)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "get_genome", instead)
        if mutant.edit is None:
            patch.setattr(table, "_ready", cache(mutant.game))
        for name, check, arguments in tests:
            _forget(check)
            try:
                check(**arguments)
                failed = False
            except FAILURES:
                failed = True
            # Before anything is told: who asks may not come back for more.
            _forget(check)
            if failed:
                yield f"rule {name}"


def _forget(check: Callable[..., None]) -> None:
    """Hands that a module of tests has kept were played with other rules."""
    for thing in vars(inspect.getmodule(check)).values():
        if hasattr(thing, "cache_clear"):
            thing.cache_clear()


def _rule_tests(genome_id: str) -> Iterator[tuple[str, Callable[..., None], dict[str, Any]]]:
    """Every test of the rules of a game, with each of its sets of arguments."""
    for path in sorted(RULES.glob(f"test_{genome_id.replace('-', '_')}*.py")):
        module = import_module(f"tests.integration.rules.{path.stem}")
        for name, check in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("test_"):
                yield from ((name, check, arguments) for arguments in _arguments(check))


def _arguments(check: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """The sets of arguments that a test is run with."""
    marks = [mark for mark in getattr(check, "pytestmark", []) if mark.name == "parametrize"]
    sets = []
    for names, values, *_ in (mark.args for mark in marks):
        keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
        single = isinstance(names, str) and "," not in names
        sets.append([dict(zip(keys, [v] if single else v, strict=True)) for v in values])
    for chosen in product(*sets):
        yield {key: value for part in chosen for key, value in part.items()}


def catchers(mutant: Mutant) -> Iterator[str]:
    """Everybody who notices, the one who must notice first."""
    kind = mutant.caught_by.split()[0]
    ways: dict[str, Callable[[], Iterator[str]]] = {
        "law": lambda: laws_broken(mutant.game()),
        "playthrough": lambda: files_changed(mutant.game()),
        "perft": lambda: files_changed(mutant.game()),
        "rule": lambda: rules_broken(mutant),
    }
    yield from ways[kind]()
    for other in ("law", "rule", "perft"):
        if ways[other] is not ways[kind] and {other, kind} != {"perft", "playthrough"}:
            yield from ways[other]()
