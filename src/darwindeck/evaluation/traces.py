"""What is written down of a game that is looked at closely, and how such games are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from darwindeck._core import study_games
from darwindeck.simulation import Game

NOBODY = 255

KINDS = (
    "betting block build call capture choice claim declare discard do draw meld pass play repeat "
    "showdown trick turns"
).split()
"""The kinds of phases by the numbers that traces use."""


@dataclass(frozen=True)
class Checkpoint:
    """The chances of each side at a moment of a game."""

    decision: int
    """How many decisions had been taken."""
    chances: tuple[float, ...]
    """Of each side to win; a shared win counts in parts."""
    playouts: int
    """How many games were played to the end for it."""
    power: float = 1.0
    """The power to which chances were raised to set them right."""


@dataclass(frozen=True)
class Trial:
    """A decision at which moves were tried in the same worlds."""

    kind: str
    moves: int
    """How many there were; not all need to have been tried."""
    values: tuple[tuple[float, ...], ...]
    """For each move tried, what came of it in each world: 0 to 1 for the player who decides."""


@dataclass(frozen=True)
class TracedDeal:
    """One deal of a game that was looked at as a designer would."""

    cards: tuple[int, ...]
    """What each side was dealt, as sets of bits."""
    margins: tuple[float, ...]
    """By how much each side did better than the others on average."""
    end: int
    """How many decisions of the game had been taken when it ended."""
    standings: tuple[int, ...]
    """Where each side stood then."""


@dataclass(frozen=True)
class Fork:
    """A decision of the last deal that was taken otherwise, with everything played on from there.

    A clause is what a move does with the number of the call, option, build move or combination: see
    `darwindeck.evaluation.choices`.
    """

    phase: int
    clause: int
    chosen: int
    """What was chosen in truth."""
    side: int
    """The side that decided."""
    gain: float
    """How much better the side did in the deal by the other clause."""
    promise: float
    """How much more it had promised, by what the player had learnt."""
    same: bool
    """Whether everybody did just as well, after as many decisions: a claim may spare some."""
    winners: tuple[int, int]
    """The sides that won in truth and then, as sets of bits; none where the match went on."""


@dataclass(frozen=True)
class Notes:
    """What a designer would look at in one game."""

    clauses: tuple[tuple[int, int, int, int], ...]
    """Phase and clause; how often it could be chosen beside another one, and how often it was."""
    deals: tuple[TracedDeal, ...]
    hidden: tuple[int, int]
    """Cards dealt hidden that others hold, seen at some decisions, and those of them that the
    player to move knew."""
    tricks: tuple[int, int]
    """Decisions in the midst of tricks, and those at which somebody had no card to play."""
    last: tuple[int, ...]
    """For each seat, after how many decisions of all it was asked for the last time."""
    forks: tuple[Fork, ...]


@dataclass(frozen=True)
class GameTrace:
    """One game: how it went and how it ended. Sides are teams, or players where there are none."""

    shares: tuple[float, ...]
    """What part of the win each side has; all 0 if nobody has won."""
    deal: int = 0
    lineup: int = 0
    """The number of the line-up of players."""
    standings: tuple[int, ...] = ()
    """What each side has in the end, points or chips, the higher the better."""
    limit: bool = False
    """Whether only a limit stopped it."""
    work: bool = False
    """Whether that was because one decision would have taken too much work."""
    units: int = 0
    """The work that its decisions took, in units of the core, whatever players thought."""
    broken_off: bool = False
    """Whether it was broken off because it took too long to look at."""
    turns: int = 0
    hands: int = 1
    decisions: int = 0
    choices: int = 0
    """Decisions with more than one move."""
    repeats: int = 0
    """Decisions in a position that had been there before in the same deal."""
    seats: bytes = b""
    """For each decision, who took it."""
    kinds: bytes = b""
    """For each decision, the number of the kind of its phase."""
    counts: bytes = b""
    """For each decision, how many moves there were, 255 for more."""
    leaders: bytes = b""
    """For each decision, the side that was in the lead; `NOBODY`: none."""
    checkpoints: tuple[Checkpoint, ...] = ()
    trials: tuple[Trial, ...] = ()
    touches: tuple[int, int] = (0, 0)
    """Decisions at which it was looked whether others feel them, and those which they do."""
    thought: int = 0
    """Decisions taken in thought for estimates, trials and forks."""
    effort: int = 0
    """Steps that everything took: the game, what players thought, and the looks."""
    notes: Notes | None = None

    @property
    def finished(self) -> bool:
        """Whether it came to an end by its rules."""
        return not self.limit and not self.broken_off

    @property
    def result(self) -> tuple[float, ...]:
        """What part of the win each side has; a game without a winner is shared by all.

        Somebody who plays alone has won or lost against the cards, which count as the second side.
        """
        if len(self.shares) == 1:
            return (self.shares[0], 1 - self.shares[0])
        if not any(self.shares):
            return (1 / len(self.shares),) * len(self.shares)
        return self.shares


@dataclass(frozen=True)
class Looks:
    """How closely games are looked at."""

    course: bool = False
    """Whether decisions are noted one by one."""
    checkpoints: int = 0
    playouts: int = 0
    trials: int = 0
    worlds: int = 0
    widest: int = 8
    touches: int = 0
    noted: bool = False
    """Whether it is noted what a designer would look at."""
    forks: int = 0
    """How many decisions of the last deal are also taken otherwise."""


NO_LOOKS = Looks()


def play_games(
    game: Game,
    deals: int,
    lineups: Sequence[Sequence[str]],
    *,
    seed: int,
    first: int = 0,
    single_hand: bool = False,
    most: int = 1_000_000,
    most_effort: int = 2**63,
    looks: Looks = NO_LOOKS,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> list[GameTrace]:
    """Plays each deal once with every line-up, in the order of deals and line-ups.

    A line-up names the player of each seat, or one for all. `most` is the number of decisions after
    which a game is broken off, `most_effort` the number of steps of all kinds. The result is the
    same with any number of threads.
    """

    def told(done: int) -> None:
        if progress is not None:
            progress(done)

    game.prepare([name for lineup in lineups for name in lineup], threads=threads)
    with game.guarded():
        traces = study_games(
            game.core,
            deals,
            seed=seed,
            lineups=[list(lineup) for lineup in lineups],
            first=first,
            single_hand=single_hand,
            most=most,
            most_effort=most_effort,
            course=looks.course,
            checkpoints=looks.checkpoints,
            playouts=looks.playouts,
            trials=looks.trials,
            worlds=looks.worlds,
            widest=looks.widest,
            touches=looks.touches,
            noted=looks.noted,
            forks=looks.forks,
            threads=threads,
            progress=told,
        )
    return [_trace(trace, looks) for trace in traces]


def _trace(data: Mapping[str, Any], looks: Looks) -> GameTrace:
    values = {name: value for name, value in data.items() if name != "notes"}
    for name in ("shares", "standings", "touches"):
        values[name] = tuple(values[name])
    values["checkpoints"] = tuple(
        Checkpoint(decision, tuple(chances), looks.playouts)
        for decision, chances in data["checkpoints"]
    )
    values["trials"] = tuple(
        Trial(kind_name(kind), moves, tuple(map(tuple, tried)))
        for kind, moves, tried in data["trials"]
    )
    return GameTrace(**values, notes=_notes(data["notes"]) if looks.noted else None)


def _notes(data: Mapping[str, Any]) -> Notes:
    return Notes(
        clauses=tuple(data["clauses"]),
        deals=tuple(
            TracedDeal(tuple(cards), tuple(margins), end, tuple(standings))
            for cards, margins, end, standings in data["deals"]
        ),
        hidden=data["hidden"],
        tricks=data["tricks"],
        last=tuple(data["last"]),
        forks=tuple(Fork(*fork) for fork in data["forks"]),
    )


def kind_name(number: int) -> str:
    """The name of a kind of phase."""
    return KINDS[number] if number < len(KINDS) else "none"
