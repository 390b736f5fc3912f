"""Orders, values and named cards that fit the pack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from darwindeck.cards import Rank
from darwindeck.evolution.making.mentions import Mention, spoken_of
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.examples.common import ACE_HIGH
from darwindeck.genome.problems import Path, path_text
from darwindeck.genome.schema import (
    CallChoice,
    CardCondition,
    CardRanking,
    CardValue,
    ClaimPhase,
    Declare,
    DeclarePhase,
    GameGenome,
    HandEvaluation,
    HandPattern,
    MeldPhase,
    Part,
    PlayPhase,
    PotShare,
    SuitOrder,
    TrickPhase,
)
from darwindeck.genome.survey import survey
from darwindeck.genome.tree import at, put, transform
from darwindeck.genome.validation.facts import Facts
from darwindeck.genome.validation.patterns import least_size, patterns_can_be_matched


def fit_cards(genome: GameGenome) -> GameGenome:
    """Orders and values that cover the deck, and no talk of cards that it has not got."""
    cards = deck_cards(genome)
    ranks = tuple(dict.fromkeys(card.rank for card in cards))
    suited = tuple(dict.fromkeys(card.rank for card in cards if card.suit))
    suits = tuple(dict.fromkeys(card.suit for card in cards if card.suit))
    if not ranks:
        return genome
    of_suit = {suit: tuple(c.rank for c in cards if c.suit == suit) for suit in suits}
    known = _Known(ranks, suits, suited, of_suit)
    return _patterns(_tables(transform(genome, known.fitted)))


def _tables(genome: GameGenome) -> GameGenome:
    """Without lines whose cards are all worth something by earlier lines."""
    if not genome.point_tables:
        return genome
    masks = Facts(genome, survey(genome)).masks
    tables = []
    for table in genome.point_tables:
        taken = 0
        lines = []
        for line in table.lines:
            always, sometimes = masks.of(line.cards)
            if sometimes & ~taken:
                lines.append(line)
                taken |= always
        tables.append(
            table if len(lines) == len(table.lines) else replace(table, lines=tuple(lines))
        )
    if all(one is other for one, other in zip(tables, genome.point_tables, strict=True)):
        return genome
    return replace(genome, point_tables=tuple(tables))


def _patterns(genome: GameGenome) -> GameGenome:
    """Without combinations that the pack can never show; where one is all there is, it takes fewer
    cards."""
    while impossible := _impossible_patterns(genome):
        # The last first: the others stay where they are.
        path = impossible[-1]
        less = _without_pattern(genome, path) or _with_shorter_pattern(genome, path)
        if less is None:
            break
        genome = less
    return genome


def _impossible_patterns(genome: GameGenome) -> list[Path]:
    if not genome.patterns and genome.hand_evaluation is None:
        return []
    problems = patterns_can_be_matched(Facts(genome, survey(genome)))
    wrong = [problem.path for problem in problems if problem.code == "pattern-impossible"]
    places: tuple[Path, ...] = (("patterns",), ("hand_evaluation", "patterns"))
    paths = [(*place, n) for place in places for n in range(len(_list_at(genome, place)))]
    return [path for path in paths if any(found.startswith(path_text(path)) for found in wrong)]


def _list_at(genome: GameGenome, place: Path) -> tuple[HandPattern, ...]:
    if place == ("patterns",):
        return genome.patterns
    return genome.hand_evaluation.patterns if genome.hand_evaluation is not None else ()


def _without_pattern(genome: GameGenome, path: Path) -> GameGenome | None:
    """The game without a pattern; None if something rests on this one alone."""
    place, index = path[:-1], path[-1]
    patterns = _list_at(genome, place)
    rest = tuple(pattern for i, pattern in enumerate(patterns) if i != index)
    less = put(genome, place, rest)
    if place != ("patterns",):
        return less if rest else None
    name = genome.patterns[int(index)].name
    less = transform(less, lambda part: _not_naming(part, name))
    return None if Mention("pattern", name) in spoken_of(less) else less


def _not_naming(part: Part, name: str) -> Part:
    """A part that takes one of several patterns, without one of them."""
    match part:
        case (
            Declare(patterns=names)
            | DeclarePhase(patterns=names)
            | MeldPhase(patterns=names)
            | PotShare(patterns=names)
        ):
            kept = tuple(other for other in names if other != name)
            return replace(part, patterns=kept) if kept and kept != names else part
        case PlayPhase(together=names):
            kept = tuple(other for other in names if other != name)
            return replace(part, together=kept) if kept and kept != names else part
    return part


_SIZES = ("required_count", "min_size", "max_size", "same_suit_count", "sequence_length")


def _with_shorter_pattern(genome: GameGenome, path: Path) -> GameGenome | None:
    """The game with a pattern of one card less; None if its size is not stated as a number."""
    pattern = at(genome, path)
    least = least_size(pattern)
    changes = {name: least - 1 for name in _SIZES if getattr(pattern, name) == least}
    shorter = replace(pattern, **changes)
    if least < 2 or least_size(shorter) == least:
        return None
    return put(genome, path, shorter)


class _Known:
    """The ranks and suits that the deck has."""

    def __init__(
        self,
        ranks: tuple[str, ...],
        suits: tuple[str, ...],
        suited: tuple[str, ...],
        of_suit: Mapping[str, tuple[str, ...]],
    ) -> None:
        self.ranks = ranks
        self.suits = suits
        self.suited = suited
        self.of_suit = of_suit

    def fitted(self, part: Part) -> Part:
        match part:
            case CardCondition():
                return self.condition(part)
            case CardRanking():
                return self.ranking(part)
            case HandEvaluation():
                return self.evaluation(part)
            case PotShare(ranks=ranks) if ranks:
                kept = tuple(rank for rank in ranks if rank in self.ranks)
                kept += tuple(rank for rank in self.ranks if rank not in ranks)
                return part if kept == ranks else replace(part, ranks=kept)
            case CallChoice(suits=suits) if suits:
                kept = tuple(suit for suit in suits if suit in self.suits or suit == "none")
                return part if kept == suits else replace(part, suits=kept)
            case ClaimPhase():
                return self.claim(part)
            case HandPattern():
                return self.pattern(part)
            case TrickPhase():
                suit = self.suit(part.breaking_suit)
                return part if suit == part.breaking_suit else replace(part, breaking_suit=suit)
        return part

    def rank(self, rank: str | None, suit: str | None = None) -> str | None:
        """The rank itself, or else the nearest that the deck has, in a suit if one is given."""
        there = self.of_suit.get(suit or "", ())
        if rank is None or rank in (there or self.ranks) or not self.suited:
            return rank
        there = there or self.suited
        known = [other for other in there if other in ACE_HIGH]
        if rank not in ACE_HIGH or not known:
            return there[0]
        place = ACE_HIGH.index(Rank(rank))
        return min(known, key=lambda other: abs(ACE_HIGH.index(Rank(other)) - place))

    def pattern(self, part: HandPattern) -> HandPattern:
        """Ranks that a combination must have, or may have once, as the deck has them."""
        needed = part.required_ranks
        if needed is not None:
            needed = tuple(self.rank(rank) or rank for rank in needed)
        once = tuple(rank for rank in part.at_most_one if rank in self.ranks)
        if (needed, once) == (part.required_ranks, part.at_most_one):
            return part
        return replace(part, required_ranks=needed, at_most_one=once)

    def suit(self, suit: str | None) -> str | None:
        if suit is None or suit in self.suits or not self.suits:
            return suit
        return self.suits[-1]

    def condition(self, part: CardCondition) -> CardCondition:
        changes: dict[str, Any] = {}
        suit = self.suit(part.printed_suit or part.suit)
        for name in ("rank", "suit", "printed_suit"):
            old = getattr(part, name)
            new = self.rank(old, suit) if name == "rank" else self.suit(old)
            if new != old:
                changes[name] = new
        for name, known in (("ranks", self.ranks), ("suits", self.suits)):
            many = getattr(part, name)
            kept = tuple(item for item in many if item in known)
            if many and kept != many:
                near = (self.rank(many[0]) if name == "ranks" else self.suit(many[0])) or many[0]
                changes[name] = kept or (near,)
        return replace(part, **changes) if changes else part

    def order(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """An order of all ranks with suits: those that it had not got come in beside their
        neighbours, or lowest."""
        kept = list(dict.fromkeys(rank for rank in order if rank in self.ranks))
        for place, rank in enumerate(self.suited):
            if rank not in kept:
                below = [kept.index(one) + 1 for one in self.suited[:place] if one in kept][-1:]
                above = [kept.index(one) for one in self.suited[place + 1 :] if one in kept][:1]
                # A neighbour that ranks out of its place does not take the others along.
                kept.insert(min(below + above, default=0) if below else 0, rank)
        return tuple(kept)

    def ranking(self, part: CardRanking) -> CardRanking:
        changes: dict[str, Any] = {}
        # Ranks that stand in no sequence stay outside.
        apart = set(part.plain) - set(part.sequence)
        for name in ("plain", "trump", "sequence"):
            old = getattr(part, name)
            if old or name == "plain":
                new = self.order(old)
                if name == "sequence":
                    new = tuple(rank for rank in new if rank not in apart)
                if new != old:
                    changes[name] = new
        if changes:
            part = replace(part, **changes)
        by_suit = tuple(line for line in map(self.suit_order, part.by_suit) if line.suits)
        if by_suit != part.by_suit:
            part = replace(part, by_suit=by_suit)
        orders = [part.trump or part.plain, *(line.trump or line.plain for line in by_suit)]
        promote = tuple(
            p
            if all(p.above in order for order in orders)
            else replace(p, above=part.trump[-1] if part.trump else part.plain[-1])
            for p in part.promote
        )
        return part if promote == part.promote else replace(part, promote=promote)

    def suit_order(self, line: SuitOrder) -> SuitOrder:
        return replace(
            line,
            suits=tuple(suit for suit in line.suits if suit in self.suits),
            plain=self.order(line.plain),
            trump=self.order(line.trump) if line.trump else (),
        )

    def evaluation(self, part: HandEvaluation) -> HandEvaluation:
        if not part.card_values:
            return part
        kept = tuple(value for value in part.card_values if value.rank in self.ranks)
        there = {value.rank for value in kept}
        kept += tuple(CardValue(rank, 10) for rank in self.ranks if rank not in there)
        return part if kept == part.card_values else replace(part, card_values=kept)

    def claim(self, part: ClaimPhase) -> ClaimPhase:
        start = self.rank(part.starting_rank) or part.starting_rank
        fixed = self.rank(part.fixed_rank)
        if (start, fixed) == (part.starting_rank, part.fixed_rank):
            return part
        return replace(part, starting_rank=start, fixed_rank=fixed)
