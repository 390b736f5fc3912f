"""What all tasks of a run need of the library, there as soon as this module is imported.

Workers come from one process that has imported it, so that each of them has it from the beginning.
`python -m darwindeck.evolution.runs.prepared` works out beforehand all that a run keeps of the
library.
"""

from __future__ import annotations

from darwindeck.evolution.ideas import library_ideas
from darwindeck.evolution.novelty import all_library_sayings
from darwindeck.evolution.runs.tasks import perform

SAID = all_library_sayings()
"""What the rulebooks of the library say, by the names of the games."""
IDEAS = library_ideas()
"""What the games of the library are about."""

__all__ = ["IDEAS", "SAID", "perform"]

if __name__ == "__main__":
    from darwindeck.evolution.making.simplifying import known_numbers
    from darwindeck.evolution.runs.names import library_names
    from darwindeck.evolution.runs.stock import library_traits

    known_numbers()
    library_names()
    library_traits()
