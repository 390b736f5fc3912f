"""Counts what the rulebooks of the library are like: `python -m tools.books`.

For each book its words, those of its summary, and how often it prints the program instead of the
rule; at the end the same of all, and which books are too long.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.rulebook import build_rulebook, card_of, to_markdown

MOST_WORDS = 2_500
LONG = {"baloot": 4_200, "cribbage": 1_999, "mus": 1_999}
"""Games whose rules are long in every book there is, and two that were told at too great length."""
MOST_ON_A_CARD = 150

BANNED = {
    "a number that is set": r"\b(?:is|are) now\b",
    "a role that is given": r"\bbecomes? the (?!new\b)",
    "one more of something": r"\bthat is one more\b",
    "a number that grows": r"\b(?:grow|grows) by\b",
    "a counter": r"\bcounter\b(?!s)",
}


class Count(NamedTuple):
    """What one book is like."""

    words: int
    card: int
    banned: dict[str, list[str]]

    @property
    def slips(self) -> int:
        return sum(len(found) for found in self.banned.values())


def count(genome: GameGenome) -> Count:
    """Counts one book."""
    book = build_rulebook(genome)
    text = to_markdown(book)
    banned = {name: re.findall(pattern, text) for name, pattern in BANNED.items()}
    # The title and what stands before each point are no words of the card.
    card = re.sub(r"(?m)^#.*$|^- |\*\*", "", to_markdown(card_of(book)))
    return Count(len(text.split()), len(card.split()), banned)


def too_long(genome_id: str, found: Count) -> bool:
    return found.words > LONG.get(genome_id, MOST_WORDS) or found.card > MOST_ON_A_CARD


def main() -> None:
    counts = {name: count(get_genome(name)) for name in library_ids()}
    for name, found in counts.items():
        print(
            f"{name:<20} {found.words:>6} words {found.card:>4} on the card {found.slips:>3} slips"
        )
    words = sum(found.words for found in counts.values())
    slips = sum(found.slips for found in counts.values())
    long = [name for name, found in counts.items() if too_long(name, found)]
    print(
        f"{len(counts)} books, {words} words, {slips} slips; too long: {', '.join(long) or 'none'}"
    )


if __name__ == "__main__":
    main()
