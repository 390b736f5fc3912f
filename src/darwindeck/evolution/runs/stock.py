"""What a run begins with: the games of the library, as parents."""

from __future__ import annotations

import json
from functools import cache

from darwindeck.evaluation.keys import play_key
from darwindeck.evolution.clones import play_digest
from darwindeck.evolution.making.children import nameless
from darwindeck.evolution.making.tidy import tidy
from darwindeck.evolution.runs.records import LIBRARY_ORIGIN, StoredGame
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_seed_genomes

BEFORE = -1
"""The number of the generation before the first."""


@cache
def library_stock() -> tuple[StoredGame, ...]:
    """All games of the library, with their options as they stand by default, ready to be varied."""
    return tuple(
        _stored(slot, tidy(fold_options(genome))) for slot, genome in enumerate(get_seed_genomes())
    )


def _stored(slot: int, genome: GameGenome) -> StoredGame:
    return StoredGame(
        key=play_key(nameless(genome)),
        name=genome.name,
        genome_id=genome.genome_id,
        origin=LIBRARY_ORIGIN,
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
