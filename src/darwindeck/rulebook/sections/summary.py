"""The rules at a glance, at the end of the book."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.schema import ScoreOp
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Item,
    Path,
    Section,
    Sentence,
    Table,
    of_section,
    strong,
)
from darwindeck.rulebook.english import capitalised
from darwindeck.rulebook.sections.base import item, lowered, row, say
from darwindeck.rulebook.sections.overview import aim, players, teams
from darwindeck.rulebook.sections.scoring import amount_text
from darwindeck.rulebook.words import Words, never_holds

MOST_LINES = 14


def summary_section(words: Words, sections: list[Section]) -> Section | None:
    """What one looks up most, on one page."""
    found = list(_statements(sections))
    items: list[Item] = [
        _entry("Players", [players(words), *teams(words)]),
        _entry("Aim", aim(words)),
        _entry("Deal", _about(found, ("setup", "deal"), ("setup", "cards_per_player"))),
        _course(sections),
        _entry("Following", _joined(_about(found, *_duties(words)))),
        _entry("Winning a trick", _about(found, *_winning(words))[:1]),
        _entry("Cards that score", _about(found, ("card_scoring",))),
        _entry("End", _about(found, ("win_conditions",), ("match", "hands"))),
    ]
    blocks: list[Block] = [Bullets(tuple(entry for entry in items if entry.sentences))]
    table = _scores(words)
    if table is not None:
        blocks.append(table)
    return Section("Summary", tuple(blocks))


def _statements(sections: list[Section]) -> Iterator[Sentence]:
    """The sentences of the rules; the game in a paragraph is summed up anew."""
    for section in sections[1:]:
        yield from of_section(section)


def _entry(title: str, sentences: list[Sentence]) -> Item:
    if not sentences:
        return item(())
    first, *rest = sentences
    text = first.text
    return item([Sentence(f"{strong(title + ':')} {text}", first.sources), *rest])


def _joined(sentences: list[Sentence]) -> list[Sentence]:
    """Several duties as one sentence, in their order."""
    duties = [s for s in sentences if not s.text.startswith(("If you can fulfil", "Otherwise"))]
    if len(duties) < 2:
        return duties
    texts = [lowered(s.text.rstrip(".")) for s in duties]
    sources = tuple(path for s in duties for path in s.sources)
    return [say(f"as far as you can, in this order: {'; '.join(texts)}", *sources)]


def _about(found: list[Sentence], *prefixes: Path) -> list[Sentence]:
    """Sentences whose first source lies under one of the prefixes; tables and examples left out."""
    return [
        sentence
        for sentence in found
        if sentence.sources
        and any(sentence.sources[0][: len(prefix)] == prefix for prefix in prefixes)
        and " | " not in sentence.text
        and "Example:" not in sentence.text
        and not sentence.text.endswith(":")
    ]


def _course(sections: list[Section]) -> Item:
    """The headings of the play, in order."""
    play = next((s for s in sections if s.title in ("Playing a hand", "How to play")), None)
    if play is None or len(play.sections) < 2:
        return item(())
    names = [section.title for section in play.sections if section.title not in _SIDE_MATTERS]
    if len(names) < 2:
        return item(())
    steps = "; ".join(f"{number}. {name}" for number, name in enumerate(names, 1))
    return item([say(f"{strong('Course of a hand:')} {steps}", ("turn_structure", "phases"))])


_SIDE_MATTERS = ("Special cards", "When the stock runs out", "Special cases")


def _tricks(words: Words) -> list[Path]:
    from darwindeck.genome.schema import TrickPhase

    return [path for path, part in words.lexicon.all_parts if isinstance(part, TrickPhase)]


def _duties(words: Words) -> list[Path]:
    return [(*p, f) for p in _tricks(words) for f in ("follow", "lead_suit_required", "playable")]


def _winning(words: Words) -> list[Path]:
    return [(*path, "high_card_wins") for path in _tricks(words)]


def _scores(words: Words) -> Table | None:
    """What is scored, without the conditions that the section on scoring gives."""
    rules = [
        (index, rule)
        for index, rule in enumerate(words.genome.scoring_rules or ())
        if rule.label and not never_holds(rule.when) and rule.op is ScoreOp.ADD
    ]
    if not 2 <= len(rules) <= MOST_LINES:
        return None
    rows = [
        row((rule.label, capitalised(amount_text(words, rule))), ("scoring_rules", index))
        for index, rule in rules
    ]
    return Table(("For", "Score"), tuple(rows))
