"""Whatever can be written can be read again, and the schema agrees."""

from __future__ import annotations

import json

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from darwindeck.genome.codec import decode_genome, parse_json, to_json
from darwindeck.genome.json_schema import genome_schema
from tests.support.random_genomes import random_genome

VALIDATOR = jsonschema.Draft202012Validator(genome_schema())
SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_any_genome_survives_its_json(seed: int) -> None:
    genome = random_genome(seed)
    text = to_json(genome)
    again = decode_genome(parse_json(text))
    assert again == genome
    assert to_json(again) == text


@given(SEEDS)
def test_any_genome_satisfies_the_json_schema(seed: int) -> None:
    VALIDATOR.validate(json.loads(to_json(random_genome(seed))))
