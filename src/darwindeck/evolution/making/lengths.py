"""How long a match is: what a person would change first in a game that takes too long."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.evolution.making.constants import numbers_moved, rewritten
from darwindeck.evolution.making.operators.endings import SCORE_TYPES
from darwindeck.evolution.making.simplifying import round_number
from darwindeck.genome.schema import GameGenome, WinCondition

LEAST_HANDS, MOST_HANDS = 2, 50


def with_length(genome: GameGenome, factor: float) -> GameGenome | None:
    """The game with matches about so many times as long; None if they cannot be.

    The score to be reached and the number of hands grow or shrink alike, and conditions that speak
    of them follow. A game of a single hand is as long as that hand.
    """
    match = genome.match
    hands = match.hands if match is not None else None
    if match is None or hands == 1:
        return None
    wins = tuple(_with_target(win, factor) for win in genome.win_conditions)
    changed = replace(genome, win_conditions=wins)
    if hands is not None:
        # What is longer already, as a limit that only a game without an end would reach, stays.
        after = max(LEAST_HANDS, min(max(hands, MOST_HANDS), round(hands * factor)))
        changed = replace(changed, match=replace(match, hands=after))
        changed = rewritten(changed, numbers_moved(frozenset({"hand_number"}), {hands: after}))
    return None if changed == genome else changed


def _with_target(win: WinCondition, factor: float) -> WinCondition:
    """The way to win with a score to be reached that is so many times as high."""
    before = win.threshold
    if win.type not in SCORE_TYPES or before <= 0:
        return win
    after = max(1, round_number(round(before * factor)))
    win = rewritten(win, numbers_moved(frozenset({"score"}), {before: after}))
    return replace(win, threshold=after)
