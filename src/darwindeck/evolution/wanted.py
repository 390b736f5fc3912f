"""What is asked of new games beside being good: length, players, what they must keep."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from darwindeck.evaluation.clauses import clause_paths
from darwindeck.genome.codec import from_json
from darwindeck.genome.problems import Path, path_text
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.tree import at
from darwindeck.quoting import QuotedValueError
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.document import Sentence, plain, statements

_STEP = re.compile(r"\.?([A-Za-z_]\w*)|\[(\d+)\]")


@dataclass(frozen=True)
class Wanted:
    """What new games must be. Plain values, so that they can go to any worker."""

    words: int
    """How many words their rules may take."""
    shortest: float
    longest: float
    """How many minutes a game takes, at least and at most."""
    novelty: float
    """How far they must be from every game that is known."""
    players: int | None = None
    """How many play; None: any number."""
    near: float | None = None
    """How far they may be from the nearest game of `origins`; None: as far as they like."""
    origins: tuple[str, ...] = ()
    """The games that they are bred from, as JSON, where these were named."""
    keep: tuple[str, ...] = ()
    """Paths into the first of `origins` that has them: what stands there must stay."""

    def allows(self, genome: GameGenome) -> bool:
        """Whether a game has the players and the parts that are wanted."""
        if self.players is not None and genome.player_count != self.players:
            return False
        return all(_has(genome, path, part) for path, part in self._parts())

    def _parts(self) -> Sequence[tuple[Path, Any]]:
        return _kept(self.origins, self.keep) if self.keep else ()


@lru_cache(maxsize=16)
def _kept(origins: tuple[str, ...], keep: tuple[str, ...]) -> tuple[tuple[Path, Any], ...]:
    """The parts that must stay, with where they stand."""
    games = [from_json(text) for text in origins]
    return tuple((path, _part(games, path)) for path in map(parse_path, keep))


def _part(games: Sequence[GameGenome], path: Path) -> Any:
    for game in games:
        if has_path(game, path):
            return at(game, path)
    raise QuotedValueError(f"no game has a part at {path_text(path)}")


def _has(genome: GameGenome, path: Path, part: Any) -> bool:
    """Whether an equal part stands where this one stood, at whatever place of its list."""
    return any(found == part for found in _places(genome, path))


def _places(value: Any, path: Path) -> Iterator[Any]:
    """What stands at a path, every place of a list being as good as another."""
    if not path:
        yield value
        return
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        for item in value if isinstance(value, tuple) else ():
            yield from _places(item, rest)
    elif hasattr(value, step):
        yield from _places(getattr(value, step), rest)


# --- which part is meant -------------------------------------------------------------------------


def parse_path(text: str) -> Path:
    """A path as it is written in messages, such as ``$.scoring_rules[2]``."""
    rest = text.removeprefix("$")
    path: list[str | int] = []
    end = 0
    for step in _STEP.finditer(rest):
        if step.start() != end:
            break
        end = step.end()
        path.append(int(step[2]) if step[2] else step[1])
    if end != len(rest) or not path:
        raise QuotedValueError(f"'{text}' is no path; one looks like $.scoring_rules[2]")
    return tuple(path)


def has_path(genome: GameGenome, path: Path) -> bool:
    """Whether a game says anything at a path."""
    try:
        return at(genome, path) not in (None, ())
    except (AttributeError, IndexError, TypeError):
        return False


def find_parts(games: Sequence[GameGenome], named: str) -> tuple[str, ...]:
    """The paths of the part that somebody names: by its path, or by a sentence of a rulebook.

    Raises `ValueError` if there is none, or several that may be meant.
    """
    if not games:
        raise ValueError("only a part of a game that is bred from can be kept: name the game, too")
    if named.startswith("$") or hasattr(games[0], re.split(r"[.\[]", named)[0]):
        path = parse_path(named)
        if not any(has_path(game, path) for game in games):
            fields = ", ".join(_said_fields(games[0]))
            raise QuotedValueError(
                f"no part stands at {path_text(path)}; {games[0].name or 'the game'} has: {fields}"
            )
        return (path_text(path),)
    return _by_sentence(games, named)


def _said_fields(genome: GameGenome) -> list[str]:
    said = (clause[0] for clause in clause_paths(genome))
    return list(dict.fromkeys(str(name) for name in said))


def _by_sentence(games: Sequence[GameGenome], named: str) -> tuple[str, ...]:
    wanted = _spoken(named)
    said = [sentence for game in games for sentence in statements(build_rulebook(game))]
    exact = [one for one in said if _spoken(one.text) == wanted]
    found = exact or [one for one in said if wanted and wanted in _spoken(one.text)]
    different = {one.sources: one for one in found if one.sources}
    if len(different) == 1:
        return tuple(path_text(path) for path in next(iter(different)))
    if not different:
        near = _likely(said, wanted)
        hint = f"; the nearest is '{near}'" if near else ""
        raise QuotedValueError(f"no sentence of the rulebook says '{named}'{hint}")
    some = "', '".join(plain(one.text) for one in list(different.values())[:3])
    raise QuotedValueError(
        f"{len(different)} sentences say '{named}': '{some}'; give more of the one that is meant"
    )


def _spoken(text: str) -> str:
    return " ".join(plain(text).lower().split()).rstrip(".")


def _likely(said: Sequence[Sentence], wanted: str) -> str:
    texts = {_spoken(one.text): plain(one.text) for one in said if one.sources}
    near = difflib.get_close_matches(wanted, texts, n=1, cutoff=0.3)
    return texts[near[0]] if near else ""
