"""The rulebook as Markdown."""

from __future__ import annotations

import re

from darwindeck.english import STRONG_OFF, STRONG_ON
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Item,
    Paragraph,
    Rulebook,
    Section,
    Table,
)

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def to_markdown(book: Rulebook) -> str:
    lines = [f"# {_inline(book.title)}", ""]
    for section in book.sections:
        lines += _section(section, 2)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _section(section: Section, depth: int) -> list[str]:
    lines = [f"{'#' * min(depth, 6)} {_inline(section.title)}", ""]
    for block in section.blocks:
        lines += [*_block(block), ""]
    for part in section.sections:
        lines += _section(part, depth + 1)
    return lines


def _block(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        return [" ".join(_inline(sentence.text) for sentence in block.sentences)]
    if isinstance(block, Bullets):
        lines: list[str] = []
        for number, entry in enumerate(block.items, 1):
            mark = f"{number}." if block.numbered else "-"
            lines += _item(entry, mark)
        return lines
    return _table(block) if isinstance(block, Table) else []


def _item(entry: Item, mark: str) -> list[str]:
    indent = " " * (len(mark) + 1)
    text = " ".join(_inline(sentence.text) for sentence in entry.sentences)
    lines = [f"{mark} {text}".rstrip()]
    for block in entry.blocks:
        inner = _block(block)
        if not isinstance(block, Bullets):
            lines.append("")
        lines += [f"{indent}{line}" if line else "" for line in inner]
        if not isinstance(block, Bullets):
            lines.append("")
    return lines


def _table(table: Table) -> list[str]:
    lines = [
        "| " + " | ".join(_inline(cell) for cell in table.head) + " |",
        "|" + " --- |" * len(table.head),
    ]
    lines += ["| " + " | ".join(_inline(cell) for cell in row.cells) + " |" for row in table.rows]
    return lines


def _inline(text: str) -> str:
    text = _SPECIAL.sub(r"\\\1", text)
    return text.replace(STRONG_ON, "**").replace(STRONG_OFF, "**")
