"""Combinations of cards: what each is, with an example made from its constraints."""

from __future__ import annotations

from darwindeck.english import capitalised, counted, is_plural, join, number_word, uncapitalised
from darwindeck.genome.schema import (
    Declare,
    DeclarePhase,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    TieKey,
)
from darwindeck.rulebook.document import Block, Paragraph, Path, Row, Section, Sentence, Table
from darwindeck.rulebook.sections.base import paragraph, row, say
from darwindeck.rulebook.sections.matching import example_cards, with_wild, with_wrap
from darwindeck.rulebook.sections.shapes import describe
from darwindeck.rulebook.words import Words, tree
from darwindeck.rulebook.words.persons import YOU
from darwindeck.rulebook.words.scene import Scene

_TIES = {
    TieKey.GROUP_RANKS: "the ranks of the groups, larger groups first",
    TieKey.SEQUENCE_TOP: "the highest card of the sequence",
    TieKey.CARD_RANKS: "all cards, from the highest down",
    TieKey.OTHER_CARDS: "the other cards, from the highest down",
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
    return Section("The hands" if hands else "Combinations", tuple(blocks))


# hands that are compared


def _hands(words: Words, evaluation: HandEvaluation) -> list[Block]:
    path: Path = ("hand_evaluation",)
    at = (*path, "method")
    if evaluation.method is HandEvaluationMethod.HIGH_CARD:
        text = "hands are compared by their highest card, then by the next, and so on"
        return paragraph([say(text, at), *_parts(words, evaluation)])
    if evaluation.method is HandEvaluationMethod.CARD_COUNT:
        text = "the hand with the most cards is the best"
        return paragraph([say(text, at), *_parts(words, evaluation)])
    if evaluation.method is not HandEvaluationMethod.PATTERN_MATCH:
        return paragraph(_parts(words, evaluation))
    ordered = sorted(enumerate(evaluation.patterns), key=lambda pair: -pair[1].rank_priority)
    rows: list[Row] = []
    for index, pattern in ordered:
        cells = (
            pattern.name,
            capitalised(describe(words, pattern)),
            _example(words, pattern),
            capitalised(_tie(pattern)),
        )
        rows.append(row(cells, (*path, "patterns", index)))
    intro: list[Sentence] = []
    sizes = {pattern.required_count for pattern in evaluation.patterns}
    if len(sizes) == 1 and (size := sizes.pop()) is not None:
        paths = [(*path, "patterns", index, "required_count") for index, _ in ordered]
        intro.append(say(f"a hand is made up of {number_word(size)} cards", *paths))
    intro += _parts(words, evaluation)
    text = (
        "the hands are listed from the best to the worst, and a hand counts as the first of them "
        "that fits it; the last column says what decides between two hands of one kind"
    )
    intro.append(say(text, at, (*path, "patterns")))
    table = Table(("Hand", "What it is", "Example", "Between equals"), tuple(rows))
    after = []
    wraps = [i for i, p in ordered if p.sequence_wrap and TieKey.SEQUENCE_TOP in p.tie_keys]
    if wraps:
        order = words.lexicon.sequence_order
        top = words.lexicon.rank_name(order[-1]) if order else "highest rank"
        paths = [(*path, "patterns", index, "tie_keys") for index in wraps]
        text = f"in a sequence in which the {top} stands below the lowest rank, it counts as low"
        after.append(say(text, *paths))
    return [Paragraph(tuple(intro)), table, *paragraph(after)]


def _parts(words: Words, evaluation: HandEvaluation) -> list[Sentence]:
    """Where the cards of a hand come from."""
    if not evaluation.parts:
        return []
    path: Path = ("hand_evaluation", "parts")
    scene = Scene()
    found = []
    for part in evaluation.parts:
        place = words.zones.zone(tree(part.zone), scene)
        many = "the cards" if part.count is None else f"exactly {counted(part.count, 'card')}"
        found.append(f"{many} {place.within}")
    text = f"the best of all the hands counts that can be made of {join(found)}"
    return [say(text, path, *((*path, index) for index in range(len(evaluation.parts))))]


def _tie(pattern: HandPattern) -> str:
    if not pattern.tie_keys:
        return "nothing: they are equal"
    return ", then ".join(_TIES[key] for key in pattern.tie_keys)


# melds and declarations


def _melds(words: Words) -> list[Block]:
    patterns = words.genome.patterns
    labels = list(dict.fromkeys(value.label for p in patterns for value in p.values))
    rows = []
    for index, pattern in enumerate(patterns):
        cells = [
            capitalised(pattern.name.replace("_", " ")),
            capitalised(describe(words, pattern)),
            _example(words, pattern),
            *(_worth(words, pattern, label) for label in labels),
        ]
        rows.append(row(cells, ("patterns", index)))
    columns = [capitalised(label) if label else "Worth" for label in labels]
    head = ("Name", "Cards", "Example", *columns)
    named = "these combinations of cards have a name:"
    if len(patterns) == 1:
        named = "this combination of cards has a name:"
    intro = say(named, ("patterns",))
    return [Paragraph((intro,)), Table(head, tuple(rows)), *paragraph(_tags(words))]


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
        names = [uncapitalised(words.genome.patterns[i].name.replace("_", " ")) for i in members]
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
        if one in names:
            text = f"a card counts in only one of these: {listed}"
        found.append(say(text, *paths))
    if found and words.lexicon.has(DeclarePhase, Declare):
        shared: list[Path] = [("patterns", i, "tags") for i in range(len(words.genome.patterns))]
        text = "if cards can be grouped in several ways, the way that is worth most counts"
        found.append(say(text, *shared))
    if len(tags) > 1 and len(found) > 1:
        every: list[Path] = [
            ("patterns", index, "tags") for index in range(len(words.genome.patterns))
        ]
        found.append(say("a card may count in combinations of different groups", *every))
    return found


def _with_article(name: str) -> str:
    return name if is_plural(name) else f"the {name}"


def _example(words: Words, pattern: HandPattern) -> str:
    cards = example_cards(words, pattern)
    if not cards:
        return "–"
    texts = [" ".join(words.lexicon.card_symbol(card) for card in cards)]
    for other in (with_wild(words, pattern, cards), with_wrap(words, pattern)):
        if other:
            texts.append(" ".join(words.lexicon.card_symbol(card) for card in other))
    return " or ".join(texts)
