"""What a round of Baloot scores, from what the sides took and declared, under any reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from darwindeck.oracles.baloot.auction import Contract
from darwindeck.oracles.baloot.projects import HOKUM_POINTS, RAW, SUN_POINTS
from darwindeck.oracles.baloot.rules import CHOICES, DEFAULT, Rules

TARGET = 152
LAST_TRICK = 10
NOBODY = -1
Pair = tuple[int, int]


@dataclass(frozen=True)
class ScoringFacts:
    """What a round is scored from."""

    contract: Contract
    cards: Pair
    """Card points without the last trick."""
    last: int
    """The side that took the last trick; `NOBODY` if it was not played and is not counted."""
    projects: tuple[tuple[str, ...], tuple[str, ...]]
    """The kinds of the projects that count for each side."""
    baloots: Pair
    swept: int | None
    """The side that took every trick."""

    @property
    def sun(self) -> bool:
        return self.contract.mode == "sun"

    @property
    def pot(self) -> int:
        return 26 if self.sun else 16

    def with_last(self) -> Pair:
        return (
            self.cards[0] + (LAST_TRICK if self.last == 0 else 0),
            self.cards[1] + (LAST_TRICK if self.last == 1 else 0),
        )

    def project_raw(self, side: int) -> int:
        return sum(RAW[kind] for kind in self.projects[side])

    def project_points(self, side: int) -> int:
        table = SUN_POINTS if self.sun else HOKUM_POINTS
        return sum(table[kind] for kind in self.projects[side])

    def raw(self, side: int, *, baloot: bool = True) -> int:
        """Cards, last trick, projects and, unless it is left out, baloot."""
        own = self.with_last()[side] + self.project_raw(side)
        return own + (RAW["baloot"] * self.baloots[side] if baloot else 0)


class Sheet(NamedTuple):
    """What a round scores."""

    raw: Pair
    scores: Pair
    beaten: int | None
    """The side that came out behind; None: the totals are equal and shared."""
    khasara: bool
    """Whether the buyer failed."""


def card_scores(facts: ScoringFacts, rules: Rules) -> Pair:
    """Game points for cards and last trick: 26 in Sun, 16 in Hokum."""
    totals = facts.with_last()
    buyer = facts.contract.side
    if facts.sun:
        if rules.sun_rounding == "nearest_ten":
            return _nearest_ten(totals[0]), _nearest_ten(totals[1])
        if rules.sun_rounding == "half_up":
            own = (2 * totals[buyer] + 5) // 10
            return _by_side(buyer, own, 26 - own)
        other = totals[1 - buyer] // 5
        return _by_side(buyer, 26 - other, other)
    tens = [(total + 4) // 10 for total in totals]
    if sum(tens) == 17:
        if rules.hokum_rounding == "larger_side":
            loser = 0 if totals[0] > totals[1] else 1
        else:
            loser = buyer if rules.hokum_rounding == "buyer_side" else 1 - buyer
        tens[loser] -= 1
    return tens[0], tens[1]


def _nearest_ten(total: int) -> int:
    tens, rest = divmod(total, 10)
    return 2 * tens + (0 if rest < 5 else 1 if rest == 5 else 2)


def _by_side(side: int, own: int, other: int) -> Pair:
    return (own, other) if side == 0 else (other, own)


def _mark(side: int, points: int) -> Pair:
    return _by_side(side, points, 0)


def loser_of_tie(facts: ScoringFacts, rules: Rules) -> int | None:
    """The side that loses equal totals; None: they are shared."""
    contract = facts.contract
    if contract.level > 1 and contract.raiser is not None:
        return contract.raiser % 2
    shared = rules.equal_totals == "both_split" or (
        rules.equal_totals == "sun_splits" and facts.sun
    )
    return None if shared else contract.side


def score(facts: ScoringFacts, rules: Rules = DEFAULT) -> Sheet:
    """What a round scores under one reading."""
    contract, buyer = facts.contract, facts.contract.side
    early = rules.baloot_counts == "before_khasara"
    raw = (facts.raw(0, baloot=early), facts.raw(1, baloot=early))
    baloot = (2 * facts.baloots[0], 2 * facts.baloots[1])
    points: list[int]
    if facts.swept is not None:
        winner = facts.swept
        points = [0, 0]
        points[winner] = (44 if facts.sun else 25) + facts.project_points(winner)
        beaten: int | None = 1 - winner
        khasara = False
    else:
        cards = card_scores(facts, rules)
        points = [cards[side] + facts.project_points(side) for side in (0, 1)]
        compared = raw
        if rules.khasara_by == "game_points":
            extra = baloot if early else (0, 0)
            compared = (points[0] + extra[0], points[1] + extra[1])
        if compared[0] == compared[1]:
            beaten = loser_of_tie(facts, rules)
        else:
            beaten = 0 if compared[0] < compared[1] else 1
        khasara = beaten == buyer
        if khasara:
            points[1 - buyer] += points[buyer]
            points[buyer] = 0
    if contract.level > 1:
        if rules.doubles == "winner_takes_all":
            total = contract.level * sum(points)
            points = [0 if side == beaten else total for side in (0, 1)]
        else:
            points = [contract.level * own for own in points]
    for side in (0, 1):
        failed = khasara and side == buyer
        if failed and early:
            points[1 - buyer] += baloot[buyer]
        elif rules.swept_baloot == "kept" or facts.swept in (None, side):
            points[side] += baloot[side]
    if contract.gahwa:
        points = [0 if side == beaten else TARGET for side in (0, 1)]
    return Sheet(raw, (points[0], points[1]), beaten, khasara)


# --- readings that nothing settles ---------------------------------------------------------------


class ScoreReading(NamedTuple):
    """A score, and the reading of the rules that gives it."""

    scores: Pair
    option: str
    choice: str

    @property
    def text(self) -> str:
        return f"{self.option} = {self.choice}"


def open_readings(facts: ScoringFacts, rules: Rules, before: Pair) -> Iterator[ScoreReading]:
    """What a round scores where neither recorded play nor the rules settle it."""
    contract = facts.contract
    tied = facts.swept is None and facts.raw(0) == facts.raw(1)
    if tied:
        if contract.level == 1:
            for choice in CHOICES["equal_totals"]:
                sheet = score(facts, replace(rules, equal_totals=choice))
                yield ScoreReading(sheet.scores, "equal_totals", choice)
        else:
            other = replace(contract, raiser=None)
            for choice in CHOICES["equal_totals"]:
                sheet = score(replace(facts, contract=other), replace(rules, equal_totals=choice))
                yield ScoreReading(sheet.scores, "equal_totals", f"{choice}, also when doubled")
    if any(facts.baloots) and (facts.swept is not None or contract.level > 1):
        yield from _baloot_readings(facts, rules)
    if contract.level > 1 and facts.swept is not None:
        once = replace(contract, level=1, gahwa=False)
        sheet = score(replace(facts, contract=once), rules)
        yield ScoreReading(sheet.scores, "doubled kaboot", "not multiplied")
        side = facts.swept
        base = contract.level * (44 if facts.sun else 25)
        extra = facts.project_points(side) + 2 * facts.baloots[side]
        yield ScoreReading(_mark(side, base + extra), "doubled kaboot", "projects not multiplied")
    if contract.gahwa:
        winner = score(facts, rules).beaten
        if winner is not None:
            side = 1 - winner
            yield ScoreReading(_mark(side, TARGET + 2 * sum(facts.baloots)), "gahwa", "with baloot")
            yield ScoreReading(
                _mark(side, TARGET - before[side]), "gahwa", "what is missing to 152"
            )


def _baloot_readings(facts: ScoringFacts, rules: Rules) -> Iterator[ScoreReading]:
    """Whose a baloot is when the round is swept or doubled."""
    beaten = score(facts, rules).beaten
    if beaten is None or facts.contract.gahwa:
        return
    winner = 1 - beaten
    bare = score(replace(facts, baloots=(0, 0)), rules)
    scores = bare.scores
    if bare.beaten != beaten:
        # Only the baloot decides who came out ahead.
        every = facts.project_points(0) + facts.project_points(1)
        scores = _mark(winner, facts.contract.level * (facts.pot + every))
    for choice, own, other in (
        ("kept", 2 * facts.baloots[winner], 2 * facts.baloots[beaten]),
        ("lost", 2 * facts.baloots[winner], 0),
        ("won by the other side", 2 * sum(facts.baloots), 0),
        ("void", 0, 0),
    ):
        gain = _by_side(winner, own, other)
        pair = (scores[0] + gain[0], scores[1] + gain[1])
        yield ScoreReading(pair, "baloot of a swept or doubled side", choice)


def settled_readings(facts: ScoringFacts, rules: Rules) -> Iterator[ScoreReading]:
    """What a round scores under the readings that recorded play refutes, one option at a time."""
    for option in (
        "sun_rounding",
        "hokum_rounding",
        "khasara_by",
        "baloot_counts",
        "doubles",
        "equal_totals",
        "swept_baloot",
    ):
        for choice in CHOICES[option]:
            if choice != getattr(rules, option):
                yield ScoreReading(
                    score(facts, replace(rules, **{option: choice})).scores, option, choice
                )


def foul_readings(facts: ScoringFacts, offender: int | None) -> Iterator[ScoreReading]:
    """What a foul costs: the value of the cards or of a kaboot, with the winners' own projects."""
    level = facts.contract.level
    for side in (0, 1):
        if offender is not None and side == offender:
            continue
        own = facts.project_points(side)
        every = own + facts.project_points(1 - side)
        baloot = 2 * facts.baloots[side]
        for choice, value in (("cards", facts.pot), ("kaboot", 44 if facts.sun else 25)):
            for extra in dict.fromkeys((own, every, 0)):
                for paid in dict.fromkeys((baloot, 2 * sum(facts.baloots), 0)):
                    for total in dict.fromkeys(
                        (level * (value + extra) + paid, level * value + extra + paid)
                    ):
                        yield ScoreReading(_mark(side, total), "qayd", choice)
        if facts.contract.gahwa:
            yield ScoreReading(_mark(side, TARGET), "qayd", "gahwa")
