"""Names that belong to one game, said in general words where another game has inherited them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files

from darwindeck.genome.schema import GameGenome
from darwindeck.genome.schema.base import Part
from darwindeck.genome.tree import transform

GENERAL: dict[str, str] = json.loads(
    files("darwindeck.evolution.making").joinpath("general_names.json").read_text(encoding="utf-8")
)
"""What only those know who know the game that it comes from, and what everybody understands."""
_LONGEST_FIRST = "|".join(sorted(map(re.escape, GENERAL), key=len, reverse=True))
_NAME = re.compile(rf"(?<!\w)(?:{_LONGEST_FIRST})(?!\w)", re.IGNORECASE)


def with_general_names(genome: GameGenome) -> GameGenome:
    """The game with general words for what is called by the name of one game alone."""

    def changed(part: Part) -> Part:
        label = getattr(part, "label", None)
        if not isinstance(label, str):
            return part
        said = _NAME.sub(_general, label)
        return part if said == label else replace(part, label=said)  # type: ignore[call-arg]

    return transform(genome, changed)


def _general(found: re.Match[str]) -> str:
    words = GENERAL[found[0].lower()]
    return words[:1].upper() + words[1:] if found[0][:1].isupper() else words
