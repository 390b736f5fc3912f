"""A round of Baloot as people would read it: hands, auction, tricks, score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from darwindeck.archives.door import one_line
from darwindeck.archives.record import MatchRecord
from darwindeck.oracles.baloot.baloot_cards import PLAIN_HEIGHT, TRUMP_HEIGHT, text, texts
from darwindeck.oracles.baloot.match import MatchReport, RoundReport, examine
from darwindeck.oracles.baloot.play import Trick
from darwindeck.oracles.baloot.scoring import LAST_TRICK, Pair

CALLED = {
    "": "passes without a word",
    "pass": "passes",
    "thany": "passes (thany)",
    "wala": "passes (wala)",
    "waraq": "passes, the cards are thrown in (waraq)",
    "hokom": "buys Hokum",
    "hokom2": "buys Hokum in another suit",
    "sun": "buys Sun",
    "ashkal": "buys Sun for the partner (ashkal)",
    "beforeyou": "takes it before the other (before you)",
    "turntosun": "turns it into Sun",
    "clubs": "names clubs",
    "hearts": "names hearts",
    "spades": "names spades",
    "diamonds": "names diamonds",
    "hokomclose": "raises, closed",
    "hokomopen": "raises, open",
    "double": "doubles",
    "triple": "triples",
    "qahwa": "raises to gahwa",
}
ENDED = {
    "all passed": "All four passed twice; nothing was played.",
    "kawesh": "A hand without any points was thrown in (kawesh).",
    "unfinished": "The round breaks off.",
    "played": "The round breaks off without a result.",
}


def show_rounds(record: MatchRecord, index: int | None = None) -> Iterator[str]:
    """Each deal of a round, numbered from 0 as in the record, or of all rounds, as text."""
    report = examine(record)
    for deal in report.rounds:
        if index is None or deal.index == index:
            yield "\n".join(_lines(report, deal))


def _lines(report: MatchReport, deal: RoundReport) -> Iterator[str]:
    account = deal.account
    contract = account.contract
    title = f"{one_line(report.record.file)}, round {deal.index + 1}"
    yield title if contract is None else f"{title}: {contract}"
    yield ""
    yield from _opening(report.record, deal)
    yield from _hands(deal)
    if account.calls:
        yield ""
        yield "Auction"
        for call in account.calls:
            yield f"  {_seat(call.seat)}  {CALLED.get(call.word, one_line(call.word))}"
    yield from _tricks(deal)
    yield ""
    yield from _score(deal)
    remarks = [
        *(f"{item.category} [{item.triage}]: {item.details}" for item in deal.divergences),
        *(f"{item.kind}: {item.details}" for item in deal.irregularities),
    ]
    if remarks:
        yield ""
        yield "Remarks"
        yield from (f"  {one_line(remark, 400)}" for remark in remarks)


def _seat(seat: int) -> str:
    return f"seat {seat + 1}"


def _opening(record: MatchRecord, deal: RoundReport) -> Iterator[str]:
    account = deal.account
    parts = [] if account.dealer is None else [f"{_seat(account.dealer)} deals"]
    if account.floor is not None:
        parts.append(f"{text(account.floor)} is turned up")
    if account.opening is not None:
        parts.append("the match stands {} to {}".format(*account.opening.scores))
    if parts:
        yield " · ".join(parts)
    if any(record.players):
        names = (f"{_seat(at)} {one_line(name, 40)}" for at, name in enumerate(record.players))
        yield " · ".join(names)


def _sorted(cards: Iterable[int], trump: int | None) -> list[int]:
    """Trumps first, each suit from its highest card."""

    def key(card: int) -> tuple[bool, int, int]:
        heights = TRUMP_HEIGHT if card >> 3 == trump else PLAIN_HEIGHT
        return card >> 3 != trump, card >> 3, -heights[card & 7]

    return sorted(cards, key=key)


def _hands(deal: RoundReport) -> Iterator[str]:
    account = deal.account
    hands = account.full or account.first
    if hands is None:
        return
    trump = account.contract.trump if account.contract else None
    yield ""
    yield "Hands" if account.full else "First hands"
    for seat, hand in enumerate(hands):
        yield f"  {_seat(seat)}  {texts(_sorted(hand, trump))}"


def _tricks(deal: RoundReport) -> Iterator[str]:
    course = deal.account.course
    if course is None:
        return
    wrong = {revoke.at for revoke in course.revokes}
    declared = [event for event in deal.account.declared if event.kind or event.cards]
    yield ""
    yield "Tricks (* wins, ! should not have been played)"
    start = -1
    for trick in course.tricks:
        if not trick.cards:
            continue
        end = trick.cards[-1].at
        for event in declared:
            if start < event.at < end:
                shown = " ".join(map(str, event.cards or ()))
                said = f"announces {one_line(event.kind)}" if event.kind else f"shows {shown}"
                yield f"     {_seat(event.seat)} {said}"
        start = end
        yield f"  {trick.number}  {_trick(trick, wrong)}"
    if course.claim is not None:
        words = {"rest": "claims the rest", "foul": "charges a foul"}
        who = "somebody" if course.claim.seat is None else _seat(course.claim.seat)
        yield f"     {who} {words.get(course.claim.kind, one_line(course.claim.kind))}"


def _trick(trick: Trick, wrong: set[int]) -> str:
    cards = "   ".join(
        f"{laid.seat + 1}: {text(laid.card)}{'!' if laid.at in wrong else ''}"
        f"{'*' if trick.whole and laid.seat == trick.winner else ''}".ljust(7)
        for laid in trick.cards
    )
    return f"{cards}   {trick.points:>2} points" if trick.whole else cards.rstrip()


def _score(deal: RoundReport) -> Iterator[str]:
    account, judge = deal.account, deal.judge
    result = account.result
    if result is None or judge is None:
        yield ENDED[account.outcome]
        return
    yield "Score               team 1   team 2"
    rows: list[tuple[str, Sequence[int] | None]] = [("card points", result.card_points)]
    facts = judge.facts
    if facts is not None:
        rows.append(("last trick", _mark(facts.last)))
    for name, paid in _awards(deal):
        rows.append((name, paid))
    rows += [("total", result.totals), ("score", result.scores)]
    sheet = judge.sheet
    if sheet is not None and not judge.agrees:
        rows.append(("by the rules", sheet.scores))
    scores = result.scores
    if scores is not None:
        after = (judge.before[0] + scores[0], judge.before[1] + scores[1])
        rows.append(("match", after))
    for name, pair in rows:
        if pair is not None:
            yield f"  {name:<16} {pair[0]:>7}  {pair[1]:>7}"
    if facts is not None and facts.swept is not None:
        yield f"  team {facts.swept + 1} took every trick (kaboot)"
    if sheet is not None and sheet.khasara:
        yield "  the buyer failed (khasara)"


def _mark(side: int) -> Pair:
    return (LAST_TRICK if side == 0 else 0, LAST_TRICK if side == 1 else 0)


def _awards(deal: RoundReport) -> Iterator[tuple[str, Pair]]:
    result = deal.account.result
    assert result is not None
    for side, awards in enumerate(result.awarded):
        for award in awards:
            pair = (award.value, 0) if side == 0 else (0, award.value)
            yield one_line(award.name, 16), pair
