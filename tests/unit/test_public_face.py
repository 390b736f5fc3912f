"""The public face: few names are shown, many more resolve, and nothing is loaded unasked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import darwindeck
from darwindeck.evolution import operators
from darwindeck.genome import schema
from darwindeck.genome.examples import LIBRARY

LIGHT = """
import sys, darwindeck
heavy = ("darwindeck.genome", "darwindeck._core", "darwindeck.evolution", "typer", "rich")
print([name for name in heavy if name in sys.modules])
"""


def test_about_forty_names_are_shown_and_all_of_them_are_there() -> None:
    assert 35 <= len(darwindeck.__all__) <= 45
    assert set(dir(darwindeck)) == {*darwindeck.__all__, "__version__"}
    for name in dir(darwindeck):
        assert getattr(darwindeck, name) is not None


def test_parts_operators_and_games_resolve_from_the_top() -> None:
    games = [f"create_{game.replace('-', '_')}_genome" for game in LIBRARY]
    for name in (*schema.__all__, *operators.__all__, *games, "BytecodeCompiler", "BytecodeHeader"):
        assert getattr(darwindeck, name) is not None, name
    assert darwindeck.Move is schema.Move


def test_a_name_that_is_not_there_is_named() -> None:
    assert not hasattr(darwindeck, "create_calvinball_genome")


def test_importing_it_loads_nothing() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True
    ).stdout
    assert found.strip() == "[]"


@pytest.mark.parametrize(
    "module", ["darwindeck.library", "darwindeck.genome.examples", "darwindeck.genome.codec"]
)
def test_a_module_can_be_the_first_that_is_imported(module: str) -> None:
    path = str(Path(darwindeck.__file__).parents[1])
    program = f"import sys; sys.path.insert(0, {path!r}); import {module}"
    subprocess.run([sys.executable, "-c", program], check=True)
