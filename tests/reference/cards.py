"""The cards of a game: a card is a number, its place in the deck as the genome lists it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tests.reference.genome import CardBlock, GameGenome

FRENCH_SUITS = ("clubs", "diamonds", "hearts", "spades")
FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FRENCH_COLOURS = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
NO_SUIT = ""
NO_COLOUR = ""


@dataclass(frozen=True, eq=False)
class Deck:
    """The faces of all cards, by number; cards of one face are different cards (§P1.2, §P1.5)."""

    faces: tuple[tuple[str, str], ...]
    """The suit ("" for none) and the rank printed on each card."""
    counted: tuple[str, ...]
    """The rank that each card counts as (§P1.3a)."""
    suits: tuple[str, ...]
    """The suits that occur, in the order of the deck."""
    ranks: tuple[str, ...]
    """The ranks that cards count as, in the order of the deck."""
    colours: dict[str, str]
    """The colour of each suit; cards of no suit have none (§P1.4)."""

    def __len__(self) -> int:
        return len(self.faces)

    def suit(self, card: int) -> str:
        return self.faces[card][0]

    def rank(self, card: int) -> str:
        return self.counted[card]

    def colour(self, card: int) -> str:
        return self.colours.get(self.faces[card][0], NO_COLOUR)


@cache
def deck_of(genome: GameGenome) -> Deck:
    """The deck, block by block; of each face of `without` the first copy is taken out (§P1.1)."""
    spec = genome.deck
    assert spec is not None, "short forms are written out before a genome is read"
    faces = [face for block in spec.blocks for face in faces_of(block)]
    for gone in spec.without:
        faces.remove((gone.suit, gone.rank))
    colours = FRENCH_COLOURS | {suit.name: suit.colour for suit in spec.suits}
    suits = tuple(dict.fromkeys(suit for suit, _ in faces if suit))
    stand_ins = {rank: each.count_as for each in spec.stand_ins for rank in each.ranks}
    counted = tuple(stand_ins.get(rank, rank) for _, rank in faces)
    return Deck(tuple(faces), counted, suits, tuple(dict.fromkeys(counted)), colours)


def faces_of(block: CardBlock) -> list[tuple[str, str]]:
    """In a block suit by suit, in a suit rank by rank, every face so many times; without suits the
    cards have none (§P1.1, §P1.3)."""
    return [
        (suit, rank)
        for suit in block.suits or (NO_SUIT,)
        for rank in block.ranks
        for _ in range(block.copies)
    ]
