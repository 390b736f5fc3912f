"""Which cards a rule speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from darwindeck.evolution.making.operators.base import MutationOperator, pick, pick_other
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    BuildMove,
    CardCondition,
    CardRule,
    GameGenome,
    Part,
    PassPhase,
    PlayPhase,
    PointTable,
    TrickPhase,
)
from darwindeck.genome.tree import put, transform, walk

CHOOSING = ("rank", "suit", "ranks", "suits", "colour", "printed_suit")
"""Fields that choose cards by what is printed on them."""


def conditions(draft: Draft) -> list[tuple[Path, CardCondition]]:
    """Every condition that stands for cards of the pack, with its path."""
    return draft.all(CardCondition)


class ChangeCardsMutation(MutationOperator):
    """Puts another rank, suit or colour in the place of one that rules name: in all of them, so
    that the card that is wild stays the one that costs most."""

    usual = 0.6

    def places(self, draft: Draft) -> Sequence[tuple[Path, str]]:
        found = []
        for path, condition in conditions(draft):
            for field in CHOOSING:
                if getattr(condition, field) and not _covers(draft, field, condition):
                    found.append((path, field))
        telling = {"rank": ranks_tell(draft), "suit": suits_tell(draft)}
        return [(path, field) for path, field in found if telling[_KIND[field]]]

    def change(self, draft: Draft, place: tuple[Path, str], rng: Random) -> GameGenome | None:
        path, field = place
        condition = next(part for where, part in draft.all(CardCondition) if where == path)
        new = self._other(draft, field, getattr(condition, field), rng)
        if new is None:
            return None
        changed = replace(condition, **{field: new})
        if not _chooses(draft, changed):
            return None
        if field not in ("rank", "suit"):
            return put(draft.genome, path, changed)
        old = getattr(condition, field)
        exchanged = {old: new, new: old}

        def renamed(part: Part) -> Part:
            if isinstance(part, CardCondition) and getattr(part, field) in exchanged:
                return replace(part, **{field: exchanged[getattr(part, field)]})
            return part

        genome = transform(draft.genome, renamed)
        if field == "suit" or not draft.genome.point_tables:
            return genome
        tables = tuple(_worth_moved(table, old, new) for table in draft.genome.point_tables)
        return replace(genome, point_tables=tables)

    def _other(self, draft: Draft, field: str, old: Any, rng: Random) -> Any:
        if field == "rank":
            return pick_other(_ranks_like(draft, old), old, rng)
        if field in ("suit", "printed_suit"):
            return pick_other(draft.suits, old, rng)
        if field == "colour":
            return pick_other(tuple(dict.fromkeys(draft.facts.colours.values())), old, rng)
        known = draft.ranks if field == "ranks" else draft.suits
        return _other_items(known, old, rng)


def _worth_moved(table: PointTable, old: str, new: str) -> PointTable:
    """The table with the worth of its own that a rank has given to another one. A rank that is
    worth its number has none; numbers that are missing then are put in when the game is mended."""
    special = [line for line in table.lines if line.cards.rank == old and str(line.points) != old]
    if not special:
        return table
    lines = [
        replace(line, cards=replace(line.cards, rank=new)) if line in special else line
        for line in table.lines
        if line.cards.rank != new
    ]
    return replace(table, lines=tuple(lines))


_KIND = {
    "rank": "rank",
    "ranks": "rank",
    "suit": "suit",
    "suits": "suit",
    "colour": "suit",
    "printed_suit": "suit",
}


def ranks_tell(draft: Draft) -> bool:
    """Whether ranks differ by more than one thing.

    Where they are only named once, or only ordered once, another rank in the same role would be the
    same game with other cards in the players' hands.
    """
    named = sum(bool(c.rank or c.ranks) for _, c in draft.all(CardCondition))
    orders = {
        order for r in draft.genome.rankings or () for order in (r.plain, r.trump, r.sequence)
    }
    evaluation = draft.genome.hand_evaluation
    values = bool(evaluation and evaluation.card_values)
    return named + len(orders - {()}) + values > 1


def suits_tell(draft: Draft) -> bool:
    """Whether suits differ by more than one thing; see `ranks_tell`."""
    named = sum(
        bool(c.suit or c.suits or c.colour or c.printed_suit) for _, c in draft.all(CardCondition)
    )
    fixed = draft.genome.setup.trump_suit is not None
    words = {str(use.expr) for use in draft.survey.expressions}
    spoken = sum(any(suit in word for suit in draft.suits) for word in words)
    broken = sum(phase.breaking_suit is not None for _, phase in draft.all(TrickPhase))
    return named + fixed + spoken + broken > 1


def _covers(draft: Draft, field: str, condition: CardCondition) -> bool:
    """Whether a list names all there is, as when every rank has its worth."""
    known = {"ranks": draft.ranks, "suits": draft.suits}.get(field)
    return known is not None and set(getattr(condition, field)) >= set(known)


def _ranks_like(draft: Draft, old: str) -> tuple[str, ...]:
    """Ranks of cards that, like the old one, have a suit or have none."""
    suited = draft.facts.suited_ranks
    return suited if old in suited else tuple(r for r in draft.ranks if r not in suited)


def _other_items(known: Sequence[str], old: tuple[str, ...], rng: Random) -> tuple[str, ...] | None:
    """One item more, one less, or another."""
    missing = [item for item in known if item not in old]
    ways = []
    if missing:
        ways += ["exchange"]
        if len(missing) > 1:
            ways += ["more"]
    if len(old) > 1:
        ways.append("fewer")
    if not ways:
        return None
    way = pick(ways, rng)
    kept = list(old)
    if way in ("fewer", "exchange"):
        kept.pop(rng.randrange(len(kept)))
    if way in ("more", "exchange"):
        kept.append(pick(missing, rng))
    return tuple(item for item in known if item in kept)


def _chooses(draft: Draft, condition: CardCondition) -> bool:
    return bool(draft.facts.possible(condition))


TELLING_RANKS = ("A", "K", "Q", "J", "10")
"""Ranks that people single out: one card of its own is one of these."""


def plain_cards(draft: Draft, rng: Random) -> CardCondition:
    """Some cards that a rule could be about and that are easily remembered: all of a rank, all of a
    suit, or one card that stands out."""
    ranks = draft.facts.suited_ranks or draft.ranks
    suits = draft.suits
    telling = [rank for rank in ranks if rank in TELLING_RANKS]
    ways = ["rank", "rank"]
    if len(suits) > 1:
        ways += ["suit", "card"] if telling else ["suit"]
    way = pick(ways, rng)
    if way == "rank":
        return CardCondition(rank=pick(ranks, rng))
    if way == "suit":
        return CardCondition(suit=pick(suits, rng))
    return CardCondition(suit=pick(suits, rng), rank=pick(telling, rng))


WIDE: dict[type[Part], tuple[str, ...]] = {
    PlayPhase: ("valid_play_condition",),
    PassPhase: ("cards",),
    BuildMove: ("onto", "on_empty", "packet"),
    CardRule: ("cards",),
}
"""Fields whose cards may be made more or fewer; what scores or does something stays one theme, and
what may be thrown away is no place for exceptions."""

MOST_PARTS = 8
"""Conditions of so many parts are not made longer."""


class WidenCardsMutation(MutationOperator):
    """Lets a rule hold for some more cards."""

    rough = True
    usual = 0.2

    def places(self, draft: Draft) -> Sequence[Path]:
        return [path for path, condition in _adjustable(draft) if condition != CardCondition()]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome | None:
        condition = _at(draft, place)
        more = plain_cards(draft, rng)
        if not draft.facts.possible(more) & ~draft.facts.masks.of(condition)[0]:
            return None
        if _is_only(condition, "any_of"):
            changed = replace(condition, any_of=(*condition.any_of, more))
        else:
            changed = CardCondition(any_of=(condition, more))
        return put(draft.genome, place, changed)


class NarrowCardsMutation(MutationOperator):
    """Takes some cards out of what a rule holds for."""

    rough = True
    usual = 0.1

    def places(self, draft: Draft) -> Sequence[Path]:
        found = _adjustable(draft)
        return [path for path, condition in found if len(_ranks_in(draft, condition)) > 1]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome | None:
        condition = _at(draft, place)
        if condition.not_ is not None or rng.random() < 0.4:
            fewer = _one_part_less(condition, rng)
            if fewer is not None:
                return put(draft.genome, place, fewer)
        less = CardCondition(not_=_some_of(draft, condition, rng))
        if condition == CardCondition():
            changed = less
        elif condition.not_ is None and not condition.any_of:
            changed = replace(condition, not_=less.not_)
        else:
            changed = CardCondition(all_of=(condition, less))
        return put(draft.genome, place, changed) if _chooses(draft, changed) else None


def _ranks_in(draft: Draft, condition: CardCondition) -> set[str]:
    """The ranks of the cards that may fit a condition."""
    mask = draft.facts.possible(condition)
    return {face.rank for i, face in enumerate(draft.facts.masks.faces) if mask >> i & 1}


def _some_of(draft: Draft, condition: CardCondition, rng: Random) -> CardCondition:
    """A rank or a suit of the cards that fit a condition."""
    mask = draft.facts.possible(condition)
    faces = [face for i, face in enumerate(draft.facts.masks.faces) if mask >> i & 1]
    face = pick(faces, rng)
    if face.suit and len(draft.suits) > 2 and rng.random() < 0.3:
        return CardCondition(suit=face.suit)
    return CardCondition(rank=face.rank)


def _adjustable(draft: Draft) -> list[tuple[Path, CardCondition]]:
    """The outermost conditions of rules about playing, passing, building and scoring."""
    found = []
    for path, part in draft.survey.parts:
        for field in WIDE.get(type(part), ()):
            condition = getattr(part, field)
            if condition is not None and _size(condition) < MOST_PARTS:
                found.append(((*path, field), condition))
    return found


def _size(condition: CardCondition) -> int:
    return sum(1 for _ in walk(condition))


def _at(draft: Draft, path: Path) -> CardCondition:
    return next(part for where, part in draft.all(CardCondition) if where == path)


def _is_only(condition: CardCondition, field: str) -> bool:
    """Whether a condition says nothing but this one field."""
    value = getattr(condition, field)
    return bool(value) and condition == CardCondition(**{field: value})


def _one_part_less(condition: CardCondition, rng: Random) -> CardCondition | None:
    """The condition without one of its ways to fit."""
    if len(condition.any_of) > 1:
        index = rng.randrange(len(condition.any_of))
        left = (*condition.any_of[:index], *condition.any_of[index + 1 :])
        if len(left) == 1 and _is_only(condition, "any_of"):
            return left[0]
        return replace(condition, any_of=left)
    return None


class LoosenCardsMutation(MutationOperator):
    """Drops one of several things that a rule asks of a card."""

    rough = True
    usual = 0.1

    def places(self, draft: Draft) -> Sequence[tuple[Path, str]]:
        found = []
        for path, condition in conditions(draft):
            if path[0] in ("point_tables", "patterns", "rankings"):
                continue
            given = [
                field.name
                for field in fields(condition)
                if getattr(condition, field.name) not in (None, ()) and field.name not in _PAIRED
            ]
            if len(given) > 1:
                found += [(path, name) for name in given]
            if len(condition.all_of) > 1 and given == ["all_of"]:
                found.append((path, "all_of"))
        return found

    def change(self, draft: Draft, place: tuple[Path, str], rng: Random) -> GameGenome | None:
        path, name = place
        condition = _at(draft, path)
        if name == "all_of":
            index = rng.randrange(len(condition.all_of))
            left = (*condition.all_of[:index], *condition.all_of[index + 1 :])
            changed = replace(condition, all_of=left)
            if len(left) == 1 and _is_only(changed, "all_of"):
                changed = left[0]
        else:
            nothing: Any = () if isinstance(getattr(condition, name), tuple) else None
            changed = replace(condition, **{name: nothing})
        return put(draft.genome, path, changed)


_PAIRED = frozenset({"of", "same", "step", "point_table", "min_points", "max_points"})
