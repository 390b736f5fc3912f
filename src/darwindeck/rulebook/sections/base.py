"""What the sections share: sentences with sources, paragraphs, explained terms."""

from __future__ import annotations

from collections.abc import Iterable

from darwindeck.english import sentence, tidy, uncapitalised
from darwindeck.rulebook.document import Block, Item, Paragraph, Path, Row, Sentence


def say(text: str, *sources: Path) -> Sentence:
    """A clause made into a sentence."""
    return Sentence(sentence(text), sources)


def lowered(text: str) -> str:
    """A sentence as it goes on inside another: its first letter small."""
    if text[1:2].isupper() or not text[:1].isalpha():
        return text
    return uncapitalised(text)


def row(cells: Iterable[str], *sources: Path) -> Row:
    return Row(tuple(tidy(cell) for cell in cells), sources)


def paragraph(sentences: Iterable[Sentence]) -> list[Block]:
    """A paragraph, or nothing if there is nothing to say."""
    kept = tuple(s for s in sentences if s.text)
    return [Paragraph(kept)] if kept else []


def item(sentences: Iterable[Sentence], blocks: Iterable[Block] = ()) -> Item:
    return Item(tuple(s for s in sentences if s.text), tuple(blocks))


def blocks_of(entry: Item) -> list[Block]:
    """A point of a list as free-standing text."""
    return [*paragraph(entry.sentences), *entry.blocks]


def only_if(clause: str) -> str:
    """What must be so once a move is made: of the cards as they now lie, or of the move itself."""
    of_the_move = clause.endswith((" come from your hand", " comes from your hand"))
    return f"only if {clause}" if of_the_move else f"only if afterwards {clause}"
