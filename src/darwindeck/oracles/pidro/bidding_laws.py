"""Properties 13 to 17, 39 and 46: bidding."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.schema import CallPhase
from darwindeck.laws.law import Finding, Law, kept
from darwindeck.oracles.pidro.hand import SEATS, At, Hand, HandStage, Seen
from darwindeck.oracles.pidro.quoting import chosen, option, quoted
from darwindeck.simulation.moves import MoveKind, fields_of

BIDS = range(6, 15)


def bids_offered(seen: Seen) -> set[int] | None:
    """What the player who is asked may bid; None if it is not time to bid."""
    moment = seen.moment
    phase, seat = moment.table.phase, moment.position.asked()
    if not isinstance(phase, CallPhase) or phase.name != "auction" or seat is None:
        return None
    found = set()
    for code in moment.position.legal(seat):
        call = phase.calls[fields_of(code).a]
        values = moment.position.call_values(seat, code)
        if values:
            found.add(values[0][1])
        elif not call.is_pass:
            found.add(int(call.label.split()[-1]))
    return found


def _is_forced(seen: Seen) -> bool:
    """Whether all others have passed and only the dealer is left."""
    return len(seen.hand.calls) == 3 and not seen.hand.bid


def opening_bids(seen: Seen) -> Iterator[Finding]:
    offered = bids_offered(seen)
    if offered is not None and not seen.hand.bid and not _is_forced(seen):
        yield kept(offered == set(BIDS), f"the first bid may be one of {sorted(offered)}")


def higher_bids(seen: Seen) -> Iterator[Finding]:
    offered, hand = bids_offered(seen), seen.hand
    if offered is None or not hand.bid:
        return
    who = option(hand.game.genome, "fourteen")
    dealer = seen.moment.position.asked() == hand.dealer
    expected = {bid for bid in BIDS if bid > hand.bid}
    if hand.bid == 14 and (who == "anyone" or (who == "dealer_only" and dealer)):
        expected = {14}
    yield kept(offered == expected, f"over {hand.bid} one may bid {sorted(offered)}")


def forced_dealer(hand: Hand) -> Iterator[Finding]:
    if all(call.bid is None for call in hand.calls[:3]):
        last = hand.calls[-1]
        yield kept(
            (hand.bidder, hand.bid, last.seat) == (hand.dealer, 6, hand.dealer),
            f"all passed, and {hand.who(hand.bidder)} plays for {hand.bid}",
        )


def forced_choice(seen: Seen) -> Iterator[Finding]:
    offered = bids_offered(seen)
    if offered is not None and _is_forced(seen):
        seat = seen.moment.position.asked()
        assert seat is not None, "somebody may bid"
        moves = len(seen.moment.position.legal(seat))
        yield kept(
            seat == seen.hand.dealer and offered == {6} and moves == 1,
            f"{seen.hand.who(seat)} may bid {sorted(offered)}, or do {moves} things",
        )


def one_round(hand: Hand) -> Iterator[Finding]:
    seats = [call.seat for call in hand.calls]
    yield kept(seats == [*hand.others, hand.dealer], f"{hand.who(seats)} called")


def dealer_last(hand: Hand) -> Iterator[Finding]:
    last = hand.calls[-1].seat
    yield kept(
        last == hand.dealer, f"{hand.who(last)} called last, and {hand.who(hand.dealer)} dealt"
    )


def late_bids(seen: Seen) -> Iterator[Finding]:
    """Numbers of bids that were legal in the auction are refused to everybody afterwards."""
    moment, hand = seen.moment, seen.hand
    if hand.trumps is None or moment.position.over or hand.stages[-1] is HandStage.DEAL:
        return
    digest = moment.position.digest()
    for seat in SEATS:
        legal = set(moment.position.legal(seat))
        for bid in (6, 7, 14):
            code = _bid_code(bid)
            refused = False
            try:
                moment.position.apply(seat, code)
            except ValueError:
                refused = True
            yield kept(
                code not in legal and refused and moment.position.digest() == digest,
                f"{hand.who(seat)} can still bid {bid}",
            )


def _bid_code(bid: int) -> int:
    """The number of a bid: the second of the calls, with its value counted from the lowest."""
    return int(MoveKind.CALL) | 255 << 8 | 255 << 16 | 1 << 32 | (bid - BIDS[0]) << 48


def fourteen_over_fourteen(hand: Hand) -> Iterator[Finding]:
    seats = [call.seat for call in hand.calls if call.bid == 14]
    if len(seats) > 1:
        yield kept(
            hand.bidder == seats[-1],
            f"{hand.who(seats)} have bid 14, and {hand.who(hand.bidder)} is the bidder",
        )


BIDDING_LAWS: tuple[Law, ...] = (
    quoted(
        13,
        "bid must be between 6 and 14 inclusive",
        opening_bids,
        At.MOMENT,
        "the first bid: just these are listed, and what is not listed is refused",
    ),
    quoted(
        14,
        "bid must be higher than current bid (except pass)",
        higher_bids,
        At.MOMENT,
        "or 14 over 14, where the option allows it (property 46)",
    ),
    quoted(
        15,
        "if all players pass, dealer must bid 6",
        forced_dealer,
        At.AUCTION,
        "the dealer's seat; the bid is a call like any other, the only one there is",
        chosen("forced_dealer", "six"),
    ),
    Law(
        "forced dealer",
        "A dealer to whom all have passed can do nothing but bid 6.",
        forced_choice,
        At.MOMENT,
        chosen("forced_dealer", "six"),
    ),
    quoted(
        16,
        "exactly one round of bidding occurs",
        one_round,
        At.AUCTION,
        "four calls of four players in order, not just at most four",
    ),
    quoted(
        17,
        "dealer is always last to bid",
        dealer_last,
        At.AUCTION,
        "passes and the forced bid included",
    ),
    quoted(
        39,
        "cannot bid after bidding phase complete",
        late_bids,
        At.MOMENT,
        "any seat, until the next deal; nothing changes by trying",
    ),
    quoted(
        46,
        "bidding 14 can be topped by another bid of 14",
        fourteen_over_fourteen,
        At.AUCTION,
        "the last of them stands, also over the partner's; each player still calls once",
        chosen("fourteen", "anyone", "dealer_only"),
    ),
)
