"""The parts that the second engine reads are those of the reference."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from tests.reference import genome

REFERENCE = (Path(__file__).parents[2] / "docs" / "reference.md").read_text()
PARTS = {
    name: re.findall(r"^\| `(\w+)` \|", body, re.MULTILINE)
    for name, body in re.findall(
        r"^### (\w+)\n(.*?)(?=^### |^## )", REFERENCE, re.MULTILINE | re.DOTALL
    )
    if hasattr(genome, name) and "| field |" in body
}


@pytest.mark.parametrize("name", PARTS)
def test_a_part_has_the_fields_of_the_reference(name: str) -> None:
    assert {field.name for field in fields(getattr(genome, name))} == set(PARTS[name])


def test_all_parts_are_looked_at() -> None:
    listed = re.findall(r"\[(\w+)\]\(#\w+\)", REFERENCE.split("- Choices:")[0])
    with_fields = {name for name in listed if f"### {name}\n" in REFERENCE}
    assert len(PARTS) > 55
    assert with_fields - set(PARTS) <= {name for name in with_fields if not _has_fields(name)}


def _has_fields(name: str) -> bool:
    body = REFERENCE.split(f"### {name}\n")[1].split("\n### ")[0]
    return "| field |" in body
