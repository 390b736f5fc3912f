"""The language of card games: its parts, its JSON, its gate and its library."""

from darwindeck.genome import examples, schema
from darwindeck.genome.codec import from_json, genome_fingerprint, to_json
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.examples import *  # noqa: F403
from darwindeck.genome.examples import common
from darwindeck.genome.examples.common import *  # noqa: F403
from darwindeck.genome.options import apply_options
from darwindeck.genome.patterns import (
    compare_patterns,
    find_best_matching_pattern,
    matches_pattern,
)
from darwindeck.genome.problems import GenomeError, Problem
from darwindeck.genome.schema import *  # noqa: F403
from darwindeck.genome.validator import GenomeValidator

__all__ = [
    "GenomeError",
    "GenomeValidator",
    "Problem",
    "apply_options",
    "check_genome_completeness",
    "compare_patterns",
    "find_best_matching_pattern",
    "from_json",
    "genome_fingerprint",
    "matches_pattern",
    "to_json",
]
__all__ += schema.__all__
__all__ += examples.__all__
__all__ += common.__all__
