"""A deal of Bridge as people would read it."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.archives.door import one_line
from darwindeck.archives.record import MatchRecord, RecordedCall
from darwindeck.cards import Card
from darwindeck.oracles.bridge.match import NAMES, Deal, examine_deals
from darwindeck.oracles.bridge.notation import HEIGHT, SEAT_NAMES, SIDE_NAMES


def show_deals(record: MatchRecord, index: int | None = None) -> Iterator[str]:
    """A deal, numbered from 0 as in the record, or all of them, as text."""
    for deal in examine_deals(record, {}).deals:
        if index is None or deal.record.index == index:
            yield "\n".join(_lines(record, deal))


def _lines(record: MatchRecord, deal: Deal) -> Iterator[str]:
    contract = deal.contract
    title = f"{one_line(record.file)}, round {deal.record.index + 1}"
    if contract is not None:
        title += f": {contract.written} by {SEAT_NAMES[contract.declarer]}"
    yield title
    if deal.dealer is not None:
        yield f"{SEAT_NAMES[deal.dealer]} deals"
    if deal.hands is not None:
        yield ""
        yield "Hands"
        for seat, hand in enumerate(deal.hands):
            yield f"  {SEAT_NAMES[seat]:<5}  {_hand(hand)}"
    if deal.calls:
        yield ""
        yield "Auction"
        yield "  " + "  ".join(f"{SEAT_NAMES[call.seat]} {_call(call)}" for call in deal.calls)
    if deal.tricks:
        yield ""
        yield "Tricks (* wins, ! should not have been played)"
        for number, (trick, winner) in enumerate(deal.tricks, 1):
            cards = "   ".join(
                f"{SEAT_NAMES[play.seat][0]}: {play.card}{'!' if play.at in deal.revokes else ''}"
                f"{'*' if play.seat == winner else ''}".ljust(7)
                for play in trick
            )
            yield f"  {number:>2}  {cards.rstrip()}"
    if deal.claimed is not None:
        yield ""
        yield f"The declarer claims {deal.claimed} tricks"
    if deal.result is not None and deal.result.scores is not None:
        yield ""
        scores = zip(SIDE_NAMES, deal.result.scores, strict=True)
        yield "Score  " + ", ".join(f"{side} {points}" for side, points in scores)
    remarks = [
        *(f"{item.category} [{item.triage}]: {item.details}" for item in deal.divergences),
        *(f"{item.kind}: {item.details}" for item in deal.irregularities),
    ]
    if remarks:
        yield ""
        yield "Remarks"
        yield from (f"  {one_line(remark, 400)}" for remark in remarks)


def _call(call: RecordedCall) -> str:
    """A call, with ! if it was alerted and with what it was said to mean."""
    means = call.values.get("means")
    told = f" ({means})" if means else ""
    return f"{call.word}{'!' if call.values.get('alert') else ''}{told}"


def _hand(hand: tuple[Card, ...]) -> str:
    names = sorted(
        (NAMES[card] for card in hand), key=lambda name: ("SHDC".index(name[0]), -HEIGHT[name[1]])
    )
    cards = {NAMES[card]: str(card) for card in hand}
    return " ".join(cards[name] for name in names)
