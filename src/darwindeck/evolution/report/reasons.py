"""Why a game scored, in few words."""

from __future__ import annotations

from darwindeck.evaluation.fitness import Part, Verdict

MOST_MERITS = 3


def merits(verdict: Verdict) -> list[str]:
    """What earns it most, the first first."""
    return [_reason(part) for part in _earning(verdict)[:MOST_MERITS]]


def faults(verdict: Verdict) -> list[str]:
    """What costs it most: the gate that it failed, or the part where it loses most."""
    if verdict.gate is not None:
        return list(verdict.reasons[:1])
    others = _earning(verdict)[MOST_MERITS:]
    lost = sorted(others, key=lambda part: -part.weight * (1 - part.value))
    return [_reason(part) for part in lost[:1]]


def _earning(verdict: Verdict) -> list[Part]:
    """The parts of the score, those that earn most first."""
    return sorted(verdict.parts, key=lambda part: -part.weight * part.value)


def _reason(part: Part) -> str:
    return f"{part.name.replace('_', ' ')} {100 * part.value:.0f}: {part.why}"
