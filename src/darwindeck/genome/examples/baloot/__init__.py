"""Baloot: the whole game in `genome`, with its auction, scoring and options beside it."""

from darwindeck.genome.examples.baloot.genome import create_baloot_genome

__all__ = ["create_baloot_genome"]
