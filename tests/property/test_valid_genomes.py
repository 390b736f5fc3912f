"""Whatever passes the gate can be expanded, compiled, verified and written as a rulebook.

Library games are changed in one field, or get an empty name into one of their lists; those that are
still valid go through everything.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from darwindeck._core import verify_bytecode
from darwindeck.genome.bytecode.compiler import compile_expanded
from darwindeck.genome.codec import decode_genome
from darwindeck.genome.examples import get_genome, get_seed_genomes
from darwindeck.genome.expansion import expand
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.validation import problems_as_written
from darwindeck.rulebook import build_rulebook, to_html, to_markdown
from tests.support.changes import changes

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
STEP = max(1, round(12 / SCALE))
MOST = round(40 * SCALE)

every_game = pytest.mark.parametrize("genome", get_seed_genomes(), ids=lambda g: g.genome_id)


def goes_through(genome: GameGenome) -> None:
    expanded = expand(genome)
    verify_bytecode(compile_expanded(expanded))
    assert expand(expanded) == expanded
    book = build_rulebook(genome)
    assert to_markdown(book)
    assert to_html(book)


@every_game
def test_a_valid_change_of_a_game_goes_through_everything(genome: GameGenome) -> None:
    tried = 0
    all_changes = list(changes(genome))
    for change in all_changes[:: max(STEP, len(all_changes) // MOST)]:
        if not problems_as_written(change.genome):
            goes_through(change.genome)
            tried += 1
    assert tried > 0


def lists_of_names(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from lists_of_names(item, (*path, key))
    elif isinstance(value, list):
        if value and all(isinstance(item, str) for item in value):
            yield path
        for index, item in enumerate(value):
            yield from lists_of_names(item, (*path, index))


@every_game
def test_an_empty_name_in_a_list_is_refused_or_goes_through(genome: GameGenome) -> None:
    for path in lists_of_names(genome.to_dict()):
        data = genome.to_dict()
        place: Any = data
        for step in path:
            place = place[step]
        place.append("")
        try:
            changed = GameGenome.from_dict(data)
        except GenomeError:
            continue
        goes_through(changed)


def test_names_of_hand_patterns_are_numbered_too() -> None:
    data = get_genome("simple-poker").to_dict()
    pattern = data["hand_evaluation"]["patterns"][0]
    pattern["tags"] = ["rare"]
    pattern["values"] = [{"name": "bonus", "amount": 100, "label": "points"}]
    goes_through(decode_genome(data))


def test_deeply_nested_actions_cost_no_more_than_their_number() -> None:
    actions: list[Any] = [{"kind": "end_hand"}]
    for _ in range(20):
        actions = [{"kind": "if", "condition": "trick == 1", "then": actions, "otherwise": []}]
    data = get_genome("hearts").to_dict()
    data["turn_structure"]["phases"][-1]["after_trick"] = actions
    goes_through(GameGenome.from_dict(data))


def test_a_genome_nested_without_end_is_one_problem() -> None:
    condition: dict[str, Any] = {}
    for _ in range(5_000):
        condition = {"not_": condition}
    data = get_genome("hearts").to_dict()
    data["card_sets"][0]["cards"] = condition
    with pytest.raises(GenomeError) as caught:
        GameGenome.from_dict(data)
    assert caught.value.problems[0].code == "nested-too-deep"
