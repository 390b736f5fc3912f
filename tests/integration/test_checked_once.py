"""A genome is checked at the door, once: breeding checks, expands and compiles each game once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from darwindeck import get_genome
from darwindeck.evolution.runs import tasks
from darwindeck.evolution.runs.population import Population
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.stock import library_stock
from darwindeck.genome import checked
from darwindeck.genome.checked import check
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome


def counting(real: Any, seen: Counter[GameGenome]) -> Any:
    """The function, with its calls counted."""

    def called(genome: GameGenome) -> Any:
        seen[genome] += 1
        return real(genome)

    return called


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, Counter[GameGenome]]:
    """How often each set of rules was validated, expanded and compiled."""
    counts: dict[str, Counter[GameGenome]] = {}
    for name in ("problems_of", "expand", "compile_expanded"):
        counts[name] = Counter()
        monkeypatch.setattr(checked, name, counting(getattr(checked, name), counts[name]))
    monkeypatch.setattr(checked, "_known", type(checked._known)())
    checked._compiled.cache_clear()
    return counts


def test_six_bred_children_are_checked_expanded_and_compiled_once_each(
    counted: dict[str, Counter[GameGenome]],
) -> None:
    """The games of the library, with and without their options, are known beforehand."""
    library_stock.cache_clear()
    population = Population(Settings(seed=2, population=6, deepest="random"))
    population.learn(library_stock())
    for seen in counted.values():
        seen.clear()
    results = [tasks.perform(task) for task in population.plan(0).values()]
    assert any(result.child is not None for result in results)
    for name, seen in counted.items():
        assert seen, name
        again = [genome.genome_id for genome, times in seen.items() if times > 1]
        assert again == [], name


def test_names_change_nothing_that_follows_from_the_rules() -> None:
    hearts = check(get_genome("hearts"))
    other = check(replace(hearts.genome, genome_id="other", name="Other", generation=7))
    assert other.key == hearts.key
    assert other.rules_bytecode is hearts.rules_bytecode
    assert other.bytecode != hearts.bytecode
    assert other.expanded.name == "Other"


def test_names_are_judged_although_the_rules_are_known() -> None:
    hearts = check(get_genome("hearts")).genome
    with pytest.raises(GenomeError, match="cannot be printed"):
        check(replace(hearts, name="\x1b[31mHearts"))
    with pytest.raises(GenomeError):
        check(replace(hearts, genome_id=7))  # type: ignore[arg-type]  # what a caller may do
