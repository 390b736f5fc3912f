"""What all tasks of a run need of the library, worked out when this module is imported.

Workers come from one process that has imported it, so that each of them has it from the beginning.
"""

from __future__ import annotations

from darwindeck.evolution.novelty import library_sayings
from darwindeck.evolution.runs.tasks import perform
from darwindeck.library import library_ids

SAID = {name: library_sayings(name) for name in library_ids()}
"""What the rulebooks of the library say, by the names of the games."""

__all__ = ["SAID", "perform"]
