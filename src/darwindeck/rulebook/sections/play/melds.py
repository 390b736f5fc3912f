"""Melding and declaring combinations."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from darwindeck.rulebook.english import a, join, plural, singular
from darwindeck.rulebook.sections.base import item, say
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.words import holds_always, tree

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter


def _names(patterns: tuple[str, ...]) -> list[str]:
    return [name.replace("_", " ") for name in patterns]


def meld(writer: PlayWriter, phase: MeldPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    scene = actor.later if not actor.person.is_you else actor.scene
    target = words.zones.zone(tree(phase.target), scene)
    source = words.zones.zone(tree(phase.source), scene)
    names = _names(phase.patterns)
    kinds = join([name if _plural(name) else a(name) for name in names], "or")
    place = "the table" if target.plural or target.on else target.text
    if phase.automatic:
        what = join([plural(name) for name in names], "and")
        deed = f"lay down all {what} in {source.text}, face up"
        return item([say(actor.must(deed, prefix), path)])
    sentences: list[Sentence] = []
    deeds = []
    if phase.new_melds:
        deeds.append(f"lay {kinds} from {source.text} on {place}")
    if phase.lay_off is not LayOff.NONE:
        whose = {
            LayOff.OWN: f"one of {target.text}",
            LayOff.ANY: f"any of the {target.label} on the table",
        }[phase.lay_off]
        if not target.plural:
            whose = target.text if phase.lay_off is LayOff.OWN else f"any {target.label}"
        deeds.append(f"add cards from {source.text} to {whose}")
    deed = join(deeds, "or")
    text = actor.must(deed, prefix) if phase.mandatory else actor.may(deed, prefix)
    sentences.append(say(text, path, (*path, "new_melds"), (*path, "lay_off")))
    if phase.lay_off is not LayOff.NONE:
        sentences.append(
            say(
                f"a {singular(target.label)} that is added to must still be {kinds}",
                (*path, "lay_off"),
            )
        )
    if (
        phase.new_melds
        and target.spec is not None
        and target.spec.piles is PileKey.BY_RANK
        and phase.lay_off is not LayOff.NONE
    ):
        sentences.append(
            say(
                f"there is never more than one {singular(target.label)} of a rank in "
                f"{target.text}",
                path,
            )
        )
    if phase.with_top_of is not None:
        pile = words.zones.zone(tree(phase.with_top_of), scene)
        sentences.append(
            say(
                f"the top card of {pile.text} must be one of the cards laid down",
                (*path, "with_top_of"),
            )
        )
    if not holds_always(phase.after):
        clause = words.conditions.clause(tree(phase.after), actor.scene)
        sentences.append(say(f"this is allowed only if {clause} when it is done", (*path, "after")))
    return item(writer.once(sentences))


def _plural(name: str) -> bool:
    return name.endswith("s") and not name.endswith("ss")


def declare(writer: PlayWriter, phase: DeclarePhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    names = _names(phase.patterns)
    what = join([plural(name) for name in names], "and")
    if len(names) > 4:
        tags = {tag for name in phase.patterns for tag in words.lexicon.patterns[name].tags[:1]}
        what = plural(tags.pop().replace("_", " ")) if len(tags) == 1 else "combinations"
    one = join([a(name) for name in names], "or") if len(names) <= 4 else a(singular(what))
    own = "your" if actor.person.is_you else "their"
    how = {
        Announce.NOW: f"show all {what} in {own} hand",
        Announce.CLASS_ONLY: (
            f"announce the {what} in {own} hand, saying only of what kind they are and not which cards"
        ),
        Announce.ON_LAST_CARD: (
            f"announce {one} as the last of its cards is played"
        ),
    }[phase.announce]
    text = actor.must(how, prefix) if phase.automatic else actor.may(how, prefix)
    sentences = [say(text, path, (*path, "patterns"), (*path, "announce"))]
    if phase.announce is Announce.NOW:
        sentences.append(say(f"the cards then go back into {own} hand", path))
    if phase.automatic:
        sentences.append(say(f"nobody may keep {one} silent", (*path, "automatic")))
    if phase.shown_when is not None and phase.announce is Announce.CLASS_ONLY:
        occasion = words.conditions.occasion(tree(phase.shown_when), actor.scene)
        sentences.append(
            say(
                f"{occasion}, as they play their card, the players whose {what} score show them",
                (*path, "shown_when"),
            )
        )
    if phase.contest is not None:
        sentences += _contest(writer, phase.contest, (*path, "contest"), what)
    return item(sentences)


def _contest(writer: PlayWriter, contest: Contest, path: Path, what: str) -> list[Sentence]:
    side = "side" if contest.side is ContestSide.TEAM and writer.words.lexicon.teams else "player"
    one = singular(what)
    scores = (
        f"scores all its {what}" if side == "side" else f"scores all their {what}"
    )
    if contest.winner_scores is ContestScores.BEST:
        scores = f"scores that {one} alone"
    sentences = [
        say(
            f"only the {side} that has the best {one} {scores}; "
            f"the other {'side scores' if side == 'side' else 'players score'} none",
            path,
            (*path, "side"),
            (*path, "winner_scores"),
        ),
        say(f"of two {what} of one kind, the one with the higher top card is better", path),
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
