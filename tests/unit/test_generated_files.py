"""Files that are generated are what the generator writes now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.generate import ROOT, generated

FILES = generated()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_generated_file_is_current(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path], "run `make generate`"


def test_no_library_file_is_left_over() -> None:
    library = next(path.parent for path in FILES if path.name == "hearts.json")
    assert set(library.glob("*.json")) <= set(FILES)
