"""Numbers that only say which of several cards is the higher one: by rank, then by suit.

A genome puts a single card into a number ("4 times its rank and its suit"). Players need neither
the number nor the tables behind it.
"""

from __future__ import annotations

from itertools import pairwise

from darwindeck.cards import Rank, Suit
from darwindeck.english import join, singular
from darwindeck.genome.conditions import CardContext
from darwindeck.genome.expressions import Binary, Call, Name, Number, nodes_of
from darwindeck.genome.schema import (
    CaptureBy,
    CapturePhase,
    CardCondition,
    Deal,
    Let,
    Move,
    PointTable,
)
from darwindeck.genome.tree import expressions
from darwindeck.rulebook.document import Path
from darwindeck.rulebook.words import Words, tree


def height(words: Words, let: Let) -> tuple[str, tuple[Path, ...]] | None:
    """How a number orders single cards, and the tables that it stands for."""
    found = _tables(words, let)
    if found is None:
        return None
    by_rank, by_suit = found
    suits = sorted(words.lexicon.suits, key=lambda suit: _of_suit(by_suit, suit))
    low, *others = [words.lexicon.suit_name(suit) for suit in suits]
    match tree(let.value):
        case Binary("+", _, Call("points", (Name(zone), _))):
            card = singular(words.lexicon.zones[zone].label)
        case _:
            card = "card"
    text = f"is their {card}, which goes by its rank; "
    text += f"of cards of the same rank {low} are lowest, then {join(others)}"
    return text, (*table_paths(words, by_rank.name), *table_paths(words, by_suit.name))


def only_heights(words: Words) -> frozenset[str]:
    """Point tables of which nothing is read but the height of single cards."""
    found: set[str] = set()
    for let in words.genome.lets:
        tables = _tables(words, let)
        if tables is not None:
            found |= {table.name for table in tables if _reads(words, table.name) == 1}
    return frozenset(found)


def _tables(words: Words, let: Let) -> tuple[PointTable, PointTable] | None:
    match tree(let.value):
        case Binary(
            "+",
            Binary("*", Number(factor), Call("points", (Name(zone), Name(one)))),
            Call("points", (Name(same), Name(other))),
        ) if zone == same and one != other:
            pass
        case _:
            return None
    tables = {table.name: table for table in words.genome.point_tables or () if not table.mode}
    if one not in tables or other not in tables or not _is_one_card(words, let, zone):
        return None
    by_rank, by_suit = tables[one], tables[other]
    suits = [_of_suit(by_suit, suit) for suit in words.lexicon.suits]
    fitting = len(set(suits)) == len(suits) and 0 <= min(suits) <= max(suits) < factor
    return (by_rank, by_suit) if fitting and _follows_ranks(words, by_rank) else None


def _follows_ranks(words: Words, table: PointTable) -> bool:
    """Whether every rank is worth more than the one below it."""
    worth: dict[Rank | str, int] = {}
    for line in table.lines:
        if line.cards.rank is None or line.cards != CardCondition(rank=line.cards.rank):
            return False
        worth.setdefault(line.cards.rank, line.points)
    rankings = words.genome.rankings or ()
    if len(rankings) != 1 or set(rankings[0].plain) != set(words.lexicon.ranks):
        return False
    values = [worth.get(rank, 0) for rank in rankings[0].plain]
    return all(low < high for low, high in pairwise(values))


def _of_suit(table: PointTable, suit: Suit | str) -> int:
    return next((line.points for line in table.lines if line.cards == CardCondition(suit=suit)), 0)


def _is_one_card(words: Words, let: Let, zone: str) -> bool:
    """Whether exactly one card lies there, for each player, wherever the number is asked for."""
    dealt = [step for step in words.genome.setup.deal or () if str(step.zone) == zone]
    if len(dealt) != 1 or list(dealt[0].packets) != [1] or dealt[0].piles:
        return False
    comes = [
        path
        for path, part in words.lexicon.all_parts
        if (isinstance(part, Deal) and str(part.zone).startswith(zone))
        or (isinstance(part, Move) and zone in (str(part.source), str(part.target)))
    ]
    phases = words.genome.turn_structure.phases
    asking = [at for at, phase in enumerate(phases) if _count(phase, let.name)]
    whole = _reads(words, let.name) == sum(_count(phases[at], let.name) for at in asking)
    first = min((path[2] for path in comes if path[:2] == ("turn_structure", "phases")), default=0)
    return whole and bool(asking) and isinstance(first, int) and max(asking) < first


def _reads(words: Words, name: str) -> int:
    return _count(words.genome, name)


def _count(part: object, name: str) -> int:
    """How many expressions of a part speak of a name."""
    return sum(
        any(
            name == getattr(node, "id", getattr(node, "function", "")) for node in nodes_of(tree(t))
        )
        for t in expressions(part)
    )


def ranks_that_take(words: Words, phase: CapturePhase) -> list[str] | None:
    """The ranks whose cards take one of their own rank, if that is all that the values say."""
    if phase.by != (CaptureBy.EQUAL,):
        return None
    context = CardContext.of(words.genome)
    found: dict[int, str] = {}
    for card in words.lexicon.faces:
        try:
            worth = context.points(card, phase.values)
        except (ValueError, KeyError):
            return None
        rank = words.lexicon.rank_name(card.rank)
        if worth > 0 and found.setdefault(worth, rank) != rank:
            return None
    return list(found.values())


def only_ranks(words: Words) -> frozenset[str]:
    """Point tables that say no more than which ranks take cards of their own rank."""
    captures = [part for _, part in words.lexicon.all_parts if isinstance(part, CapturePhase)]
    names = {capture.values for capture in captures}
    others = {c.values for c in captures if ranks_that_take(words, c) is None}
    return frozenset(name for name in names - others if _reads(words, name) == 0)


def table_paths(words: Words, name: str) -> tuple[Path, ...]:
    """All that a point table says, for the sentence that is told instead of it."""
    paths: list[Path] = []
    for number, table in enumerate(words.genome.point_tables or ()):
        if table.name == name:
            at: Path = ("point_tables", number)
            paths += [at, (*at, "label"), (*at, "lines")]
            paths += [(*at, "lines", index) for index in range(len(table.lines))]
    return tuple(paths)
