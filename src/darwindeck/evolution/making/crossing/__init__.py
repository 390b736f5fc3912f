"""Crossing games: whole mechanics of one game, with all they depend on, in another."""

from darwindeck.evolution.making.crossing.making import (
    MECHANICS,
    Crossing,
    NoCrossover,
    crossover,
    crossover_with_story,
)

__all__ = ["MECHANICS", "Crossing", "NoCrossover", "crossover", "crossover_with_story"]
