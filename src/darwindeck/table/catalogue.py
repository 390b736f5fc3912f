"""The games one can sit down to: the library, one's own folder, and those brought to the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from darwindeck.genome.checked import check
from darwindeck.genome.codec import decode_genome, from_json, parse_json
from darwindeck.genome.limits import MAX_FILE_BYTES
from darwindeck.genome.options import apply_options
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.library.about import as_data
from darwindeck.library.shelf import user_games
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.document import Block, Bullets, Item, Paragraph, Section, Sentence
from darwindeck.rulebook.render.inline import pieces
from darwindeck.table.model import cleaned
from darwindeck.table.store import Store


class Catalogue:
    """Every game by its name."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, name: str, options: Mapping[str, str] | None = None) -> GameGenome | None:
        """A valid game with these options; None if there is none of that name.

        `GenomeError` if it is not valid or an option does not fit.
        """
        genome = self._stated(name)
        if genome is None:
            return None
        return check(apply_options(genome, options or {})).genome

    def _stated(self, name: str) -> GameGenome | None:
        if name in library_ids():
            return get_genome(name)
        text = self.store.game(name)
        if text is not None:
            return from_json(text)
        path = user_games().get(name)
        if path is None or path.stat().st_size > MAX_FILE_BYTES:
            return None
        return decode_genome(parse_json(path.read_bytes()))

    def listed(self) -> list[dict[str, Any]]:
        """What there is to say of every game."""
        found = [as_data(name, genome) for name, genome in self._all()]
        return [cleaned(data) for data in found]

    def _all(self) -> Iterator[tuple[str, GameGenome]]:
        for name in library_ids():
            yield name, get_genome(name)
        own = [name for name, _ in self.store.games()]
        for name in [*own, *user_games()]:
            try:
                genome = self.find(name)
            except (GenomeError, OSError):
                continue
            if genome is not None:
                yield name, genome

    def described(self, name: str, options: Mapping[str, str]) -> dict[str, Any] | None:
        """One game with its options and rules; `GenomeError` if an option does not fit."""
        genome = self.find(name, options)
        if genome is None:
            return None
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
