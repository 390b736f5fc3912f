"""The rules at a glance, at the end of the book."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.english import capitalised
from darwindeck.genome.schema import DoPhase, ScoreOp, TrickPhase, TurnsPhase
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
from darwindeck.rulebook.sections.base import item, lowered, row, say
from darwindeck.rulebook.sections.effects import is_event
from darwindeck.rulebook.sections.overview import aim, players, teams
from darwindeck.rulebook.sections.scoring import amount_text
from darwindeck.rulebook.words import Words, never_holds

MOST_LINES = 14
MOST_EFFECTS = 8


def summary_section(words: Words, sections: list[Section]) -> Section | None:
    """What one looks up most, on one page."""
    found = list(_statements(sections))
    items: list[Item] = [
        _entry("Players", _without([players(words), *teams(words)], " is a game for ")),
        _entry("Aim", _without(aim(words), "The aim is ")),
        _entry("Deal", [s for s in found if _is_deal(s)]),
        _entry("Ranking", _ranking(found)),
        _course(sections),
        _turn(words),
        _entry("Following", _joined(_about(found, *_duties(words)))),
        _entry("Winning a trick", _about(found, *_winning(words))[:1]),
        _entry("Special cards", _special(words, found)[:MOST_EFFECTS]),
        _entry("Cards that score", _about(found, ("card_scoring",))),
        _entry("End", _ending(sections)),
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


def _without(sentences: list[Sentence], opening: str) -> list[Sentence]:
    """The sentences without what the title of the entry says already."""
    if not sentences:
        return []
    first, *rest = sentences
    text = capitalised(first.text.split(opening, 1)[-1])
    return [Sentence(text, first.sources), *rest]


def _special(words: Words, found: list[Sentence]) -> list[Sentence]:
    """What single cards do; what happens with any card at some moment is no matter of cards."""
    effects = words.genome.special_effects
    return [
        sentence
        for sentence in _about(found, ("special_effects",))
        if not is_event(effects[int(sentence.sources[0][1])])
    ]


def _joined(sentences: list[Sentence]) -> list[Sentence]:
    """Several duties as one sentence, in their order."""
    duties = [s for s in sentences if not s.text.startswith(("If you can fulfil", "Otherwise"))]
    if len(duties) == 1 and "must follow suit" in duties[0].text:
        text = "you must follow suit if you can; otherwise you may play any card"
        return [say(text, *duties[0].sources)]
    if len(duties) < 2:
        return duties
    free = [s for s in duties if s.text.startswith("As long as ")]
    texts = [lowered(s.text.rstrip(".")) for s in duties if s not in free]
    sources = tuple(path for s in duties for path in s.sources)
    order = f"as far as you can, in this order: {'; '.join(texts)}"
    return [*free, say(f"otherwise, {order}" if free else order, *sources)]


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


def _ending(sections: list[Section]) -> list[Sentence]:
    """How the game ends, with what introduces several ways."""
    end = next((s for s in sections if s.title == "The end of the game"), None)
    if end is None:
        return []
    return [
        sentence
        for sentence in of_section(end)
        if (
            sentence.sources[0][:1] == ("win_conditions",) and sentence.sources[0][-1:] != ("ties",)
        )
        or sentence.sources[0] == ("match", "hands")
    ]


def _is_deal(sentence: Sentence) -> bool:
    first = sentence.sources[0] if sentence.sources else ()
    step = first[:2] == ("setup", "deal") and len(first) == 3
    return step or first == ("setup", "cards_per_player")


def _ranking(found: list[Sentence]) -> list[Sentence]:
    """The orders of the cards and what is promoted, without what follows from them."""
    kept = []
    for sentence in _about(found, ("rankings",)):
        field = sentence.sources[0][2:3]
        promotion = field == ("promote",) and len(sentence.sources[0]) == 4
        if promotion or field in (("plain",), ("trump",)):
            kept.append(sentence)
    return kept


def _turn(words: Words) -> Item:
    """What a turn is made of, in a few words."""
    for path, part in words.lexicon.all_parts:
        if isinstance(part, TurnsPhase):
            phases = [
                p
                for p in part.phases
                if not isinstance(p, DoPhase) and not never_holds(p.when) and p.who is None
            ]
            deeds = list(dict.fromkeys(words.deeds.deed(phase) for phase in phases))
            if len(deeds) < 2:
                return item(())
            return item([say(f"{strong('A turn:')} {'; '.join(deeds)}", (*path, "phases"))])
    return item(())


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
        if rule.label
        and not never_holds(rule.when)
        and rule.op is ScoreOp.ADD
        and rule.into in ("hand_score", "chips")
    ]
    if not 2 <= len(rules) <= MOST_LINES:
        return None
    rows = [
        row((rule.label, capitalised(amount_text(words, rule))), ("scoring_rules", index))
        for index, rule in rules
    ]
    return Table(("For", "Score"), tuple(rows))
