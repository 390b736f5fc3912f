"""Announcements of a round: what they mean, whether they are true, and whose are the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from darwindeck.archives.divergences import Category, IrregularityKind
from darwindeck.archives.record import Play, RecordedDeclaration
from darwindeck.oracles.baloot.account import Account
from darwindeck.oracles.baloot.auction import Contract
from darwindeck.oracles.baloot.baloot_cards import KING, QUEEN, code, codes, texts
from darwindeck.oracles.baloot.projects import Project, best_strength, meanings, projects_of


def weigh_projects(account: Account) -> None:
    contract, hands = account.contract, account.full
    assert contract is not None
    sun = contract.mode == "sun"
    _hear_announcements(account)
    if hands is None:
        return
    ranges = [_understand(account, seat, hands[seat], sun) for seat in range(4)]
    strengths = [
        best_strength((*account.projects[side], *account.projects[side + 2])) for side in (0, 1)
    ]
    low, high = ([max(ranges[s][end], ranges[s + 2][end]) for s in (0, 1)] for end in (0, 1))
    if strengths[0] == strengths[1]:
        if strengths[0] != (0, 0):
            account.contested = True
            account.best = _earliest(account, strengths[0])
    else:
        better = 0 if strengths[0] > strengths[1] else 1
        account.best = better
        # An announcement may mean one of several sequences, and whether four of a kind and a
        # sequence compare by their top cards is not recorded.
        account.contested = low[better] <= high[1 - better] != (0, 0) or (
            strengths[0][0] == strengths[1][0] == 3 and _mixed(account)
        )


def _mixed(account: Account) -> bool:
    kinds = {
        project.of_a_kind
        for projects in account.projects
        for project in projects
        if project.kind == "hundred"
    }
    return len(kinds) == 2


def _earliest(account: Account, strength: tuple[int, int]) -> int | None:
    """Of equal projects that of the earliest position, or one in trumps, is the best."""
    contract = account.contract
    assert contract is not None
    assert account.dealer is not None
    order = [(account.dealer + place) % 4 for place in (1, 2, 3, 4)]
    holders = [
        (seat, project)
        for seat in order
        for project in account.projects[seat]
        if project.strength == strength
    ]
    if account.rules.project_ties == "trumps_first":
        for seat, project in holders:
            if all(card >> 3 == contract.trump for card in project.cards):
                return seat % 2
    return holders[0][0] % 2 if holders else None


def _hear_announcements(account: Account) -> None:
    """Projects are announced with a seat's first card and shown with its second."""
    contract = account.contract
    assert contract is not None
    if all(event.kind == "akka" for event in account.declared):
        return
    course = account.course
    # Where cards are missing it cannot be said with which one something was announced.
    timed = course is not None and not any(
        fault.category is not Category.TRICK for fault in course.faults
    )
    laid = [0, 0, 0, 0]
    shown: set[tuple[int, object]] = set()
    played: list[list[int]] = [[], [], [], []]
    for number, event in enumerate(account.plays):
        if isinstance(event, Play):
            laid[event.seat] += 1
            played[event.seat].append(code(event.card))
        if not isinstance(event, RecordedDeclaration) or event.kind == "akka":
            continue
        following = next((e for e in account.plays[number:] if isinstance(e, Play)), None)
        with_own = following is None or following.seat == event.seat
        if event.kind == "baloot":
            if any(other.seat == event.seat for other in account.baloot_calls):
                _twice(account, event, "calls baloot")
                continue
            account.baloot_calls.append(event)
            if timed:
                _check_baloot(account, event, following, played[event.seat], contract)
        elif event.kind:
            account.announced[event.seat].append(event.kind)
            if timed and (laid[event.seat] != 0 or not with_own):
                _misplaced(account, event, "announces", "with the first card")
        elif timed and (laid[event.seat] != 1 or not with_own):
            _misplaced(account, event, "shows", "with the second card")
        if event.cards is not None:
            if (event.seat, event.cards) in shown:
                _twice(account, event, "shows the same cards")
                continue
            shown.add((event.seat, event.cards))
            _check_shown(account, event, played[event.seat])


def _twice(account: Account, event: RecordedDeclaration, what: str) -> None:
    said = f"seat {event.seat + 1} {what} twice"
    account.find(event.at, Category.DECLARATION, "twice", "once", said)


def _misplaced(account: Account, event: RecordedDeclaration, verb: str, when: str) -> None:
    what = event.kind or "a project"
    account.find(
        event.at,
        Category.DECLARATION,
        f"{what} at event {event.at}",
        when,
        f"seat {event.seat + 1} {verb} {what} at another time than {when}",
        contradiction=False,
    )


def _check_shown(account: Account, event: RecordedDeclaration, played: Sequence[int]) -> None:
    """The cards shown are those of the projects that are still in the hand."""
    cards = set(codes(event.cards or ()))
    hand = None if account.full is None else account.full[event.seat] - set(played)
    if hand is not None and not cards <= hand:
        said = f"seat {event.seat + 1} shows {texts(sorted(cards - hand))}, which it does not hold"
        account.find(
            event.at, Category.DECLARATION, texts(sorted(cards)), texts(sorted(hand)), said
        )


def _check_baloot(
    account: Account,
    event: RecordedDeclaration,
    following: Play | None,
    played: Sequence[int],
    contract: Contract,
) -> None:
    if contract.trump is None:
        account.find(
            event.at,
            Category.DECLARATION,
            "baloot",
            "no trumps",
            f"seat {event.seat + 1} calls baloot in Sun",
            contradiction=False,
        )
        return
    pair = {8 * contract.trump + KING, 8 * contract.trump + QUEEN}
    hand = None if account.full is None else account.full[event.seat]
    if hand is not None and not pair <= hand:
        account.find(
            event.at,
            Category.DECLARATION,
            "baloot",
            "king and queen of trumps in one hand",
            f"seat {event.seat + 1} calls baloot without {texts(sorted(pair - hand))}",
        )
        return
    with_next = (
        following is not None
        and following.seat == event.seat
        and code(following.card) in pair
        and len(pair.intersection(played)) == 1
    )
    with_last = bool(played) and played[-1] in pair and len(pair.intersection(played)) == 2
    if not with_next and not with_last:
        account.find(
            event.at,
            Category.DECLARATION,
            f"baloot at event {event.at}",
            "with the second of king and queen",
            f"seat {event.seat + 1} calls baloot at another time than with the second of king and "
            "queen",
            contradiction=False,
        )


def _understand(
    account: Account, seat: int, hand: frozenset[int], sun: bool
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Finds what a seat's announcements mean; returns the least and the most they can be worth."""
    nothing = ((0, 0), (0, 0))
    kinds = account.announced[seat]
    held = projects_of(hand, sun)
    if not kinds:
        for project in held:
            said = f"seat {seat + 1} does not announce {project.kind} ({texts(project.cards)})"
            account.remark(None, IrregularityKind.SILENT, said, seat)
        return nothing
    found = meanings(hand, kinds, sun)
    if not found:
        at = next((e.at for e in account.declared if e.seat == seat and e.kind in kinds), None)
        account.find(
            at,
            Category.DECLARATION,
            ", ".join(kinds),
            ", ".join(project.kind for project in held) or "no project",
            f"seat {seat + 1} announces {', '.join(kinds)} with {texts(sorted(hand))}",
        )
        return nothing
    account.projects[seat], certain = _as_shown(account, seat, found)
    missing = Counter(project.kind for project in held) - Counter(kinds)
    for kind in missing.elements():
        said = f"seat {seat + 1} does not announce {kind}"
        account.remark(None, IrregularityKind.SILENT, said, seat)
    if certain:
        return (best_strength(account.projects[seat]),) * 2
    strengths = [best_strength(projects) for projects in found]
    return min(strengths), max(strengths)


def _as_shown(
    account: Account, seat: int, found: Sequence[tuple[Project, ...]]
) -> tuple[tuple[Project, ...], bool]:
    """The meaning that agrees with the cards shown later, and whether that makes it certain."""
    shown = [
        (event, set(codes(event.cards)))
        for event in account.declared
        if event.seat == seat and event.cards is not None
    ]
    if not shown:
        return found[0], len(found) == 1
    union = set().union(*(cards for _, cards in shown))
    for projects in found:
        before = {
            code(play.card)
            for play in account.plays
            if isinstance(play, Play) and play.seat == seat and play.at < shown[0][0].at
        }
        if {card for project in projects for card in project.cards} - before == union:
            return projects, True
    for projects in found:
        if any(union <= set(project.cards) for project in projects):
            return projects, True
    event, _ = shown[0]
    if any(finding.at == event.at for finding in account.findings):
        return found[0], True
    means = texts(card for project in found[0] for card in project.cards)
    said = f"seat {seat + 1} shows {texts(sorted(union))} for {means}"
    account.find(event.at, Category.DECLARATION, texts(sorted(union)), means, said)
    return found[0], True
