"""Each layer uses only those before it: see docs/map.md. Imports inside functions count as well.

Inside a layer no module uses itself through others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import darwindeck

ROOT = Path(darwindeck.__file__).parent
LAYERS = (
    "_core cards english quoting plugins genome library faces players simulation text rulebook "
    "charts evaluation tournament laws archives oracles evolution play ratings table envs cli "
    "__main__"
).split()


def layer(module: str) -> str:
    """The layer of a module; faces that show the library as well lie above the library."""
    if module in ("genome", "genome.__init__") or module.startswith("genome.examples"):
        return "faces"
    return module.partition(".")[0]


def imports(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, at its beginning or later."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "darwindeck":
            names = [f"darwindeck.{alias.name}" for alias in node.names]
        else:
            names = [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            if name.startswith("darwindeck."):
                yield name.removeprefix("darwindeck.")


def test_no_layer_uses_a_later_one() -> None:
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        own = layer(".".join(path.relative_to(ROOT).with_suffix("").parts))
        if own == "__init__":
            continue
        assert own in LAYERS, path
        for module in imports(path):
            used = layer(module)
            known = used in LAYERS and LAYERS.index(used) <= LAYERS.index(own)
            if not known and module != "__version__":
                wrong.append(f"{path.relative_to(ROOT)} uses {module}")
    assert wrong == []


ROUND_TRIPS = {
    # Genomes can be asked for their JSON, which the codec writes, and are read checked.
    ("genome.schema.genome", "genome.codec"),
    ("genome.codec", "genome.checked"),
    # Genomes of an older edition are brought up to date when they are made, as the gate asks for.
    ("genome.schema.genome", "genome.editions"),
    ("genome.editions", "genome.validation"),
    ("genome.editions", "genome.validation.secrets"),
    # Games deal states, and a state that was saved brings its game.
    ("simulation.game", "simulation.state"),
}
"""Modules that know each other, because that is how they are asked."""


def module_name(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix("__init__").rstrip(".")


def used_when_run(path: Path, modules: set[str]) -> Iterator[str]:
    """The modules that a file imports, at its beginning or later, other than for types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("darwindeck"):
            base = str(node.module).removeprefix("darwindeck").lstrip(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}".lstrip(".")
                yield inner if inner in modules else base


def test_no_module_uses_itself_through_others() -> None:
    files = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}
    uses = {name: set(used_when_run(path, set(files))) - {""} for name, path in files.items()}
    for module, used in ROUND_TRIPS:
        uses[module].remove(used)
    assert len(list(TopologicalSorter(uses).static_order())) >= len(files)
