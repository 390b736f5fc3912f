"""Parts of the language that are on the page and in the core, but not yet in the second engine."""

from __future__ import annotations

from darwindeck.genome.schema import BettingPhase, GameGenome, HandPart, Stake
from darwindeck.genome.tree import walk

GAMES = ("omaha", "seven-card-stud", "texas-holdem")
"""Games of the library that have such parts."""
FIELDS = {
    "BettingPhase": {"max_bet", "reopening", "acted"},
    "Stake": {"dead"},
    "HandEvaluation": {"parts"},
}
PARTS = {"HandPart"}
WORDS = {"owed", "raised", "groups"}
PARAGRAPHS = {"P6.1a", "P17.4a", "P19.5a"}


def is_beyond(genome: GameGenome) -> bool:
    """Whether a genome has such parts."""
    for _, part in walk(genome):
        match part:
            case BettingPhase(max_bet=None, reopening=None, acted=None, max_raises=int()):
                if isinstance(part.min_bet, str):
                    return True
            case BettingPhase() | Stake(dead=True) | HandPart():
                return True
    return False
