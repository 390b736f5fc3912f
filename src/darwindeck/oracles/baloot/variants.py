"""What recorded rounds of Baloot say about the disputed points of its rules.

Scores decide most points: a round is scored under each reading of the point, the others being as
chosen; what is open anyway (equal totals, the baloot of a swept side) may be read in any way that
fits. Cards that only one reading allows, dealers, payments and calls decide the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product

from darwindeck.archives.divergences import Category
from darwindeck.archives.record import MatchRecord, Place
from darwindeck.archives.variants import Point, make_points
from darwindeck.oracles.baloot.account import Account
from darwindeck.oracles.baloot.auction import PASSES, TARGET_OF_DOUBLE
from darwindeck.oracles.baloot.categories import CARD_ABNAT
from darwindeck.oracles.baloot.credit import credits
from darwindeck.oracles.baloot.judge import Judge
from darwindeck.oracles.baloot.match import MatchReport, RoundReport, examine
from darwindeck.oracles.baloot.play import Laid, best_of, legal_cards
from darwindeck.oracles.baloot.recompute import account_of
from darwindeck.oracles.baloot.rules import CHOICES, Rules
from darwindeck.oracles.baloot.scoring import (
    Pair,
    ScoringFacts,
    foul_readings,
    open_readings,
    score,
)
from darwindeck.quoting import QuotedValueError

BY_SCORE = (
    "sun_rounding",
    "hokum_rounding",
    "khasara_by",
    "equal_totals",
    "baloot_counts",
    "swept_baloot",
    "doubles",
)
FREE = ("equal_totals", "swept_baloot")
"""What is open in every round, whichever point is weighed."""
BY_CARDS = {"under_trump": "duty", "partner_winning": "free_if_safe"}
"""Points of play, with the stricter reading."""
NOTES = {
    "under_trump": "a card that only one reading allows may be a revoke, too",
    "partner_winning": "a card that only one reading allows may be a revoke, too",
    "all_pass_dealer": "counted in deals",
    "kawesh_dealer": "counted in deals thrown in before a bid",
    "ashkal_again": "an ashkal in the second round shows that it is allowed; nothing can show more",
    "sun_double_from": "a Sun doubled at exactly 100 shows that 100 is enough",
}
DOUBTFUL = frozenset(
    {
        Category.READING,
        Category.HANDS,
        Category.CONTRACT,
        Category.PLAY,
        Category.TRICK,
        Category.LAST_TRICK,
        CARD_ABNAT,
        Category.DECLARATION,
    }
)
"""Divergences after which a score says nothing about how scores are made."""


def weigh_variants(
    records: Iterable[MatchRecord], readings: Mapping[str, str] | None = None
) -> list[Point]:
    """What matches say about each point; `readings` are those of the other points."""
    chosen = dict(readings or {})
    for option in chosen:
        if option not in CHOICES:
            raise QuotedValueError(f"no disputed point '{option}'; there are: {', '.join(CHOICES)}")
    rules = Rules(**chosen)
    points = make_points(CHOICES)
    for option, note in NOTES.items():
        points[option].note = note
    for record in records:
        _weigh_match(examine(record, rules, engine=False), rules, points)
    return list(points.values())


def _weigh_match(report: MatchReport, rules: Rules, points: Mapping[str, Point]) -> None:
    rounds = report.rounds
    for number, item in enumerate(rounds):
        place = Place(report.record.file, item.index)
        following = rounds[number + 1] if number + 1 < len(rounds) else None
        _weigh_dealer(item.account, following, place, points)
        if item.account.outcome != "played":
            continue
        _weigh_calls(item.account, place, points)
        _weigh_cards(item, place, points)
        judge = item.judge
        if judge is None or judge.facts is None or judge.credit is None:
            continue
        _weigh_projects(item.account, judge, place, points["project_ties"])
        _weigh_claim(item.account, judge, place, points["sawa"])
        _weigh_foul(item.account, judge, judge.facts, place, points["qayd"])
        _weigh_score(item, judge, judge.facts, place, rules, points)


# --- scores --------------------------------------------------------------------------------------


def _weigh_score(
    item: RoundReport,
    judge: Judge,
    facts: ScoringFacts,
    place: Place,
    rules: Rules,
    points: Mapping[str, Point],
) -> None:
    sound = not any(found.category in DOUBTFUL for found in item.divergences)
    sound = sound and not item.account.foul
    sound = sound and item.account.course is not None and not item.account.course.doubtful
    for option in BY_SCORE:
        heard = fitting(option, judge, facts, rules) if sound else None
        points[option].hear(place, heard)


def fitting(option: str, judge: Judge, facts: ScoringFacts, rules: Rules) -> list[str] | None:
    """The readings under which a round scores what it did; None: all give the same."""
    # Who loses equal totals is open only where they are equal.
    tied = facts.raw(0) == facts.raw(1)
    others = [name for name in FREE if name != option and (tied or name != "equal_totals")]
    given: dict[str, set[Pair]] = {}
    for choice in CHOICES[option]:
        given[choice] = {
            score(
                facts, replace(rules, **{option: choice}, **dict(zip(others, free, strict=True)))
            ).scores
            for free in product(*(CHOICES[name] for name in others))
        }
    first, *rest = given.values()
    if all(scores == first for scores in rest):
        return None
    found = [choice for choice, scores in given.items() if judge.scores in scores]
    if not found and _open_otherwise(judge, facts, rules):
        return None
    return found


def _open_otherwise(judge: Judge, facts: ScoringFacts, rules: Rules) -> bool:
    """Whether a point without an option explains the score, such as a doubled kaboot."""
    return any(
        reading.scores == judge.scores
        for reading in open_readings(facts, rules, judge.before)
        if reading.option not in CHOICES
    )


# --- payments, claims, fouls ---------------------------------------------------------------------


def _weigh_projects(account: Account, judge: Judge, place: Place, point: Point) -> None:
    paid = [side for side in (0, 1) if judge.paid_projects[side]]
    if not account.contested or len(paid) != 1:
        point.cannot_tell += 1
        return
    fitting = [
        choice
        for choice in CHOICES["project_ties"]
        if account_of(account.record, replace(account.rules, project_ties=choice)).best == paid[0]
    ]
    point.hear(place, fitting)


def _weigh_claim(account: Account, judge: Judge, place: Place, point: Point) -> None:
    found = credits(account)
    if account.foul or len(found) == 1 or len({credit.cards for credit in found}) == 1:
        point.cannot_tell += 1
        return
    point.hear(place, {credit.reading for credit in found if credit.cards == judge.cards})


def _weigh_foul(
    account: Account, judge: Judge, facts: ScoringFacts, place: Place, point: Point
) -> None:
    sheet = judge.sheet
    if not account.foul or (sheet is not None and sheet.scores == judge.scores):
        point.cannot_tell += 1
        return
    given = {item.choice for item in foul_readings(facts, None) if item.scores == judge.scores}
    point.hear(place, given & set(CHOICES["qayd"]))


# --- dealers and calls ---------------------------------------------------------------------------


def _weigh_dealer(
    account: Account, following: RoundReport | None, place: Place, points: Mapping[str, Point]
) -> None:
    option = {"all passed": "all_pass_dealer", "kawesh": "kawesh_dealer"}.get(account.outcome)
    if option is None or account.dealer is None or following is None:
        return
    opening = following.account.opening
    if opening is None:
        return
    bid = account.auction is not None and any(
        item.call.word not in PASSES for item in account.auction.spoken
    )
    if option == "kawesh_dealer" and bid:
        return
    step = (opening.dealer - account.dealer) % 4
    fitting = {0: ["same_dealer"], 1: ["next_dealer"]}.get(step, [])
    points[option].hear(place, fitting)


def _weigh_calls(account: Account, place: Place, points: Mapping[str, Point]) -> None:
    contract, auction = account.contract, account.auction
    if contract is None or auction is None:
        return
    again = any(item.call.word == "ashkal" and item.round == 2 for item in auction.spoken)
    points["ashkal_again"].hear(place, ["allowed"] if again else None)
    doubled = contract.mode == "sun" and contract.level > 1 and account.opening is not None
    at = account.opening.scores[contract.side] if account.opening is not None else 0
    exact = doubled and at == TARGET_OF_DOUBLE
    points["sun_double_from"].hear(place, ["from_100"] if exact else None)


# --- cards ---------------------------------------------------------------------------------------


def _weigh_cards(item: RoundReport, place: Place, points: Mapping[str, Point]) -> None:
    account = item.account
    course = account.course
    sure = account.full is not None and course is not None and not course.doubtful
    sure = sure and not any(found.category in DOUBTFUL for found in item.divergences)
    for option, strict in BY_CARDS.items():
        point = points[option]
        free = next(choice for choice in CHOICES[option] if choice != strict)
        if not sure or not _only_allowed_by(account, option, free, strict):
            point.cannot_tell += 1
        else:
            point.hear(place, [free])


def _only_allowed_by(account: Account, option: str, free: str, strict: str) -> bool:
    """Whether a card was played that only the freer reading allows."""
    course, contract, hands = account.course, account.contract, account.full
    assert course is not None
    assert contract is not None
    assert hands is not None
    if contract.trump is None:
        return False
    rules = [replace(account.rules, **{option: choice}) for choice in (free, strict)]
    left = [set(hand) for hand in hands]
    start = -1
    for trick in course.tricks:
        # An akka that is announced frees the partner under every reading.
        akka = any(
            not wrong and event.seat == trick.leader and start < event.at < laid.at
            for event, wrong in course.akkas
            for laid in trick.cards[-1:]
        )
        so_far: list[Laid] = []
        for laid in trick.cards:
            first = bool(so_far) and best_of(so_far, contract.trump).seat == trick.leader
            allowed, bound = (
                legal_cards(left[laid.seat], so_far, contract, reading, akka=akka and first)
                for reading in rules
            )
            if laid.card in allowed and laid.card not in bound:
                return True
            so_far.append(laid)
            left[laid.seat].discard(laid.card)
            start = laid.at
    return False
