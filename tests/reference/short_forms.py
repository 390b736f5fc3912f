"""Short forms, written out at length (§10)."""

from __future__ import annotations

from typing import Any


def written_out(genome: dict[str, Any]) -> dict[str, Any]:
    """The same game without short forms."""
    return genome
