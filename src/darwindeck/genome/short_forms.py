"""What a genome need not say: its usual zones, and that moves which stand alone are turns."""

from __future__ import annotations

from darwindeck.genome.schema.phases import ChoicePhase, Phase
from darwindeck.genome.schema.things import Location, Owner, PileOrder, Sees, ZoneSpec
from darwindeck.genome.schema.transfers import (
    BuildPhase,
    CapturePhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    MeldPhase,
    PlayPhase,
)

USUAL_ZONES = (
    ZoneSpec(Location.DECK, "stock", order=PileOrder.STACK, sees=Sees.NOBODY),
    ZoneSpec(Location.HAND, "hand", owner=Owner.SEAT, sees=Sees.OWNER),
    ZoneSpec(Location.DISCARD, "discard pile", order=PileOrder.STACK, sees=Sees.TOP),
    ZoneSpec(Location.TABLEAU, "table", order=PileOrder.STACK, sees=Sees.ALL),
    ZoneSpec(Location.CAPTURED, "captured cards", owner=Owner.SEAT, sees=Sees.NOBODY),
)
"""The zones of a genome that does not list its own."""

TURN_PHASES = (
    DrawPhase,
    PlayPhase,
    DiscardPhase,
    MeldPhase,
    CapturePhase,
    BuildPhase,
    ClaimPhase,
    ChoicePhase,
)
"""Phases that form turns that go round, if a hand has no others."""


def forms_turns(phases: tuple[Phase, ...]) -> bool:
    """Whether the phases of a hand, standing alone, form turns that go round."""
    done = [phase for phase in phases if not is_void(phase)]
    return bool(done) and all(isinstance(p, TURN_PHASES) and p.who is None for p in done)


def is_void(item: object) -> bool:
    """Whether it is a clause whose condition can never hold."""
    return getattr(item, "when", "true") == "false"
