"""Dead clauses: those that can be taken away without changing any game.

Each clause (see `clauses`) is taken away in turn, and the same games are played again (see
`nets`). It is alive if one of them is played otherwise, dead if none is. What cannot be taken away,
because the rest would not be valid or complete, needs no proof; what only changes words is no
clause of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from darwindeck.evaluation.clauses import Clause, clauses, in_force, without
from darwindeck.evaluation.idle_calls import find_idle_calls
from darwindeck.evaluation.nets import Yardstick, compiled, nets, plays_the_same
from darwindeck.evaluation.results import DeadClause
from darwindeck.genome.checked import is_sound
from darwindeck.genome.problems import Path, path_text
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.document import plain, statements

MOST_CLAUSES = 400
"""So many clauses of one genome are tried at most, spread evenly over it."""
FEW_GAMES = 50
"""With fewer games than this no greedy players join in, unless they are asked for."""
FEW_CLAUSES = (12, 60)
"""With few games so many clauses are tried at least and at most; which, depends on the seed."""
FEW_PARTS = 3_000
"""What clauses cost that are tried with few games: each as much as there are clauses."""


def find_dead_clauses(
    genome: GameGenome,
    *,
    games: int = 100,
    seed: int = 0,
    players: Sequence[str] | None = None,
    most: int | None = None,
) -> tuple[DeadClause, ...]:
    """The outermost clauses that changed no game, in the order of the file, then idle calls.

    Args:
        genome: a valid genome; its options are taken as they stand.
        games: how wide the nets are; see `darwindeck.evaluation.nets`.
        seed: decides the deals and what players choose.
        players: who plays. Greedy players are dear and reach a little more than random ones on
            sorted decks do; None: they join in from 50 games on.
        most: how many clauses are tried at most; None: as many as suit the games.
    """
    folded = in_force(genome)
    found = [clause.path for clause in _Search(folded, games, seed, players).dead(folded, most)]
    for path in find_idle_calls(folded, seed=seed):
        if not any(path[: len(outer)] == outer for outer in found):
            found.append(path)
    if not found:
        return ()
    said = _Sayings(folded)
    return tuple(DeadClause(path_text(path), said.of(path)) for path in found)


def prune(
    genome: GameGenome,
    *,
    games: int = 100,
    seed: int = 0,
    players: Sequence[str] | None = None,
    most: int | None = None,
) -> GameGenome:
    """The genome, with its options folded, without its dead clauses.

    They go one by one, the last ones first, each only as long as no game of the batch changes: of
    two that say the same, one stays. What nothing names any more goes too.
    """
    pruned = in_force(genome)
    search = _Search(pruned, games, seed, players)
    while dead := search.dead(pruned, most):
        before = pruned
        for clause in reversed(dead):
            rest = without(pruned, clause.path)
            if rest is not None and search.is_alike(pruned, rest):
                pruned = rest
        if pruned is before:
            break
    return pruned


class _Search:
    """Looks for dead clauses in one genome, and in what is left of it."""

    def __init__(
        self, genome: GameGenome, games: int, seed: int, players: Sequence[str] | None
    ) -> None:
        if players is None:
            players = ("random",) if games < FEW_GAMES else ("random", "greedy")
        self._seed = seed
        self._few = games < FEW_GAMES
        self._yardstick = Yardstick(genome, nets(games, players), seed)
        self._unbounded = False
        """Whether the limit of hands never decided: then it is only a net under rules that say
        the same, and clauses are judged without it."""
        free = _without_limit(genome)
        if free != genome:
            bytecode = compiled(free)
            self._unbounded = bytecode is not None and self._yardstick.is_alike(
                bytecode, thinking=False
            )

    def dead(self, genome: GameGenome, most: int | None) -> list[Clause]:
        """The outermost dead clauses of a genome that is played like the first one."""
        found: list[Clause] = []
        whole = self._played(genome)
        every = list(clauses(genome))
        fewest, usual = FEW_CLAUSES
        few = max(fewest, min(usual, FEW_PARTS // max(1, len(every))))
        for clause in _spread(every, most or (few if self._few else MOST_CLAUSES), self._seed):
            if found and clause.path[: len(found[-1].path)] == found[-1].path:
                continue
            if self.is_dead(whole, clause.rest):
                found.append(clause)
        return found

    def is_alike(self, genome: GameGenome, rest: GameGenome) -> bool:
        """Whether the rest of a genome is whole, and played like the first one."""
        return self.is_dead(self._played(genome), rest)

    def is_dead(self, whole: bytes | None, rest: GameGenome) -> bool:
        """Whether what is left is valid, complete, other bytecode, and played alike.

        What is dear is asked last: nearly every clause shows in the first few games.
        """
        bytecode = self._played(rest)
        return (
            bytecode is not None
            and whole is not None
            and not plays_the_same(bytecode, whole)
            and self._yardstick.is_alike(bytecode)
            and (not self._unbounded or compiled(rest) is not None)
            and is_sound(rest)
        )

    def _played(self, genome: GameGenome) -> bytes | None:
        """The bytecode by which a genome is judged; None if it is not valid."""
        return compiled(_without_limit(genome) if self._unbounded else genome)


def _without_limit(genome: GameGenome) -> GameGenome:
    if genome.match is None or genome.match.hands is None:
        return genome
    return replace(genome, match=replace(genome.match, hands=None))


def _spread(items: list[Clause], most: int, seed: int) -> list[Clause]:
    """So many of the items at most, spread evenly; the seed says where they begin."""
    if len(items) <= most:
        return items
    chosen = sorted((seed + number * len(items) // most) % len(items) for number in range(most))
    return [items[number] for number in chosen]


class _Sayings:
    """Which sentence of the rulebook comes from which clause."""

    def __init__(self, genome: GameGenome) -> None:
        self._said: dict[Path, str] = {}
        for sentence in statements(build_rulebook(genome)):
            for source in sentence.sources:
                self._said.setdefault(source, plain(sentence.text))

    def of(self, path: Path) -> str:
        """The sentence of the clause, else of what is in it, else of what holds it."""
        if path in self._said:
            return self._said[path]
        for source, text in self._said.items():
            if source[: len(path)] == path:
                return text
        for length in range(len(path) - 1, 0, -1):
            if path[:length] in self._said:
                return self._said[path[:length]]
        return f"({str(path[0]).replace('_', ' ')})"
