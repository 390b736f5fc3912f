"""Chains of mutations over the library: every step is a sound game, few proposals are in vain.

One chain of each game by default; ``DARWINDECK_TEST_SCALE`` multiplies their number (at 100 there
are 10,000), and they are twice as long.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from darwindeck._core import CoreGame
from darwindeck.evolution.making.operators import Rates, create_default_pipeline
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.tree import walk
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import generate_rulebook

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
CHAINS = round(100 * SCALE) if SCALE > 1 else len(library_ids())
LENGTH = 20 if SCALE > 1 else 10
SHARE_REJECTED = 0.2

Chain = tuple[list[str], Rates, int, int]
"""What is wrong, the rates, and the words of the rulebook at the beginning and at the end."""


def _chain(number: int) -> Chain:
    """One chain of mutations of one library game."""
    names = library_ids()
    genome = get_genome(names[number % len(names)])
    pipeline = create_default_pipeline()
    words = len(generate_rulebook(genome).split())
    wrong = []
    for step in range(LENGTH):
        child = pipeline.mutate(genome, seed=number * LENGTH + step)
        place = f"{names[number % len(names)]}, chain {number}, step {step}"
        wrong += [f"{place}: {problem}" for problem in _problems(child, step == LENGTH - 1)]
        genome = child
    return wrong, pipeline.rates, words, len(generate_rulebook(genome).split())


def _problems(genome: GameGenome, thoroughly: bool) -> list[str]:
    problems = GenomeValidator.validate(genome)
    if not check_genome_completeness(genome):
        problems.append("is not complete")
    if thoroughly and not problems:
        core = CoreGame(BytecodeCompiler().compile_genome(genome))
        tally = core.simulate(4, seed=99, players=["random"], single_hand=True)
        if tally["games"] != 4:
            problems.append(f"only {tally['games']} of 4 hands were played")
    return problems


def test_chains_of_mutations_stay_sound_and_few_proposals_are_rejected() -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        chains = list(pool.map(_chain, range(CHAINS), chunksize=4))
    wrong = [problem for found, _, _, _ in chains for problem in found]
    assert wrong == []
    rates = Rates()
    for _, found, _, _ in chains:
        rates.add(found)
    print(rates)
    assert rates.total.accepted == CHAINS * LENGTH
    assert rates.total.share_rejected <= SHARE_REJECTED, f"\n{rates}"
    before = sum(words for _, _, words, _ in chains)
    after = sum(words for _, _, _, words in chains)
    assert after < 1.5 * before, "games grow from mutation to mutation"


def test_a_long_chain_does_not_pile_clauses_up() -> None:
    genome = get_genome("crazy-eights")
    pipeline = create_default_pipeline()
    before = sum(1 for _ in walk(genome))
    for seed in range(round(80 * max(1.0, SCALE / 10))):
        genome = pipeline.mutate(genome, seed=seed)
    assert sum(1 for _ in walk(genome)) < 3 * before
