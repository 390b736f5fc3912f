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
NEARLY = 3
"""A number that is worth so much more or less than itself, at most, is one of the others."""
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


def with_queens_between_jacks_and_kings(genome: GameGenome) -> GameGenome:
    """Where cards are worth the number on them, and jacks and kings are worth something, so are
    queens. (That kings alone count nothing is something people remember.)"""
    tables = tuple(map(_with_queens_between, genome.point_tables or ()))
    return replace(genome, point_tables=tables) if genome.point_tables else genome


def _with_queens_between(table: PointTable) -> PointTable:
    worth = {rank: line.points for line in table.lines for rank in only_ranks(line.cards)}
    own = [rank for rank, points in worth.items() if rank == str(points)]
    plain = all(only_ranks(line.cards) for line in table.lines)
    jack, queen, king = (worth.get(str(rank)) for rank in COURT)
    if not plain or len(own) < FACED or queen is not None or jack is None or king is None:
        return table
    return replace(table, lines=(*table.lines, _line((str(Rank.QUEEN),), (jack + king) // 2)))


def _line(ranks: tuple[str, ...], points: int) -> CardPoints:
    cards = CardCondition(rank=ranks[0]) if len(ranks) == 1 else CardCondition(ranks=ranks)
    return CardPoints(cards, points)


def with_numbers_that_count_themselves(genome: GameGenome) -> GameGenome:
    """Where cards are worth the number on them, a three is not worth two; a card that is worth far
    more is another matter."""
    tables = tuple(map(_with_numbers_that_count_themselves, genome.point_tables or ()))
    return replace(genome, point_tables=tables) if genome.point_tables else genome


def _with_numbers_that_count_themselves(table: PointTable) -> PointTable:
    by_rank = [(rank, line.points) for line in table.lines for rank in only_ranks(line.cards)]
    own = [rank for rank, points in by_rank if rank == str(points)]
    off = {
        rank: int(rank)
        for rank, points in by_rank
        if rank.isdigit() and 0 < abs(points - int(rank)) <= NEARLY and points > 0
    }
    if not all(only_ranks(line.cards) for line in table.lines) or not off:
        return table
    if len(own) < max(FACED, 2 * len(off) + 1):
        return table
    lines: list[CardPoints] = []
    for line in table.lines:
        ranks = tuple(rank for rank in only_ranks(line.cards) if rank not in off)
        lines += [replace(line, cards=_line(ranks, line.points).cards)] if ranks else []
    lines += [_line((rank,), points) for rank, points in off.items()]
    return replace(table, lines=tuple(lines))


def with_one_account_of_cards_left(genome: GameGenome) -> GameGenome:
    """Where the cards that are left are counted, by a table or one like another, none of them is
    counted again."""
    counted = any(_counts_cards_left(rule) for rule in genome.scoring_rules or ())
    rules = genome.card_scoring or ()
    kept = tuple(rule for rule in rules if rule.trigger is not ScoringTrigger.HAND_END)
    return replace(genome, card_scoring=kept) if counted and kept != rules else genome


def _counts_cards_left(rule: ScoringRule) -> bool:
    amount = str(rule.amount)
    return "points(hand" in amount or (rule.who == "each" and "hand_size" in amount)


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
