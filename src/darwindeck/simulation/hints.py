"""What a player could do, and what speaks for it: facts from hands played out by an expert."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from darwindeck.english import counted
from darwindeck.simulation.game import Game
from darwindeck.simulation.moves import Move

if TYPE_CHECKING:
    from darwindeck.simulation.state import State

EXPERT = "expert"
MOST = 3
"""So many moves are told of."""
CHIP_WINS = ("most_chips", "last_with_chips")


@dataclass(frozen=True)
class Hint:
    """A move and what came of it in deals that agree with what the seat sees."""

    move: Move
    deals: int
    """In how many deals the hand was played to its end; 0: it does not end soon, or the move was
    not tried."""
    points: float
    """By how much more than the others its side gained there, on average, by what decides the
    match; alone, how many steps nearer to winning."""
    chance: float
    """In what share of them nobody did better."""
    tricks: tuple[int, int]
    """In how many deals it took the trick in progress, and in how many that came to its end."""
    unit: str
    """What `points` are: points, chips, cards or steps."""

    @property
    def text(self) -> str:
        """The move with its figures."""
        if not self.deals:
            return self.move.text
        return f"{self.move.text} ({self.points:+.1f} {self.unit}, best in {self.chance:.0%})"


def hints(
    state: State, seat: int, *, player: str = EXPERT, seed: int = 0, most: int = MOST
) -> tuple[Hint, ...]:
    """The best moves of a seat, the best first."""
    legal = {move.code: move for move in state.legal_moves(seat)}
    if not legal:
        return ()
    state.game.prepare([player])
    with state.game.guarded():
        found = state.position.prospects(seat, player, seed)
    unit = unit_of(state.game)
    return tuple(
        Hint(legal[code], deals, points, chance, (taken, ended), unit)
        for code, _, deals, points, chance, taken, ended in found[:most]
    )


def reason(found: tuple[Hint, ...]) -> str:
    """One sentence of facts for the first of some hints; empty if there are none."""
    if len(found) < 2:
        return "It is your only move." if found else ""
    first, second = found[:2]
    (taken, ended), (other, of) = first.tricks, second.tricks
    if ended and of and taken * of != other * ended:
        return (
            f"It takes the trick in {taken} of {counted(ended, 'deal')} tried, "
            f"{second.move.text} in {other} of {of}."
        )
    if first.deals and second.deals:
        return (
            f"It comes to {first.points:+.1f} {first.unit} against the others in "
            f"{counted(first.deals, 'deal')} tried, {second.move.text} to {second.points:+.1f}."
        )
    return "It did best by what was learnt in games like this one."


def unit_of(game: Game) -> str:
    """What is compared in the end."""
    genome = game.checked.expanded
    chips = any(win.type in CHIP_WINS for win in genome.win_conditions)
    if game.player_count == 1 and len(game.seats) == 1:
        return "steps"
    if chips:
        return "chips"
    return "points" if genome.scoring_rules or genome.card_scoring else "cards"
