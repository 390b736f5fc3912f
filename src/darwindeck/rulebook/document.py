"""The rulebook as a document: sections, paragraphs, lists and tables of sentences.

Every sentence knows the clauses of the genome it says (`sources`, paths into the genome). Emphasis
is marked inside the text by two control characters, so that no text of a genome can be mistaken
for markup; the renderers turn them into their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from typing import NamedTuple

from darwindeck.english import STRONG_OFF, STRONG_ON

Path = tuple[str | int, ...]
SUMMARY = "Summary"
"""The title of the section that sums a book up."""
COMBINATIONS, SCORING, ENDING = "Combinations", "Scoring", "The end of the game"
HOUSE_RULES = "House rules"
DEAL = "Cards and deal"
"""The titles of other sections that are looked for by them."""


def strong(text: str) -> str:
    """The text, emphasised: used where a term is explained."""
    return f"{STRONG_ON}{text}{STRONG_OFF}"


def plain(text: str) -> str:
    """The text without emphasis."""
    return text.replace(STRONG_ON, "").replace(STRONG_OFF, "")


@dataclass(frozen=True)
class Sentence:
    """One sentence and the clauses it says."""

    text: str
    sources: tuple[Path, ...]


@dataclass(frozen=True)
class Paragraph:
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Item:
    """One point of a list: sentences, perhaps with more below them."""

    sentences: tuple[Sentence, ...]
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Bullets:
    items: tuple[Item, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Row:
    """One line of a table."""

    cells: tuple[str, ...]
    sources: tuple[Path, ...]


@dataclass(frozen=True)
class Table:
    head: tuple[str, ...]
    rows: tuple[Row, ...]


class Face(NamedTuple):
    """A card as it is drawn."""

    rank: str
    suit: str
    """The sign of a suit, or the first letters of its name; empty: of no suit."""
    colour: str
    name: str
    """What the text calls it: "Q♠", "red 7"."""


@dataclass(frozen=True)
class Spread:
    """Cards that lie beside each other or, in a column, on each other; None lies face down."""

    cards: tuple[Face | None, ...]
    label: str = ""
    raised: frozenset[int] = frozenset()
    """Which of them stand out."""
    column: bool = False


@dataclass(frozen=True)
class Picture:
    """Cards of an example, drawn beside its text on paper and screen; it claims nothing itself."""

    spreads: tuple[Spread, ...]


Block = Paragraph | Bullets | Table | Picture


@dataclass(frozen=True)
class Section:
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """All rules of one game."""

    title: str
    sections: tuple[Section, ...]
    facts: tuple[str, ...] = ()
    """What stands under the title: for how many players, with which cards."""
    faces: tuple[Face, ...] = ()
    """The cards of the pack, for tables with examples."""


def card_of(book: Rulebook) -> Rulebook:
    """The summary of a book by itself."""
    last = [section for section in book.sections if section.title == SUMMARY]
    return Rulebook(book.title, tuple(last), book.facts, book.faces)


def statements(book: Rulebook) -> Iterator[Sentence]:
    """Every sentence and every table line of the book, in order; a line reads as its cells."""
    for section in book.sections:
        yield from of_section(section)


def of_section(section: Section) -> Iterator[Sentence]:
    """The same for one section and those inside it."""
    for block in section.blocks:
        yield from of_block(block)
    for part in section.sections:
        yield from of_section(part)


def of_block(block: Block) -> Iterator[Sentence]:
    """The same for one block."""
    if isinstance(block, Paragraph):
        yield from block.sentences
    elif isinstance(block, Bullets):
        for item in block.items:
            yield from item.sentences
            for inner in item.blocks:
                yield from of_block(inner)
    elif isinstance(block, Table):
        for row in block.rows:
            yield Sentence(" | ".join(row.cells), row.sources)


def with_sources(sections: Iterable[Section], paths: Iterable[Path]) -> list[Section]:
    """The sections, in which clauses without a sentence belong to that of their neighbours."""
    sections = list(sections)
    said = [sentence for section in sections for sentence in of_section(section)]
    extra: dict[int, list[Path]] = {}
    known = {path for one in said for path in one.sources}
    for path in dict.fromkeys(paths):
        if path in known:
            continue
        near = [max((_shared(path, s) for s in one.sources), default=0) for one in said]
        extra.setdefault(near.index(max(near)), []).append(path)
    numbers = count()

    def sentence(one: Sentence) -> Sentence:
        return Sentence(one.text, (*one.sources, *extra.get(next(numbers), ())))

    def block(one: Block) -> Block:
        if isinstance(one, Paragraph):
            return Paragraph(tuple(sentence(s) for s in one.sentences))
        if isinstance(one, Bullets):
            items = [
                Item(tuple(sentence(s) for s in i.sentences), tuple(block(b) for b in i.blocks))
                for i in one.items
            ]
            return Bullets(tuple(items), one.numbered)
        if isinstance(one, Picture):
            return one
        rows = [Row(r.cells, (*r.sources, *extra.get(next(numbers), ()))) for r in one.rows]
        return Table(one.head, tuple(rows))

    def section(one: Section) -> Section:
        blocks = tuple(block(b) for b in one.blocks)
        return Section(one.title, blocks, tuple(section(s) for s in one.sections))

    return [section(one) for one in sections]


def _shared(path: Path, other: Path) -> int:
    """How many steps two paths have in common."""
    steps = zip(path, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], steps))


def headings(book: Rulebook) -> Iterator[tuple[int, Section]]:
    """Every section with its depth, from 0."""
    stack = [(0, section) for section in reversed(book.sections)]
    while stack:
        depth, section = stack.pop()
        yield depth, section
        stack.extend((depth + 1, part) for part in reversed(section.sections))


SMALL_TABLE, NARROW_ROWS = 5, 14
"""A table of so few lines, or of so few that each take one line, is seen as a whole: no page breaks
it."""
NARROW_TABLE = 60
"""Columns of no more letters than this together take what they need, however long one is."""


def letters(table: Table) -> list[int]:
    """How many letters the longest cell of each column has."""
    columns = zip(*(row.cells for row in table.rows), strict=True)
    return [max(map(len, cells)) for cells in columns] or [0] * len(table.head)


def is_whole(table: Table) -> bool:
    """Whether a table is seen as a whole."""
    narrow = "Example" not in table.head and sum(letters(table)) <= NARROW_TABLE
    return len(table.rows) <= (NARROW_ROWS if narrow else SMALL_TABLE)


def leads_up(block: Block, following: Block | None) -> bool:
    """Whether a block says what the next one is about, and belongs on the same page with it."""
    return (
        isinstance(block, Paragraph)
        and following is not None
        and (isinstance(following, Picture | Table) or block.sentences[-1].text.endswith(":"))
    )
