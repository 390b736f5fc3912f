"""Melding and declaring combinations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.english import a, join, number_word, plural, singular
from darwindeck.genome.expressions import Number
from darwindeck.genome.schema import (
    Announce,
    Contest,
    ContestScores,
    ContestSide,
    ContestTie,
    DeclarePhase,
    LayOff,
    MeldPhase,
    PileKey,
)
from darwindeck.rulebook.document import Item, Path, Sentence
from darwindeck.rulebook.sections.base import item, only_if, say
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.words import holds_always, tree
from darwindeck.rulebook.words.persons import THEY, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.zones import Place

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter


def _names(writer: PlayWriter, patterns: tuple[str, ...]) -> list[str]:
    return [writer.words.lexicon.pattern_name(name) for name in patterns]


def meld(writer: PlayWriter, phase: MeldPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    scene = actor.later if not actor.person.is_you else actor.scene
    target = words.zones.zone(tree(phase.target), scene)
    source = words.zones.zone(tree(phase.source), scene)
    names = _names(writer, phase.patterns)
    kinds = join([name if _plural(name) else a(name) for name in names], "or")
    place = "the table" if target.plural or target.on else target.text
    if phase.automatic:
        what = join([plural(name) for name in names], "and")
        deed = f"lay down all {what} in {source.text}, face up"
        if target.label != what:
            deed += f", among {target.text}"
        return item([say(actor.must(deed, prefix), path, (*path, "target"))])
    deed = ", or ".join(_meld_deeds(writer, phase, kinds, place, source, target, scene))
    text = actor.must(deed, prefix) if phase.mandatory else actor.may(deed, prefix)
    fields = ("new_melds", "lay_off", "with_top_of")
    sentences = [say(text, path, *((*path, name) for name in fields))]
    if phase.lay_off is not LayOff.NONE:
        one = singular(target.label)
        text = f"a {one} that is added to must still be {kinds}"
        sentences.append(say(text, (*path, "lay_off")))
        by_rank = target.spec is not None and target.spec.piles is PileKey.BY_RANK
        if phase.new_melds and by_rank:
            text = f"there is never more than one {one} of a rank in {target.text}"
            sentences.append(say(text, path))
    sentences = writer.once(sentences)
    if not holds_always(phase.after):
        clause = words.conditions.clause(tree(phase.after), actor.scene)
        text = f"this is allowed {only_if(clause)}"
        sentences.append(say(text, (*path, "after")))
    return item(sentences)


def _meld_deeds(
    writer: PlayWriter,
    phase: MeldPhase,
    kinds: str,
    place: str,
    source: Place,
    target: Place,
    scene: Scene,
) -> list[str]:
    """What a player may lay, and where."""
    top = ""
    if phase.with_top_of is not None:
        pile = writer.words.zones.zone(tree(phase.with_top_of), scene)
        top = f"the top card of {pile.text}"
    deeds = []
    if phase.new_melds:
        if top:
            deeds.append(f"lay on {place} {kinds} made of {top} and cards from {source.text}")
        else:
            deeds.append(f"lay {kinds} from {source.text} on {place}")
    if phase.lay_off is not LayOff.NONE:
        own = phase.lay_off is LayOff.OWN
        if target.plural:
            whose = f"one of {target.text}" if own else f"any of the {target.label} on the table"
        else:
            whose = target.text if own else f"any {target.label}"
        what = (
            f"{top} and cards from {source.text}"
            if top and "picked_from" in str(phase.after)
            else f"{top}, alone or with cards from {source.text},"
            if top
            else f"cards from {source.text}"
        )
        deeds.append(f"add {what} to {whose}")
    return deeds


def _plural(name: str) -> bool:
    return name.endswith("s") and not name.endswith("ss")


def declare(writer: PlayWriter, phase: DeclarePhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    if phase.announce is Announce.ON_LAST_CARD and tree(phase.when) == tree("trick == 1"):
        # What is held from the first trick on is heard of when it is played.
        prefix = ""
    names = _names(writer, phase.patterns)
    what = join([plural(name) for name in names], "and")
    group = _group_name(writer, phase.patterns)
    what = group or what
    one = a(_one_of(group)) if group else join([a(name) for name in names], "or")
    own = "your" if actor.person.is_you else "their"
    some = f"{'all' if phase.automatic else 'any'} {what}"
    the, they_are = f"the {what}", "they are"
    if _only_one(phase):
        some = the = f"one {_one_of(group)}" if group else one
        they_are = "it is"
    how = {
        Announce.NOW: f"show {some} in {own} hand",
        Announce.LAID_OUT: f"lay out {some} of {own} hand",
        Announce.CLASS_ONLY: (
            f"announce {the} in {own} hand, saying of what kind {they_are} but not which cards"
            if len(names) > 1
            else f"announce {the} in {own} hand, without saying which cards"
        ),
        Announce.ON_LAST_CARD: (f"announce {one} as the last of its cards is played"),
    }[phase.announce]
    if _only_one(phase) and phase.limit is not None and phase.limit.side is ContestSide.TEAM:
        how += f", unless another player of {own} side has just done so"
    text = actor.must(how, prefix) if phase.automatic else actor.may(how, prefix)
    sentences = [say(text, path, (*path, "patterns"), (*path, "announce"))]
    if phase.announce is Announce.NOW:
        sentences.append(say(f"the cards then go back into {own} hand", path))
    if phase.announce is Announce.LAID_OUT:
        before = "you" if actor.person.is_you else "them"
        text = f"the cards stay face up before {before} but still belong to {own} hand"
        sentences.append(say(text, (*path, "announce")))
    sentences += _limit(writer, phase, path, actor)
    sentences += _extensions(writer, phase, path)
    if phase.automatic:
        sentences.append(say(f"nobody may keep silent about {one}", (*path, "automatic")))
    if phase.shown_when is not None and phase.announce is Announce.CLASS_ONLY:
        occasion = (
            "as they play their first card"
            if holds_always(phase.shown_when)
            else f"{words.conditions.occasion(tree(phase.shown_when), actor.scene)}, "
            "as they play their card"
        )
        sentences.append(
            say(
                f"{occasion}, the players whose {what} score show them",
                (*path, "shown_when"),
            )
        )
    if phase.contest is not None:
        sentences += _contest(writer, phase.contest, (*path, "contest"), what, phase.patterns)
    return item(sentences)


def _limit(writer: PlayWriter, phase: DeclarePhase, path: Path, actor: Actor) -> list[Sentence]:
    """How many combinations may be declared at a time."""
    if phase.limit is None:
        return []
    if _only_one(phase):
        writer.words.told.unsaid.append((*path, "limit"))
        return _largest(phase, path)
    count = tree(phase.limit.count)
    most = (
        number_word(count.value)
        if isinstance(count, Number)
        else f"as many as {writer.words.amounts.noun(count, actor.scene)}"
    )
    who = "a side" if phase.limit.side is ContestSide.TEAM else "a player"
    if who == "a player" and actor.person.is_you:
        who = "you"
    text = f"{who} may declare no more than {most} of them at a time"
    return [say(text, (*path, "limit")), *_largest(phase, path)]


def _only_one(phase: DeclarePhase) -> bool:
    """Whether everybody who is asked chooses one combination."""
    one = phase.limit is not None and tree(phase.limit.count) == Number(1)
    return one and not phase.automatic and phase.announce is not Announce.ON_LAST_CARD


def _largest(phase: DeclarePhase, path: Path) -> list[Sentence]:
    if phase.limit is None or not phase.limit.largest:
        return []
    text = "one that is part of a larger one may not be declared by itself"
    return [say(text, (*path, "limit", "largest"))]


def _extensions(writer: PlayWriter, phase: DeclarePhase, path: Path) -> list[Sentence]:
    """Combinations that may take up one declared before."""
    found = []
    for index, one in enumerate(phase.extensions):
        name, before = _names(writer, (one.pattern, one.of))
        text = (
            f"{a(name)} may be made with the cards of {a(before)} declared earlier, together with "
            "others; both then count"
        )
        found.append(say(text, (*path, "extensions", index)))
    return found


def _group_name(writer: PlayWriter, patterns: tuple[str, ...]) -> str:
    """What some combinations are called together, if they are all of a tag or all there are."""
    known = writer.words.lexicon.patterns
    if len(patterns) < 2:
        return ""
    if set(patterns) == set(known):
        return "combinations"
    tags = {tag for name in patterns if name in known for tag in known[name].tags}
    for tag in sorted(tags):
        if {p.name for p in known.values() if tag in p.tags} == set(patterns):
            return writer.words.lexicon.tag_name(tag)
    whole = [
        (writer.words.lexicon.tag_name(tag), members)
        for tag in sorted(tags)
        if (members := {p.name for p in known.values() if tag in p.tags}) <= set(patterns)
    ]
    if whole and set().union(*(members for _, members in whole)) == set(patterns):
        return join([name for name, _ in whole])
    return ""


def _one_of(group: str) -> str:
    """One of some combinations: "sequence or four" of "sequences and fours"."""
    return " or ".join(singular(kind) for kind in group.split(" and "))


def _order_of_tops(writer: PlayWriter) -> str:
    """By which order the top cards of combinations compare, where there are several."""
    rankings = writer.genome.rankings or ()
    if any(r.sequence and r.sequence != r.plain for r in rankings):
        return ", in the order of sequences,"
    return ", in the order of a plain suit," if any(r.trump for r in rankings) else ""


def _better_kinds(
    writer: PlayWriter, patterns: tuple[str, ...], what: str, path: Path
) -> list[Sentence]:
    """The kinds from the best down; those of one priority are of one kind."""
    groups: dict[int, list[str]] = {}
    for name in patterns:
        pattern = writer.words.lexicon.patterns.get(name)
        if pattern is not None:
            named = writer.words.lexicon.pattern_name(name)
            groups.setdefault(pattern.rank_priority, []).append(named)
    if len(groups) < 2:
        return []
    kinds = [join(groups[p], "or") for p in sorted(groups, reverse=True)]
    order = f"from the best to the worst, the {what} are: {'; '.join(kinds)}"
    names = [p.name for p in writer.genome.patterns]
    paths: list[Path] = [
        ("patterns", names.index(name), "rank_priority") for name in patterns if name in names
    ]
    return [say(order, path, *paths)]


def _contest(
    writer: PlayWriter, contest: Contest, path: Path, what: str, patterns: tuple[str, ...]
) -> list[Sentence]:
    side = "side" if contest.side is ContestSide.TEAM and writer.words.lexicon.teams else "player"
    one = _one_of(what)
    it = Person("it") if side == "side" else THEY
    scores = it.does(f"score all {it.own} {what}")
    if contest.winner_scores is ContestScores.BEST:
        scores = it.does(f"score that {one} alone")
    that = "that" if side == "side" else "who"
    better = f"with the higher top card{_order_of_tops(writer)}"
    if contest.by is not None:
        worth = writer.words.lexicon.table_label(contest.by)
        better = f"whose cards are worth more {worth} together"
    kinds = _better_kinds(writer, patterns, what, path)
    equal = " that are equal in this" if kinds else ""
    sentences = [
        say(
            f"only the {side} {that} has the best {one} scores for them: {scores}",
            path,
            (*path, "side"),
            (*path, "winner_scores"),
        ),
        *kinds,
        say(f"of two {what}{equal}, the one {better} is better", path),
    ]
    if contest.trumps_first:
        sentences.append(
            say("if those are equal too, one in trumps is better", (*path, "trumps_first"))
        )
    tie = {
        ContestTie.EARLIER_SEAT: (
            "if nothing else decides, the one of the player who comes earlier in turn after the "
            "dealer is better"
        ),
        ContestTie.BOTH: "if nothing decides between them, both score",
        ContestTie.NEITHER: "if nothing decides between them, neither scores",
    }[contest.ties]
    sentences.append(say(tie, (*path, "ties")))
    return sentences
