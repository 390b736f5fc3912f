"""`python -m tests.reference --decisions N --seed S --state FILE`: the two engines side by side."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.reference import running
from tests.reference.compare import Disagreement, TooMuch
from tests.reference.parts import PARTS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reference", description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000, help="in all parts together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--state", type=Path, help="where progress is kept; the run goes on from it"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--drafts", type=Path, help="a folder of further games as JSON")
    parser.add_argument("--parts", nargs="*", choices=PARTS, help="by default all that there are")
    parser.add_argument("--differences", type=Path, help="a folder for files of differences")
    parser.add_argument("--again", type=Path, help="plays the difference of a file again")
    asked = parser.parse_args()
    if asked.again is not None:
        try:
            running.again(asked.again)
        except Disagreement as found:
            print(found)
            return 1
        except TooMuch:
            print("given up because of the work")
            return 0
        print("no difference any more")
        return 0
    state = running.State(asked.state or Path(":memory:"), asked.seed)
    totals = running.run(
        state,
        decisions=asked.decisions,
        seed=asked.seed,
        processes=asked.processes,
        folder=asked.drafts,
        differences=asked.differences,
        names=asked.parts,
    )
    print(running.telling(state))
    return int(any(found for _, found in totals.values()))


if __name__ == "__main__":
    sys.exit(main())
