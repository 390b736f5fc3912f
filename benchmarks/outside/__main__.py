"""Our players held against other programs, on duplicate deals.

`python -m benchmarks.outside gin bridge` plays these contests (without names: all of them), each
until it is decided, until `--deals` are played or `--seconds` are over, and prints a table in
Markdown. With `--file` it goes on where it was stopped. It needs what it is held against:
`open_spiel`, `endplay` for Bridge, `rlcard` for its models; contests whose rival is not installed
are left out with a word. Run it in the folder of the sources, for the rules of the other programs
are those of the tests.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path

from benchmarks.outside import blackjack, bridge, openspiel, rlcard_models
from benchmarks.outside.contest import Book, Contest, hold


def contests(milliseconds: int) -> dict[str, Contest]:
    """All of them by name."""
    return {
        **openspiel.contests(milliseconds),
        **bridge.contests(),
        **blackjack.contests(),
        **rlcard_models.contests(),
    }


def missing(name: str) -> str | None:
    """A package that a contest needs and that is not there."""
    needed = "endplay" if name == "bridge" else None
    if name in rlcard_models.contests():
        needed = "rlcard"
    found = needed is None or importlib.util.find_spec(needed) is not None
    return None if found else needed


def main(arguments: list[str] | None = None) -> int:
    """Prints a line for each contest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--player", default="strong")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600.0, help="for each contest")
    parser.add_argument("--milliseconds", type=int, default=50, help="of others who search")
    parser.add_argument("--file", type=Path, help="where deals are kept")
    wanted = parser.parse_args(arguments)
    known = contests(wanted.milliseconds)
    if wrong := [name for name in wanted.names if name not in known]:
        parser.error(f"no contest is called {wrong[0]}; there are {', '.join(known)}")
    book = Book(wanted.file)
    print("| game | against | player | deals | figures | wanted |\n|---|---|---|--:|---|---|")
    for name in wanted.names or known:
        if package := missing(name):
            print(f"{name} is left out: {package} is not installed", file=sys.stderr)
            continue
        told = hold(known[name], wanted.player, wanted.deals, wanted.seconds, book)
        print(told, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
