"""What the documentation shows is true: commands run, code works, files are valid.

In `console` blocks a line `$ command` is run; `# exit code 1` after it says that it fails; the
lines that follow must appear in what it prints, apart from those left out as `…`. `python` blocks
are executed, `json` blocks that hold a whole genome are validated and saved under its name. The
blocks of one page share a folder and run in order.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from darwindeck.genome.codec import decode_genome
from darwindeck.genome.validator import GenomeValidator

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


def run_console(block: str, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "200", "XDG_DATA_HOME": str(folder)}
    for step in block.split("$ ")[1:]:
        command, *expected = step.strip().splitlines()
        if command.startswith(("make ", "git ", "cd ", "source ")):
            continue
        command, _, remark = command.partition("#")
        failure = re.search(r"exit code (\d)", remark)
        code = int(failure.group(1)) if failure else 0
        result = subprocess.run(
            shlex.split(command),
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        printed = result.stdout + result.stderr
        assert result.returncode == code, f"{command}\n{printed}"
        for line in expected:
            if line.strip() != "…":
                assert line.strip() in printed, f"{command}\n{printed}"


def run_json(block: str, folder: Path) -> None:
    data = json.loads(block)
    if "genome_id" in data:
        (folder / f"{data['genome_id']}.json").write_text(block)
        assert GenomeValidator.validate(decode_genome(data)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_work(page: Path, tmp_path: Path) -> None:
    for language, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            run_console(block, tmp_path)
        elif language == "python":
            subprocess.run([sys.executable, "-c", block], cwd=tmp_path, check=True)
        elif language == "json":
            run_json(block, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        file = (page.parent / target).resolve()
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {
                re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in headings
            }
            assert anchor[1:] in anchors, anchor


def test_every_folder_of_tests_says_what_it_proves() -> None:
    tests = ROOT / "tests"
    said = set(re.findall(r"^\| `([^`]+)` \|", (tests / "README.md").read_text(), re.MULTILINE))
    folders = {path.parent.relative_to(tests).as_posix() for path in tests.rglob("*.*")}
    kept = {name for name in folders if name != "." and "__pycache__" not in name}
    assert said == {folder for name in kept for folder in _with_those_above(name)}


def test_no_test_sleeps() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        assert "sleep" + "(" not in path.read_text(), path


def _with_those_above(name: str) -> set[str]:
    parts = name.split("/")
    return {"/".join(parts[:count]) for count in range(1, len(parts) + 1)}


SOURCES = [
    ROOT / folder
    for folder in (
        ".",
        "src/darwindeck",
        "src/darwindeck/genome",
        "src/darwindeck/evolution",
        "rust/darwindeck-core/src",
        "rust/darwindeck-core/src/game",
    )
]


def test_every_package_is_on_the_map() -> None:
    page = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "darwindeck"
    lying = [path.parent.name for path in package.glob("*/__init__.py")]
    lying += [path.stem for path in package.glob("[!_]*.py")]
    assert [name for name in sorted(lying) if f"`darwindeck.{name}" not in page] == []


@pytest.mark.parametrize("page", ["docs/map.md", "docs/extend.md", "docs/own-code.md"])
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    named = re.findall(r"`([\w.-]+/[\w./-]*)`", (ROOT / page).read_text(encoding="utf-8"))
    assert named
    assert [path for path in named if not any((root / path).exists() for root in SOURCES)] == []
