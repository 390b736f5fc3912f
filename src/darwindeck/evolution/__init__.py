"""Search among games: making new ones up."""

from darwindeck.evolution.random_genomes import generate_random_genome
from darwindeck.evolution.random_patterns import generate_random_patterns

__all__ = ["generate_random_genome", "generate_random_patterns"]
