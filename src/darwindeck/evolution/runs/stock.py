"""What a run begins with: the games of the library, and those that its owner gives, as parents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from darwindeck.evaluation.complexity import rulebook_words
from darwindeck.evaluation.keys import play_key
from darwindeck.evolution.clones import play_digest
from darwindeck.evolution.kept import kept
from darwindeck.evolution.kinds import family_in_rules
from darwindeck.evolution.making.children import nameless
from darwindeck.evolution.making.crossing.mechanic import leaves_choices
from darwindeck.evolution.making.door import acceptable
from darwindeck.evolution.making.repair import with_players
from darwindeck.evolution.making.tidy import tidy
from darwindeck.evolution.runs.records import GIVEN_ORIGIN, LIBRARY_ORIGIN, StoredGame
from darwindeck.genome.codec import from_json
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_seed_genomes
from darwindeck.quoting import QuotedValueError

BEFORE = -1
"""The number of the generation before the first."""


@cache
def library_stock() -> tuple[StoredGame, ...]:
    """All games of the library, with their options as they stand by default, ready to be varied."""
    return games_of(kept("stock", made_ready))


def games_of(plain: Sequence[dict[str, Any]]) -> tuple[StoredGame, ...]:
    """Games that were given as plain data."""
    return tuple(StoredGame(**{**game, "parents": tuple(game["parents"])}) for game in plain)


def made_ready() -> list[dict[str, Any]]:
    """The games of the library, as plain data."""
    games = enumerate(get_seed_genomes())
    return [asdict(_stored(slot, ready(genome), LIBRARY_ORIGIN)) for slot, genome in games]


@dataclass(frozen=True)
class Traits:
    """What decides whether a game is changed or only lends mechanics."""

    players: int
    words: int
    """Of its rules."""
    choices: bool
    """Whether players ever have anything to choose."""
    family: str
    """Of its rules."""


def traits_of(game: StoredGame) -> Traits:
    """The traits of a game that a run begins with."""
    known = library_traits().get(game.key)
    return known or _traits(game.genome())


@cache
def library_traits() -> dict[str, Traits]:
    """The traits of the library by the keys of its games."""
    found = kept(
        "traits", lambda: {game.key: asdict(_traits(game.genome())) for game in library_stock()}
    )
    return {key: Traits(**traits) for key, traits in found.items()}


def _traits(genome: GameGenome) -> Traits:
    return Traits(
        genome.player_count,
        rulebook_words(genome),
        leaves_choices(genome),
        family_in_rules(genome),
    )


def family_of_stored(game: StoredGame) -> str:
    """The family of a game's rules."""
    known = library_traits().get(game.key)
    return known.family if known else family_in_rules(game.genome())


def ready(genome: GameGenome) -> GameGenome:
    """A game as it is bred from: its options folded, nothing in it that is not used."""
    return tidy(fold_options(genome))


def stock(given: Sequence[GameGenome] = (), players: int | None = None) -> tuple[StoredGame, ...]:
    """The games that a run begins with.

    Args:
        given: games to breed from; the library then only lends mechanics.
        players: how many must play; games for another number are made to fit where they can be.

    Raises:
        ValueError: a given game cannot be bred from.
    """
    own = [_given(slot, genome, players) for slot, genome in enumerate(given)]
    own = list({game.key: game for game in own}.values())
    keys = {game.key for game in own}
    library = list(library_stock())
    if players is not None:
        library = [_for_players(game, players) for game in library]
    library = [game for game in {one.key: one for one in library}.values() if game.key not in keys]
    # Two games of one name can be told apart, and the library keeps its names.
    taken = {game.name for game in library} | {game.genome_id for game in library}
    own = [_renamed(game, taken) for game in own]
    return (*library, *own)


def _given(slot: int, genome: GameGenome, players: int | None) -> StoredGame:
    named = genome.name or genome.genome_id
    fitted = ready(genome)
    if players is not None and fitted.player_count != players:
        fitted = tidy(with_players(fitted, players))
        if acceptable(fitted) is not None:
            raise QuotedValueError(
                f"'{named}' is for {genome.player_count} players and cannot be for {players}"
            )
    if (rejection := acceptable(fitted)) is not None:
        raise QuotedValueError(f"'{named}' cannot be bred from: {rejection}")
    return _stored(slot, fitted, GIVEN_ORIGIN)


def _for_players(game: StoredGame, players: int) -> StoredGame:
    """The game for so many players, or as it is, a mere donor, if it cannot be made to fit."""
    genome = from_json(game.text)
    if genome.player_count == players:
        return game
    fitted = tidy(with_players(genome, players))
    return game if acceptable(fitted) else _stored(game.slot, fitted, LIBRARY_ORIGIN)


def _renamed(game: StoredGame, taken: set[str]) -> StoredGame:
    """The game under a name that no other has."""
    number, name, genome_id = 1, game.name, game.genome_id
    while name in taken or genome_id in taken:
        number += 1
        name, genome_id = f"{game.name} {number}", f"{game.genome_id}-{number}"
    taken |= {name, genome_id}
    return replace(game, name=name, genome_id=genome_id, roots={genome_id: 1.0}, nearest=genome_id)


def _stored(slot: int, genome: GameGenome, origin: str) -> StoredGame:
    return StoredGame(
        key=play_key(nameless(genome)),
        name=genome.name or genome.genome_id,
        genome_id=genome.genome_id,
        origin=origin,
        generation=BEFORE,
        slot=slot,
        text=json.dumps(genome.to_dict(), ensure_ascii=False, separators=(",", ":")),
        story="",
        parents=(),
        roots={genome.genome_id: 1.0},
        nearest=genome.genome_id,
        distance=0.0,
        family="",
        digest=play_digest(genome),
    )
