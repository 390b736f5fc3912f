"""Games that players who have learnt the game play for the eye of a designer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from darwindeck.evaluation.choices import Choice, Wordings, choices
from darwindeck.evaluation.clauses import in_force
from darwindeck.evaluation.session import MeasuringSession
from darwindeck.evaluation.traces import Fork, GameTrace, Looks, TracedDeal
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game

PILOT = 2
"""Hands and matches that say how long they are."""
FORKS = 8
"""Decisions of a hand that are also taken otherwise."""
LAST_FORKS = 3
"""Decisions of the last hand of a match that are also taken otherwise."""
LONGEST_HAND, LONGEST_MATCH = 400, 1_200
"""After so many decisions a hand or a match is broken off."""
HANDS, MATCHES = (PILOT, 400), (PILOT, 200)
"""At least and at most so many are played."""


@dataclass(frozen=True)
class Evidence:
    """What was seen of one game."""

    game: Game
    genome: GameGenome
    """The rules in force."""
    lesson: int
    """In how many steps the able players have learnt the game."""
    hands: tuple[GameTrace, ...]
    """Single hands of able players, with forks."""
    matches: tuple[GameTrace, ...]
    """Whole matches of able players."""
    blind: tuple[GameTrace, ...]
    """Single hands of random players, with forks; whole matches where hands settle nothing."""
    play_greedily: Callable[[], list[GameTrace]]
    """Plays some hands of greedy players; they are dear, so only where it matters."""

    @property
    def sides(self) -> int:
        """How many can win."""
        return len(self.game.teams) or self.game.player_count

    @property
    def has_house(self) -> bool:
        return self.genome.house is not None

    @cached_property
    def choices(self) -> list[Choice]:
        """Every clause that could be chosen."""
        return choices((*self.hands, *self.matches))

    @cached_property
    def blind_choices(self) -> list[Choice]:
        """The same for random players."""
        return choices(self.blind)

    @cached_property
    def words(self) -> Wordings:
        return Wordings(self.game, self.genome)

    @cached_property
    def able_forks(self) -> Mapping[int, Sequence[Fork]]:
        """The decisions of able players that were also taken otherwise, by phase."""
        notes = (trace.notes for trace in (*self.hands, *self.matches) if trace.notes is not None)
        found: dict[int, list[Fork]] = {}
        for fork in (fork for one in notes for fork in one.forks):
            found.setdefault(fork.phase, []).append(fork)
        return found

    @cached_property
    def hands_are_settled(self) -> bool:
        """Whether sides ever come out of a hand unlike each other; they do not where lives are lost
        until one is left."""
        return _are_settled((*self.hands, *self.matches)) or _are_settled(self.blind)

    def blind_forks(self) -> Iterator[Fork]:
        """Decisions of random players that were also taken otherwise: they go on just as before, as
        far as that is possible."""
        for trace in self.blind:
            if trace.notes is not None:
                yield from trace.notes.forks

    def deals(self) -> list[TracedDeal]:
        """Every deal of able players that came to an end."""
        return _deals((*self.hands, *self.matches))

    def greedy_deals(self) -> list[TracedDeal]:
        """Some deals of greedy players."""
        return _deals(self.play_greedily())

    def blind_deals(self) -> list[TracedDeal]:
        """Every deal of random players that came to an end."""
        return _deals(self.blind)

    def finished(self) -> list[GameTrace]:
        """The matches that came to an end by the rules and that somebody won."""
        return [trace for trace in self.matches if trace.finished and any(trace.shares)]


def _deals(traces: Sequence[GameTrace]) -> list[TracedDeal]:
    noted = (trace.notes for trace in traces if trace.notes is not None)
    return [deal for notes in noted for deal in notes.deals if deal.margins]


def _are_settled(traces: Sequence[GameTrace]) -> bool:
    return any(len(set(deal.margins)) > 1 for deal in _deals(traces))


def gather(
    session: MeasuringSession, lesson: int, steps: float, span: tuple[float, float]
) -> Evidence:
    """Lets players learn the game, and plays hands and matches with them at all seats, and hands
    with random players; each within a budget of steps."""
    session.learn(lesson)
    able, rules = f"learned:{lesson}", in_force(session.game.genome)
    marks = [span[0] + (span[1] - span[0]) * part / 3 for part in range(4)]
    hands = _play(session, able, steps, HAND, (marks[0], marks[1]))
    # Where a match is a single hand, it has been played already.
    single = rules.match is not None and rules.match.hands == 1
    matches = hands if single else _play(session, able, steps, MATCH, (marks[1], marks[2]))

    def play_greedily() -> list[GameTrace]:
        looks = Looks(noted=True)
        return session.play(
            "noted greedy",
            GREEDY_HANDS,
            [["greedy"]],
            single_hand=True,
            most=LONGEST_HAND,
            looks=looks,
            span=(span[1], span[1]),
        )

    sort = HAND if single or _are_settled((*hands, *matches)) else MATCH
    blind = _play(session, "random", steps, sort, (marks[2], marks[3]))
    return Evidence(
        session.game, rules, lesson, tuple(hands), tuple(matches), tuple(blind), play_greedily
    )


@dataclass(frozen=True)
class Sort:
    """How games of a sort are played."""

    name: str
    single_hand: bool
    forks: int
    longest: int
    count: tuple[int, int]


HAND = Sort("hands", True, FORKS, LONGEST_HAND, HANDS)
GREEDY_HANDS = 40
"""Hands of greedy players, where they are asked for."""
MATCH = Sort("matches", False, LAST_FORKS, LONGEST_MATCH, MATCHES)


def _play(
    session: MeasuringSession, player: str, steps: float, sort: Sort, span: tuple[float, float]
) -> list[GameTrace]:
    return session.play_within(
        f"noted {sort.name} {player}",
        steps,
        sort.count,
        [[player]],
        single_hand=sort.single_hand,
        most=sort.longest,
        looks=Looks(noted=True, forks=sort.forks),
        span=span,
    )
