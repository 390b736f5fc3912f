"""Names of places where cards lie."""

from __future__ import annotations


def names_one_card(label: str) -> bool:
    """Whether a place is called by the single card that lies there: "turned card"."""
    return label.split()[-1] in ("card", "upcard", "turn-up", "starter")
