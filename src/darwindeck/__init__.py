"""DarwinDeck: a card game is a file.

What most users need is here: games, play, rulebooks, how good a game is, and breeding new ones. The
parts of the language are in `darwindeck.genome`; their names, and those of all operators and of the
games of the library, can be imported from here as well. `Move` is an action of the language; what a
player may do is a `darwindeck.simulation.Move`.

Nothing is loaded before it is asked for.
"""

# ruff: noqa: F403, F405

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from darwindeck._core import __version__ as __version__
    from darwindeck.evaluation import Evaluation, Verdict, evaluate_game, judge
    from darwindeck.evolution import *
    from darwindeck.genome import *
    from darwindeck.genome.bytecode import *
    from darwindeck.genome.checked import *
    from darwindeck.genome.conditions import *
    from darwindeck.genome.examples import *
    from darwindeck.genome.schema import *
    from darwindeck.laws import *
    from darwindeck.rulebook import *
    from darwindeck.simulation import (
        CoreFailure,
        Game,
        IllegalMove,
        MatchLog,
        Result,
        SimulationResult,
        State,
        View,
        simulate_game,
    )

__all__ = [
    # the language and the gate
    "Card",
    "CheckedGame",
    "GameGenome",
    "GenomeError",
    "GenomeValidator",
    "Rank",
    "Suit",
    "apply_options",
    "check",
    "check_genome_completeness",
    "from_json",
    "to_json",
    # the library
    "get_genome",
    "get_seed_genomes",
    "library_ids",
    # play
    "CoreFailure",
    "Game",
    "IllegalMove",
    "MatchLog",
    "Result",
    "SimulationResult",
    "State",
    "View",
    "simulate_game",
    # rulebooks
    "build_rulebook",
    "generate_rulebook",
    "to_html",
    "to_markdown",
    "to_pdf",
    # laws
    "check_game",
    # worth
    "Evaluation",
    "Verdict",
    "evaluate_game",
    "judge",
    # evolution
    "EvolutionResult",
    "EvolutionRun",
    "best_games",
    "crossover",
    "generate_random_genome",
    "mutate",
    "run_evolution",
]

_HOMES = (
    "genome",
    "genome.examples",
    "genome.schema",
    "genome.bytecode",
    "genome.checked",
    "genome.conditions",
    "simulation",
    "rulebook",
    "evaluation",
    "evolution",
    "laws",
)
"""Where names are looked for, in this order: what is cheap to load comes first."""


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("darwindeck._core").__version__
    if not name.startswith("_"):
        for home in _HOMES:
            module = import_module(f"{__name__}.{home}")
            if name in module.__all__:
                found = globals()[name] = getattr(module, name)
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
