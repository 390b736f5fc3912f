"""The rules at a glance, at the end of the book."""

from __future__ import annotations

from darwindeck.rulebook.document import Bullets, Paragraph, Section, Sentence, Table
from darwindeck.rulebook.words import Words


def summary_section(words: Words, sections: list[Section]) -> Section | None:
    """The first sentence of each part that one looks up most."""
    return None


__all__ = ["Bullets", "Paragraph", "Sentence", "Table", "summary_section"]
