"""Games of the library in which nobody decides anything, or hardly ever."""

from __future__ import annotations

NO_CHOICE = ("beggar-my-neighbour", "war", "old-maid")
