"""Worth: how good a game is, measured from play alone.

`evaluate_game` measures, `judge` says what the figures amount to.
"""

from darwindeck.evaluation.complexity import Complexity, complexity
from darwindeck.evaluation.dead_clauses import find_dead_clauses, prune
from darwindeck.evaluation.efforts import EFFORTS, Effort
from darwindeck.evaluation.evaluate import INCOMPLETE, evaluate_game, find_faults, with_dead_clauses
from darwindeck.evaluation.faults import FAULTS, FaultKind
from darwindeck.evaluation.fitness import Bounds, Gate, Part, Verdict, judge
from darwindeck.evaluation.keys import play_key
from darwindeck.evaluation.results import (
    Curve,
    DeadClause,
    Evaluation,
    Fault,
    Metric,
    Stage,
    pooled,
)
from darwindeck.evaluation.styles import STYLES, Style

__all__ = [
    "Bounds",
    "Complexity",
    "Curve",
    "DeadClause",
    "EFFORTS",
    "Effort",
    "Evaluation",
    "FAULTS",
    "Fault",
    "FaultKind",
    "Gate",
    "INCOMPLETE",
    "Metric",
    "Part",
    "STYLES",
    "Stage",
    "Style",
    "Verdict",
    "complexity",
    "evaluate_game",
    "find_dead_clauses",
    "find_faults",
    "judge",
    "play_key",
    "pooled",
    "prune",
    "with_dead_clauses",
]
