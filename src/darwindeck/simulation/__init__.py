"""Playing games: the Python face of the core.

`Game` is a genome that is ready to be played, `State` one moment of a game, `Move` what a player
may do there, `View` what one seat may see, `MatchLog` a match that can be gone through;
`simulate_game` plays many games at once.
"""

from darwindeck.genome.conditions import card_matches_rule
from darwindeck.genome.patterns import (
    compare_patterns,
    find_best_matching_pattern,
    matches_pattern,
)
from darwindeck.simulation.batch import SimulationResult, Summary, game_seed, simulate_game
from darwindeck.simulation.events import Event, EventKind
from darwindeck.simulation.game import CoreFailure, Game
from darwindeck.simulation.log import Divergence, MatchLog
from darwindeck.simulation.moves import Decision, IllegalMove, Move, MoveKind
from darwindeck.simulation.result import Result
from darwindeck.simulation.state import State
from darwindeck.simulation.view import Pile, View

__all__ = [
    "CoreFailure",
    "Decision",
    "Divergence",
    "Event",
    "EventKind",
    "Game",
    "IllegalMove",
    "MatchLog",
    "Move",
    "MoveKind",
    "Pile",
    "Result",
    "SimulationResult",
    "State",
    "Summary",
    "View",
    "card_matches_rule",
    "compare_patterns",
    "find_best_matching_pattern",
    "game_seed",
    "matches_pattern",
    "simulate_game",
]
