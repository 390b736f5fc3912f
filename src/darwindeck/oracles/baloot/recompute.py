"""One round of Baloot, worked out again from the cards, without engine and genome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from darwindeck.archives.divergences import Category, IrregularityKind
from darwindeck.archives.record import (
    Claim,
    Collection,
    Hands,
    Interruption,
    Opening,
    Play,
    RecordedCall,
    RecordedDeclaration,
    RoundRecord,
    StatedResult,
)
from darwindeck.oracles.baloot.account import Account
from darwindeck.oracles.baloot.auction import Auction, Contract, stated_contract
from darwindeck.oracles.baloot.baloot_cards import NINE, code, codes, text, texts
from darwindeck.oracles.baloot.declarations import weigh_projects
from darwindeck.oracles.baloot.play import Course, PlayFault, RoundTable
from darwindeck.oracles.baloot.rules import DEFAULT, Rules

_ON_THE_TABLE = (Play, Collection)


def account_of(
    record: RoundRecord,
    rules: Rules = DEFAULT,
    *,
    dealer: int | None = None,
    flawed: bool = False,
) -> Account:
    """A round, worked out again.

    `dealer` overrules the one that the source names. In a `flawed` round, of which not everything
    could be read, nothing is called missing.
    """
    account = Account(record, rules)
    _sort(account)
    _check_order(account)
    _take_dealer(account, dealer, flawed)
    _check_hands(account, flawed)
    _hear_auction(account)
    if account.outcome == "played":
        _check_taker(account)
        _follow_play(account, flawed)
        weigh_projects(account)
    return account


def _sort(account: Account) -> None:
    for event in account.record.events:
        if isinstance(event, _ON_THE_TABLE):
            account.plays.append(event)
        elif isinstance(event, RecordedCall):
            account.calls.append(event)
        elif isinstance(event, RecordedDeclaration):
            account.plays.append(event)
            account.declared.append(event)
        elif isinstance(event, Claim):
            account.claims.append(event)
            account.plays.append(event)
        elif isinstance(event, Hands):
            hands = tuple(frozenset(codes(cards)) for cards in event.cards)
            if event.stage == "first":
                account.first = hands
            else:
                account.full = hands
        elif isinstance(event, Opening):
            account.opening = account.opening or event
        elif isinstance(event, Interruption):
            account.interruptions.append(event)
        elif isinstance(event, StatedResult):
            if account.result is not None:
                account.find(event.at, Category.RESULT, "two results", "one", "a second result")
            account.result = account.result or event


def _check_order(account: Account) -> None:
    """Hands and opening come before the calls, and nothing of the play after the result."""
    events, result = account.record.events, account.result
    called = next((event.at for event in events if isinstance(event, RecordedCall | Play)), None)
    played = next((event.at for event in events if isinstance(event, Play)), None)
    for event in events:
        if isinstance(event, Opening):
            start, category, what = called, Category.DEALER, "the opening"
        elif isinstance(event, Hands):
            first = event.stage == "first"
            start, category, what = called if first else played, Category.HANDS, "the hands"
        else:
            continue
        if start is not None and event.at > start:
            said = f"{what} of the round stand at event {event.at}, after its first "
            said += "call" if start == called and account.calls else "card"
            account.find(event.at, category, "late", "before the calls", said)
            break
    if result is None:
        return
    late = [
        event
        for event in (*account.calls, *account.plays)
        if event.at > result.at and not (isinstance(event, Claim) and event.kind == "throw in")
    ]
    if late:
        first_late = min(late, key=lambda event: event.at)
        many = "an event" if len(late) == 1 else f"{len(late)} events"
        said = f"the result stands before {many} of the same round, the first at {first_late.at}"
        account.find(result.at, Category.RESULT, "early", "at the end of the round", said)


def _take_dealer(account: Account, dealer: int | None, flawed: bool) -> None:
    opening = account.opening
    if opening is not None:
        account.dealer = opening.dealer if dealer is None else dealer
        return
    said = "who deals is not said"
    if account.calls:
        account.dealer = (account.calls[0].seat - 1) % 4
        said += "; the first caller sits next to the dealer"
    if not flawed and (account.calls or account.claims):
        account.find(None, Category.DEALER, "no opening", "an opening", said)


# --- hands ---------------------------------------------------------------------------------------


def _check_hands(account: Account, flawed: bool) -> None:
    first, full = account.first, account.full
    floor = account.floor
    if not flawed and (account.calls or account.plays):
        _check_given(account)
    if first is not None:
        cards = [card for hand in first for card in hand]
        if any(len(hand) != 5 for hand in first):
            sizes = tuple(len(hand) for hand in first)
            said = "a first hand does not have five cards"
            account.find(account.hands_at, Category.HANDS, sizes, (5, 5, 5, 5), said)
            account.first = None
        elif len(set(cards)) != 20:
            twice = texts(card for card, count in Counter(cards).items() if count > 1)
            said = f"{twice} is dealt twice"
            account.find(account.hands_at, Category.HANDS, twice, "20 different cards", said)
            account.first = None
        elif floor is not None and floor in cards:
            said = f"the floor card {text(floor)} is in a first hand"
            account.find(account.hands_at, Category.HANDS, text(floor), "another card", said)
            account.floor_doubted = True
    if full is not None:
        _check_full(account, full)


def _check_given(account: Account) -> None:
    """Hands of five, of eight if cards were played, and a card turned up must be given."""
    opening = account.opening
    if account.first is None and account.full is None:
        account.find(None, Category.HANDS, "no hands", "four hands", "nobody's hand is given")
    elif account.first is None:
        said = "the hands of five are not given, only those of eight"
        account.find(account.hands_at, Category.HANDS, "no first hands", "four hands", said)
    elif account.full is None and any(isinstance(event, Play) for event in account.plays):
        said = "cards are played, and the hands of eight are not given"
        account.find(account.hands_at, Category.HANDS, "no full hands", "four hands", said)
    if opening is not None and opening.turned_up is None:
        said = "the opening of the round names no card turned up"
        account.find(opening.at, Category.HANDS, "no floor card", "a card", said)


def _check_full(account: Account, full: Sequence[frozenset[int]]) -> None:
    sizes = tuple(len(hand) for hand in full)
    cards = Counter(card for hand in full for card in hand)
    at = account.hands_at
    if sizes != (8, 8, 8, 8):
        said = "a full hand does not have eight cards"
        account.find(at, Category.HANDS, sizes, (8, 8, 8, 8), said)
        account.full = None
    elif len(cards) != 32:
        twice = texts(card for card, count in cards.items() if count > 1)
        account.find(at, Category.HANDS, twice, "32 different cards", f"{twice} is dealt twice")
        account.full = None
    if account.full is not None and account.first is not None:
        moved = [
            f"{texts(sorted(five - eight))} of seat {seat + 1}"
            for seat, (five, eight) in enumerate(zip(account.first, full, strict=True))
            if not five <= eight
        ]
        if moved:
            said = f"cards of first hands are not in the full hands: {', '.join(moved)}"
            account.find(at, Category.HANDS, ", ".join(moved), "kept", said)
            account.hands_doubted = True


# --- the auction ---------------------------------------------------------------------------------


def _hear_auction(account: Account) -> None:
    kawesh = _kawesh(account)
    if kawesh:
        account.outcome = "kawesh"
    if account.dealer is None:
        return
    floor = account.floor
    opening = account.opening
    auction = Auction(
        account.dealer,
        None if floor is None else floor >> 3,
        floor is not None and floor & 7 == 7,
        opening.scores if opening else None,
    )
    account.auction = auction
    for call in account.calls:
        auction.hear(call)
    cards = [event for event in account.plays if isinstance(event, Play)]
    if cards or (account.result is not None and auction.contract is not None):
        account.outcome = "played"
        if account.full is not None and floor is not None:
            taker = next(seat for seat, hand in enumerate(account.full) if floor in hand)
            auction.settle(taker)
        auction.close(cards[0].at if cards else None)
        if auction.faults and account.calls:
            _go_on_from_the_record(account, auction)
        begun = next((event for event in account.plays if not isinstance(event, Claim)), None)
        if begun is not None and account.calls and account.calls[-1].at > begun.at:
            late = account.calls[-1]
            what = "announcement" if isinstance(begun, RecordedDeclaration) else "card"
            said = f"seat {late.seat + 1} calls `{late.word}` after the first {what}"
            account.find(late.at, Category.AUCTION, late.word, "no call", said)
        if auction.contract is None:
            account.outcome = "unfinished"
    elif kawesh:
        auction.contract = None
    elif auction.stage == "all passed" or (account.calls and account.calls[-1].word == "waraq"):
        account.outcome = "all passed"
        auction.contract = None
    _report_faults(account, auction)
    account.turn_faults = len(auction.faults)
    for remark in auction.remarks:
        account.remark(remark.at, IrregularityKind.AUCTION, remark.message)
    if account.outcome == "unfinished":
        if account.result is not None:
            said = "there is a result although nothing was bought"
            account.find(account.result.at, Category.RESULT, "a result", "no contract", said)
        else:
            said = "the deal breaks off in the auction" if account.calls else "nothing was called"
            account.remark(None, IrregularityKind.UNFINISHED, said)


def _report_faults(account: Account, auction: Auction) -> None:
    """One fault in an auction makes others; the first is reported."""
    if not auction.faults:
        return
    fault = min(auction.faults, key=lambda fault: 10_000 if fault.at is None else fault.at)
    more = len(auction.faults) - 1
    account.find(
        fault.at,
        Category.AUCTION,
        fault.expected,
        fault.computed,
        fault.message + (f", and {more} more that may follow from it" if more else ""),
        contradiction=fault.contradiction,
    )


def _go_on_from_the_record(account: Account, auction: Auction) -> None:
    """After a fault the contract is the one that fits the state after the last call, the floor card
    and the result best."""
    heard = auction.contract
    stated = stated_contract(account.calls[-1], auction.round)
    if stated is None or stated == heard:
        return
    if stated.mode == "hokum" and stated.trump is None:
        stated.trump = heard.trump if heard is not None and heard.trump is not None else None
        if stated.trump is None and account.floor is not None:
            stated.trump = account.floor >> 3
    only_stated = all(fault.stated for fault in auction.faults)
    candidates = [heard, stated] if only_stated else [stated, heard]
    auction.contract = max(
        (contract for contract in candidates if contract is not None),
        key=lambda contract: _fit(account, contract),
    )


def _fit(account: Account, contract: Contract) -> int:
    """How well a contract fits what comes after the auction."""
    result, floor, full = account.result, account.floor, account.full
    fit = 0
    if full is not None and floor is not None:
        fit += floor in full[contract.taker]
    if result is not None:
        modes = (2,) if contract.mode == "hokum" else (1, 3)
        fit += result.values.get("m") in modes
        fit += result.declarer == contract.side
    if account.dealer is not None:
        table = RoundTable(contract, full, (account.dealer + 1) % 4, account.rules, repair=True)
        fit -= len(table.follow(account.plays).faults)
    return fit


def _kawesh(account: Account) -> bool:
    """Whether somebody threw in a hand of sevens, eights and nines."""
    low = [
        seat
        for seat, hand in enumerate(account.first or ())
        if all(card & 7 <= NINE for card in hand)
    ]
    said = [claim for claim in account.claims if claim.kind == "throw in"]
    if account.result is not None or any(isinstance(event, Play) for event in account.plays):
        return False
    if not said:
        if not account.calls and low:
            account.kawesh_seat = low[0]
            return True
        return False
    claim = said[-1]
    if account.calls and account.calls[-1].at > claim.at:
        return False
    account.kawesh = claim
    account.kawesh_seat = claim.seat if claim.seat is not None else (low[0] if low else None)
    if account.first is not None and account.kawesh_seat not in low:
        who = "nobody" if claim.seat is None else f"seat {claim.seat + 1}"
        hand = "" if claim.seat is None else texts(sorted(account.first[claim.seat]))
        message = f"kawesh, but {who} holds only sevens, eights and nines"
        if claim.seat is not None:
            message = f"kawesh by seat {claim.seat + 1} with {hand}"
        account.find(
            claim.at,
            Category.AUCTION,
            hand or "kawesh",
            "only 7, 8 and 9",
            message,
            contradiction=False,
        )
    return True


def _check_taker(account: Account) -> None:
    contract, floor = account.contract, account.floor
    if contract is None or account.full is None or floor is None:
        return
    taker = next(seat for seat, hand in enumerate(account.full) if floor in hand)
    if taker == contract.taker:
        return
    account.find(
        account.hands_at,
        Category.HANDS,
        f"seat {taker + 1}",
        f"seat {contract.taker + 1}",
        f"the floor card {text(floor)} is in the hand of seat {taker + 1}; it belongs to seat "
        f"{contract.taker + 1} after {contract}",
    )


# --- play ----------------------------------------------------------------------------------------


def _follow_play(account: Account, flawed: bool) -> None:
    contract = account.contract
    assert contract is not None
    assert account.dealer is not None
    leader, finished = (account.dealer + 1) % 4, account.result is not None
    table = RoundTable(contract, account.full, leader, account.rules, finished=finished)
    course = table.follow(account.plays)
    if course.faults or account.full is None:
        hands = _held(account)
        table = RoundTable(contract, hands, leader, account.rules, finished=finished, repair=True)
        course = table.follow(account.plays)
    account.course = course
    for fault in _root_faults(account, course):
        if not (flawed and fault.category is Category.PLAY):
            account.findings.append(fault)
            account.contradictions.add(len(account.findings) - 1)
    if course.tricks and course.tricks[0].cards:
        leads = course.tricks[0].cards[0].seat
        account.turn_faults += leads != (account.dealer + 1) % 4
    for revoke in course.revokes:
        legal = texts(revoke.legal)
        account.remark(
            revoke.at,
            IrregularityKind.REVOKE,
            f"seat {revoke.seat + 1} plays {text(revoke.card)} to trick {revoke.trick}; "
            f"legal: {legal}",
            revoke.seat,
        )
    for event, wrong in course.akkas:
        if wrong:
            said = f"seat {event.seat + 1} announces akka {wrong}"
            account.find(
                event.at, Category.DECLARATION, "akka", "no akka", said, contradiction=False
            )
    if account.result is None:
        account.remark(None, IrregularityKind.UNFINISHED, f"no result after {_length(course)}")
    elif not course.whole and course.claim is None and not flawed and not account.foul:
        lacking = 8 - sum(trick.whole for trick in course.tricks)
        if not any(fault.category is Category.PLAY for fault in course.faults):
            said = f"the round is scored with {lacking} tricks not played and nothing claimed"
            account.remark(None, IrregularityKind.OPEN, said)


def _root_faults(account: Account, course: Course) -> list[PlayFault]:
    """The faults of a course; those that follow from missing or foreign cards are only counted."""
    at = [0 if fault.at is None else fault.at for fault in course.faults]
    roots = [
        number
        for number, fault in enumerate(course.faults)
        if fault.category in (Category.HANDS, Category.PLAY)
    ]
    if not roots:
        return course.faults
    root = min(roots, key=lambda number: at[number])
    before = [
        fault
        for number, fault in enumerate(course.faults)
        if fault.category is Category.TRICK and at[number] < at[root]
    ]
    more = len(course.faults) - len(before) - 1
    fault = course.faults[root]
    if more:
        said = f"{fault.message}, and {more} more that may follow from it"
        fault = fault._replace(message=said)
    if fault.category is Category.HANDS and account.hands_doubted:
        return before
    return [*before, fault]


def _length(course: Course) -> str:
    whole = sum(trick.whole for trick in course.tricks)
    return f"{whole} trick" if whole == 1 else f"{whole} tricks"


def _held(account: Account) -> Sequence[frozenset[int]] | None:
    """The hands as far as they are certain: as dealt, or else as all 32 cards were played."""
    played: list[set[int]] = [set(), set(), set(), set()]
    for event in account.plays:
        if isinstance(event, Play):
            played[event.seat].add(code(event.card))
    complete = all(len(hand) == 8 for hand in played) and len(set().union(*played)) == 32
    if complete:
        shown = tuple(frozenset(hand) for hand in played)
        if account.full is not None and shown != account.full:
            wrong = [
                f"seat {seat + 1} plays {texts(sorted(shown[seat] - account.full[seat]))}"
                for seat in range(4)
                if shown[seat] != account.full[seat]
            ]
            if not account.hands_doubted:
                account.find(
                    account.hands_at,
                    Category.HANDS,
                    [texts(sorted(hand)) for hand in account.full],
                    [texts(sorted(hand)) for hand in shown],
                    "cards are played by others than they were dealt to: " + ", ".join(wrong),
                )
            account.full = shown
        account.full = shown
        return shown
    return account.full
