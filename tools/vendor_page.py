"""Puts the libraries that the page uses beside it: `python -m tools.vendor_page`.

Pinned packages are fetched with npm, checked against the digests below and unpacked; bare names of
modules become relative ones, since the page's policy allows no import map. Users need none of it.
"""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "src" / "darwindeck" / "table" / "page" / "vendor"


class Package(NamedTuple):
    name: str
    version: str
    digest: str
    files: dict[str, str]
    """What is taken from it, and what it is called here."""


PACKAGES = (
    Package(
        "preact",
        "10.29.8",
        "b18cb0a457f3d43c7bb30391a74ade7d13e03bc6e77915e061c70c0fe1123299",
        {
            "dist/preact.module.js": "preact.js",
            "hooks/dist/hooks.module.js": "hooks.js",
            "LICENSE": "preact.LICENSE",
        },
    ),
    Package(
        "htm",
        "3.1.1",
        "2425b9bee11409177bcabc7f32e319926fc6690c1701c0b257c88bdff2d5ba90",
        {"dist/htm.module.js": "htm.js", "LICENSE": "htm.LICENSE"},
    ),
)


def fetch(package: Package, folder: Path) -> Path:
    """The packed files of a package, checked."""
    wanted = f"{package.name}@{package.version}"
    subprocess.run(["npm", "pack", wanted, "--silent"], cwd=folder, check=True)
    path = folder / f"{package.name}-{package.version}.tgz"
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != package.digest:
        raise ValueError(f"{wanted} is not what it was: sha256 {found}")
    return path


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for package in PACKAGES:
            with tarfile.open(fetch(package, Path(folder))) as packed:
                for source, name in package.files.items():
                    member = packed.extractfile(f"package/{source}")
                    assert member is not None, f"{package.name} has no {source}"
                    text = member.read().decode()
                    text = "\n".join(
                        line for line in text.splitlines() if "sourceMappingURL" not in line
                    )
                    text = text.replace('from"preact"', 'from"./preact.js"')
                    (FOLDER / name).write_text(text.rstrip() + "\n")


if __name__ == "__main__":
    main()
