"""Games played under the laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from darwindeck.genome.schema import GameGenome
from darwindeck.laws import move_laws, secret_laws, table_laws
from darwindeck.laws.law import BrokenLaw, Law, LawReport, Violation
from darwindeck.laws.moment import Moment
from darwindeck.laws.record import MOST_MOVES, Record, play, some_number
from darwindeck.simulation import Game, game_seed
from darwindeck.simulation.state import Start

LOOKS = 12
"""At how many moments of a game the laws that take long are looked at, unless told otherwise."""

Check = Callable[[Moment], Iterator[str]]
"""Says what is wrong at a moment, one sentence for each thing."""

NO_FAILURE = Law("no failure", "The core never fails.")
UNNOTICED = Law(
    "unnoticed exchange",
    "A seat cannot tell apart two games that differ only in cards it has had no chance to see.",
)

ALWAYS: tuple[tuple[Law, Check], ...] = (
    (Law("cards", "Every card is in exactly one place."), table_laws.cards),
    (Law("told moves", "Whenever a card changes its place, that is told."), table_laws.moved),
    (
        Law("chips", "Chips only change hands, unless a rule pays them; whatever moves is told."),
        table_laws.chips,
    ),
    (Law("points", "Scores are what the points that were told add up to."), table_laws.points),
    (
        Law("someone to move", "Somebody can move while a game is unfinished, nobody afterwards."),
        table_laws.someone,
    ),
    (
        Law("bounded length", "No game has more turns than its limit, no turn is endless."),
        table_laws.length,
    ),
    (
        Law("true knowledge", "What everybody knows about the cards in hands is true."),
        table_laws.knowledge,
    ),
    (Law("replay", "The same moves lead to the same positions."), table_laws.replay),
)
"""Laws that are looked at after every decision."""

CLOSELY: tuple[tuple[Law, Check], ...] = (
    (
        Law("listed moves", "A move is accepted if and only if it is listed."),
        move_laws.listed,
    ),
    (Law("words", "Every move that is listed has words of its own."), move_laws.words),
    (
        Law(
            "unnoticed deal",
            "Dealing cards again that a seat cannot see changes nothing for it: neither what it "
            "sees nor what it may do, nor what a player in its place chooses.",
        ),
        secret_laws.redealt,
    ),
)
"""Laws that are looked at now and then."""

LAWS: tuple[Law, ...] = (
    *(law for law, _ in ALWAYS),
    *(law for law, _ in CLOSELY),
    UNNOTICED,
    NO_FAILURE,
)
"""What holds in every game."""


def check_game(
    genome: GameGenome | Game,
    games: int = 10,
    seed: int = 0,
    players: str | Sequence[str] = "random",
    *,
    single_hand: bool = False,
    looks: int = LOOKS,
    most_moves: int = MOST_MOVES,
) -> LawReport:
    """Plays some games under all laws and reports every violation.

    Args:
        genome: what is played.
        games: how many games; they are dealt as `simulate_game` deals them for the same seed.
        seed: decides all that is left to chance.
        players: who plays: one for all seats, or one for each.
        single_hand: whether a game is over after one hand.
        looks: at how many moments of each game the laws that take long are looked at.
        most_moves: how many decisions of a game are followed.
    """
    game = genome if isinstance(genome, Game) else Game(genome)
    names = (players,) if isinstance(players, str) else tuple(players)
    found: list[Violation] = []
    moves = seen = 0
    for index in range(games):
        start = Start(game_seed(seed, index), single_hand, None, None)
        record = play(game, start, names, most_moves)
        found.extend(_of_game(record, names, index, looks))
        moves += len(record.moves)
        seen += len(_moments(record, looks))
    return LawReport(game.genome.genome_id, games, moves, seen, tuple(found))


def audit_game(
    game: Game,
    seed: int,
    players: Sequence[str] = ("random",),
    single_hand: bool = False,
    looks: int = LOOKS,
) -> None:
    """Plays one game under all laws; raises `BrokenLaw` at the first one that is broken."""
    record = play(game, Start(seed, single_hand, None, None), players)
    for violation in _of_game(record, players, 0, looks):
        raise BrokenLaw(game.genome.genome_id, violation)


def _of_game(record: Record, players: Sequence[str], index: int, looks: int) -> Iterator[Violation]:
    """The violations of a game, and of a hand of the same game from a stacked deck."""
    yield from _of_play(record, index)
    if record.digests:
        yield from _of_moments(record, index, looks)
    if looks:
        yield from _of_exchanges(record, players, index)


def _of_play(record: Record, index: int) -> Iterator[Violation]:
    if record.failure:
        yield _violation(NO_FAILURE, record.failure, index, record, len(record.moves))


def _of_moments(record: Record, index: int, looks: int) -> Iterator[Violation]:
    closely = _moments(record, looks)
    moment = Moment(record)
    while True:
        checks = ALWAYS + CLOSELY if moment.number in closely else ALWAYS
        for law, what in _found(moment, checks):
            yield _violation(law, what, index, record, moment.number)
        if moment.is_last:
            return
        moment = Moment(record, moment)


def _found(moment: Moment, checks: Sequence[tuple[Law, Check]]) -> Iterator[tuple[Law, str]]:
    """Which laws are broken at a moment, and how."""
    for law, check in checks:
        try:
            yield from ((law, what) for what in check(moment))
        except RuntimeError as error:
            yield NO_FAILURE, f"while looking at '{law.name}': {error}"


def _of_exchanges(record: Record, players: Sequence[str], index: int) -> Iterator[Violation]:
    seed = record.start.seed
    chance = Random(seed)
    deck = list(range(len(record.game.cards)))
    chance.shuffle(deck)
    hand = play(record.game, Start(seed, True, tuple(deck), None), players, most_moves=500)
    yield from _of_play(hand, index)
    try:
        for number, what in secret_laws.exchanged(hand, chance):
            yield _violation(UNNOTICED, what, index, hand, number)
    except RuntimeError as error:
        what = f"while looking at '{UNNOTICED.name}': {error}"
        yield _violation(NO_FAILURE, what, index, hand, len(hand.moves))


def _moments(record: Record, looks: int) -> frozenset[int]:
    """The moments of a game that are looked at closely: the first, the last and some others."""
    count = len(record.digests)
    if looks >= count:
        return frozenset(range(count))
    chance = Random(some_number(record.start.seed, looks))
    others = chance.sample(range(count), looks)
    return frozenset([*others, 0, count - 1][-looks:] if looks else ())


def _violation(law: Law, what: str, index: int, record: Record, moves: int) -> Violation:
    return Violation(law, what, index, record.start, tuple(record.moves[:moves]))
