"""DarwinDeck: a card game is a file.

Everything a user of the library needs is importable from here: the parts of the language, the gate,
the games, play, the rulebook, how good a game is, and breeding new ones. `Move` here is an action
of the language; what a player may do is a `darwindeck.simulation.Move`.
"""

from darwindeck import genome
from darwindeck._core import __version__
from darwindeck.evaluation import Evaluation, Verdict, evaluate_game, judge
from darwindeck.evolution import (
    EvolutionResult,
    EvolutionRun,
    best_games,
    generate_random_genome,
    generate_random_patterns,
    operators,
    run_evolution,
)
from darwindeck.evolution.making.operators import *  # noqa: F403
from darwindeck.genome import *  # noqa: F403
from darwindeck.genome.bytecode import BytecodeCompiler, BytecodeHeader
from darwindeck.genome.conditions import card_matches_rule
from darwindeck.genome.examples import *  # noqa: F403
from darwindeck.genome.schema import *  # noqa: F403
from darwindeck.rulebook import build_rulebook, generate_rulebook, to_html, to_markdown, to_pdf
from darwindeck.simulation import (
    CoreFailure,
    Game,
    IllegalMove,
    Result,
    SimulationResult,
    State,
    View,
    simulate_game,
)

__all__ = [
    "BytecodeCompiler",
    "BytecodeHeader",
    "CoreFailure",
    "Evaluation",
    "EvolutionResult",
    "EvolutionRun",
    "Game",
    "IllegalMove",
    "Result",
    "SimulationResult",
    "State",
    "Verdict",
    "View",
    "__version__",
    "best_games",
    "build_rulebook",
    "card_matches_rule",
    "evaluate_game",
    "generate_random_genome",
    "generate_random_patterns",
    "generate_rulebook",
    "judge",
    "run_evolution",
    "simulate_game",
    "to_html",
    "to_markdown",
    "to_pdf",
]
__all__ += genome.__all__
__all__ += operators.__all__
