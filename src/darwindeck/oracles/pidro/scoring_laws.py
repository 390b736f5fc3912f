"""Properties 31 to 37: scoring and the end of the match."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.laws.law import Finding, Law, kept
from darwindeck.oracles.pidro.hand import SEATS, At, Hand, Seen
from darwindeck.oracles.pidro.pidro_cards import POINTS
from darwindeck.oracles.pidro.quoting import quoted, target


def _gain(hand: Hand, side: int) -> int:
    assert hand.after is not None, "the hand is written down"
    return hand.after[side] - hand.before[side]


def made_bid(hand: Hand) -> Iterator[Finding]:
    taken, gain = hand.captured()[hand.bidders], _gain(hand, hand.bidders)
    if taken >= hand.bid:
        yield kept(gain == taken, f"{taken} points taken on a bid of {hand.bid} score {gain}")


def failed_bid(hand: Hand) -> Iterator[Finding]:
    taken, gain = hand.captured()[hand.bidders], _gain(hand, hand.bidders)
    if taken < hand.bid:
        yield kept(gain == -hand.bid, f"{taken} points taken on a bid of {hand.bid} score {gain}")


def defenders(hand: Hand) -> Iterator[Finding]:
    side = 1 - hand.bidders
    taken, gain = hand.captured()[side], _gain(hand, side)
    yield kept(gain == taken, f"the defenders took {taken} points and score {gain}")


def all_points(hand: Hand) -> Iterator[Finding]:
    taken = hand.captured()
    yield kept(sum(taken) == POINTS, f"the sides took {taken[0]} and {taken[1]} points")


def ends_at_target(hand: Hand) -> Iterator[Finding]:
    assert hand.after is not None, "the hand is written down"
    genome = hand.game.genome
    most = genome.match.hands if genome.match is not None else None
    reached = max(hand.after) >= target(genome)
    yield kept(
        hand.over is (reached or hand.number == most),
        f"scores are {hand.after} after hand {hand.number}: over is {hand.over}",
    )


def bidders_win(hand: Hand) -> Iterator[Finding]:
    goal = target(hand.game.genome)
    if hand.after is not None and min(hand.after) >= goal:
        yield kept(
            set(hand.winners) == set(hand.game.teams[hand.bidders]),
            f"scores are {hand.after}, {hand.who(hand.bidder)} has bid, and "
            f"{hand.who(hand.winners)} win",
        )


def one_side_wins(hand: Hand) -> Iterator[Finding]:
    goal = target(hand.game.genome)
    if hand.after is not None and max(hand.after) >= goal > min(hand.after):
        side = hand.after.index(max(hand.after))
        yield kept(
            set(hand.winners) == set(hand.game.teams[side]),
            f"scores are {hand.after}, and {hand.who(hand.winners)} win",
        )


def never_within(seen: Seen) -> Iterator[Finding]:
    hand = seen.hand
    if not seen.moment.position.over:
        return
    trumps = [card for seat in SEATS for card in hand.trump.of(hand.held[seat])]
    unfinished = any(trick.winner is None for trick in hand.tricks)
    yield kept(
        not trumps and not unfinished and hand.after is not None,
        f"the match is over with {len(trumps)} trumps in hands",
    )


SCORING_LAWS: tuple[Law, ...] = (
    quoted(
        31,
        "if bidding team makes bid, they score points taken",
        made_bid,
        At.SCORED,
        "just the bid is enough",
    ),
    quoted(
        32,
        "if bidding team fails bid, they lose bid amount (can go negative)",
        failed_bid,
        At.SCORED,
    ),
    quoted(
        33,
        "defending team always keeps points they took",
        defenders,
        At.SCORED,
        "also when the bid fails",
    ),
    quoted(34, "sum of points taken by both teams equals 14", all_points, At.SCORED),
    quoted(
        35,
        "game ends when one team reaches 62 points",
        ends_at_target,
        At.WRITTEN,
        "or another target, if that option is chosen; judged once a hand is written down, and in "
        "any case after the last hand of the match",
    ),
    quoted(36, "if both teams reach 62, bidding team wins", bidders_win, At.END),
    quoted(
        37,
        "game cannot end mid-round",
        never_within,
        At.MOMENT,
        "no trick is open, nobody holds a trump, and the hand is written down",
    ),
    Law(
        "one side at the target",
        "If one side alone has reached the target, it wins.",
        one_side_wins,
        At.END,
    ),
)
