"""The reading in force is part of the rules alone; the others are listed."""

from __future__ import annotations

import pytest

from darwindeck.english import capitalised
from darwindeck.genome.examples import get_seed_genomes
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import GameGenome, Option
from darwindeck.rulebook import generate_rulebook
from darwindeck.rulebook.sections.options import only_players

OPTIONS = [
    pytest.param(genome, option, id=f"{genome.genome_id}-{option.name}")
    for genome in get_seed_genomes()
    for option in genome.options
]
SAME_RULES = {("pidro", "rules", "kokkola")}
"""Choices that put in force what is in force anyway."""


def rules(text: str) -> str:
    return text.split("## House rules")[0]


@pytest.mark.parametrize(("genome", "option"), OPTIONS)
def test_every_reading_is_listed(genome: GameGenome, option: Option) -> None:
    listed = generate_rulebook(genome).partition("## House rules")[2].lower()
    for choice in option.choices:
        # The reading in force is told by the rules; of how many play, the book speaks elsewhere.
        if choice.name != option.value and not only_players(option):
            assert choice.label.lower() in listed
    assert "in these rules" not in listed
    assert f"**{capitalised(option.label)}:**".lower() in listed or only_players(option)


@pytest.mark.parametrize(("genome", "option"), OPTIONS)
def test_another_reading_changes_the_rules(genome: GameGenome, option: Option) -> None:
    usual = rules(generate_rulebook(genome))
    for choice in option.choices:
        if choice.name == option.value:
            continue
        other = rules(generate_rulebook(apply_options(genome, {option.name: choice.name})))
        same = (genome.genome_id, option.name, choice.name) in SAME_RULES
        assert (other == usual) == same, choice.name
