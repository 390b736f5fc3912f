"""Games played under the laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from darwindeck.genome.schema import GameGenome
from darwindeck.laws.court import Court, Ruling, moments_to_look_at
from darwindeck.laws.game_laws import laws_of
from darwindeck.laws.general import GENERAL
from darwindeck.laws.law import BrokenLaw, Law, LawReport, Tally, Violation
from darwindeck.laws.record import MOST_MOVES, play
from darwindeck.simulation import Game, MatchLog, game_seed
from darwindeck.simulation.state import Start

LAWS: tuple[Law, ...] = GENERAL
"""What holds in every game."""
LOOKS = 12
"""At how many moments of a game the laws that take long are looked at, unless told otherwise."""
MOST_FOUND = 200
"""So many violations of one law in one game are kept; more are only counted."""


def laws_for(genome: GameGenome) -> tuple[Law, ...]:
    """The laws that say something about a genome: those of every game, and its own."""
    own = laws_of(genome)
    every = (*GENERAL, *(own.laws if own else ()))
    return tuple(law for law in every if law.needs.holds(genome))


def check_game(
    genome: GameGenome | Game,
    games: int = 10,
    seed: int = 0,
    players: str | Sequence[str] = "random",
    *,
    single_hand: bool = False,
    looks: int = LOOKS,
    most_moves: int = MOST_MOVES,
    laws: Sequence[Law] | None = None,
) -> LawReport:
    """Plays some games under the laws and reports every violation.

    A game that has laws of its own is also played from decks stacked for them, one hand each.

    Args:
        genome: what is played.
        games: how many games; they are dealt as `simulate_game` deals them for the same seed.
        seed: decides all that is left to chance.
        players: who plays: one for all seats, or one for each.
        single_hand: whether a game is over after one hand.
        looks: at how many moments of each game the laws that take long are looked at.
        most_moves: how many decisions of a game are followed.
        laws: those that are applied; by default all that say something about the genome.
    """
    game = genome if isinstance(genome, Game) else Game(genome)
    names = (players,) if isinstance(players, str) else tuple(players)
    own = laws_of(game.genome)
    court = Court(game, own, laws)
    sheet = _Sheet()
    sheet.add(0, court.of_rules())
    moves = seen = 0
    for index in range(games):
        start = Start(game_seed(seed, index), single_hand, None, None)
        record = play(game, start, names, most_moves)
        looked_at = moments_to_look_at(record, looks)
        sheet.add(index, court.of_game(record, looked_at, names))
        moves += len(record.moves)
        seen += len(looked_at)
    openings = list(own.openings(game)) if own and laws is None else []
    for index, opening in enumerate(openings, start=games):
        record = play(game, opening.start, names, most_moves, opening.moves)
        sheet.add(index, court.of_game(record, frozenset(), names))
        moves += len(record.moves)
    return _report(court, sheet, games, moves, seen, len(openings))


def check_log(log: MatchLog, *, looks: int = LOOKS, laws: Sequence[Law] | None = None) -> LawReport:
    """Plays a logged game again under the laws and reports every violation."""
    court = Court(log.game, laws_of(log.game.genome), laws)
    record = play(log.game, log.start, ("random",), len(log.moves), log.moves)
    looked_at = moments_to_look_at(record, looks)
    sheet = _Sheet()
    sheet.add(0, court.of_game(record, looked_at, ("random",)))
    return _report(court, sheet, 1, len(record.moves), len(looked_at))


def sample_laws(genome: GameGenome | Game, seed: int, games: int = 1) -> LawReport:
    """A cheap sample of play under the laws of every game, for genomes by the thousand.

    Some hands are begun, a hundred moves of each are followed, and a few moments looked at closely.
    """
    return check_game(genome, games, seed, single_hand=True, looks=2, most_moves=100, laws=GENERAL)


def audit_game(
    game: Game,
    seed: int,
    players: Sequence[str] = ("random",),
    single_hand: bool = False,
    looks: int = LOOKS,
) -> None:
    """Plays one game under the laws of every game; raises `BrokenLaw` at the first one broken."""
    record = play(game, Start(seed, single_hand, None, None), players)
    looked_at = moments_to_look_at(record, looks)
    for verdict in Court(game).of_game(record, looked_at, players):
        if verdict.what is not None:
            raise BrokenLaw(game.genome.genome_id, violation(verdict, verdict.what, 0))


def _report(
    court: Court, sheet: _Sheet, games: int, moves: int, looks: int, openings: int = 0
) -> LawReport:
    return LawReport(
        court.game.genome.genome_id,
        games,
        moves,
        looks,
        tuple(sheet.found),
        openings,
        tuple(Tally(law, sheet.applied[law.name], sheet.broken[law.name]) for law in court.laws),
    )


class _Sheet:
    """What was found so far."""

    def __init__(self) -> None:
        self.applied = Counter[str]()
        self.broken = Counter[str]()
        self.found: list[Violation] = []

    def add(self, index: int, verdicts: Iterable[Ruling]) -> None:
        here = Counter[str]()
        for verdict in verdicts:
            name = verdict.law.name
            self.applied[name] += 1
            if verdict.what is None:
                continue
            self.broken[name] += 1
            here[name] += 1
            if here[name] <= MOST_FOUND:
                self.found.append(violation(verdict, verdict.what, index))


def violation(verdict: Ruling, what: str, index: int) -> Violation:
    """The violation that a verdict tells of."""
    record = verdict.record
    return Violation(verdict.law, what, index, record.start, tuple(record.moves[: verdict.moves]))
