"""What a page says of a game: its kind, its options, its rules, as plain values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from darwindeck.genome.problems import Path
from darwindeck.genome.schema import GameGenome, Phase
from darwindeck.genome.tree import walk
from darwindeck.library.about import as_data
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Item,
    Paragraph,
    Picture,
    Section,
    Sentence,
    Table,
)
from darwindeck.rulebook.render.inline import pieces
from darwindeck.table.plain import cleaned


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
    """The rulebook as plain values: sections of blocks of pieces of text, with the phases told."""
    book = _Book({path for path, part in walk(genome) if isinstance(part, Phase)})
    return [book.section(section) for section in build_rulebook(genome).sections]


def phase_paths(genome: GameGenome) -> tuple[str, ...]:
    """The phases of a game in their order, as `rules` names them."""
    return tuple(_path(path) for path, part in walk(genome) if isinstance(part, Phase))


def _path(path: Path) -> str:
    return "/".join(map(str, path))


class _Book:
    """A rulebook that becomes plain values."""

    def __init__(self, phases: set[Path]) -> None:
        self._phases = phases

    def section(self, section: Section) -> dict[str, Any]:
        return {
            "title": _text(section.title),
            "blocks": self._blocks(section.blocks),
            "sections": [self.section(inner) for inner in section.sections],
        }

    def _blocks(self, blocks: tuple[Block, ...]) -> list[dict[str, Any]]:
        """Pictures are left out: whoever plays has the cards before them."""
        return [self._block(block) for block in blocks if not isinstance(block, Picture)]

    def _block(self, block: Paragraph | Bullets | Table) -> dict[str, Any]:
        if isinstance(block, Paragraph):
            return self._said(block.sentences)
        if isinstance(block, Bullets):
            return {"list": [self._item(item) for item in block.items], "numbered": block.numbered}
        return {
            "head": [_text(cell) for cell in block.head],
            "rows": [[_text(cell) for cell in row.cells] for row in block.rows],
        }

    def _item(self, item: Item) -> dict[str, Any]:
        return {**self._said(item.sentences), "blocks": self._blocks(item.blocks)}

    def _said(self, sentences: tuple[Sentence, ...]) -> dict[str, Any]:
        data: dict[str, Any] = {"p": _text(" ".join(sentence.text for sentence in sentences))}
        sources = (source for sentence in sentences for source in sentence.sources)
        told = dict.fromkeys(phase for source in sources if (phase := self._phase(source)))
        if told:
            data["at"] = list(told)
        return data

    def _phase(self, source: Path) -> str:
        """The innermost phase that a clause belongs to; empty if it is none."""
        ends = (source[:end] for end in range(len(source), 0, -1))
        return next((_path(path) for path in ends if path in self._phases), "")


def _text(text: str) -> list[list[Any]]:
    """Pieces of text: what it says, whether it is emphasised, whether it is red."""
    return [[piece.text, int(piece.strong), int(piece.red)] for piece in pieces(text)]


__all__ = ["described", "listed", "phase_paths", "rules"]
