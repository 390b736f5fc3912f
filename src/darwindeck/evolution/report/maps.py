"""The archive as maps: one for each family of games, by length and skill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from darwindeck.evolution.grid import GRID, Grid

PANEL, ACROSS, UP = "family", "length", "skill"
"""The axes that tell maps apart, run across and run up; the rest is folded into the cells."""


@dataclass(frozen=True)
class ArchiveMap:
    """The part of the archive that one panel shows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: Mapping[tuple[int, int], tuple[int, ...]]
    """By (column, row): the filled cells of the archive, the best first."""


def short_label(label: str) -> str:
    """The label of a column in few letters: "under 4 min" → "<4", "4 to 8 min" → "4–8"."""
    words = label.removesuffix(" min").split()
    if words[0] in _SIGNS:
        return f"{_SIGNS[words[0]]}{words[-1]}"
    return "–".join(word for word in words if word != "to")


_SIGNS = {"under": "<", "over": ">"}


def archive_maps(filled: Mapping[int, float], grid: Grid = GRID) -> list[ArchiveMap]:
    """The maps for cells with the objectives of their elites."""
    names = [axis.name for axis in grid.axes]
    panel, across, up = (names.index(name) for name in (PANEL, ACROSS, UP))
    places: dict[int, dict[tuple[int, int], list[int]]] = {}
    for cell in sorted(filled, key=lambda cell: (-filled[cell], cell)):
        bins = grid.int_to_grid_index(cell)
        places.setdefault(bins[panel], {}).setdefault((bins[across], bins[up]), []).append(cell)
    return [
        ArchiveMap(
            title,
            grid.axes[across].labels,
            grid.axes[up].labels,
            {place: tuple(cells) for place, cells in places.get(number, {}).items()},
        )
        for number, title in enumerate(grid.axes[panel].labels)
    ]
