"""The play in order, a heading for each labelled phase."""

from __future__ import annotations

import re

from darwindeck.english import capitalised, number_word
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    Moment,
    Phase,
    Scope,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.genome.short_forms import forms_turns
from darwindeck.genome.tree import walk
from darwindeck.rulebook.document import Block, Bullets, Paragraph, Path, Section, Sentence
from darwindeck.rulebook.sections.alike import told_once
from darwindeck.rulebook.sections.base import blocks_of, paragraph, say
from darwindeck.rulebook.sections.effects import edges, effects_section
from darwindeck.rulebook.sections.placing import placed
from darwindeck.rulebook.sections.play import PlayWriter
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.sections.play.order import must_end
from darwindeck.rulebook.sections.terms import definitions
from darwindeck.rulebook.words import Words, holds_always, never_holds, tree
from darwindeck.rulebook.words.persons import YOU
from darwindeck.rulebook.words.states import is_seen

DEFAULT_HEADINGS = {
    "betting": "Betting",
    "build": "The moves",
    "call": "Calling",
    "declare": "Declaring",
    "pass": "Passing cards",
    "showdown": "The showdown",
    "trick": "Tricks",
    "turns": "The turns",
}


def play_section(words: Words, writer: PlayWriter) -> Section:
    """All phases of a hand."""
    phases = words.genome.turn_structure.phases
    if forms_turns(phases):
        blocks: list[Block] = []
        turns = placed(_plain_turns(writer, phases), definitions(words))
        sections = [Section("The turns", tuple(turns))]
    else:
        blocks, sections = _compose(writer, phases, ("turn_structure", "phases"))
    sections += _special_cards(words)
    more = edges(words)
    if more:
        titles = {s.sources[0][1] for s in more if s.sources and len(s.sources[0]) > 1}
        stock = titles <= {"deck_empty_action", "keep_top_discard"}
        title = "When the stock runs out" if stock else "Special cases"
        label = words.lexicon.zones["deck"].label
        title = title.replace("stock", label)
        sections.append(Section(title, tuple(placed(paragraph(more), definitions(words)))))
    told = _announced(words)
    if told:
        sections.append(Section("What everybody is told", tuple(paragraph(told))))
    title = "How to play" if words.lexicon.hand_word == "game" else "Playing a hand"
    return Section(title, tuple(blocks), tuple(sections))


def _special_cards(words: Words) -> list[Section]:
    """What single cards bring about, if anything is left to say of it."""
    special = None if words.told.special_cards else effects_section(words)
    if special is None:
        return []
    words.told.special_cards = True
    return [Section(special.title, tuple(placed(special.blocks, definitions(words))))]


def _is_last_play(words: Words, phases: tuple[Phase, ...], index: int) -> bool:
    """Whether cards are played in a phase and in none after it, so that what single cards bring
    about is told here, before it is presumed."""
    playing = [
        at
        for at, phase in enumerate(phases)
        if any(isinstance(part, TrickPhase | TurnsPhase) for _, part in walk(phase))
    ]
    later = any(effect.moment is Moment.HAND_END for effect in words.genome.special_effects)
    headed = index + 1 < len(phases) and bool(phases[index + 1].label)
    return bool(playing) and playing[-1] == index and headed and not later


def _announced(words: Words) -> list[Sentence]:
    """What the players are told though it rests on cards that not all of them can see, and that
    was not said where it comes about."""
    found = []
    for index, role in enumerate(words.genome.roles):
        given = [
            tree(part.to)
            for _, part in words.lexicon.all_parts
            if isinstance(part, AssignRole) and part.role == role.name
        ]
        if given and all(is_seen(to) for to in given):
            continue
        if role.announced and role.name not in words.told.announced:
            text = f"as soon as somebody is the {role.label}, everybody is told who it is"
            found.append(say(text, ("roles", index, "announced")))
    for index, counter in enumerate(words.genome.counters):
        if counter.announced and counter.name not in words.told.announced:
            whose = {
                Scope.TABLE: "" if not counter.flag else f"the {words.lexicon.hand_word}",
                Scope.SEAT: "a player",
                Scope.TEAM: "a side",
            }[counter.scope]
            if counter.flag:
                what = f"when {whose} is {counter.label}"
            else:
                what = f"the {counter.label}" + (f" of {whose}" if whose else "")
            found.append(say(f"everybody is told {what}", ("counters", index, "announced")))
    return found


def _compose(
    writer: PlayWriter, phases: tuple[Phase, ...], path: Path
) -> tuple[list[Block], list[Section]]:
    """Phases that follow each other: text without a heading, then sections."""
    loose: list[Block] = []
    sections: list[Section] = []
    for index, phase in enumerate(phases):
        found = _phase(writer, phase, (*path, index))
        if found is None:
            continue
        blocks = placed(found.blocks, definitions(writer.words))
        found = Section(found.title, tuple(blocks), found.sections)
        special = []
        if len(path) == 2 and _is_last_play(writer.words, phases, index):
            special = _special_cards(writer.words)
        if found.title:
            sections += [found, *special]
        elif sections:
            last = sections[-1]
            sections[-1] = Section(
                last.title, _and_more(last.blocks, found.blocks), (*last.sections, *found.sections)
            )
        else:
            loose += found.blocks
            sections += found.sections
    return loose, told_once(sections)


_DISCARDS = re.compile(r"(?P<who>.+) discards one card\.")
_MAY_DISCARD = re.compile(r"(?P<who>.+) may discard up to (?P<what>.+)\.")


def _and_more(blocks: tuple[Block, ...], after: tuple[Block, ...]) -> tuple[Block, ...]:
    """Blocks in a row; a discard that somebody must make and further ones that they may, in one
    sentence."""
    match blocks, after:
        case (*before, Paragraph((one,))), (Paragraph((other, *rest)), *later):
            must, may = _DISCARDS.fullmatch(one.text), _MAY_DISCARD.fullmatch(other.text)
            if must and may and must["who"] == may["who"]:
                text = f"{one.text.rstrip('.')}, and may discard up to {_further(may['what'])}"
                whole = re.fullmatch(r"as many cards as (the number of .+), less 1", may["what"])
                if whole:
                    # One of them is discarded already.
                    most = f"as many cards as {whole[1]}"
                    text = f"{may['who']} discards at least one card, and at most {most}"
                few = [number_word(n) for n in range(13)]
                counted = re.fullmatch(r"(\w+) cards", may["what"])
                if counted and counted[1] in few:
                    high = number_word(few.index(counted[1]) + 1)
                    text = f"{may['who']} discards one to {high} cards"
                both = say(text, *one.sources, *other.sources)
                return (*before, Paragraph((both, *rest)), *later)
    return (*blocks, *after)


def _further(what: str) -> str:
    more = re.sub(r"^(\w+) cards$", r"\1 more", what)
    return more.replace("as many cards as ", "as many more as ", 1)


def _phase(writer: PlayWriter, phase: Phase, path: Path) -> Section | None:
    """One phase of a hand as a section; without a heading if it has none."""
    if never_holds(phase.when):
        return None
    inside = len(path) > 3
    title = capitalised(phase.label or ("" if inside else DEFAULT_HEADINGS.get(phase.kind, "")))
    if isinstance(phase, BlockPhase) and phase.who is None:
        return _block(writer, phase, path, title)
    entry = writer.phase(phase, path, None)
    if entry is None:
        return None
    blocks = tuple(blocks_of(entry))
    return Section(title, blocks) if blocks else None


def _block(writer: PlayWriter, phase: BlockPhase, path: Path, title: str) -> Section | None:
    """Phases under one condition or heading; each says for itself who acts."""
    words = writer.words
    lead = []
    if not holds_always(phase.when):
        occasion = words.conditions.occasion(tree(phase.when), words.scene())
        lead.append(say(f"this takes place only {occasion}", (*path, "when")))
    lead += must_end(writer, phase.after, (*path, "after"), Actor(at=words.scene()))
    blocks, sections = _compose(writer, phase.phases, (*path, "phases"))
    after = words.actions.sentences(phase.then, (*path, "then"), words.scene())
    if not blocks and not sections:
        return None
    if not title:
        return Section("", (*paragraph(lead), *blocks, *paragraph(after)), tuple(sections))
    if after and sections:
        last = sections[-1]
        sections[-1] = Section(last.title, (*last.blocks, *paragraph(after)), last.sections)
    elif after:
        blocks += paragraph(after)
    return Section(title, (*paragraph(lead), *blocks), tuple(sections))


def _plain_turns(writer: PlayWriter, phases: tuple[Phase, ...]) -> list[Block]:
    """The short form: moves that stand alone are turns."""
    path: Path = ("turn_structure", "phases")
    first = writer.words.seats.seat(tree("left(dealer)"), writer.scene)
    way = "clockwise" if writer.words.lexicon.clockwise else "counterclockwise"
    items = [
        written
        for at, phase in enumerate(phases)
        if (written := writer.step(phase, (*path, at), Actor(YOU))) is not None
    ]
    lead = say(
        f"the players take turns, going {way} round the table, and {first.name} begins",
        path,
        ("match", "direction"),
    )
    if len(items) == 1:
        return [Paragraph((lead,)), *blocks_of(items[0])]
    return [
        Paragraph((lead, say("a turn goes like this:", path))),
        Bullets(tuple(items), numbered=True),
    ]
