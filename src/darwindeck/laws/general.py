"""The laws that hold in every game, whatever its rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from darwindeck.genome.schema import GameGenome
from darwindeck.laws import move_laws, secret_laws, table_laws
from darwindeck.laws.law import ANY_GENOME, Broken, Finding, Law, Need, Occasion, each_time
from darwindeck.laws.record import Record
from darwindeck.simulation import MatchLog

MOST_WRITTEN = 60
"""Of how many moves of a game it is tried whether they can be written down and read."""


def _has_chips(genome: GameGenome) -> bool:
    paid = any(rule.into == "chips" for rule in genome.scoring_rules or ())
    return paid or genome.setup.starting_chips > 0


CHIPS = Need("a genome with chips", _has_chips)


def _failed(record: Record) -> Iterator[Finding]:
    yield record.failure or None


def _unnoticed(record: Record) -> Iterator[Finding]:
    for moves, what in secret_laws.exchanged(record, Random(record.start.seed)):
        yield None if what is None else Broken(what, moves)


def _written(record: Record) -> Iterator[Finding]:
    """The beginning of the game, written down and read again."""
    log = MatchLog(record.game, record.start, record.moves[:MOST_WRITTEN])
    try:
        text = log.to_text()
        read = MatchLog.from_text(text, record.game)
    except ValueError as error:
        yield f"the game cannot be written down and read again: {error}"
        return
    if read.moves != log.moves or read.start != log.start:
        yield f"written down and read again, the game is another one:\n{text}"
    elif read.to_text() != text:
        yield "the same game is written down in two ways"
    else:
        yield None


def _judged(name: str, sentence: str, needs: Need = ANY_GENOME) -> Law:
    """A law that the core judges under the same name."""
    return Law(name, sentence, each_time(table_laws.law(name)), needs=needs)


NO_FAILURE = Law("no failure", "The core never fails.", _failed, Occasion.GAME)

GENERAL: tuple[Law, ...] = (
    _judged("cards", "Every card is in exactly one place."),
    _judged("told moves", "Whenever a card changes its place, that is told."),
    _judged(
        "chips", "Chips only change hands, unless a rule pays them; whatever moves is told.", CHIPS
    ),
    _judged("points", "Scores are what the points that were told add up to."),
    _judged("someone to move", "Somebody can move while a game is unfinished, nobody afterwards."),
    _judged("bounded length", "No game has more turns than its limit, no turn is endless."),
    _judged("bounded work", "No decision takes so much work that a match has to be stopped."),
    _judged("true knowledge", "What everybody knows about the cards in hands is true."),
    _judged(
        "result",
        "Only players win, whole sides where there are sides, and only a game that came to its "
        "end; all points are in the score then.",
    ),
    Law("replay", "The same moves lead to the same positions.", each_time(table_laws.replay)),
    Law(
        "listed moves",
        "A move is accepted if and only if it is listed.",
        each_time(move_laws.listed),
        Occasion.LOOK,
    ),
    Law(
        "words",
        "Every move that is listed has words of its own.",
        each_time(move_laws.words),
        Occasion.LOOK,
    ),
    Law(
        "unnoticed deal",
        "Dealing cards again that a seat cannot see changes nothing for it: neither what it "
        "sees nor what it may do, nor what a player in its place chooses.",
        each_time(secret_laws.redealt),
        Occasion.LOOK,
    ),
    Law(
        "unnoticed exchange",
        "A seat cannot tell apart two games that differ only in cards it has had no chance to see.",
        _unnoticed,
        Occasion.PAIR,
    ),
    Law(
        "notation",
        "A game that is written down in notation and read again is the same game.",
        _written,
        Occasion.GAME,
    ),
    NO_FAILURE,
)
"""What holds in every game."""
