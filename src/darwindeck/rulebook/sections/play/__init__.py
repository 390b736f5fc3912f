"""The play, phase by phase: one handler for each kind of phase."""

from __future__ import annotations

from darwindeck.rulebook.sections.play.writer import PlayWriter

__all__ = ["PlayWriter"]
