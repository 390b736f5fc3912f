"""Watches whether play agrees with the books of bred games: `python -m tools.read_books`.

Reads the books of games that were mutated and crossed from `--seed`, as the tests do with few
(`tests/support/book_reader.py`), prints every sentence that play disagrees with, and at the end how
many there were. `--first` and `--last` read a portion of them.
"""

from __future__ import annotations

import argparse
import sys
import traceback

from darwindeck.rulebook import generate_rulebook
from tests.support.book_reader import Watched, read
from tests.support.bred import crossed, mutated


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--mutated", type=int, default=300, help="games to mutate")
    asked.add_argument("--crossed", type=int, default=70, help="games to cross")
    asked.add_argument("--seed", type=int, default=900)
    asked.add_argument("--first", type=int, default=0, help="the first game of this portion")
    asked.add_argument("--last", type=int, help="the last; default: the last of all")
    args = asked.parse_args()
    games = [(mutated, n, args.mutated) for n in range(args.mutated)]
    games += [(crossed, n, args.crossed) for n in range(args.crossed)]
    portion = range(len(games))[args.first : None if args.last is None else args.last + 1]
    known = total = wrong = 0
    for at in portion:
        make, number, of = games[at]
        child = make(number, of, args.seed)
        try:
            found = read(generate_rulebook(child), Watched(child, range(1)))
        except Exception:
            print(f"game {at} ({make.__name__} {number}): cannot be read\n{traceback.format_exc()}")
            wrong += 1
            continue
        known += len(found.read)
        total += found.total
        wrong += len(found.wrong)
        for sentence, what in found.wrong:
            print(f"game {at} ({make.__name__} {number}): {sentence}\n    {what}")
        sys.stdout.flush()
    print(
        f"{len(portion)} books from seed {args.seed}: {known} of {total} sentences read "
        f"({known / max(total, 1):.0%}), {wrong} that play disagrees with"
    )


if __name__ == "__main__":
    main()
