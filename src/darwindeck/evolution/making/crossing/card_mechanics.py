"""Re-pointing clauses to another deck: the cards they speak of must be among its cards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from darwindeck.cards import Rank, Suit
from darwindeck.evolution.making.crossing.anatomy import Anatomy
from darwindeck.genome.decks import deck_spec
from darwindeck.genome.schema import (
    CallChoice,
    CardCondition,
    CardPoints,
    CardRanking,
    CardValue,
    DeckSpec,
    Declare,
    DeclarePhase,
    GameGenome,
    HandEvaluation,
    HandPattern,
    MeldPhase,
    NamedCards,
    Part,
    PointTable,
    ScoringRule,
    SetupRules,
)
from darwindeck.genome.tree import transform

P = TypeVar("P")

_USUAL = (*(str(rank) for rank in Rank if rank is not Rank.ACE), str(Rank.ACE))
"""French ranks as they usually stand, low to high."""


class Deck:
    """How the cards of one game stand for those of another."""

    def __init__(self, source: Anatomy, target: Anatomy, clauses: Any = ()) -> None:
        """`clauses` are those that are to be fitted: the ranks that they single out come first
        when others must stand for them."""
        self.source = source
        self.target = target
        self.singled_out = _singled_out(clauses)
        self.same = set(source.cards) == set(target.cards)
        self.suits = {suit: self._suit(i, suit) for i, suit in enumerate(source.suits)}
        self.ranks = self._ranks()
        self.colours = set(colours(target.genome).values())
        self.gone: set[str] = set()
        """Patterns that cannot be made of the other cards."""

    def _suit(self, place: int, suit: str) -> str:
        known = self.target.suits
        if suit in known or not known:
            return suit
        return known[place % len(known)]

    def _ranks(self) -> dict[str, str]:
        """Ranks that both decks have stand for themselves, others for one in a like place."""
        order, known = self.source.order, self.target.order
        found = {rank: rank for rank in order if rank in known}
        taken = self.singled_out & found.keys()
        free = [rank for rank in known if rank not in found]
        free = free or [rank for rank in known if rank not in taken] or list(known)
        missing = [rank for rank in order if rank not in found]
        missing.sort(key=lambda rank: rank not in self.singled_out)
        for rank in missing:
            near = round(order.index(rank) * (len(known) - 1) / max(1, len(order) - 1))
            best = min(free, key=lambda other: (abs(known.index(other) - near), other))
            found[rank] = best
            if len(free) > 1:
                free.remove(best)
        return found

    def has(self, rank: str) -> bool:
        return str(rank) in self.target.ranks

    # --- clauses ----------------------------------------------------------------------------

    def fit(self, value: P) -> P:
        """The same clause, or list of clauses, about the other cards."""
        return value if self.same else self._value(value)

    def _value(self, value: Any) -> Any:
        return transform(value, self._part, keep=lambda item: not self._is_gone(item))

    def _part(self, value: Part) -> Any:
        match value:
            case CardCondition():
                return self.condition(value)
            case PointTable():
                return self._table(value)
            case CallChoice():
                return replace(value, suits=self._suits_of(value))
            case HandPattern(required_ranks=ranks) if ranks:
                return replace(value, required_ranks=tuple(dict.fromkeys(map(self.rank, ranks))))
            case HandEvaluation():
                return replace(value, card_values=self._values(value.card_values))
            case NamedCards():
                return value
            case MeldPhase() | DeclarePhase() | Declare():
                kept = tuple(name for name in value.patterns if name not in self.gone)
                return replace(value, patterns=kept)
            case CardRanking():
                return self.ranking(value)
            case SetupRules(trump_suit=suit) if suit is not None:
                return replace(value, trump_suit=self.suits.get(str(suit), suit))
        return self._plain(value)

    def _plain(self, value: Part) -> Part:
        changes: dict[str, Any] = {}
        for name in ("trump_suit", "breaking_suit"):
            suit = getattr(value, name, None)
            if suit is not None:
                changes[name] = self.suits.get(str(suit), suit)
        for name in ("fixed_rank", "starting_rank"):
            rank = getattr(value, name, None)
            if rank is not None:
                changes[name] = self.rank(str(rank))
        return replace(value, **changes) if changes else value

    def _is_gone(self, item: Any) -> bool:
        """Lines and combinations of cards that the deck does not have are left out."""
        if isinstance(item, CardPoints):
            asked = {str(r) for r in (item.cards.rank, *item.cards.ranks) if r is not None}
            return not self.possible(item.cards) and not asked & self.singled_out
        if isinstance(item, HandPattern):
            wanted = (*item.exact, *((item.cards,) if item.cards else ()))
            few = item.required_count is None and not all(map(self.possible, wanted))
            if few:
                self.gone.add(item.name)
            return few
        return False

    def possible(self, condition: CardCondition) -> bool:
        """Whether some card of the deck may fit, its rank and suit being what is asked for."""
        ranks = [str(r) for r in (condition.rank, *condition.ranks) if r is not None]
        suits = [str(s) for s in (condition.suit, *condition.suits) if s is not None]
        if ranks and not any(map(self.has, ranks)):
            return False
        if suits and not any(suit in self.target.suits for suit in suits):
            return False
        if condition.colour is not None and condition.colour not in self.colours:
            return False
        if condition.any_of and not any(map(self.possible, condition.any_of)):
            return False
        return all(map(self.possible, condition.all_of))

    def condition(self, value: CardCondition) -> CardCondition:
        changes: dict[str, Any] = {}
        if value.rank is not None and not self.has(value.rank):
            changes["rank"] = self.rank(value.rank)
        if any(not self.has(rank) for rank in value.ranks):
            kept = [r for r in value.ranks if self.has(r) or str(r) in self.singled_out]
            changes["ranks"] = tuple(dict.fromkeys(map(self.rank, kept or value.ranks)))
        for name in ("suit", "printed_suit"):
            suit = getattr(value, name)
            if suit is not None:
                changes[name] = self.suits.get(str(suit), suit)
        if value.suits:
            changes["suits"] = tuple(
                dict.fromkeys(self.suits.get(str(suit), suit) for suit in value.suits)
            )
        if value.colour is not None and value.colour not in self.colours:
            changes["colour"] = None
        return replace(value, **changes) if changes else value

    def rank(self, rank: str) -> str:
        return rank if self.has(rank) else self.ranks.get(str(rank), rank)

    def _suits_of(self, choice: CallChoice) -> tuple[str, ...]:
        named = [str(suit) for suit in choice.suits if suit != "none"]
        if not named:
            return choice.suits
        none = ("none",) if "none" in choice.suits else ()
        if set(named) == set(self.source.suits):
            return (*self.target.suits, *none)
        return (*dict.fromkeys(self.suits.get(suit, suit) for suit in named), *none)

    def _table(self, table: PointTable) -> PointTable:
        """A table in which every card counts, if every card counted before."""
        counted = {
            str(r) for line in table.lines for r in (line.cards.rank, *line.cards.ranks) if r
        }
        before = {rank for rank in self.source.ranks if rank in self.target.ranks}
        rest = [rank for rank in self.target.ranks if rank not in counted]
        plain = all(_is_rank_alone(line.cards) for line in table.lines)
        if not plain or not rest or not before <= counted or len(counted) < 2:
            return table
        numbers = [_number(rank, self.target.genome) for rank in self.target.ranks]
        by_number = any(
            _number(str(line.cards.rank), self.target.genome) == line.points for line in table.lines
        )
        usual = min(10, max(line.points for line in table.lines))
        if by_number:
            usual = max([usual, *(number for number in numbers if number is not None)])
        worth: dict[int, list[str]] = {}
        for rank in rest:
            number = _number(rank, self.target.genome) if by_number else None
            worth.setdefault(usual if number is None else number, []).append(rank)
        lines = [
            CardPoints(
                CardCondition(rank=ranks[0])
                if len(ranks) == 1
                else CardCondition(ranks=tuple(ranks)),
                points,
            )
            for points, ranks in worth.items()
        ]
        return replace(table, lines=(*table.lines, *lines))

    def _values(self, values: tuple[CardValue, ...]) -> tuple[CardValue, ...]:
        """A value for every rank of the deck; new ranks count as those in a like place did."""
        if not values:
            return values
        by_rank = {str(value.rank): value for value in values}
        order, known = self.source.order, self.target.order
        found = []
        for place, rank in enumerate(known):
            like = order[round(place * (len(order) - 1) / max(1, len(known) - 1))]
            value = by_rank.get(rank) or by_rank.get(like) or values[0]
            found.append(replace(value, rank=rank))
        return tuple(found)

    def ranking(self, ranking: CardRanking) -> CardRanking:
        """The order of the other deck's cards that is most like this one."""
        plain = self.order(ranking.plain)
        above = {promotion.above for promotion in ranking.promote}
        return replace(
            ranking,
            plain=plain,
            trump=self.order(ranking.trump) if ranking.trump else (),
            sequence=self.order(ranking.sequence) if ranking.sequence else (),
            promote=ranking.promote if all(self.has(rank) for rank in above) else (),
            by_suit=tuple(
                replace(line, plain=self.order(line.plain), trump=self.order(line.trump))
                if line.trump
                else replace(line, plain=self.order(line.plain))
                for line in ranking.by_suit
                if set(line.suits) <= set(self.target.suits)
            ),
        )

    def order(self, ranks: Iterable[str]) -> tuple[str, ...]:
        """The ranks of the deck, those of the list in its order, each other one just above the
        rank that it usually follows; at the bottom if there is none."""
        suited = [rank for rank in self.target.order if self._is_suited(rank)]
        usual = [rank for rank in _USUAL if rank in suited]
        usual += [rank for rank in suited if rank not in usual]
        found = [str(rank) for rank in ranks if str(rank) in suited]
        for place, rank in enumerate(usual):
            if rank not in found:
                below = [other for other in usual[:place] if other in found]
                found.insert(found.index(below[-1]) + 1 if below else 0, rank)
        return tuple(found)

    def _is_suited(self, rank: str) -> bool:
        return any(str(card.rank) == rank and card.suit for card in self.target.cards)


def _singled_out(clauses: Any) -> set[str]:
    """The ranks that clauses speak of, apart from tables and orders, which speak of all."""
    if isinstance(clauses, tuple | list):
        return {rank for item in clauses for rank in _singled_out(item)}
    if not isinstance(clauses, Part) or isinstance(clauses, PointTable | CardRanking | CardValue):
        return set()
    found = set()
    if isinstance(clauses, CardCondition):
        found = {str(r) for r in (clauses.rank, *clauses.ranks) if r is not None}
    for inner in vars(clauses).values():
        if isinstance(inner, tuple | Part):
            found |= _singled_out(inner)
    return found


def _number(rank: str, genome: GameGenome) -> int | None:
    """The number that stands on a card of the rank."""
    spec = deck_spec(genome)
    symbols = {str(known.name): known.symbol for known in (spec.ranks if spec else ())}
    text = symbols.get(rank, rank)
    return int(text) if text.isdecimal() else None


def _is_rank_alone(condition: CardCondition) -> bool:
    return condition == CardCondition(rank=condition.rank, ranks=condition.ranks)


_WORD = re.compile(r"[A-Za-z]+")


def said_of(label: str, source: GameGenome, target: GameGenome) -> str:
    """A label in the words of the other deck, if that calls its suits or ranks otherwise."""
    before, after = deck_spec(source), deck_spec(target)
    if before is None or after is None:
        return label
    words = {before.suit_word: after.suit_word, before.rank_word: after.rank_word}
    return _WORD.sub(lambda word: words.get(word.group(), word.group()), label)


def is_plain(genome: GameGenome) -> bool:
    """Whether the deck has no cards that are there for one game only: printed specials, jokers."""
    return all(_number(rank, genome) is not None for rank in _own_ranks(genome))


def _own_ranks(genome: GameGenome) -> list[str]:
    spec = deck_spec(genome)
    return [str(rank.name) for rank in (spec.ranks if spec else ())]


def whole_deck(genome: GameGenome) -> DeckSpec | None:
    """The deck of a game with the single cards that were taken out of it."""
    return replace(genome.deck, without=()) if genome.deck is not None else None


def with_labels(value: P, source: GameGenome, target: GameGenome) -> P:
    """Clauses whose labels speak of suits and ranks as the other deck does."""
    before, after = deck_spec(source), deck_spec(target)
    if before is None or after is None:
        return value
    if before.suits == after.suits and before.suit_word == after.suit_word:
        return value
    relabelled: P = _relabelled(value, source, target)
    return relabelled


def _names_cards(part: Part, label: str, target: GameGenome) -> bool:
    """Whether the label of a score speaks of French suits that the deck has not got."""
    there = {str(suit) for suit in Anatomy(target).suits}
    french = {str(suit) for suit in Suit} - there
    return isinstance(part, ScoringRule) and bool(french & set(label.lower().split()))


def _relabelled(value: Any, source: GameGenome, target: GameGenome) -> Any:
    if isinstance(value, tuple):
        return tuple(_relabelled(item, source, target) for item in value)
    if not isinstance(value, Part) or isinstance(value, DeckSpec):
        return value
    changes: dict[str, Any] = {}
    for name, inner in vars(value).items():
        if name == "label" and isinstance(inner, str):
            new: Any = "" if _names_cards(value, inner, target) else said_of(inner, source, target)
        elif isinstance(inner, tuple | Part):
            new = _relabelled(inner, source, target)
        else:
            continue
        if new != inner:
            changes[name] = new
    return replace(value, **changes) if changes else value


def colours(genome: GameGenome) -> dict[str, str]:
    """The colour of each suit that the deck may have."""
    spec = deck_spec(genome)
    declared = {str(suit.name): suit.colour for suit in (spec.suits if spec else ())}
    french = {str(suit): str(suit.colour) for suit in Suit}
    return french | declared


def spoken(condition: CardCondition, genome: GameGenome) -> str:
    """What one such card is called, if that is a rank, a suit or both; otherwise nothing."""
    spec = deck_spec(genome)
    ranks = {str(rank.name): rank.label for rank in (spec.ranks if spec else ())}
    suits = {str(suit.name): suit.label for suit in (spec.suits if spec else ())}
    plain = CardCondition(rank=condition.rank, suit=condition.suit)
    if condition != plain:
        return ""
    rank = ""
    if condition.rank:
        french = condition.rank.word if isinstance(condition.rank, Rank) else str(condition.rank)
        rank = ranks.get(str(condition.rank), french)
    suit = suits.get(str(condition.suit), str(condition.suit)) if condition.suit else ""
    if rank and suit:
        return f"{rank} of {suit}" if condition.suit in list(Suit) else f"{suit} {rank}"
    if suit:
        return suit.removesuffix("s") if condition.suit in list(Suit) else f"{suit} card"
    return rank
