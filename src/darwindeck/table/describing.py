"""What a page says of a game: its kind, its options, its rules, as plain values."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards, deck_spec
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import DeckSpec, GameGenome, Phase
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
from darwindeck.simulation import Game, simulate_game
from darwindeck.table.plain import cleaned

SECONDS = 4.0
"""What a decision takes somebody, on average: a guess, to tell short games from long ones."""
_TRIED = 4
"""Hands that are played to see how long one is."""
_FAN = 3


def listed(name: str, genome: GameGenome) -> dict[str, Any]:
    """A game in a list, with some of its cards and how long a hand takes."""
    data = {**as_data(name, genome), **_fan(genome), "minutes": minutes(genome)}
    clean: dict[str, Any] = cleaned(data)
    return clean


@lru_cache(maxsize=256)
def minutes(genome: GameGenome) -> int:
    """About how long a hand takes, by the decisions in hands of players who choose at random."""
    found = simulate_game(Game(genome), _TRIED, players="random", seed=1, single_hand=True)
    return max(1, round(found.decisions.mean * SECONDS / 60))


def _fan(genome: GameGenome) -> dict[str, Any]:
    """Three cards of the pack, of different suits if it has as many, for a picture of the game."""
    faces = list(dict.fromkeys(deck_cards(genome)))
    chance = Random(genome.genome_id)
    chance.shuffle(faces)
    apart = list({str(card.suit): card for card in faces}.values())
    chosen = (apart + [card for card in faces if card not in apart])[:_FAN]
    spec = deck_spec(genome)
    own = {str(suit.name): suit.colour for suit in spec.suits} if spec else {}
    names = list(dict.fromkeys(str(card.suit) for card in deck_cards(genome) if card.suit))
    suits = [
        {"name": name, "label": name, "colour": own.get(name) or _colour(name)} for name in names
    ]
    return {
        "suits": suits,
        "fan": [
            {
                "suit": names.index(str(card.suit)) if card.suit else -1,
                "rank": index_of(card, spec),
                "name": str(card),
            }
            for card in chosen
        ],
    }


def _colour(suit: str) -> str:
    return Suit(suit).colour.value if suit in Suit._value2member_map_ else ""


def index_of(card: Card, spec: DeckSpec | None) -> str:
    """What is printed in the corner of a card."""
    rank = card.printed_rank
    if isinstance(rank, Rank):
        return rank.value
    symbols = {str(spec.name): spec.symbol for spec in spec.ranks} if spec else {}
    return symbols.get(str(rank), str(rank))


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
