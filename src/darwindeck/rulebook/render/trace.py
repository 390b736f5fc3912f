"""The rulebook with the clauses behind every sentence."""

from __future__ import annotations

from darwindeck.genome.problems import path_text
from darwindeck.rulebook.document import Rulebook, plain, statements


def trace(book: Rulebook) -> str:
    """Each sentence, and each line of a table, followed by the places it comes from."""
    lines = [plain(book.title), ""]
    for sentence in statements(book):
        lines.append(plain(sentence.text))
        lines += [f"    {path_text(source)}" for source in dict.fromkeys(sentence.sources)]
    return "\n".join(lines) + "\n"
