"""The short form of a genome: moves that stand alone are turns."""

from __future__ import annotations

from darwindeck.genome.schema import (
    BuildPhase,
    CapturePhase,
    ChoicePhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    MeldPhase,
    Phase,
    PlayPhase,
)

TURN_PHASES = (
    DrawPhase,
    PlayPhase,
    DiscardPhase,
    MeldPhase,
    CapturePhase,
    BuildPhase,
    ClaimPhase,
)


def forms_turns(phases: tuple[Phase, ...]) -> bool:
    """Whether the phases, standing alone, form turns that go round."""
    return bool(phases) and all(_is_move(phase) and phase.who is None for phase in phases)


def _is_move(phase: Phase) -> bool:
    if isinstance(phase, ChoicePhase):
        return all(_is_move(option) for option in phase.options)
    return isinstance(phase, TURN_PHASES)
