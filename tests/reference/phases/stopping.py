"""Leaving off a repeat (§6.31)."""

from __future__ import annotations

from typing import Any

from tests.reference.moves import Move
from tests.reference.state import Env, Position
from tests.reference.words import holds

GO_ON = Move("option")
"""Goes on with a repeat."""


def innermost_repeat(position: Position) -> Any:
    """The innermost repeat in progress; None if there is none."""
    for frame in reversed(position.frames):
        if frame.phase is not None and frame.phase.kind == "repeat":
            return frame
    return None


def may_stop(position: Position, seat: int) -> bool:
    """Whether `stop` is one of the moves of a seat that decides now: `may_stop` holds, and nothing
    has been decided and no card has moved in this pass (§6.31)."""
    frame = innermost_repeat(position)
    if frame is None or frame.seat != seat:
        return False
    if getattr(position.frames[-1], "picked", None):
        return False
    if frame.something_happened(position):
        return False
    return holds(position, frame.phase.may_stop, Env(seat))


def happens_by_itself(phase: Any) -> bool:
    """Whether a phase comes to no decision (§6.31, §6.58)."""
    if phase.kind in ("draw", "discard"):
        return phase.choose != "pick" and bool(phase.mandatory)
    if phase.kind in ("meld", "declare"):
        return bool(phase.automatic)
    return phase.kind in ("do", "showdown")
