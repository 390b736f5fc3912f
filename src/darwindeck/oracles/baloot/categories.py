"""What divergences in archives of Baloot are about, beside what every game has."""

from __future__ import annotations

from darwindeck.archives.divergences import Category

CARD_ABNAT = Category("card_abnat")
"""Card points."""
KABOOT = Category("kaboot")
"""Whether one side took every trick, and what that scores."""
KHASARA = Category("khasara")
"""Whether the buyer failed, and what that scores."""
QAYD = Category("qayd")
"""Rounds ended by a foul."""

COUNTED = (
    CARD_ABNAT,
    Category.DECLARATION,
    KABOOT,
    KHASARA,
    Category.TOTAL_POINTS,
    Category.CUMULATIVE,
    Category.MULTIPLIER,
)
"""The categories of the document, which every summary counts."""
