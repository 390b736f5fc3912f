"""How much there is to learn: words of the rulebook, pages, clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from darwindeck.evaluation.clauses import clause_paths, in_force
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook import Rulebook, build_rulebook
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Paragraph,
    Section,
    Table,
    plain,
    statements,
)

REPEATED = "Summary"
"""The section that says again what stood before it."""
EXAMPLE = "Example"
"""How examples begin, and the heading of their column in a table."""
WORDS_PER_PAGE = 480
"""Words on a page as `to_pdf` sets it, all told: the books of the library have 430 to 550."""


@dataclass(frozen=True)
class Complexity:
    """How much there is to read and to keep in mind."""

    words: int
    """Words of the rules. The summary at the end, the examples and where the rules come from are
    left out: they make reading easier, and a game should not lose by them."""
    printed: int
    """All words that are printed."""
    clauses: int
    """What can be taken away; see `darwindeck.evaluation.clauses`."""

    @property
    def pages(self) -> float:
        """Pages of the printed rulebook, about."""
        return self.printed / WORDS_PER_PAGE


def complexity(genome: GameGenome) -> Complexity:
    """How much there is to learn of a game; of its options, only what is in force counts."""
    folded = in_force(genome)
    book = rulebook_of(folded)
    return Complexity(
        words=rulebook_words(folded),
        printed=sum(_count(sentence.text) for sentence in statements(book)),
        clauses=sum(1 for _ in clause_paths(folded)),
    )


@lru_cache(maxsize=128)
def rulebook_of(genome: GameGenome) -> Rulebook:
    """The rulebook of a game, written once for all who ask in a row."""
    return build_rulebook(genome)


def rulebook_words(genome: GameGenome) -> int:
    """The words of a game's rules; see `Complexity.words`."""
    return rule_words(rulebook_of(replace(in_force(genome), description="")))


def rule_words(book: Rulebook) -> int:
    """The words of the rules, without the summary and the examples."""
    return sum(
        _count(text)
        for section in book.sections
        if section.title != REPEATED
        for text in _texts(section)
    )


def _texts(section: Section) -> Iterator[str]:
    for block in section.blocks:
        yield from _of_block(block)
    for part in section.sections:
        yield from _texts(part)


def _of_block(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        texts = (plain(sentence.text) for sentence in block.sentences)
        yield from (text for text in texts if not text.startswith(EXAMPLE))
    elif isinstance(block, Bullets):
        for item in block.items:
            yield from _of_block(Paragraph(item.sentences))
            for inner in item.blocks:
                yield from _of_block(inner)
    elif isinstance(block, Table):
        kept = [index for index, head in enumerate(block.head) if head != EXAMPLE]
        for row in block.rows:
            yield " ".join(row.cells[index] for index in kept if index < len(row.cells))


def _count(text: str) -> int:
    return len(plain(text).split())
