"""Properties 38, 41, 50 and 52: the course of a hand, and positions that never change."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.laws.law import Finding, Law, Occasion, kept
from darwindeck.laws.moment import WatchedMoment
from darwindeck.laws.record import Record
from darwindeck.oracles.pidro.hand import At, Hand, HandStage
from darwindeck.oracles.pidro.quoting import quoted
from darwindeck.simulation import MatchLog

MOST_EVENTS = 4 * 52
"""More cannot come of one move: a card goes to the trick, is collected, and is dealt again."""
MOST_WRITTEN = 80

FOLLOWS: dict[HandStage, set[HandStage]] = {
    HandStage.SELECT: {HandStage.DEAL},
    HandStage.DEAL: {HandStage.BID},
    HandStage.BID: {HandStage.NAME},
    HandStage.NAME: {HandStage.DISCARD, HandStage.REFILL, HandStage.ROB},
    HandStage.DISCARD: {HandStage.REFILL, HandStage.ROB},
    HandStage.REFILL: {HandStage.ROB, HandStage.KILL, HandStage.PLAY},
    HandStage.ROB: {HandStage.KILL, HandStage.PLAY},
    HandStage.KILL: {HandStage.PLAY},
    HandStage.PLAY: {HandStage.SCORE},
    HandStage.SCORE: {HandStage.DEAL, HandStage.COMPLETE},
}
"""What may come next; a stage in which nothing happens is left out."""


def order(hand: Hand) -> Iterator[Finding]:
    for one, other in zip(hand.stages, hand.stages[1:], strict=False):
        yield kept(other in FOLLOWS.get(one, set()), f"after '{one}' came '{other}'")
    yield kept(not hand.strays, f"cards went astray: {', '.join(hand.strays)}")


def unchanged(moment: WatchedMoment) -> Iterator[Finding]:
    """The position before a move is the same after it, and after moves that are refused."""
    assert moment.before is not None, "a move was made"
    position, number = moment.before.position, moment.number
    expected = moment.record.digests[number - 1]
    try:
        position.apply(number % 4, 0xFFFF_FFFF)
    except ValueError:
        yield kept(position.digest() == expected, "a move has changed the position it was made in")
    else:
        yield "nonsense was accepted as a move"


def serialised(record: Record) -> Iterator[Finding]:
    log = MatchLog(record.game, record.start, record.moves[:MOST_WRITTEN])
    again = MatchLog(record.game, record.start, record.moves[:MOST_WRITTEN])
    yield kept(log.to_json() == again.to_json(), "the same game is written down in two ways")
    text = log.to_text()
    yield kept(text == again.to_text(), "the same log is written down in two ways")
    read = MatchLog.from_text(text, record.game)
    yield kept(read.state.digest == log.state.digest, "read again, it is another position")
    yield kept(read.to_text() == text, "read and written again, it is another text")


def bounded(moment: WatchedMoment) -> Iterator[Finding]:
    many = len(moment.events)
    yield kept(many <= MOST_EVENTS, f"{many} things came of one move")


MACHINE_LAWS: tuple[Law, ...] = (
    quoted(
        38,
        "game phases transition in correct order",
        order,
        At.WRITTEN,
        "with naming trumps, the second deal, robbing, killing and the next hand, which the "
        "document leaves out: select, deal, bid, name, discard, refill, rob, kill, play, score, "
        "then deal or complete",
    ),
    quoted(
        41,
        "game state is immutable - operations return new state",
        unchanged,
        Occasion.STEP,
        "its digest is the same before and after any move, legal or not",
    ),
    quoted(
        50,
        "game state serialization is deterministic",
        serialised,
        Occasion.GAME,
        "two logs of the same moves, not the same object twice, and the round trip; the tests also "
        "compare processes with different hash seeds",
    ),
    quoted(
        52,
        "game operations complete in reasonable time",
        bounded,
        Occasion.STATE,
        "times are measured by `darwindeck bench`, since they depend on the machine; what is "
        "checked is that one move sets off a bounded number of events",
    ),
)
