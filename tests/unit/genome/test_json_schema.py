"""The JSON Schema: current, and in agreement with an independent validator."""

from __future__ import annotations

import json

import jsonschema
import pytest

from darwindeck.genome.examples import get_seed_genomes
from darwindeck.genome.json_schema import attribute_docs, genome_schema
from darwindeck.genome.schema import GameGenome, ZoneSpec
from tests.support.genomes import minimal_genome

VALIDATOR = jsonschema.Draft202012Validator(genome_schema())


def test_the_schema_is_itself_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(genome_schema())


@pytest.mark.parametrize("genome", get_seed_genomes(), ids=lambda genome: genome.genome_id)
def test_every_library_game_satisfies_the_schema(genome: GameGenome) -> None:
    VALIDATOR.validate(json.loads(json.dumps(genome.to_dict())))


def test_the_schema_rejects_what_the_reader_rejects() -> None:
    good = minimal_genome().to_dict()
    assert VALIDATOR.is_valid(good)
    assert not VALIDATOR.is_valid({**good, "player_cuont": 3})
    assert not VALIDATOR.is_valid({**good, "player_count": "four"})
    assert not VALIDATOR.is_valid({**good, "turn_structure": {"phases": [{"kind": "trik"}]}})
    assert not VALIDATOR.is_valid({k: v for k, v in good.items() if k != "setup"})


def test_fields_are_described_by_the_text_beside_them() -> None:
    assert attribute_docs(ZoneSpec)["label"] == 'What one calls it: "discard pile".'
    described = genome_schema()["$defs"]["ZoneSpec"]["properties"]["label"]
    assert described["description"] == 'What one calls it: "discard pile".'
