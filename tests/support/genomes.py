"""Small genomes for tests."""

from __future__ import annotations

from typing import Any

from darwindeck.genome.schema import (
    GameGenome,
    Location,
    PlayPhase,
    SetupRules,
    TurnStructure,
    WinCondition,
)


def minimal_genome(**changes: Any) -> GameGenome:
    """A genome that says as little as it may, with some fields changed."""
    fields: dict[str, Any] = {
        "schema_version": "2.0",
        "genome_id": "test",
        "generation": 0,
        "setup": SetupRules(cards_per_player=5),
        "turn_structure": TurnStructure(phases=(PlayPhase(target=Location.DISCARD),)),
        "special_effects": (),
        "win_conditions": (WinCondition(type="empty_hand"),),
        "scoring_rules": (),
    }
    return GameGenome(**(fields | changes))
