"""The examples run, in short form."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=EXAMPLES,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_own_agents_meet_in_a_tournament() -> None:
    printed = run("own_agents.py", "briscola", "--deals", "1")
    assert {line.split(":")[0] for line in printed.splitlines()} == {
        "lowest",
        "highest",
        "random",
        "greedy",
    }


def test_the_notebook_runs_cell_by_cell() -> None:
    pytest.importorskip("pyspiel")
    notebook = json.loads((EXAMPLES / "environments.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] for cell in notebook["cells"] if "outputs" in cell)
    printed = run("-c", "\n".join(cells))
    assert "actions" in printed
    assert "exploitable by" in printed


def test_a_network_learns_leduc_poker() -> None:
    pytest.importorskip("torch", reason="PyTorch is no dependency: the example is run where it is")
    learner = loaded("learner")
    game = learner.as_game(str(EXAMPLES / "games" / "leduc-poker.json"))
    lines: list[str] = []
    _, curve = learner.learn(
        game, 0.5, opponents=["random"], hands=4, points=2, progress=lines.append
    )
    assert [point.decisions > 0 for point in curve] == [False, True]
    assert "against random" in lines[0]


def test_a_game_is_bred_and_learnt() -> None:
    pytest.importorskip("torch", reason="PyTorch is no dependency: the example is run where it is")
    printed = run(
        "breed_and_train.py",
        *("--generations", "1", "--population", "2", "--minutes", "0.005", "--hands", "2"),
    )
    assert "against random" in printed
