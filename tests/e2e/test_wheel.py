"""The wheel stands on its own: installed elsewhere, it needs nothing from the source tree."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "darwindeck"
LIBRARY = ("hearts", "scopa")

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=outside, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "maturin", "build", "--out", out, cwd=ROOT)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory outside the tree with a fresh environment in ``env``."""
    place = tmp_path_factory.mktemp("elsewhere")
    assert ROOT not in place.parents
    venv.create(place / "env", with_pip=True)
    run(place / "env/bin/python", "-m", "pip", "install", "-q", wheel, cwd=place)
    return place


def test_the_wheel_holds_the_package_and_its_data_and_nothing_else(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    core = {name for name in inside if name.endswith((".so", ".pyd"))}
    assert len(core) == 1
    wanted = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".so", ".pyd"}
    }
    assert {"darwindeck/py.typed", "darwindeck/_core.pyi"} <= wanted
    assert inside - core == wanted


def test_it_imports_from_where_it_was_installed(elsewhere: Path) -> None:
    program = (
        "import json, darwindeck, darwindeck._core as core;"
        "print(json.dumps([darwindeck.__file__, core.__file__]))"
    )
    for file in json.loads(run(elsewhere / "env/bin/python", "-c", program, cwd=elsewhere)):
        assert elsewhere / "env" in Path(file).parents


def test_its_command_helps(elsewhere: Path) -> None:
    shown = run(elsewhere / "env/bin/darwindeck", "--help", cwd=elsewhere)
    for command in ("games", "show", "validate", "rules", "schema"):
        assert command in shown


def test_its_command_lists_the_library(elsewhere: Path) -> None:
    shown = run(elsewhere / "env/bin/darwindeck", "games", cwd=elsewhere)
    for game in LIBRARY:
        assert game in shown.lower()


def test_its_command_prints_a_rulebook(elsewhere: Path) -> None:
    shown = run(elsewhere / "env/bin/darwindeck", "rules", "scopa", cwd=elsewhere)
    assert "scopa" in shown.lower()
    assert len(shown.splitlines()) > 20
