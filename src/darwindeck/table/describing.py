"""What a page says of a game: its kind, its options, its rules, as plain values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from darwindeck.genome.schema import GameGenome
from darwindeck.library.about import as_data
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.document import Block, Bullets, Item, Paragraph, Section, Sentence
from darwindeck.rulebook.render.inline import pieces
from darwindeck.table.model import cleaned


def listed(name: str, genome: GameGenome) -> dict[str, Any]:
    """A game in a list."""
    data: dict[str, Any] = cleaned(as_data(name, genome))
    return data


def described(name: str, genome: GameGenome) -> dict[str, Any]:
    """A game with its options and rules."""
    data = as_data(name, genome)
    data["options"] = [
        {
            "name": option.name,
            "label": option.label,
            "value": option.value,
            "choices": [{"name": c.name, "label": c.label} for c in option.choices],
        }
        for option in genome.options
    ]
    data["rules"] = rules(genome)
    clean: dict[str, Any] = cleaned(data)
    return clean


@lru_cache(maxsize=64)
def rules(genome: GameGenome) -> list[dict[str, Any]]:
    """The rulebook as plain values: sections of blocks of pieces of text."""
    return [_section(section) for section in build_rulebook(genome).sections]


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": _text(section.title),
        "blocks": [_block(block) for block in section.blocks],
        "sections": [_section(inner) for inner in section.sections],
    }


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Paragraph):
        return {"p": _sentences(block.sentences)}
    if isinstance(block, Bullets):
        return {"list": [_item(item) for item in block.items], "numbered": block.numbered}
    return {
        "head": [_text(cell) for cell in block.head],
        "rows": [[_text(cell) for cell in row.cells] for row in block.rows],
    }


def _item(item: Item) -> dict[str, Any]:
    return {"p": _sentences(item.sentences), "blocks": [_block(block) for block in item.blocks]}


def _sentences(sentences: tuple[Sentence, ...]) -> list[list[Any]]:
    return _text(" ".join(sentence.text for sentence in sentences))


def _text(text: str) -> list[list[Any]]:
    """Pieces of text: what it says, whether it is emphasised, whether it is red."""
    return [[piece.text, int(piece.strong), int(piece.red)] for piece in pieces(text)]


__all__ = ["described", "listed", "rules"]
