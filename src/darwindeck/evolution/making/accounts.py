"""What things are worth: values and points that one remembers, and of one size."""

from __future__ import annotations

import re
from dataclasses import replace

from darwindeck.cards import Rank
from darwindeck.genome.schema import (
    CardCondition,
    CardPoints,
    GameGenome,
    PointTable,
    ScoringRule,
    ScoringTrigger,
)

COURT = (Rank.JACK, Rank.QUEEN, Rank.KING)
OF_A_COURT_CARD = 10
FACED = 4
"""A table goes by the numbers on the cards if at least so many of them are worth their number."""
_MULTIPLE = re.compile(r"(\d+) \* (\w+)")
GREAT = 5
"""A contract that pays so many times its tricks dwarfs tricks that count 1."""


def only_ranks(cards: CardCondition) -> tuple[str, ...]:
    """The ranks of a condition that asks for nothing else."""
    ranks = cards.ranks or ((cards.rank,) if cards.rank is not None else ())
    plain = (CardCondition(rank=cards.rank), CardCondition(ranks=cards.ranks))
    return tuple(map(str, ranks)) if cards in plain else ()


def with_courts_above_numbers(genome: GameGenome) -> GameGenome:
    """Where cards are worth the number on them, a king is not worth less than a ten."""
    tables = tuple(map(_with_courts_above_numbers, genome.point_tables or ()))
    return replace(genome, point_tables=tables) if genome.point_tables else genome


def _with_courts_above_numbers(table: PointTable) -> PointTable:
    by_rank = [(only_ranks(line.cards), line.points) for line in table.lines]
    own = [points for ranks, points in by_rank for rank in ranks if rank == str(points)]
    if not all(ranks for ranks, _ in by_rank) or len(own) < FACED:
        return table
    low = {
        rank
        for ranks, points in by_rank
        for rank in ranks
        if rank in COURT and 0 < points < max(own)
    }
    if not low:
        return table
    kept = [(tuple(r for r in ranks if r not in low), points) for ranks, points in by_rank]
    lines = [_line(ranks, points) for ranks, points in kept if ranks]
    court = _line(tuple(rank for rank in COURT if rank in low), OF_A_COURT_CARD)
    return replace(table, lines=(court, *lines))


def _line(ranks: tuple[str, ...], points: int) -> CardPoints:
    cards = CardCondition(rank=ranks[0]) if len(ranks) == 1 else CardCondition(ranks=ranks)
    return CardPoints(cards, points)


def with_one_account_of_cards_left(genome: GameGenome) -> GameGenome:
    """Where the cards that are left are counted by a table, none of them is counted again."""
    counted = any("points(hand" in str(rule.amount) for rule in genome.scoring_rules or ())
    rules = genome.card_scoring or ()
    kept = tuple(rule for rule in rules if rule.trigger is not ScoringTrigger.HAND_END)
    return replace(genome, card_scoring=kept) if counted and kept != rules else genome


def with_tricks_of_one_size(genome: GameGenome) -> GameGenome:
    """Where a contract of four tricks brings forty, the tricks of the others do not bring one: what
    they can win would be nothing."""
    rules = genome.scoring_rules or ()
    sizes = [
        int(found[1])
        for rule in rules
        if (found := _MULTIPLE.fullmatch(str(rule.amount))) and _is_for_one(rule)
    ]
    size = max(sizes, default=0)
    if size < GREAT:
        return genome
    grown = tuple(
        replace(rule, amount=f"{size} * tricks")
        if rule.amount == "tricks" and str(rule.who).startswith("others(")
        else rule
        for rule in rules
    )
    return replace(genome, scoring_rules=grown) if grown != rules else genome


def _is_for_one(rule: ScoringRule) -> bool:
    """Whether a rule pays somebody who has a role, if something is true."""
    return str(rule.who).isidentifier() and rule.who != "each" and rule.when != "true"
