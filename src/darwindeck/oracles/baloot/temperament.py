"""How made-up players of Baloot bid: what a hand is worth, and how bold they are.

A hand is weighed for Hokum and for Sun; the higher its weight above a mark, the more likely the
bid. The marks were set so that long runs of made-up matches come close to what is published about
matches between people (`docs/archives.md`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from darwindeck.oracles.baloot.baloot_cards import ACE, KING, TEN, beats

TRUMP_WEIGHT: Final = (0.7, 0.7, 2.4, 1.1, 3.2, 0.9, 1.0, 1.4)
"""What trumps are worth to a Hokum buyer, by rank from the seven."""
HOKUM_SIDE: Final = {ACE: 1.3, TEN: 0.5, KING: 0.2}
SUN_WEIGHT: Final = {ACE: 2.0, TEN: 1.0, KING: 0.6}


def hokum_weight(hand: Sequence[int], trump: int) -> float:
    """What a hand is worth with these trumps."""
    return sum(
        TRUMP_WEIGHT[card & 7] if card >> 3 == trump else HOKUM_SIDE.get(card & 7, 0.0)
        for card in hand
    )


def sun_weight(hand: Sequence[int]) -> float:
    """What a hand is worth in Sun: high cards, and length behind an ace."""
    aces = {card >> 3 for card in hand if card & 7 == ACE}
    length = sum(0.4 for card in hand if card >> 3 in aces and card & 7 != ACE)
    return length + sum(SUN_WEIGHT.get(card & 7, 0.0) for card in hand)


@dataclass(frozen=True)
class Temperament:
    """How bold players are: a bid is as likely as not for a hand whose weight is its mark."""

    hokum: float = 6.7
    second_hokum: float = 6.8
    sun: float = 7.35
    second_sun: float = 5.45
    ashkal: float = 5.45
    """For a hand without the floor card, which the partner takes."""
    softness: float = 0.33
    """How far from the mark hands are still bid, or passed."""
    sun_over_hokum: float = 7.0
    turn_to_sun: float = 6.2
    before_you: float = 5.2
    double: float = 4.65
    double_sun: float = 3.8
    closed: float = 0.95
    """How often a doubler closes the game."""
    triple: float = 0.31
    four: float = 0.86
    gahwa: float = 0.75
    kawesh: float = 0.95
    akka: float = 0.75
    announce: float = 0.98
    baloot: float = 0.96
    sawa: float = 0.5
    """How often the rest is claimed when it is certain."""
    lead_best: float = 0.55
    """How often a card is led that nothing left in its suit can beat."""

    def likely(self, weight: float, mark: float, chance: random.Random) -> bool:
        """Whether a hand of this weight is bid."""
        return chance.random() < 1 / (1 + math.exp((mark - weight) / self.softness))

    def bid(
        self,
        hand: Sequence[int],
        floor: int,
        *,
        second: bool,
        names: Sequence[str],
        chance: random.Random,
    ) -> str:
        """The first word of a player on turn: a name of the genome among those allowed."""
        taken = (*hand, floor)
        trumps = [suit for suit in range(4) if (suit != floor >> 3) == second]
        hokum = max(hokum_weight(taken, suit) for suit in trumps)
        sun = sun_weight(taken)
        wants_hokum = self.likely(hokum, self.second_hokum if second else self.hokum, chance)
        wants_sun = self.likely(sun, self.second_sun if second else self.sun, chance)
        wants_ashkal = self.likely(sun_weight(hand), self.ashkal, chance)
        ashkal = "second_ashkal" if second else "ashkal"
        if wants_ashkal and ashkal in names and not (wants_hokum and hokum > sun):
            return ashkal
        if wants_sun and not (wants_hokum and hokum > sun):
            return "sun"
        if wants_hokum:
            return "second_hokum" if second else "hokum"
        return "pass_turn"

    def trumps(self, hand: Sequence[int], floor: int) -> int:
        """The suit that a buyer of the second round names."""
        suits = [suit for suit in range(4) if suit != floor >> 3]
        return max(suits, key=lambda suit: hokum_weight((*hand, floor), suit))


def rest_is_certain(hands: Sequence[Sequence[int]], leader: int, trump: int | None) -> bool:
    """Whether the player on lead takes every other trick, whatever the opponents do."""
    others = [*hands[(leader + 1) % 4], *hands[(leader + 3) % 4]]
    if trump is not None and any(card >> 3 == trump for card in others):
        return False
    return not any(beats(other, card, trump) for card in hands[leader] for other in others)
