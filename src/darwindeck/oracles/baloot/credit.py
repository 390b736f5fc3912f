"""What a round is scored from: who is credited with which cards, projects and baloots."""

from __future__ import annotations

from darwindeck.oracles.baloot.account import Account, Credit
from darwindeck.oracles.baloot.baloot_cards import KING, QUEEN, points
from darwindeck.oracles.baloot.projects import blocks_baloot
from darwindeck.oracles.baloot.scoring import NOBODY, Pair, ScoringFacts


def baloot_holders(account: Account) -> Pair:
    """How many baloots each side called with king and queen in one hand."""
    contract, hands = account.contract, account.full
    counts = [0, 0]
    for seat in dict.fromkeys(event.seat for event in account.baloot_calls):
        if contract is None or contract.trump is None:
            continue
        pair = {8 * contract.trump + KING, 8 * contract.trump + QUEEN}
        if hands is None or pair <= hands[seat]:
            counts[seat % 2] += 1
    return counts[0], counts[1]


def baloot_blocked(account: Account) -> bool:
    """Whether a called baloot lies in a hundred of the same hand."""
    contract = account.contract
    if contract is None or contract.trump is None:
        return False
    return any(
        blocks_baloot(account.projects[event.seat], contract.trump)
        for event in account.baloot_calls
    )


def credits(account: Account) -> list[Credit]:
    """Who may be credited with what was not played; of a round played out there is one."""
    course, contract = account.course, account.contract
    assert course is not None
    assert contract is not None
    taken: Pair = (course.taken(0), course.taken(1))
    cards: Pair = (course.card_points(0), course.card_points(1))
    last = course.tricks[-1].winner % 2 if course.tricks else None
    rest = [0, 0]
    for seat, hand in enumerate(course.left):
        rest[seat % 2] += sum(points(card, contract.trump) for card in hand)
    every = sum(points(card, contract.trump) for card in course.unplayed)
    for trick in course.tricks:
        if not trick.whole:
            for laid in trick.cards:
                worth = points(laid.card, contract.trump)
                rest[laid.seat % 2] += worth
                every += worth
    count = 8 - taken[0] - taken[1]
    if count == 0 or account.full is None:
        return [Credit("", cards, last, taken)]
    leader = next((t.winner for t in reversed(course.tricks) if t.whole), None)
    if leader is None:
        leader = (account.dealer or 0) + 1
    claimer = course.claim.seat if course.claim and course.claim.seat is not None else leader
    found = []
    for reading, side in (("claimer", claimer % 2), ("others", 1 - claimer % 2)):
        gained = [0, 0]
        gained[side] = every
        tricks = [taken[0], taken[1]]
        tricks[side] += count
        found.append(
            Credit(
                reading,
                (cards[0] + gained[0], cards[1] + gained[1]),
                side,
                (tricks[0], tricks[1]),
            )
        )
    for side in (0, 1):
        held = Credit("holders", (cards[0] + rest[0], cards[1] + rest[1]), side, taken)
        found.append(held)
    order = {account.rules.sawa: 0}
    return sorted(found, key=lambda credit: order.get(credit.reading, 1))


def counted_kinds(account: Account, seat: int) -> list[str]:
    """The kinds of projects that a seat announced and holds, as far as hands are known."""
    if account.full is None:
        return account.announced[seat]
    return [project.kind for project in account.projects[seat]]


def facts_of(account: Account, credit: Credit, baloots: Pair, best: int | None) -> ScoringFacts:
    contract = account.contract
    assert contract is not None
    swept = next((side for side in (0, 1) if credit.tricks[side] == 8), None)
    kinds: list[tuple[str, ...]] = [(), ()]
    if best is not None and swept in (None, best):
        seats = (best, best + 2)
        kinds[best] = tuple(kind for seat in seats for kind in counted_kinds(account, seat))
    return ScoringFacts(
        contract,
        credit.cards,
        credit.last if credit.last is not None else NOBODY,
        (kinds[0], kinds[1]),
        baloots,
        swept,
    )
