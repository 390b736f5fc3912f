"""What beats what, and what cards are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from darwindeck.genome.conditions import field_of_the_play
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.betting import BettingPhase, ShowdownMethod, ShowdownPhase
from darwindeck.genome.schema.patterns import HandEvaluationMethod, HandPattern
from darwindeck.genome.schema.ranking import CardPoints, CardRanking, Promotion
from darwindeck.genome.schema.selectors import CardCondition
from darwindeck.genome.schema.setup import TableauMode
from darwindeck.genome.schema.transfers import ClaimPhase, ClaimRankMode
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.validation.facts import Facts


def orders_cover_the_deck(facts: Facts) -> Iterator[Problem]:
    if not facts.cards:
        return
    for index, ranking in enumerate(facts.genome.rankings or ()):
        apart = {suit for line in ranking.by_suit for suit in line.suits}
        ranks = dict.fromkeys(
            str(card.rank) for card in facts.cards if card.suit and str(card.suit) not in apart
        )
        for field in ("plain", "trump", "sequence"):
            order = getattr(ranking, field)
            if order or field == "plain":
                yield from _order(ranks, order, ("rankings", index, field))
        for line, own in enumerate(ranking.by_suit):
            path = ("rankings", index, "by_suit", line)
            there = [card.rank for card in facts.cards if card.suit in own.suits]
            for field in ("plain", "trump"):
                order = getattr(own, field)
                if order or field == "plain":
                    yield from _order(dict.fromkeys(there), order, (*path, field))
        yield from _promotions(ranking, index)


def _order(ranks: Iterable[str], order: tuple[str, ...], path: Path) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, rank in enumerate(order):
        if rank in seen:
            yield Problem(
                "order-repeats-rank", (*path, index), f"The order lists the rank '{rank}' twice"
            )
        seen.add(rank)
    missing = [rank for rank in ranks if rank not in seen]
    # What the order of sequences leaves out is part of none.
    if missing and path[-1] != "sequence":
        yield Problem(
            "order-misses-rank",
            path,
            f"The order misses {len(missing)} of the deck's ranks: {', '.join(missing)}",
        )


def _promotions(ranking: CardRanking, index: int) -> Iterator[Problem]:
    orders = [ranking.trump or ranking.plain]
    orders += [line.trump or line.plain for line in ranking.by_suit]
    for place, promotion in enumerate(ranking.promote):
        path = ("rankings", index, "promote", place)
        if any(promotion.above not in order for order in orders):
            yield Problem(
                "order-misses-rank",
                (*path, "above"),
                f"Promoted cards rank above '{promotion.above}', which the order does not list",
            )
        if _reads_effective_suit(promotion.cards):
            yield Problem(
                "circular-promotion",
                (*path, "cards"),
                "Which cards are promoted decides what suit they count as, so it cannot depend on "
                "it; use printed_suit, printed_trump and trump_colour",
            )


def _reads_effective_suit(condition: CardCondition) -> bool:
    if condition.suit is not None or condition.suits or condition.trump is not None:
        return True
    inner = [*condition.any_of, *condition.all_of]
    if condition.not_ is not None:
        inner.append(condition.not_)
    return any(_reads_effective_suit(part) for part in inner)


def worth_is_of_the_card(facts: Facts) -> Iterator[Problem]:
    """What a card is worth, which cards are promoted and which form a combination is said by the
    cards themselves."""
    sets = {each.name: each.cards for each in facts.genome.card_sets}
    for path, condition in _lasting(facts, sets):
        field = field_of_the_play(condition, sets)
        if field is not None:
            yield Problem(
                "depends-on-play",
                path,
                f"`{field}` looks at the play, but this is said of the cards once for all",
            )


def _lasting(
    facts: Facts, sets: Mapping[str, CardCondition]
) -> Iterator[tuple[Path, CardCondition]]:
    for path, line in facts.all(CardPoints):
        yield (*path, "cards"), line.cards
    for path, promotion in facts.all(Promotion):
        yield (*path, "cards"), promotion.cards
    for path, pattern in facts.all(HandPattern):
        if pattern.cards is not None:
            yield (*path, "cards"), pattern.cards
        for index, each in enumerate(pattern.exact):
            yield (*path, "exact", index), each
        if pattern.wild is not None and pattern.wild in sets:
            yield (*path, "wild"), sets[pattern.wild]


def comparisons_have_an_order(facts: Facts) -> Iterator[Problem]:
    """`rankings=()` says that no card beats another; nothing may then compare cards."""
    if facts.genome.rankings != ():
        return
    for path, why in _comparisons(facts):
        yield Problem("no-order", path, f"{why}, but `rankings` is empty: no card beats another")


def _comparisons(facts: Facts) -> Iterator[tuple[Path, str]]:
    for path, _ in facts.all(TrickPhase):
        yield path, "The best card takes the trick"
    for path, condition in facts.all(CardCondition):
        if condition.beats is not None:
            yield (*path, "beats"), "Cards are compared"
        if condition.step is not None:
            yield (*path, "step"), "Cards follow each other in rank"
    for path, pattern in facts.all(HandPattern):
        if pattern.consecutive or pattern.sequence_length:
            yield path, "Cards follow each other in rank"
        elif pattern.tie_keys:
            yield (*path, "tie_keys"), "Equal hands are compared by their cards"
    for path, claim in facts.all(ClaimPhase):
        if claim.rank_mode is ClaimRankMode.SEQUENTIAL:
            yield path, "Claims go up in rank"
    for path, betting in facts.all(BettingPhase):
        if betting.showdown_method is ShowdownMethod.HIGHEST_CARD:
            yield path, "The highest card wins the pot"
    for path, showdown in facts.all(ShowdownPhase):
        if showdown.method is ShowdownMethod.HIGHEST_CARD:
            yield path, "The highest card wins the pot"
    evaluation = facts.genome.hand_evaluation
    if evaluation is not None and evaluation.method is HandEvaluationMethod.HIGH_CARD:
        yield ("hand_evaluation", "method"), "Hands are compared by their highest cards"
    if facts.genome.setup.tableau_mode in (TableauMode.WAR, TableauMode.SEQUENCE):
        yield ("setup", "tableau_mode"), "Cards on the table are compared"


def modes_are_covered(facts: Facts) -> Iterator[Problem]:
    """A table or order for some modes leaves the others open, unless one holds always."""
    genome = facts.genome
    modes = facts.env.modes
    rankings = {ranking.mode for ranking in genome.rankings or ()}
    if modes and "" in rankings:
        yield Problem(
            "ambiguous-mode",
            ("rankings",),
            "One ranking holds always and others only in a mode; give each its mode",
        )
    for name, tables in facts.env.tables.items():
        held = {table.mode for table in tables}
        if "" in held and len(held) > 1:
            yield Problem(
                "ambiguous-mode",
                ("point_tables",),
                f"One table '{name}' holds always and others only in a mode; give each its mode",
            )
        elif "" not in held and modes - held:
            missing = ", ".join(sorted(modes - held))
            yield Problem(
                "mode-not-covered",
                ("point_tables",),
                f"The table '{name}' says nothing for the modes {missing}",
            )


def table_lines_can_be_reached(facts: Facts) -> Iterator[Problem]:
    """The first line that fits a card counts, so a line must have cards that none before has."""
    if not facts.cards:
        return
    for index, table in enumerate(facts.genome.point_tables or ()):
        taken = 0
        for place, line in enumerate(table.lines):
            path = ("point_tables", index, "lines", place)
            always, sometimes = facts.masks.of(line.cards)
            if sometimes and not sometimes & ~taken:
                yield Problem(
                    "unreachable-line",
                    path,
                    f"Every card of this line is already worth something by an earlier line of "
                    f"'{table.name}'",
                )
            taken |= always


def conditions_choose_cards(facts: Facts) -> Iterator[Problem]:
    """A condition that no card of the deck can ever fit is a mistake."""
    if not facts.cards:
        return
    outer: set[Path] = set()
    for path, condition in sorted(facts.all(CardCondition), key=lambda found: len(found[0])):
        if any(path[: len(above)] == above for above in outer):
            continue
        if not facts.possible(condition):
            outer.add(path)
            yield Problem("no-such-card", path, "No card of the deck can ever fit this condition")
