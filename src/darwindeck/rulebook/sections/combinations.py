"""Combinations of cards: what each is, with an example made from its constraints."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from darwindeck.english import a, capitalised, counted, is_plural, join, number_word
from darwindeck.genome.expressions import Number
from darwindeck.genome.schema import (
    Attribute,
    Declare,
    DeclarePhase,
    HandEvaluation,
    HandEvaluationMethod,
    HandPart,
    HandPattern,
    PlayPhase,
    TieKey,
)
from darwindeck.genome.validation.patterns import least_size, most_size, unit_size
from darwindeck.rulebook.document import (
    COMBINATIONS,
    Block,
    Paragraph,
    Path,
    Row,
    Section,
    Sentence,
    Table,
)
from darwindeck.rulebook.sections.base import paragraph, row, say
from darwindeck.rulebook.sections.matching import example_cards, with_wild, with_wrap
from darwindeck.rulebook.sections.shapes import describe, shared_conditions
from darwindeck.rulebook.words import Words, tree
from darwindeck.rulebook.words.conditions import conjunction
from darwindeck.rulebook.words.persons import YOU
from darwindeck.rulebook.words.scene import Scene

_TIES = {
    TieKey.GROUP_RANKS: "the ranks of the groups, larger groups first",
    TieKey.SEQUENCE_TOP: "the highest card of the sequence",
    TieKey.CARD_RANKS: "all cards, from the highest down",
    TieKey.OTHER_CARDS: "the other cards, from the highest down",
    TieKey.TOP_CARD: "the highest card",
    TieKey.SIZE: "the number of cards",
}


def combinations_section(words: Words) -> Section | None:
    genome = words.genome
    evaluation = genome.hand_evaluation
    blocks: list[Block] = _hands(words, evaluation) if evaluation is not None else []
    if genome.patterns:
        blocks += _melds(words)
    if not blocks:
        return None
    hands = evaluation is not None and evaluation.method is not HandEvaluationMethod.NONE
    return Section("The hands" if hands else COMBINATIONS, tuple(blocks))


# hands that are compared


def _hands(words: Words, evaluation: HandEvaluation) -> list[Block]:
    path: Path = ("hand_evaluation",)
    at = (*path, "method")
    made = _parts(words, evaluation.parts, (*path, "parts"))
    lowest = [say("the lowest hand is the best", (*path, "lowest"))] if evaluation.lowest else []
    shares = [
        block for i in range(len(evaluation.shares)) for block in _share(words, evaluation, i)
    ]
    if evaluation.method is HandEvaluationMethod.HIGH_CARD:
        text = "hands are compared by their highest card, then by the next, and so on"
        return [*paragraph([say(text, at), *lowest, *made]), *shares]
    if evaluation.method is HandEvaluationMethod.CARD_COUNT:
        most = "fewest" if evaluation.lowest else "most"
        text = f"the hand with the {most} cards is the best"
        return [*paragraph([say(text, at, (*path, "lowest")), *made]), *shares]
    if evaluation.method is not HandEvaluationMethod.PATTERN_MATCH:
        return [*paragraph([*lowest, *made]), *shares]
    ordered = sorted(enumerate(evaluation.patterns), key=lambda pair: -pair[1].rank_priority)
    rows: list[Row] = []
    told: list[HandPattern] = []
    for index, pattern in ordered:
        kind = replace(pattern, name="", rank_priority=0, tie_keys=())
        if kind in told:
            # Whatever fits it counts as the one before it.
            words.told.unsaid.append((*path, "patterns", index))
            continue
        told.append(kind)
        cells = (
            capitalised(pattern.name.replace("_", " ")),
            capitalised(describe(words, pattern)),
            _example(words, pattern),
            capitalised(_tie(words, pattern)),
        )
        rows.append(row(cells, (*path, "patterns", index)))
    intro: list[Sentence] = []
    sizes = {pattern.required_count for pattern in evaluation.patterns}
    if len(sizes) == 1 and (size := sizes.pop()) is not None:
        paths = [(*path, "patterns", index, "required_count") for index, _ in ordered]
        intro.append(say(f"a hand is made up of {number_word(size)} cards", *paths))
    intro += made
    text = (
        "the hands are listed from the best to the worst, and a hand counts as the first of them "
        "that fits it; the last column says what decides between two hands of one kind"
    )
    if evaluation.lowest:
        text = (
            "the hands are listed from the highest to the lowest, and a hand counts as the first "
            "of them that fits it; the last column says by what two hands of one kind are compared"
        )
    intro.append(say(text, at, (*path, "patterns")))
    if evaluation.lowest:
        text = "the lowest hand is the best, also of two of one kind"
        intro.append(say(text, (*path, "lowest")))
    table = Table(("Hand", "What it is", "Example", "Between equals"), tuple(rows))
    return [Paragraph(tuple(intro)), table, *shares]


def _share(words: Words, evaluation: HandEvaluation, index: int) -> list[Block]:
    """Another comparison of the same hands, for a share of the pot."""
    share = evaluation.shares[index]
    at: Path = ("hand_evaluation", "shares", index)
    lexicon = words.lexicon
    known = {pattern.name: pattern for pattern in words.genome.patterns}
    named = [known[name] for name in share.patterns if name in known]
    kinds = [_with_article(lexicon.pattern_name(pattern.name)) for pattern in named]
    text = f"hands are compared once more for the {share.label}, which takes a share of the pot"
    found = [say(text, at, (*at, "label"))]
    if evaluation.parts and not share.parts:
        found.append(say("it is made up in the same way, perhaps of other cards", at))
    if kinds:
        text = f"only {join(kinds, 'or')} counts as one"
        if kinds == ["the combination"]:
            text = "only what is shown below counts as one"
        found.append(say(text, (*at, "patterns")))
    found += _parts(words, share.parts, (*at, "parts"))
    if share.ranks:
        order = join([lexicon.rank_name(rank) for rank in share.ranks])
        found.append(say(f"here the ranks go, from the lowest up: {order}", (*at, "ranks")))
    better = "lower" if share.lowest else "higher"
    ties = {_tie(words, pattern) for pattern in named}
    if len(ties) == 1 and (tie := ties.pop()) and named[0].tie_keys:
        text = f"two of them are compared by {tie}; the {better} is the better"
    elif share.lowest:
        text = "the lowest is the best"
    else:
        text = "the highest is the best"
    ties_at: list[Path] = [
        ("patterns", i, "tie_keys") for i, p in enumerate(words.genome.patterns) if p in named
    ]
    found.append(say(text, (*at, "lowest"), *ties_at))
    return paragraph(found)


def _parts(words: Words, parts: tuple[HandPart, ...], path: Path) -> list[Sentence]:
    """Where the cards of a hand come from."""
    if not parts:
        return []
    scene = Scene()
    found = []
    for part in parts:
        place = words.zones.zone(tree(part.zone), scene)
        exact = f"exactly {counted(part.count, 'card')}" if part.count is not None else ""
        found.append(f"{exact} {place.within}" if exact else place.cards)
    text = f"the best of all the hands counts that can be made of {join(found)}"
    return [say(text, path, *((*path, index) for index in range(len(parts))))]


def _tie(words: Words, pattern: HandPattern) -> str:
    if not pattern.tie_keys:
        return "nothing: they are equal"
    suits = any(ranking.suits for ranking in words.genome.rankings or ())
    alone = pattern.tie_keys == (TieKey.CARD_RANKS,)
    alone = alone or (pattern.tie_keys == (TieKey.TOP_CARD,) and not suits)
    if alone and _of_one_rank(pattern):
        return "the rank"
    return ", then ".join(_by_key(words, pattern, key) for key in pattern.tie_keys)


def _by_key(words: Words, pattern: HandPattern, key: TieKey) -> str:
    """By what two hands of one kind are compared."""
    order = words.lexicon.sequence_order
    if key is TieKey.GROUP_RANKS and pattern.sequence_of is not None:
        return _unit_ranks(pattern)
    if key is TieKey.GROUP_RANKS and pattern.same_rank_groups:
        return _group_ranks(pattern.same_rank_groups)
    if key is TieKey.SEQUENCE_TOP and pattern.sequence_wrap and order:
        top, low = (words.lexicon.rank_name(rank) for rank in (order[-1], order[0]))
        return f"{_TIES[key]} ({a(top)} below the {low} counts as low)"
    return _TIES[key]


def _group_ranks(groups: tuple[int, ...]) -> str:
    """ "the rank of the three, then that of the two", "the higher pair, then the lower pair"."""
    names = ["pair" if size == 2 else f"{number_word(size)} of a kind" for size in groups]
    if len(groups) == 1:
        return f"the rank of the {names[0]}"
    if len(groups) == 2 and groups[0] == groups[1]:
        return f"the higher {names[0]}, then the lower {names[1]}"
    if sorted(groups, reverse=True) == list(groups) and len(set(groups)) == len(groups):
        return ", then ".join(
            [f"the rank of the {names[0]}", *(f"that of the {name}" for name in names[1:])]
        )
    return _TIES[TieKey.GROUP_RANKS]


def _of_one_rank(pattern: HandPattern) -> bool:
    """Whether all cards are of the same rank, so that one comparison decides."""
    return most_size(pattern) == 1 or Attribute.RANK in pattern.same


def _unit_ranks(pattern: HandPattern) -> str:
    """The ranks of units in sequence compare as the highest of them does."""
    each, most = pattern.sequence_of or 1, most_size(pattern)
    if most is not None and most < 2 * unit_size(pattern):
        return "the rank" if not pattern.attached else f"the rank of the {number_word(each)} cards"
    units = {1: "cards", 2: "pairs", 3: "triplets"}.get(each, "cards in sequence")
    return "the highest rank" if not pattern.attached else f"the highest rank of the {units}"


# melds and declarations


def _melds(words: Words) -> list[Block]:
    patterns = words.genome.patterns
    labels = list(dict.fromkeys(value.label for p in patterns for value in p.values))
    rows = []
    compared = set(_beaten_by(words))
    for index, pattern in enumerate(patterns):
        cells = [
            capitalised(words.lexicon.pattern_name(pattern.name)),
            capitalised(describe(words, pattern)),
            _example(words, pattern),
            *(_worth(words, pattern, label) for label in labels),
        ]
        if compared:
            tied = pattern.name in compared and pattern.tie_keys
            cells.append(capitalised(_tie(words, pattern)) if tied else "–")
        rows.append(row(cells, ("patterns", index)))
    columns = [capitalised(label) if label else "Worth" for label in labels]
    if compared:
        columns.append("Higher by")
    head = ("Name", "Cards", "Example", *columns)
    named = "these combinations of cards have a name:"
    if len(patterns) == 1:
        named = "this combination of cards has a name:"
    intro = say(named, ("patterns",))
    after = [*_asked_of_all(words), *(_beating(words) if compared else ()), *_tags(words)]
    return [Paragraph((intro,)), Table(head, tuple(rows)), *paragraph(after)]


def _asked_of_all(words: Words) -> list[Sentence]:
    """What all combinations ask for besides their cards, said once."""
    shared = shared_conditions(words)
    if not shared:
        return []
    occasion = words.conditions.occasion(conjunction(shared), words.scene(YOU))
    paths: list[Path] = [("patterns", at, "when") for at in range(len(words.genome.patterns))]
    return [say(f"all of these count only {occasion}", *paths)]


def _beaten_by(words: Words) -> list[str]:
    """The combinations that must beat each other somewhere."""
    plays = [p for _, p in words.lexicon.all_parts if isinstance(p, PlayPhase) and p.beating]
    return list(dict.fromkeys(name for phase in plays for name in phase.together))


def _beating(words: Words) -> list[Sentence]:
    """Which combinations beat which."""
    names = _beaten_by(words)
    patterns = [(i, p) for i, p in enumerate(words.genome.patterns) if p.name in names]
    text = (
        "a combination beats a lower one of the same kind with as many cards; the last column says "
        "what makes one higher"
    )
    if len(patterns) == 1:
        one = a(words.lexicon.pattern_name(patterns[0][1].name))
        text = f"{one} beats a lower one with as many cards; the last column says what makes it so"
    found = [say(text, ("patterns",), *(("patterns", i, "tie_keys") for i, _ in patterns))]
    ladder = _ladder(patterns)
    if ladder:
        first = _with_article(words.lexicon.pattern_name(ladder[0][1].name))
        many = number_word(least_size(ladder[0][1]))
        text = (
            f"of the combinations of {many} cards, from {first} on, each also beats all that stand "
            "above it in the table"
        )
        found.append(say(text, *(("patterns", i, "rank_priority") for i, _ in ladder)))
    for index, pattern in patterns:
        if (index, pattern) in ladder and TieKey.SIZE not in pattern.tie_keys:
            continue
        at: Path = ("patterns", index, "rank_priority")
        name = capitalised(_with_article(words.lexicon.pattern_name(pattern.name)))
        if TieKey.SIZE in pattern.tie_keys:
            text = f"{name} may also beat one with another number of cards"
            found.append(say(text, ("patterns", index, "tie_keys")))
        lower = [p for _, p in patterns if p.rank_priority < pattern.rank_priority]
        if pattern.any_size and len(lower) > 1:
            others = [p for _, p in patterns if p not in lower and p is not pattern]
            but = f" but {_listed(words, others)}" if others else ""
            text = f"{name} beats every other combination{but}, however many cards it has"
            found.append(say(text, at, ("patterns", index, "any_size")))
        elif pattern.any_size and lower:
            text = f"{name} beats {_listed(words, lower)}, however many cards it has"
            found.append(say(text, at, ("patterns", index, "any_size")))
        elif alike := [p for p in lower if _may_be_as_large(p, pattern)]:
            text = f"{name} also beats {_listed(words, alike)}"
            text += "" if _sized(pattern) else " with as many cards"
            found.append(say(text, at))
    return found


def _ladder(patterns: list[tuple[int, HandPattern]]) -> list[tuple[int, HandPattern]]:
    """Several combinations of as many cards in the order in which each beats those before it; empty
    where it is not as plain as that."""
    sizes = [least_size(pattern) for _, pattern in patterns if _sized(pattern)]
    for size in dict.fromkeys(sizes):
        row = [(i, p) for i, p in patterns if _sized(p) and least_size(p) == size]
        loose = [p for _, p in patterns if not _sized(p)]
        heights = [pattern.rank_priority for _, pattern in row]
        rising = all(one < other for one, other in pairwise(heights))
        plain = not any(pattern.any_size for _, pattern in row)
        apart = not any(_may_be_as_large(p, row[0][1]) for p in loose)
        if len(row) > 2 and rising and plain and apart:
            return row
    return []


def _listed(words: Words, patterns: list[HandPattern]) -> str:
    return join([_with_article(words.lexicon.pattern_name(p.name)) for p in patterns])


def _may_be_as_large(one: HandPattern, other: HandPattern) -> bool:
    least = max(least_size(one), least_size(other))
    most = min(most_size(one) or least, most_size(other) or least)
    return least <= most


def _sized(pattern: HandPattern) -> bool:
    return least_size(pattern) == most_size(pattern)


def _worth(words: Words, pattern: HandPattern, label: str) -> str:
    amounts = [
        words.amounts.noun(tree(value.amount), words.scene(YOU))
        for value in pattern.values
        if value.label == label
    ]
    return "; ".join(amounts) or "–"


def _tags(words: Words) -> list[Sentence]:
    """Groups of combinations, each of which uses up its cards."""
    tags: dict[str, list[int]] = {}
    for index, pattern in enumerate(words.genome.patterns):
        for tag in pattern.tags:
            tags.setdefault(tag, []).append(index)
    found = []
    for tag, members in tags.items():
        names = [words.lexicon.pattern_name(words.genome.patterns[i].name) for i in members]
        label = words.lexicon.tag_name(tag)
        one = words.lexicon.one_of(tag, label)
        paths: list[Path] = [("patterns", index, "tags") for index in members]
        paths += words.lexicon.wording_path(tag)
        if len(members) == 1:
            # A group of one combination goes by the name of that.
            words.told.unsaid += paths
            continue
        listed = join([_with_article(name) for name in names])
        text = f"{listed} are {label}; a card counts in only one {one}"
        if not words.lexicon.has(DeclarePhase, Declare):
            text = f"{listed} are {label}"
        elif one in names:
            text = f"a card counts in only one of these: {listed}"
        text += _but_extended(words, {words.genome.patterns[i].name for i in members})
        found.append(say(text, *paths))
    grouped = bool(found)
    if len(tags) > 1 and len(found) > 1:
        every: list[Path] = [
            ("patterns", index, "tags") for index in range(len(words.genome.patterns))
        ]
        found.append(say("otherwise a card may count in more than one combination", *every))
    if grouped and _are_grouped_for_them(words):
        shared: list[Path] = [("patterns", i, "tags") for i in range(len(words.genome.patterns))]
        text = "if cards can be grouped in several ways, the way that is worth most counts"
        found.append(say(text, *shared))
    return found


def _but_extended(words: Words, members: set[str]) -> str:
    """Where it is told which of some combinations may take up the cards of another one."""
    for _, part in words.lexicon.all_parts:
        if isinstance(part, DeclarePhase) and part.label:
            both = [one for one in part.extensions if {one.pattern, one.of} <= members]
            if both:
                return f" (one exception is told under “{part.label}”)"
    return ""


def _are_grouped_for_them(words: Words) -> bool:
    """Whether combinations count that nobody chooses, so that cards could be grouped for the best:
    not where each is declared by itself, nor where no two of a group can share a card."""
    declared = [part for _, part in words.lexicon.all_parts if isinstance(part, DeclarePhase)]
    chosen = all(
        part.limit is not None and (tree(part.limit.count) == Number(1) or part.limit.largest)
        for part in declared
    )
    if not words.lexicon.has(DeclarePhase, Declare) or (declared and chosen):
        return words.lexicon.has(Declare)
    return True


def _with_article(name: str) -> str:
    return name if is_plural(name) else f"the {name}"


def _example(words: Words, pattern: HandPattern) -> str:
    cards = example_cards(words, pattern)
    if not cards:
        return "–"
    texts = [words.lexicon.row_of(cards)]
    for other in (with_wild(words, pattern, cards), with_wrap(words, pattern)):
        if other:
            texts.append(words.lexicon.row_of(other))
    # Rows that have commas in them are set apart by more.
    return ("; or " if any(", " in text for text in texts) else " or ").join(texts)
