"""Words that must not outlive what they were said of."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from darwindeck.cards import Rank, Suit
from darwindeck.evolution.making.mentions import Mention, with_names
from darwindeck.evolution.making.random_patterns import GROUPS
from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    GameGenome,
    HandPattern,
    Part,
    Promotion,
    ScoringRule,
)
from darwindeck.genome.tree import transform, walk

SPECIAL = "special card"


def with_true_labels(genome: GameGenome, before: GameGenome) -> GameGenome:
    """The game without names of rules, cards and combinations that have changed under them."""
    others = {named.name for named in genome.card_sets if named not in before.card_sets}
    genome = _card_sets(_patterns(genome, before), before)
    known = {_meant(part) for _, part in walk(before) if isinstance(part, _TALKING)}
    faces = _face_words(genome)

    def reworded(part: Part) -> Part:
        if not isinstance(part, _TALKING) or not part.label:
            return part
        named = not faces.isdisjoint(part.label.lower().split())
        if _meant(part) in known and not (named and _speaks_of(part, others)):
            return part
        return replace(part, label="")

    return transform(genome, reworded)


_TALKING = (ScoringRule, Promotion)


def _speaks_of(part: Part, names: set[str]) -> bool:
    """Whether a score is for cards of one of these sets."""
    if not isinstance(part, ScoringRule):
        return False
    said = " ".join(map(str, (part.who, part.when, part.amount)))
    return not names.isdisjoint(re.findall(r"\w+", said))


def _card_sets(genome: GameGenome, before: GameGenome) -> GameGenome:
    """A set that is called by its cards, as "red three", is called by those that it has now; what
    says what cards are for, as "wild card", stays true."""
    known = set(before.card_sets)
    faces = _face_words(genome)
    taken = {named.label for named in genome.card_sets}
    sets = []
    renamed: dict[str, str] = {}
    for named in genome.card_sets:
        if named not in known and not faces.isdisjoint(named.label.lower().split()):
            label = _free(_called(named.cards), taken - {named.label})
            taken.add(label)
            renamed[named.label] = label
            named = replace(named, label=label)
        sets.append(named)
    if tuple(sets) == genome.card_sets:
        return genome
    return _called_anew(replace(genome, card_sets=tuple(sets)), renamed)


def _called_anew(genome: GameGenome, renamed: dict[str, str]) -> GameGenome:
    """The game in which calls, phases and states, too, speak of cards by their new names."""
    longest = sorted((name for name in renamed if " " in name), key=len, reverse=True)
    if not longest:
        return genome
    said = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b")

    def reworded(part: Part) -> Part:
        new = {
            field: said.sub(lambda match: renamed[match[0]], text)
            for field in _WORDED
            if isinstance(text := getattr(part, field, None), str) and said.search(text)
        }
        return replace(part, **new) if new else part

    return transform(genome, reworded)


_WORDED = ("label", "one", "many", "having")
"""The fields in which a part says what something is called."""


def _face_words(genome: GameGenome) -> set[str]:
    """The words for ranks, suits and colours."""
    words = {rank.word for rank in Rank} | {str(suit) for suit in Suit}
    words |= {suit.removesuffix("s") for suit in words} | {f"{word}s" for word in words}
    words |= {str(suit.colour) for suit in Suit}
    if genome.deck is not None:
        labels = [spec.label for spec in genome.deck.ranks]
        labels += [spec.label for spec in genome.deck.suits]
        words |= {word for label in labels for word in label.lower().split()}
    return words


def _called(cards: CardCondition) -> str:
    """What a card is called, if it is one card or one rank."""
    rank, suit = cards.rank, cards.suit or cards.printed_suit
    if rank in list(Rank) and cards == CardCondition(rank=rank, trump=True):
        return f"{Rank(rank).word} of trumps"
    plain = cards in (
        CardCondition(rank=rank, suit=suit),
        CardCondition(rank=rank, printed_suit=suit),
    )
    if not plain or rank not in list(Rank):
        return SPECIAL
    word = Rank(rank).word
    return word if suit is None else f"{word} of {suit}"


def _meant(part: Part) -> Any:
    """What a label speaks of: of a score whose it is, when, and whether it is a loss."""
    if isinstance(part, ScoringRule):
        loss = str(part.amount).startswith("-")
        return part.label, str(part.when), str(part.who), part.moment, part.into, loss
    return part


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number behind it if it is taken."""
    names = (name, *(f"{name} {number}" for number in range(2, 300)))
    return next(found for found in names if found not in taken)


# --- combinations ---------------------------------------------------------------------------------


def _patterns(genome: GameGenome, before: GameGenome) -> GameGenome:
    """Combinations that ask for something else are called something else."""
    known = {pattern.name: _asked(pattern) for pattern in _all(before)}
    taken = {pattern.name for pattern in _all(genome)}
    renamed: dict[str, str] = {}
    for pattern in _all(genome):
        if known.get(pattern.name, _asked(pattern)) != _asked(pattern):
            renamed[pattern.name] = _free(pattern_name(pattern), taken - {pattern.name})
            taken.add(renamed[pattern.name])
    if not renamed:
        return genome

    def name(mention: Mention) -> str:
        return (
            renamed.get(mention.name, mention.name) if mention.kind == "pattern" else mention.name
        )

    return with_names(genome, name)


def _all(genome: GameGenome) -> tuple[HandPattern, ...]:
    evaluation = genome.hand_evaluation
    return (*genome.patterns, *(evaluation.patterns if evaluation else ()))


def _asked(pattern: HandPattern) -> HandPattern:
    """What a combination asks of its cards, without what it is worth."""
    return replace(pattern, name="", rank_priority=0, values=(), tags=(), tie_keys=(), when="true")


def pattern_name(pattern: HandPattern) -> str:
    """What one would call a combination."""
    groups = [name for name, sizes, _ in GROUPS if sizes == pattern.same_rank_groups]
    suited = Attribute.SUIT in pattern.same or pattern.same_suit_count
    if pattern.consecutive or pattern.sequence_length:
        return "Suited Run" if suited else "Run"
    if groups:
        return groups[0]
    if Attribute.RANK in pattern.same:
        return "Set"
    return "Flush" if suited else "Combination"
