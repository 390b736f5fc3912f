"""What is scored in trick-taking games: tricks, cards in them, bids and contracts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from darwindeck.cards import Rank
from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import Pack, random_honours, total_points
from darwindeck.genome.examples.common import SUITS
from darwindeck.genome.schema import (
    CardCondition,
    CardScoringRule,
    Let,
    PointTable,
    Scope,
    ScoringRule,
    ScoringTrigger,
)


@dataclass(frozen=True)
class Scoring:
    """What there is to score."""

    pack: Pack
    tricks: int
    sides: int
    teams: bool
    bids: bool
    """Whether everybody has bid for tricks."""
    auction: bool
    """Whether there is a declarer with a contract."""
    whole_pack: bool
    """Whether every card is played, so that each player's points are known beforehand."""

    @property
    def who(self) -> str:
        return "teams" if self.teams else "each"

    @property
    def declarers(self) -> str:
        return "team(declarer)" if self.teams else "declarer"

    @property
    def scope(self) -> Scope:
        return Scope.TEAM if self.teams else Scope.SEAT


@dataclass(frozen=True)
class TrickScores:
    """The clauses that score."""

    a_hand: int
    """About what the best side scores in a hand."""
    low: bool = False
    rules: tuple[ScoringRule, ...] = ()
    card_scoring: tuple[CardScoringRule, ...] = ()
    tables: tuple[PointTable, ...] = ()
    lets: tuple[Let, ...] = ()


def score_tricks(dice: Dice, scoring: Scoring) -> TrickScores:
    if scoring.auction:
        return _contract(dice, scoring)
    if scoring.bids:
        return dice.pick((_exact_bids, _bids_to_reach))(dice, scoring)
    return dice.pick(WITHOUT_BIDS)(dice, scoring)


# --- without bids --------------------------------------------------------------------------------


def _each_trick(dice: Dice, scoring: Scoring) -> TrickScores:
    free = dice.pick((0, 0, scoring.tricks // scoring.sides))
    amount = f"max(0, tricks - {free})" if free else "tricks"
    rules = [ScoringRule(amount, who=scoring.who, label="Tricks")]
    a_hand = max(1, scoring.tricks // 2 - free)
    rules += _extras(dice, scoring, a_hand)
    return TrickScores(a_hand, rules=tuple(rules))


def _few_tricks(dice: Dice, scoring: Scoring) -> TrickScores:
    rules = [ScoringRule("tricks", who=scoring.who, label="Tricks")]
    if dice.chance(0.5):
        rules.append(
            ScoringRule(
                dice.between(1, 5), who=scoring.who, when="took_last", label="The last trick"
            )
        )
    return TrickScores(max(1, scoring.tricks // scoring.sides), low=True, rules=tuple(rules))


def _points_in_tricks(dice: Dice, scoring: Scoring) -> TrickScores:
    table = random_honours(dice, scoring.pack.ranks)
    total = total_points(table, scoring.pack)
    rules = [ScoringRule("points(captured, card_points)", who=scoring.who, label="Card points")]
    if scoring.whole_pack and scoring.sides == 2 and dice.chance(0.3):
        won = f"points(captured, card_points) > {total // 2}"
        rules = [ScoringRule(1, who=scoring.who, when=won, label="More than half of the points")]
        return TrickScores(1, rules=tuple(rules), tables=(table,))
    rules += _extras(dice, scoring, max(1, total // 2))
    return TrickScores(max(1, total // 2), rules=tuple(rules), tables=(table,))


def _cards_in_tricks(dice: Dice, scoring: Scoring) -> TrickScores:
    """A suit or a rank scores, and perhaps one card much more; or they are to be avoided."""
    low = dice.chance(0.5)
    worth = dice.pick((1, 1, 2, 5))
    suit = dice.pick(SUITS)
    if dice.chance(0.6):
        many = CardCondition(suit=suit)
        number = len(scoring.pack.ranks)
    else:
        many = CardCondition(ranks=dice.some(scoring.pack.ranks, dice.between(1, 2)))
        number = len(SUITS) * len(many.ranks)
    found = [CardScoringRule(many, worth, ScoringTrigger.TRICK_WIN)]
    total = number * worth * scoring.pack.copies
    if dice.chance(0.6):
        other = dice.pick([one for one in SUITS if one is not suit])
        rank = dice.pick((Rank.JACK, Rank.QUEEN, Rank.KING))
        points = dice.pick((5, 10, 13, -5, -10))
        card = CardCondition(suit=other, rank=rank)
        found.append(CardScoringRule(card, points, ScoringTrigger.TRICK_WIN))
        total += max(0, points)
    share = scoring.sides if low else 2
    return TrickScores(max(1, total // share), low=low, card_scoring=tuple(found))


WITHOUT_BIDS: tuple[Callable[[Dice, Scoring], TrickScores], ...] = (
    _each_trick,
    _few_tricks,
    _points_in_tricks,
    _cards_in_tricks,
)


def _extras(dice: Dice, scoring: Scoring, a_hand: int) -> list[ScoringRule]:
    """Bonuses for the last trick and for all tricks, beside about so many points in a hand: a prize
    that is worth more than all the rest would make the rest a mere formality."""
    rules = []
    if dice.chance(0.3):
        bonus = _at_most(max(1, a_hand // 4), dice.pick((1, 2, 5, 10)))
        rules.append(ScoringRule(bonus, who=scoring.who, when="took_last", label="The last trick"))
    if dice.chance(0.3):
        every = f"tricks == {scoring.tricks}"
        bonus = _at_most(max(2, a_hand), dice.pick((5, 10, 20, 50)))
        rules.append(ScoringRule(bonus, who=scoring.who, when=every, label="All tricks"))
    return rules


def _at_most(most: int, wanted: int) -> int:
    """The largest number people remember that is neither more than wanted nor more than this."""
    return max(number for number in (1, 2, 5, 10, 20, 50) if number <= min(most, wanted))


# --- with bids -----------------------------------------------------------------------------------


def _exact_bids(dice: Dice, scoring: Scoring) -> TrickScores:
    bonus, a_trick = dice.pick((5, 10, 20)), dice.pick((1, 1, 2))
    rules = [
        ScoringRule(
            f"{bonus} + {a_trick} * bid", who=scoring.who, when="tricks == bid", label="Exact bid"
        )
    ]
    if dice.chance(0.5):
        loss = f"-{dice.pick((1, 2, 5))} * abs(tricks - bid)"
        rules.append(ScoringRule(loss, who=scoring.who, when="tricks != bid", label="Bid missed"))
    elif dice.chance(0.5):
        rules.append(
            ScoringRule("tricks", who=scoring.who, when="tricks != bid", label="Tricks only")
        )
    return TrickScores(bonus, rules=tuple(rules))


def _bids_to_reach(dice: Dice, scoring: Scoring) -> TrickScores:
    a_trick, over = dice.pick((5, 10)), dice.pick((1, 1, 2, -1, -5))
    overtricks = Let("overtricks", "overtricks", "max(0, tricks - bid)", scope=scoring.scope)
    rules = [
        ScoringRule(
            f"{a_trick} * bid",
            who=scoring.who,
            when="bid > 0 and tricks >= bid",
            label="Bid made",
        ),
        ScoringRule(f"-{a_trick} * bid", who=scoring.who, when="tricks < bid", label="Bid failed"),
        ScoringRule(
            f"{over} * overtricks", who=scoring.who, when="overtricks > 0", label="Overtricks"
        ),
    ]
    if dice.chance(0.4):
        nil = dice.pick((20, 50))
        rules.append(
            ScoringRule(nil, who="each", when="bid == 0 and tricks == 0", label="No trick at all")
        )
    a_hand = max(1, a_trick * scoring.tricks // scoring.sides)
    return TrickScores(a_hand, rules=tuple(rules), lets=(overtricks,))


def _contract(dice: Dice, scoring: Scoring) -> TrickScores:
    a_trick = dice.pick((1, 2, 10))
    made = Let("made", "made", f"tricks({scoring.declarers}) >= contract")
    rules = [
        ScoringRule(
            f"{a_trick} * contract", who=scoring.declarers, when="made", label="Contract made"
        ),
        ScoringRule(
            f"-{a_trick} * contract",
            who=scoring.declarers,
            when="not made",
            label="Contract failed",
        ),
    ]
    if dice.chance(0.5):
        over = f"tricks({scoring.declarers}) - contract"
        rules.append(
            ScoringRule(
                over,
                who=scoring.declarers,
                when=f"made and {over} > 0",
                label="Tricks beyond the contract",
            )
        )
    if not scoring.teams and dice.chance(0.6):
        # In the same size, or what the others can win would be nothing beside a contract.
        amount = "tricks" if a_trick == 1 else f"{a_trick} * tricks"
        rules.append(
            ScoringRule(amount, who="others(declarer)", label="Tricks of the other players")
        )
    return TrickScores(max(1, a_trick * scoring.tricks // 2), rules=tuple(rules), lets=(made,))
