"""Genomes as JSON: canonical writing, strict reading."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields
from typing import Any

import pytest

from darwindeck.genome.codec import (
    decode_genome,
    encode,
    from_json,
    genome_fingerprint,
    kinds_of,
    parse_json,
    to_json,
)
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import (
    Action,
    CardCondition,
    ClaimPhase,
    ClaimRankMode,
    GameGenome,
    Part,
    Phase,
    Rank,
    Suit,
    TrickPhase,
    TurnStructure,
)
from tests.support.genomes import minimal_genome


def broken(change: dict[str, Any]) -> GenomeError:
    """The error for the minimal genome with some fields changed in its JSON."""
    with pytest.raises(GenomeError) as caught:
        decode_genome({**minimal_genome().to_dict(), **change})
    return caught.value


def test_reading_what_was_written_gives_the_same_genome() -> None:
    genome = minimal_genome(player_count=4, team_mode=True, teams=((0, 2), (1, 3)))
    assert from_json(to_json(genome)) == genome
    assert GameGenome.from_dict(genome.to_dict()) == genome
    assert from_json(to_json(genome).encode()) == genome


def test_the_text_names_its_schema_and_version_first() -> None:
    data = json.loads(to_json(minimal_genome()))
    assert list(data)[:3] == ["$schema", "schema_version", "genome_id"]


def test_every_field_is_written_out_but_a_selector_lists_only_its_constraints() -> None:
    data = encode(TrickPhase(playable=CardCondition(suit=Suit.HEARTS, rank=Rank.QUEEN)))
    assert data["kind"] == "trick"
    assert set(data) == {"kind", *(field.name for field in fields(TrickPhase))}
    assert data["playable"] == {"suit": "hearts", "rank": "Q"}


def test_the_text_is_the_same_in_every_process() -> None:
    script = (
        "from tests.support.genomes import minimal_genome\n"
        "from darwindeck.genome.codec import to_json, genome_fingerprint\n"
        "print(genome_fingerprint(minimal_genome()), to_json(minimal_genome()))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    genome = minimal_genome()
    assert texts == {f"{genome_fingerprint(genome)} {to_json(genome)}\n"}


def test_a_different_game_has_a_different_fingerprint() -> None:
    one, other = minimal_genome(), minimal_genome(player_count=3)
    assert genome_fingerprint(one) != genome_fingerprint(other)


def test_unknown_fields_are_named_with_a_suggestion() -> None:
    error = broken({"player_cuont": 3})
    (problem,) = error.problems
    assert problem.code == "unknown-field"
    assert problem.path == "$.player_cuont"
    assert "did you mean `player_count`?" in problem


def test_a_wrong_type_says_what_was_expected_and_where() -> None:
    data = minimal_genome().to_dict()
    data["turn_structure"]["phases"][0]["mandatory"] = "yes"
    with pytest.raises(GenomeError) as caught:
        decode_genome(data)
    (problem,) = caught.value.problems
    assert problem == (
        'Expected `true` or `false`, got `"yes"` - at `$.turn_structure.phases[0].mandatory`'
    )


def test_all_problems_are_listed_at_once() -> None:
    error = broken({"player_count": "four", "max_turns": 1.5, "colour": 1, "teams": [[0, "x"]]})
    assert len(error.problems) == 4
    assert str(error).count("\n") == 4


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"player_count": True}, "wrong-type"),
        ({"player_count": 10**10}, "number-too-large"),
        ({"ai_hints": {"raise_threshold": float("inf")}}, "number-too-large"),
        ({"setup": []}, "wrong-type"),
        ({"setup": {}}, "missing-field"),
        ({"setup": {"cards_per_player": 5, "tableau_mode": "waar"}}, "wrong-choice"),
        ({"turn_structure": {"phases": [{"kind": "trik"}]}}, "unknown-kind"),
        ({"turn_structure": {"phases": [{}]}}, "unknown-kind"),
        ({"turn_structure": {"phases": [None]}}, "wrong-type"),
        ({"schema_version": "7.0"}, "unknown-version"),
        ({"schema_version": 1}, "wrong-type"),
    ],
)
def test_wrong_values_have_a_code(change: dict[str, Any], code: str) -> None:
    assert [problem.code for problem in broken(change).problems] == [code]


@pytest.mark.parametrize("data", [None, 3, "x", [], [{}]])
def test_what_is_no_object_is_no_genome(data: Any) -> None:
    with pytest.raises(GenomeError, match="Expected an object"):
        decode_genome(data)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "nonsense",
        "[" * 100_000,
        '{"a": 1e999}',
        '{"a": NaN}',
        '{"a": 1, "a": 2}',
        '{"a": "' + "x" * 100_000 + '"}',
        '{"a": ' + "9" * 400 + "}",
        b"\xff\xfe\x00",
        b"\x00" * 1000,
        "\ud800",
    ],
)
def test_text_that_is_no_reasonable_json_is_one_problem(text: str | bytes) -> None:
    with pytest.raises(GenomeError) as caught:
        parse_json(text)
    assert [problem.code for problem in caught.value.problems] == ["not-json"]


def test_files_of_an_older_version_are_brought_up_to_date() -> None:
    genome = minimal_genome(
        turn_structure=TurnStructure(
            phases=(ClaimPhase(rank_mode=ClaimRankMode.PLAYER_CHOICE), ClaimPhase())
        )
    )
    data = genome.to_dict()
    data["schema_version"] = "0.9"
    for phase, sequential in zip(data["turn_structure"]["phases"], (False, True), strict=True):
        del phase["rank_mode"]
        phase["sequential_rank"] = sequential
    assert decode_genome(data) == genome


def subclasses(base: type[Part]) -> set[type[Part]]:
    direct = set(base.__subclasses__())
    return direct.union(*(subclasses(part) for part in direct))


@pytest.mark.parametrize("base", [Phase, Action])
def test_every_phase_and_action_has_a_kind_of_its_own(base: type[Part]) -> None:
    kinds = kinds_of(base)
    assert set(kinds.values()) == subclasses(base)
