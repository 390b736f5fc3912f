"""Tables of what cards are worth."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from darwindeck.cards import Card, Rank
from darwindeck.english import capitalised, done_things, figure, join, plural
from darwindeck.genome.schema import CapturePhase, CardCondition, HandEvaluationMethod, PointTable
from darwindeck.rulebook.document import Block, Paragraph, Path, Row, Sentence, Table
from darwindeck.rulebook.sections.base import paragraph, row, say
from darwindeck.rulebook.sections.card_heights import only_heights, only_ranks
from darwindeck.rulebook.words import Words
from darwindeck.rulebook.words.faces import fits


def value_blocks(words: Words) -> list[Block]:
    """Every point table, with those of one name in different modes under each other."""
    found: list[Block] = []
    unsaid = only_heights(words) | only_ranks(words)
    for index, table in enumerate(words.genome.point_tables or ()):
        if table.name in unsaid:
            continue
        found += _table(words, table, ("point_tables", index))
    return found


def _table(words: Words, table: PointTable, path: Path) -> list[Block]:
    label = plural(words.lexicon.table_label(table.name))
    mode = ""
    if table.mode:
        mode = f"in {words.lexicon.modes.get(table.mode, table.mode)}, "
    fitting = [
        {card for card in words.lexicon.faces if fits(words.lexicon, line.cards, card) is True}
        for line in table.lines
    ]
    rows = _rows(words, table, path, fitting)
    told = set().union(*fitting)
    if _rising(words, table, path) is None and len(told) < len(words.lexicon.faces):
        rows.append(row((_others(words, table), "0"), (*path, "lines")))
    of = "by each card" if done_things(label) else "of the cards"
    intro = say(f"{mode}the {label} {of} are:", path, (*path, "label"))
    if " for " in label:
        intro = say(f"{mode}the cards are worth these {label}:", path, (*path, "label"))
    drawn = Table(("Cards", capitalised(label)), tuple(rows))
    first = []
    if _overlap(words, table, fitting):
        text = "of several lines that fit a card the first one counts"
        first.append(say(text, (*path, "lines")))
    by_value = [
        part
        for _, part in words.lexicon.all_parts
        if isinstance(part, CapturePhase) and part.values == table.name
    ]
    worthless = len(told) < len(words.lexicon.faces) or any(not one.points for one in table.lines)
    if by_value and worthless:
        text = "cards that count 0 take nothing by that, and are not taken by it"
        first.append(say(text, (*path, "lines")))
    return [Paragraph((intro,)), drawn, *paragraph(first)]


def _others(words: Words, table: PointTable) -> str:
    """The cards that no line is for: by their one rank or suit, if they are all of it."""
    told = [
        card
        for card in words.lexicon.faces
        if any(fits(words.lexicon, line.cards, card) is not False for line in table.lines)
    ]
    left = [card for card in words.lexicon.faces if card not in told]
    ranks, suits = {card.rank for card in left}, {card.suit for card in left}
    if len(ranks) == 1 and not ranks & {card.rank for card in told}:
        return capitalised(words.cards.short(CardCondition(rank=ranks.pop())))
    if len(suits) == 1 and None not in suits and not suits & {card.suit for card in told}:
        return capitalised(words.cards.short(CardCondition(suit=suits.pop())))
    return "All other cards"


def _overlap(words: Words, table: PointTable, fitting: list[set[Card]]) -> bool:
    """Whether a card is of two kinds that are worth something else, of which neither is plainly a
    part of the other, as the trumps of a rank are."""
    lines = table.lines[:-1] if _ends_with_the_rest(table) else table.lines
    kinds = [
        (line, cards, bool(_plain_ranks(line.cards)))
        for at, (line, cards) in enumerate(zip(lines, fitting, strict=False))
        if not _is_of_the_others(words, table, at, fitting)
    ]
    for card in words.lexicon.faces:
        found = [(line.points, plain) for line, cards, plain in kinds if card in cards]
        if len({points for points, _ in found}) > 1 and not all(plain for _, plain in found):
            return True
    return False


def _is_of_the_others(
    words: Words, table: PointTable, index: int, fitting: list[set[Card]]
) -> bool:
    """Whether a line is for any other card of some: of the lines before it, each is for a part of
    them or for none of them."""
    if not words.cards.short(table.lines[index].cards).startswith("any "):
        return False
    own, parts = fitting[index], fitting[:index]
    return any(part & own for part in parts) and all(part < own or not part & own for part in parts)


def _ends_with_the_rest(table: PointTable) -> bool:
    """Whether the last line is for all the cards that no other line is for."""
    return len(table.lines) > 1 and table.lines[-1].cards == CardCondition()


def _rows(words: Words, table: PointTable, path: Path, fitting: list[set[Card]]) -> list[Row]:
    """The lines; ranks worth their own number share one."""
    rising = _rising(words, table, path)
    if rising is not None:
        return [rising]
    rows: list[Row] = []
    own: list[tuple[int, Rank | str]] = []
    for index, line in enumerate(table.lines):
        ranks = _plain_ranks(line.cards)
        symbol = words.lexicon.rank_symbol(ranks[0]) if len(ranks) == 1 else ""
        if symbol.isdecimal() and int(symbol) == line.points:
            own.append((index, ranks[0]))
    short = own if len(own) > 2 else []
    done = {index for index, _ in short}
    told: set[Rank | str] = set()
    for index, line in enumerate(table.lines):
        ranks = _plain_ranks(line.cards)
        fresh = tuple(rank for rank in ranks if rank not in told)
        told |= set(ranks)
        if fresh != ranks and fresh:
            # Of several lines that fit a card the first one counts.
            line = replace(line, cards=CardCondition(ranks=fresh))
        if index in done:
            if index == short[0][0]:
                cells = (_spans(words, [rank for _, rank in short]), "the number on the card")
                rows.append(row(cells, *((*path, "lines", i) for i, _ in short)))
            continue
        rest = _ends_with_the_rest(table) and index == len(table.lines) - 1
        name = "All other cards" if rest else capitalised(words.cards.short(line.cards))
        if not rest and _is_of_the_others(words, table, index, fitting):
            name = name.replace("Any ", "Any other ", 1)
        rows.append(row((name, figure(line.points)), (*path, "lines", index)))
    return rows


MOST_LINES = 12
"""How many lines a table may have before it is looked for a shorter one."""


def _rising(words: Words, table: PointTable, path: Path) -> Row | None:
    """One row for a long table in which every rank is worth one more than the one below it."""
    if len(table.lines) < MOST_LINES:
        return None
    worth: dict[Rank | str, int] = {}
    for line in table.lines:
        ranks = _plain_ranks(line.cards)
        if len(ranks) != 1:
            return None
        worth[ranks[0]] = line.points
    order = [rank for rank in words.lexicon.sequence_order if rank in words.lexicon.ranks]
    values = [worth.get(rank, 0) for rank in order]
    steps = {after - before for before, after in pairwise(values)}
    if set(worth) - set(order) or steps != {1} or len(order) != len(words.lexicon.ranks):
        return None
    first, last = (words.lexicon.rank_symbol(order[at]) for at in (0, -1))
    cells = (
        f"From {first} up to {last}, in order",
        f"{figure(values[0])}, {figure(values[1])}, {figure(values[2])} and so on up to "
        f"{figure(values[-1])}",
    )
    return row(cells, *((*path, "lines", index) for index in range(len(table.lines))))


def _plain_ranks(cards: CardCondition) -> tuple[Rank | str, ...]:
    ranks = cards.ranks or ((cards.rank,) if cards.rank is not None else ())
    return ranks if cards in (CardCondition(ranks=ranks), CardCondition(rank=cards.rank)) else ()


def _spans(words: Words, ranks: list[Rank | str]) -> str:
    """Numbers as ranges: "2 to 7, 9 and 10"."""
    numbers = sorted(int(words.lexicon.rank_symbol(rank)) for rank in ranks)
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    texts: list[str] = []
    for span in spans:
        texts += [f"{span[0]} to {span[-1]}"] if len(span) > 2 else [str(n) for n in span]
    return join(texts)


# totals


def total_blocks(words: Words) -> list[Block]:
    """What ranks count in a total, such as that of a hand that must not go over a limit."""
    evaluation = words.genome.hand_evaluation
    if evaluation is None or evaluation.method is not HandEvaluationMethod.POINT_TOTAL:
        return []
    path: Path = ("hand_evaluation",)
    values = evaluation.card_values
    groups: dict[tuple[int, int | None], list[int]] = {}
    own = []
    for index, value in enumerate(values):
        symbol = words.lexicon.rank_symbol(value.rank)
        if symbol.isdecimal() and int(symbol) == value.value and value.alternate_value is None:
            own.append(index)
        else:
            groups.setdefault((value.value, value.alternate_value), []).append(index)
    rows = []
    for (worth, other), members in groups.items():
        names = ", ".join(words.lexicon.rank_symbol(values[i].rank) for i in members)
        text = figure(worth) if other is None else f"{figure(worth)} or {figure(other)}"
        rows.append(row((names, text), *((*path, "card_values", i) for i in members)))
    if own:
        cells = (_spans(words, [values[i].rank for i in own]), "the number on the card")
        rows.append(row(cells, *((*path, "card_values", i) for i in own)))
    intro = say("the total of a hand is the sum of what its cards count:", path, (*path, "method"))
    return [
        Paragraph((intro,)),
        Table(("Cards", "Count"), tuple(rows)),
        *paragraph(_limits(words, path)),
    ]


def _limits(words: Words, path: Path) -> list[Sentence]:
    evaluation = words.genome.hand_evaluation
    assert evaluation is not None
    bust, target = evaluation.bust_threshold, evaluation.target_value
    found = []
    if any(value.alternate_value is not None for value in evaluation.card_values):
        text = "a card that may count in two ways counts whichever gives the best total"
        if bust is not None:
            text += f": the highest one below {figure(bust)} or, if there is none, the lowest"
        found.append(say(text, (*path, "card_values")))
    if target is not None:
        found.append(say(f"the best total is {figure(target)}", (*path, "target_value")))
    if bust is not None:
        text = f"a total of {figure(bust)} or more is too much"
        found.append(say(text, (*path, "bust_threshold")))
    return found
