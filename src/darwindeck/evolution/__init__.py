"""Search among games: making new ones up, varying them, and keeping the best of every kind."""

from darwindeck.evolution import operators
from darwindeck.evolution.archive import AddStatus, Archive, ArchiveStats
from darwindeck.evolution.grid import GRID, Axis, Grid
from darwindeck.evolution.making.crossing import NoCrossover, crossover, crossover_with_story
from darwindeck.evolution.making.operators import *  # noqa: F403
from darwindeck.evolution.making.random_genomes import generate_random_genome
from darwindeck.evolution.making.random_patterns import generate_random_patterns
from darwindeck.evolution.runs.best import BestGame, best_games
from darwindeck.evolution.runs.lock import RunBusyError
from darwindeck.evolution.runs.progress import Observer, Progress
from darwindeck.evolution.runs.run import EvolutionResult, EvolutionRun, run_evolution
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.store import RunFileError, RunStore

__all__ = [
    "AddStatus",
    "Archive",
    "ArchiveStats",
    "Axis",
    "BestGame",
    "EvolutionResult",
    "EvolutionRun",
    "GRID",
    "Grid",
    "NoCrossover",
    "Observer",
    "Progress",
    "RunBusyError",
    "RunFileError",
    "RunStore",
    "Settings",
    "best_games",
    "crossover",
    "crossover_with_story",
    "generate_random_genome",
    "generate_random_patterns",
    "run_evolution",
]
__all__ += [name for name in operators.__all__ if name not in __all__]
