"""The pack: which cards there are, which of them are high, what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck.cards import Rank
from darwindeck.evolution.making.operators.base import MutationOperator, near, pick, pick_other
from darwindeck.evolution.making.operators.card_conditions import plain_cards, ranks_tell
from darwindeck.evolution.making.repair import with_deck
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.decks import deck_spec
from darwindeck.genome.examples.common import ACE_HIGH
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    CapturePhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRanking,
    Choose,
    ClaimPhase,
    DeckSpec,
    GameGenome,
    HandPattern,
    PointTable,
    Promotion,
    SetTrump,
    SetupRules,
    SuitOrder,
    TrickPhase,
)
from darwindeck.genome.schema.setup import TableauMode
from darwindeck.genome.tree import put

LEAST, MOST = 20, 112
"""How small and how large a pack may become."""
LEAST_RANKS = 7
"""A pack of fewer ranks needs them all."""


class ChangeDeckMutation(MutationOperator):
    """Plays with a smaller or larger pack; the deal, orders and values follow."""

    def places(self, draft: Draft) -> Sequence[DeckSpec]:
        spec = deck_spec(draft.genome)
        if spec is None:
            return ()
        sized = [(deck, _size(deck)) for deck in _other_decks(spec)]
        needed = 2 * draft.genome.player_count + 4
        fitting = [deck for deck, size in sized if max(LEAST, needed) <= size <= MOST]
        if draft.has(HandPattern):
            # combinations may need the copies that there are
            fitting = [deck for deck in fitting if _copies(deck) >= _copies(spec)]
        return fitting

    def change(self, draft: Draft, place: DeckSpec, rng: Random) -> GameGenome:
        return with_deck(draft.genome, place)


def _copies(deck: DeckSpec) -> int:
    return max(block.copies for block in deck.blocks)


def _size(deck: DeckSpec) -> int:
    blocks = sum(max(1, len(b.suits)) * len(b.ranks) * b.copies for b in deck.blocks)
    return blocks - len(deck.without)


def _other_decks(spec: DeckSpec) -> list[DeckSpec]:
    """Decks with a few ranks less or more, or with another number of copies."""
    index = max(range(len(spec.blocks)), key=lambda i: len(spec.blocks[i].ranks))
    block = spec.blocks[index]
    found = []
    for count in (1, 2, 4):
        if len(block.ranks) - count >= 5:
            found.append(replace(block, ranks=block.ranks[count:]))
    french = [rank for rank in ACE_HIGH if rank not in block.ranks]
    if french and all(isinstance(rank, Rank) for rank in block.ranks):
        for count in {1, min(2, len(french)), len(french)}:
            more = french[-count:]
            ranks = tuple(rank for rank in ACE_HIGH if rank in block.ranks or rank in more)
            found.append(replace(block, ranks=ranks))
    if block.copies == 1:
        found.append(replace(block, copies=2))
    else:
        found.append(replace(block, copies=block.copies - 1))
    return [_with_block(spec, index, other) for other in found]


def _with_block(spec: DeckSpec, index: int, block: CardBlock) -> DeckSpec:
    blocks = (*spec.blocks[:index], block, *spec.blocks[index + 1 :])
    there = {(suit, rank) for b in blocks for suit in b.suits or ("",) for rank in b.ranks}
    without = tuple(face for face in spec.without if (face.suit, face.rank) in there)
    shown = {rank for _, rank in there}
    fewer = [replace(s, ranks=tuple(r for r in s.ranks if r in shown)) for s in spec.stand_ins]
    stand_ins = tuple(stand_in for stand_in in fewer if stand_in.ranks)
    return replace(spec, blocks=blocks, without=without, stand_ins=stand_ins)


class StandInMutation(MutationOperator):
    """Lets a rank that counts as another one count as itself again."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[DeckSpec]:
        spec = deck_spec(draft.genome)
        # The other way round it is one more thing to be told, and nothing to be done.
        return () if spec is None or not spec.stand_ins else (spec,)

    def change(self, draft: Draft, place: DeckSpec, rng: Random) -> GameGenome | None:
        return with_deck(draft.genome, replace(place, stand_ins=place.stand_ins[:-1]))


# --- orders ---------------------------------------------------------------------------------------


class ReorderRanksMutation(MutationOperator):
    """Gives the ranks another of the orders that people know."""

    usual = 0.5

    def places(self, draft: Draft) -> Sequence[Path]:
        if not _compared(draft) or not ranks_tell(draft):
            return ()
        found: list[Path] = []
        for index, ranking in enumerate(draft.genome.rankings or ()):
            if draft.has(TrickPhase) or not ranking.sequence:
                found.append(("rankings", index, "plain"))
            if ranking.trump and trumps(draft):
                found.append(("rankings", index, "trump"))
            if ranking.sequence and _runs(draft):
                found.append(("rankings", index, "sequence"))
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome | None:
        _, index, field = place
        assert isinstance(index, int)
        assert isinstance(field, str)
        assert draft.genome.rankings is not None
        ranking = draft.genome.rankings[index]
        order = _other_order(getattr(ranking, field), rng)
        if order is None:
            return None
        changed = put(draft.genome, place, order)
        if field == "plain" and not ranking.sequence and draft.has(HandPattern) and _runs(draft):
            # sequences still follow the order that they followed
            changed = put(changed, ("rankings", index, "sequence"), ranking.plain)
        return changed


ORDERS: tuple[tuple[str, ...], ...] = (
    ACE_HIGH,
    (ACE_HIGH[-1], *ACE_HIGH[:-1]),
    (*ACE_HIGH[1:], ACE_HIGH[0]),
    (*ACE_HIGH[:8], *ACE_HIGH[9:-1], ACE_HIGH[8], ACE_HIGH[-1]),
)
"""Orders that people know: the ace high, the ace low, the two high, and the ten next to the ace."""


def _other_order(order: tuple[str, ...], rng: Random) -> tuple[str, ...] | None:
    """The same ranks in another of the orders that people know; None if there is none."""
    if not set(order) <= set(ACE_HIGH):
        return None
    known = [tuple(rank for rank in one if rank in order) for one in ORDERS]
    return pick_other(list(dict.fromkeys(known)), order, rng)


def _compared(draft: Draft) -> bool:
    """Whether anything asks which card is higher, or which comes next."""
    if draft.has(TrickPhase, ClaimPhase) or _runs(draft):
        return True
    if draft.genome.setup.tableau_mode in (TableauMode.WAR, TableauMode.SEQUENCE):
        return True
    steps = any(condition.beats for _, condition in draft.all(CardCondition))
    return steps or any(
        getattr(part, "choose", None) is Choose.HIGHEST for _, part in draft.survey.parts
    )


def _runs(draft: Draft) -> bool:
    if any(condition.step is not None for _, condition in draft.all(CardCondition)):
        return True
    patterns = [pattern for _, pattern in draft.all(HandPattern)]
    return any(p.consecutive or p.sequence_length or p.tie_keys for p in patterns)


def trumps(draft: Draft) -> bool:
    """Whether the game has trumps."""
    return draft.genome.setup.trump_suit is not None or draft.has(SetTrump)


HIGHEST_TRUMPS = ("J", "Q", "10", "7", "5")
"""Ranks that are the highest trump in games that people play."""


class ChangeTrumpOrderMutation(MutationOperator):
    """Gives trumps an order of their own, takes it away, or promotes cards to trumps."""

    usual = 0.5

    def places(self, draft: Draft) -> Sequence[int]:
        if not draft.has(TrickPhase) or not trumps(draft):
            return ()
        return range(len(draft.genome.rankings or ()))

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        assert draft.genome.rankings is not None
        ranking = draft.genome.rankings[place]
        return put(draft.genome, ("rankings", place), _other_trumps(draft, ranking, rng))


def _other_trumps(draft: Draft, ranking: CardRanking, rng: Random) -> CardRanking:
    if ranking.promote and rng.random() < 0.5:
        return replace(ranking, promote=ranking.promote[:-1])
    if ranking.trump and ranking.trump != ranking.plain and rng.random() < 0.4:
        return replace(ranking, trump=(), promote=())
    order = ranking.trump or ranking.plain
    tops = [rank for rank in HIGHEST_TRUMPS if rank in order and rank != order[-1]]
    if not tops:
        return replace(ranking, trump=(), promote=())
    top = pick(tops, rng)
    raised = (*(rank for rank in order if rank != top), top)
    twins = CardCondition(rank=top, trump_colour=True, printed_trump=False)
    colours = list(draft.facts.colours.values())
    if not ranking.promote and len(set(colours)) < len(colours) and rng.random() < 0.4:
        return replace(ranking, trump=raised, promote=(Promotion(twins, above=raised[-2]),))
    return replace(ranking, trump=raised)


class ChangeSuitOrderMutation(MutationOperator):
    """Turns the order of some suits round, or gives it back; or lets promoted cards be trumps even
    while no suit is."""

    rough = True
    usual = 0.1

    def places(self, draft: Draft) -> Sequence[int]:
        if not draft.has(TrickPhase) or len(draft.facts.suits) < 2:
            return ()
        return range(len(draft.genome.rankings or ()))

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        assert draft.genome.rankings is not None
        ranking = draft.genome.rankings[place]
        return put(draft.genome, ("rankings", place), _other_suits(draft, ranking, rng))


def _other_suits(draft: Draft, ranking: CardRanking, rng: Random) -> CardRanking:
    if ranking.promote and rng.random() < 0.5:
        last = replace(ranking.promote[-1], always=not ranking.promote[-1].always)
        return replace(ranking, promote=(*ranking.promote[:-1], last))
    if ranking.by_suit:
        return replace(ranking, by_suit=ranking.by_suit[:-1])
    colours = draft.facts.colours
    colour = pick(sorted(set(colours.values())), rng)
    some = tuple(sorted(suit for suit, own in colours.items() if own == colour))
    return replace(ranking, by_suit=(SuitOrder(some, tuple(reversed(ranking.plain))),))


# --- what cards are worth -------------------------------------------------------------------------


class ChangeCardWorthMutation(MutationOperator):
    """Makes some cards worth more or less than they were."""

    usual = 0.4

    def places(self, draft: Draft) -> Sequence[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        capturing = {phase.values for _, phase in draft.all(CapturePhase)}
        for index, table in enumerate(draft.genome.point_tables or ()):
            path: Path = ("point_tables", index)
            found.append((path, "points"))
            if table.name not in capturing:
                found.append((path, "more"))
                if len(table.lines) > 1:
                    found.append((path, "fewer"))
        return found

    def change(self, draft: Draft, place: tuple[Path, str], rng: Random) -> GameGenome | None:
        path, way = place
        index = path[1]
        assert isinstance(index, int)
        assert draft.genome.point_tables is not None
        table = draft.genome.point_tables[index]
        changed = _other_table(draft, table, way, rng)
        return None if changed is None else put(draft.genome, path, changed)


def _other_table(draft: Draft, table: PointTable, way: str, rng: Random) -> PointTable | None:
    if way == "fewer":
        gone = rng.randrange(len(table.lines))
        return replace(table, lines=(*table.lines[:gone], *table.lines[gone + 1 :]))
    if way == "points" and table.lines:
        place = rng.randrange(len(table.lines))
        points = near(table.lines[place].points, rng, -100, 500)
        return None if points is None else put(table, ("lines", place, "points"), points)
    ideas = [plain_cards(draft, rng) for _ in range(6)]
    fitting = [cards for cards in ideas if _new_to(draft, table, cards)]
    known = [line.points for line in table.lines] or [1]
    points = near(pick(known, rng), rng, -100, 500)
    if points is None or not fitting:
        return None
    return replace(table, lines=(CardPoints(fitting[0], points), *table.lines))


def _new_to(draft: Draft, table: PointTable, cards: CardCondition) -> bool:
    """Whether no line behind this one would be left without cards."""
    taken = draft.facts.masks.of(cards)[0]
    for line in table.lines:
        always, sometimes = draft.facts.masks.of(line.cards)
        if sometimes and not sometimes & ~taken:
            return False
        taken |= always
    return True


# --- trumps ---------------------------------------------------------------------------------------


class ChangeTrumpsMutation(MutationOperator):
    """Brings a fixed trump suit into a game of tricks, or takes it out."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[str]:
        if not draft.has(TrickPhase) or draft.has(SetTrump) or not draft.suits:
            return ()
        if any(ranking.across_suits for ranking in draft.genome.rankings or ()):
            return ()
        if draft.genome.setup.trump_suit is None:
            return ("bring in",)
        return () if _speaks_of_trumps(draft) else ("take out",)

    def change(self, draft: Draft, place: str, rng: Random) -> GameGenome:
        trump = pick(draft.suits, rng) if place == "bring in" else None
        genome = draft.genome
        for path, phase in draft.all(TrickPhase):
            if phase.trump_suit is not None:
                genome = put(genome, (*path, "trump_suit"), None)
        return replace(genome, setup=_with_trump(genome.setup, trump))


def _with_trump(setup: SetupRules, trump: str | None) -> SetupRules:
    return replace(setup, trump_suit=trump)


def _speaks_of_trumps(draft: Draft) -> bool:
    for _, condition in draft.all(CardCondition):
        if {condition.trump, condition.printed_trump, condition.trump_colour} != {None}:
            return True
    return any("trump" in str(use.expr) for use in draft.survey.expressions)
