"""Combinations of cards: whether this deck can ever show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.betting import BettingPhase, ShowdownMethod, ShowdownPhase
from darwindeck.genome.schema.patterns import HandEvaluationMethod, HandPart, HandPattern, TieKey
from darwindeck.genome.schema.selectors import Attribute
from darwindeck.genome.validation.facts import Facts


def patterns_can_be_matched(facts: Facts) -> Iterator[Problem]:
    if not facts.cards:
        return
    for path, pattern in facts.all(HandPattern):
        yield from _within_itself(pattern, path)
        yield from _with_this_deck(facts, pattern, path)


def least_size(pattern: HandPattern) -> int:
    """The least number of cards that can match."""
    return max(
        [
            1,
            pattern.required_count or 0,
            pattern.min_size or 0,
            pattern.same_suit_count or 0,
            sum(pattern.same_rank_groups or ()),
            pattern.sequence_length or 0,
            len(pattern.exact),
            len(set(pattern.required_ranks or ())),
            unit_size(pattern),
        ]
    )


def unit_size(pattern: HandPattern) -> int:
    """The cards of one unit with what is attached to it; 0 if there are none."""
    if pattern.sequence_of is None:
        return 0
    return pattern.sequence_of + (pattern.attached or 0) * (pattern.attached_of or 1)


def most_size(pattern: HandPattern) -> int | None:
    """The greatest number of cards that can match, if it is stated."""
    stated = [
        size
        for size in (pattern.required_count, pattern.max_size, len(pattern.exact) or None)
        if size is not None
    ]
    return min(stated, default=None)


def _contradiction(path: Path, pattern: HandPattern, message: str) -> Problem:
    return Problem("pattern-contradiction", path, f"Pattern '{pattern.name}': {message}")


def _within_itself(pattern: HandPattern, path: Path) -> Iterator[Problem]:
    most = most_size(pattern)
    needs = {
        "min_size": pattern.min_size,
        "same_suit_count": pattern.same_suit_count,
        "sequence_length": pattern.sequence_length,
        "natural_min": pattern.natural_min,
        "required_ranks": len(set(pattern.required_ranks or ())),
        "required_count": pattern.required_count,
        "exact": len(pattern.exact),
    }
    for field, size in needs.items():
        if most is not None and size is not None and size > most:
            yield _contradiction(
                (*path, field), pattern, f"{field} asks for {size} cards, but at most {most} match"
            )
    for attribute in pattern.same:
        if attribute in pattern.different and least_size(pattern) > 1:
            yield _contradiction(
                (*path, "different"),
                pattern,
                f"its cards cannot have the same {attribute.value} and different ones",
            )
    if (pattern.consecutive or (pattern.sequence_length or 0) > 1) and (
        Attribute.RANK in pattern.same
    ):
        yield _contradiction((*path, "same"), pattern, "cards of one rank are no sequence")
    yield from _units(pattern, path, most)
    if (pattern.sum is None) != (pattern.sum_of is None):
        yield _contradiction((*path, "sum"), pattern, "sum and sum_of belong together")
    if pattern.sum is not None and pattern.wild is not None:
        yield _contradiction((*path, "wild"), pattern, "wild cards add up to nothing")
    if pattern.wild is None and pattern.wild_max:
        yield _contradiction((*path, "wild_max"), pattern, "wild_max is given, but no wild cards")
    if TieKey.SEQUENCE_TOP in pattern.tie_keys and not (
        pattern.sequence_length or pattern.consecutive or pattern.sequence_of
    ):
        yield _contradiction((*path, "tie_keys"), pattern, "there is no sequence to compare")


_BESIDE_UNITS = (
    "required_count",
    "same_suit_count",
    "same_rank_groups",
    "sequence_length",
    "required_ranks",
    "same",
    "different",
    "consecutive",
    "exact",
    "sum",
)
"""What is not said of a combination that is made of units."""


def _units(pattern: HandPattern, path: Path, most: int | None) -> Iterator[Problem]:
    if pattern.sequence_of is None:
        for field in ("attached", "attached_of", "at_most_one"):
            if getattr(pattern, field):
                yield _contradiction(
                    (*path, field), pattern, f"{field} is given, but no sequence_of"
                )
        return
    for field in _BESIDE_UNITS:
        if getattr(pattern, field) not in (None, (), False):
            yield _contradiction(
                (*path, field), pattern, f"{field} does not go with sequence_of, which says it all"
            )
    if pattern.attached_of is not None and not pattern.attached:
        yield _contradiction((*path, "attached_of"), pattern, "nothing is attached")
    if pattern.at_most_one and pattern.wild is not None:
        yield _contradiction(
            (*path, "at_most_one"), pattern, "wild cards could be any of the ranks of at_most_one"
        )
    if most is not None and most < unit_size(pattern):
        yield _contradiction(
            (*path, "max_size"),
            pattern,
            f"one unit has {unit_size(pattern)} cards, but at most {most} match",
        )


def _impossible(path: Path, pattern: HandPattern, message: str) -> Problem:
    return Problem("pattern-impossible", path, f"Pattern '{pattern.name}': {message}")


def _with_this_deck(facts: Facts, pattern: HandPattern, path: Path) -> Iterator[Problem]:
    deck = len(facts.cards)
    least = least_size(pattern)
    if least > deck:
        yield _impossible(path, pattern, f"it takes {least} cards, but the deck has {deck}")
    wild = _wild_cards(facts, pattern)
    allowed = facts.masks.every if pattern.cards is None else facts.possible(pattern.cards)
    ranks, suits = facts.by_rank_and_suit(allowed)
    yield from _groups(pattern, path, ranks, wild)
    yield from _unit_of_rank(pattern, path, ranks, wild)
    most_in_suit = max(suits.values(), default=0) + wild
    if (pattern.same_suit_count or 0) > most_in_suit:
        yield _impossible(
            (*path, "same_suit_count"),
            pattern,
            f"{pattern.same_suit_count} cards of a suit, but no suit has more than {most_in_suit}",
        )
    yield from _shared(pattern, path, ranks, suits, wild)
    yield from _sequence(facts, pattern, path)
    yield from _exact(facts, pattern, path, wild)


def _wild_cards(facts: Facts, pattern: HandPattern) -> int:
    """How many wild cards a match may have."""
    if pattern.wild is None:
        return 0
    there = facts.number(facts.masks.named(pattern.wild)[1])
    return there if pattern.wild_max is None else min(there, pattern.wild_max)


def _exact(facts: Facts, pattern: HandPattern, path: Path, wild: int) -> Iterator[Problem]:
    """Each condition takes a card of its own: equal ones need as many copies."""
    asked = Counter(facts.possible(condition) for condition in pattern.exact)
    for mask, times in asked.items():
        if mask and times > facts.number(mask) + wild:
            yield _impossible(
                (*path, "exact"),
                pattern,
                f"the same card is asked for {times} times, but there are {facts.number(mask)}",
            )


def _groups(pattern: HandPattern, path: Path, ranks: Counter[str], wild: int) -> Iterator[Problem]:
    groups = sorted(pattern.same_rank_groups or (), reverse=True)
    sizes = sorted(ranks.values(), reverse=True)
    lacking = 0
    for index, group in enumerate(groups):
        lacking += max(0, group - (sizes[index] if index < len(sizes) else 0))
    if lacking > wild:
        yield _impossible(
            (*path, "same_rank_groups"),
            pattern,
            f"groups of {', '.join(map(str, groups))} of a rank, but the deck has at most "
            f"{', '.join(map(str, sizes[: len(groups)])) or 'none'}",
        )


def _shared(
    pattern: HandPattern, path: Path, ranks: Counter[str], suits: Counter[str], wild: int
) -> Iterator[Problem]:
    least = least_size(pattern)
    for attribute, counts in ((Attribute.RANK, ranks), (Attribute.SUIT, suits)):
        most = max(counts.values(), default=0) + wild
        if attribute in pattern.same and least > most:
            yield _impossible(
                (*path, "same"),
                pattern,
                f"{least} cards of one {attribute.value}, but no {attribute.value} has more "
                f"than {most}",
            )
        if attribute in pattern.different and least > len(counts) + wild:
            yield _impossible(
                (*path, "different"),
                pattern,
                f"{least} cards of different {attribute.value}s, but there are {len(counts)}",
            )


def _unit_of_rank(
    pattern: HandPattern, path: Path, ranks: Counter[str], wild: int
) -> Iterator[Problem]:
    sizes = {"sequence_of": pattern.sequence_of, "attached_of": pattern.attached_of}
    most = max(ranks.values(), default=0) + wild
    for field, size in sizes.items():
        if size is not None and size > most:
            yield _impossible(
                (*path, field),
                pattern,
                f"{size} cards of one rank, but no rank has more than {most}",
            )


def _sequence(facts: Facts, pattern: HandPattern, path: Path) -> Iterator[Problem]:
    length = pattern.sequence_length or (least_size(pattern) if pattern.consecutive else 0)
    rankings = facts.genome.rankings
    if not length or rankings == ():
        return
    orders = [ranking.sequence or ranking.plain for ranking in rankings or ()]
    longest = max((len(order) for order in orders), default=len(facts.ranks))
    if length > longest + (1 if pattern.sequence_wrap else 0):
        yield _impossible(
            (*path, "sequence_length" if pattern.sequence_length else "consecutive"),
            pattern,
            f"a sequence of {length}, but the order has {longest} ranks",
        )


def patterns_say_something(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    for index, pattern in enumerate(genome.patterns):
        if pattern == HandPattern(
            pattern.name,
            pattern.rank_priority,
            values=pattern.values,
            tags=pattern.tags,
            when=pattern.when,
            tie_keys=pattern.tie_keys,
            any_size=pattern.any_size,
        ):
            yield Problem(
                "pattern-says-nothing",
                ("patterns", index),
                f"Pattern '{pattern.name}' has no constraint: any cards would match",
            )
    evaluation = genome.hand_evaluation
    if evaluation is None:
        return
    if evaluation.method is HandEvaluationMethod.PATTERN_MATCH and not evaluation.patterns:
        yield Problem(
            "empty-list",
            ("hand_evaluation", "patterns"),
            "PATTERN_MATCH needs at least one pattern",
        )
    at: Path = ("hand_evaluation",)
    yield from _parts_differ(evaluation.parts, (*at, "parts"))
    paths: list[Path] = [(*at, "patterns", index) for index in range(len(evaluation.patterns))]
    yield from _priorities_differ(evaluation.patterns, [(*path, "rank_priority") for path in paths])
    if evaluation.lowest:
        yield from _one_size(evaluation.patterns, (*at, "lowest"))


def shares_make_sense(facts: Facts) -> Iterator[Problem]:
    """What else is wrong with the shares of the pot: each compares hands by patterns of its own, or
    by those of the hand evaluation."""
    evaluation = facts.genome.hand_evaluation
    if evaluation is None or not evaluation.shares:
        return
    at: Path = ("hand_evaluation", "shares")
    decided = [
        *(phase.showdown_method for _, phase in facts.all(BettingPhase)),
        *(phase.method for _, phase in facts.all(ShowdownPhase)),
    ]
    if ShowdownMethod.HAND_EVALUATION not in decided:
        message = "No showdown by `hand_evaluation` parts the pot"
        yield Problem("contradicting-evaluation", at, message)
    known = {pattern.name: pattern for pattern in facts.genome.patterns}
    for index, share in enumerate(evaluation.shares):
        path: Path = (*at, index)
        named = tuple(known[name] for name in share.patterns if name in known)
        if not share.label:
            yield Problem("bad-name", (*path, "label"), "What takes this share needs a name")
        if not share.patterns and evaluation.method is not HandEvaluationMethod.PATTERN_MATCH:
            yield Problem(
                "contradicting-evaluation",
                (*path, "patterns"),
                "The share has no patterns, and the hand evaluation has none it could use: its "
                f"method is `{evaluation.method.value}`",
            )
        for place, name in enumerate(share.patterns):
            if name in share.patterns[:place]:
                message = f"The pattern '{name}' is listed twice"
                yield Problem("duplicate-name", (*path, "patterns", place), message)
        places: list[Path] = [(*path, "patterns", place) for place in range(len(named))]
        yield from _priorities_differ(named, places)
        if share.lowest:
            yield from _one_size(named or evaluation.patterns, (*path, "lowest"))
        yield from _parts_differ(share.parts, (*path, "parts"))
        for place, rank in enumerate(share.ranks):
            if rank in share.ranks[:place]:
                message = f"The rank '{rank}' is listed twice"
                yield Problem("duplicate-name", (*path, "ranks", place), message)


def _parts_differ(parts: tuple[HandPart, ...], path: Path) -> Iterator[Problem]:
    zones: set[str] = set()
    for index, part in enumerate(parts):
        if part.zone in zones:
            yield Problem(
                "same-cards-twice",
                (*path, index, "zone"),
                f"`{part.zone}` is part of the hand already",
            )
        zones.add(part.zone)


def _priorities_differ(patterns: tuple[HandPattern, ...], paths: list[Path]) -> Iterator[Problem]:
    seen: dict[int, str] = {}
    for path, pattern in zip(paths, patterns, strict=True):
        if pattern.rank_priority in seen:
            yield Problem(
                "equal-priority",
                path,
                f"Pattern '{pattern.name}' has the priority {pattern.rank_priority} of "
                f"'{seen[pattern.rank_priority]}': which is better is not said",
            )
        seen[pattern.rank_priority] = pattern.name


def _one_size(patterns: tuple[HandPattern, ...], path: Path) -> Iterator[Problem]:
    """The lowest hand is looked for among choices of as many cards."""
    sizes = {pattern.required_count for pattern in patterns}
    if len(sizes) > 1:
        found = ", ".join("all" if size is None else str(size) for size in sorted(sizes, key=str))
        yield Problem(
            "contradicting-evaluation",
            path,
            "The lowest hand wins, but patterns are made of different numbers of cards "
            f"(`required_count`: {found})",
        )
