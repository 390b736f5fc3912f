"""The rulebook for reading in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as RichTable
from rich.text import Text

from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Item,
    Paragraph,
    Picture,
    Rulebook,
    Section,
    Table,
)
from darwindeck.rulebook.render.inline import pieces

_INDENT = 3


def to_terminal(book: Rulebook) -> Group:
    """The book as something that a Rich console can print."""
    parts: list[RenderableType] = [Rule(Text(book.title, style="bold green"), style="green")]
    for section in book.sections:
        parts += _section(section, 0)
    return Group(*parts)


def _section(section: Section, depth: int) -> Iterator[RenderableType]:
    style = "bold green" if depth == 0 else "bold"
    yield Text()
    yield Text(section.title.upper() if depth == 0 else section.title, style=style)
    for block in section.blocks:
        if not isinstance(block, Picture):
            yield _spaced(_block(block))
    for part in section.sections:
        yield from _section(part, depth + 1)


def _spaced(block: RenderableType) -> RenderableType:
    return Padding(block, (1, 0, 0, 0))


def _block(block: Block) -> RenderableType:
    if isinstance(block, Paragraph):
        return _inline(" ".join(sentence.text for sentence in block.sentences))
    if isinstance(block, Bullets):
        return _list(block)
    return _table(block) if isinstance(block, Table) else Text()


def _list(bullets: Bullets) -> RenderableType:
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(justify="right", width=_INDENT, no_wrap=True)
    grid.add_column(ratio=1)
    for number, item in enumerate(bullets.items, 1):
        grid.add_row(f"{number}." if bullets.numbered else "•", _item(item))
    return grid


def _item(item: Item) -> RenderableType:
    text = _inline(" ".join(sentence.text for sentence in item.sentences))
    return Group(text, *(_block(block) for block in item.blocks)) if item.blocks else text


def _table(table: Table) -> RenderableType:
    drawn = RichTable(header_style="bold", border_style="dim")
    for cell in table.head:
        drawn.add_column(_inline(cell))
    for row in table.rows:
        drawn.add_row(*(_inline(cell) for cell in row.cells))
    return drawn


def _inline(text: str) -> Text:
    drawn = Text()
    for piece in pieces(text):
        style = " ".join(["bold"] * piece.strong + ["red"] * piece.red)
        drawn.append(piece.text, style=style or None)
    return drawn
