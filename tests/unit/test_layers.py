"""Each layer uses only those before it: see docs/map.md. Imports inside functions count as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
