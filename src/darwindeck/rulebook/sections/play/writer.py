"""Writes phases: finds out who acts, and gives each phase to the handler of its kind."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from darwindeck.english import capitalised, participle, uncapitalised
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number
from darwindeck.genome.expressions.simplify import TRUE
from darwindeck.genome.schema import (
    AssignRole,
    BettingPhase,
    BlockPhase,
    BuildPhase,
    CallPhase,
    CapturePhase,
    ChoicePhase,
    ClaimPhase,
    DeclarePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    GameGenome,
    MeldPhase,
    Move,
    PassPhase,
    Phase,
    PlayPhase,
    RepeatPhase,
    ShowdownPhase,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.genome.schema import Call as CallOfPlayer
from darwindeck.rulebook.document import Item, Paragraph, Path, Sentence, strong
from darwindeck.rulebook.sections.play import (
    betting,
    calls,
    melds,
    order,
    playing,
    transfers,
    tricks,
)
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.words import Words, never_holds, tree
from darwindeck.rulebook.words.conditions import conjunction
from darwindeck.rulebook.words.persons import YOU, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import flat

Handler = Callable[["PlayWriter", Any, Path, Actor], Item]

HANDLERS: dict[type[Phase], Handler] = {
    BettingPhase: betting.betting,
    BlockPhase: order.block,
    BuildPhase: transfers.build,
    CallPhase: calls.call,
    CapturePhase: transfers.capture,
    ChoicePhase: order.choice,
    ClaimPhase: transfers.claim,
    DeclarePhase: melds.declare,
    DiscardPhase: transfers.discard,
    DoPhase: order.do,
    DrawPhase: transfers.draw,
    MeldPhase: melds.meld,
    PassPhase: transfers.pass_cards,
    PlayPhase: playing.play,
    RepeatPhase: order.repeat,
    ShowdownPhase: betting.showdown,
    TrickPhase: tricks.trick,
    TurnsPhase: order.turns,
}

UNABLE = ("If you cannot, go on with the next step", "If you cannot, you pass")
"""How it is told what becomes of those who cannot do what a phase asks for."""
LEADS = Binary("==", Name("turn"), Name("leader"))
"""That whoever acts is the leader of the trick."""
ADDRESSED = (CallPhase, RepeatPhase, ChoicePhase, BlockPhase, TurnsPhase)
"""Phases that speak to "you" when everybody goes through them."""


@dataclass(frozen=True)
class PlayWriter:
    """Writes the phases of one game; for what lies inside a phase, another writer takes over."""

    words: Words
    scene: Scene = Scene()
    """Where in the course of the game the phase stands that is being written."""
    leading: Person | None = None
    """Who acts, where only the leader of the trick does."""
    goes_on: bool = False
    """Whether the turn goes on after the phase that is being written."""
    repeats: bool = False
    """Whether what is being written is done again and again."""
    in_turns: bool = False
    """Whether players take turns, so that everybody's turn comes again."""
    is_option: bool = False
    """Whether the phase that is being written is one of several that may be chosen."""

    given: tuple[Node, ...] = ()
    """What has been said already of when some phases take place."""
    given_to: tuple[Phase, ...] = ()
    """The phases of which it has been said."""

    @property
    def genome(self) -> GameGenome:
        return self.words.genome

    def at(self, **scene: Any) -> PlayWriter:
        """The writer of what happens in a scene that differs from this one."""
        return replace(self, scene=replace(self.scene, **scene))

    def phase(self, phase: Phase, path: Path, outer: Actor | None) -> Item | None:
        """What a phase says; None if it can never happen."""
        late = [at for at, _ in self.words.lexicon.late_tricks.values()]
        if never_holds(phase.when) or path in late:
            return None
        inside = self.at(phase=_phase_name(phase), play_is_over=self.words.told.tricks)
        actor = inside.actor(phase, outer)
        if LEADS in flat("and", tree(phase.when)):
            inside = replace(inside, leading=actor.person)
        written = HANDLERS[type(phase)](inside, phase, path, actor)
        actor = replace(actor, at=replace(actor.at, play_is_over=self.words.told.tricks))
        scene = actor.scene if actor.person.is_you else actor.later
        # After a word on who cannot, what follows is for those who can.
        unable = written.sentences[-1:] and written.sentences[-1].text.startswith(UNABLE)
        lead = "if you can" if unable and not written.blocks and scene.turn.is_you else ""
        afterwards = self.words.actions.sentences(phase.then, (*path, "then"), scene, lead)
        if afterwards:
            written = self.appended(written, afterwards)
        return written

    def appended(self, entry: Item, sentences: list[Sentence]) -> Item:
        """The sentences at the end of what a phase says."""
        if entry.blocks:
            return Item(entry.sentences, (*entry.blocks, Paragraph(tuple(sentences))))
        return Item((*entry.sentences, *sentences))

    def once(self, sentences: list[Sentence]) -> list[Sentence]:
        """Sentences that need not be said a second time: what is new of them.

        What is left out hands its sources on to the sentence before it.
        """
        kept: list[Sentence] = []
        for sentence in sentences:
            if sentence.text in self.words.told.sentences and kept:
                before = kept[-1]
                kept[-1] = Sentence(before.text, (*before.sources, *sentence.sources))
                continue
            kept.append(sentence)
            if len(kept) > 1:
                self.words.told.sentences.add(sentence.text)
        return kept

    def step(self, phase: Phase, path: Path, outer: Actor) -> Item | None:
        """A phase as a point of a list, with its heading before it."""
        written = self.phase(phase, path, outer)
        if written is None or not phase.label or not written.sentences:
            return written
        first, *rest = written.sentences
        heading = strong(f"{capitalised(phase.label)}.")
        titled = Sentence(f"{heading} {first.text}", (*first.sources, (*path, "label")))
        return Item((titled, *rest), written.blocks)

    def actor(self, phase: Phase, outer: Actor | None) -> Actor:
        """Who acts in the phase."""
        return replace(self._actor(phase, outer), at=self.scene)

    def _actor(self, phase: Phase, outer: Actor | None) -> Actor:
        scene = self.scene if outer is None else replace(outer, at=self.scene).scene
        alone = self.genome.player_count == 1 and self.genome.house is None
        if phase.who is None:
            if outer is not None:
                return outer
            if alone:
                return Actor()
            start = self.words.seats.seat(tree("left(dealer)"), scene)
            return self._everybody(phase, f"beginning with {start.name}")
        node, start_at = self.words.seats.start_of(tree(phase.who), scene)
        beginning = f"beginning with {start_at.name}" if start_at is not None else ""
        leads = LEADS in flat("and", tree(phase.when))
        if outer is not None and (node == Name("turn") or (node == Name("leader") and leads)):
            return outer
        if node == Name("each"):
            if alone:
                return Actor()
            start = self.words.seats.seat(tree("left(dealer)"), scene)
            return self._everybody(phase, beginning or f"beginning with {start.name}")
        person = self.words.seats.seat(node, scene)
        match node:
            case Call("where", (Name("each"), condition)) if Binary(
                "==", Call("number", (node,)), Number(1)
            ) in flat("and", tree(phase.when)):
                # The phase takes place only if there is one such player.
                person = Person(f"the player {self.words.seats.relative(condition, scene)}")
            case Call("where", (Name("each"), Name(flag) as state)) if (
                flag in self.words.books.held_by_one
            ):
                person = Person(f"the player {self.words.seats.relative(state, scene)}")
        if person.plural and not person.is_you and not person.quantified:
            person = Person(f"each of {person.name}", quantified=True)
        elif person.side and not person.quantified:
            person = Person(f"each player of {person.name}", quantified=True)
        return Actor(person, beginning, outer.person if outer is not None else None)

    def _everybody(self, phase: Phase, beginning: str) -> Actor:
        if isinstance(phase, ADDRESSED):
            return Actor(YOU, beginning)
        return Actor(Person("each player", quantified=True), beginning)

    def prefix(self, phase: Phase, actor: Actor) -> str:
        """The condition of a phase, as the beginning of a sentence."""
        asked = tree(phase.when)
        if any(phase is other for other in self.given_to):
            left = [part for part in flat("and", asked) if part not in self.given]
            asked = conjunction(left) if left else TRUE
        if asked == TRUE:
            return ""
        done = self._just_done(phase)
        if done:
            return f"if {actor.person.does(f'have {done}')}, "
        if (shown := self._turned_up(phase)) is not None:
            return f"{self.words.conditions.occasion(shown, actor.condition)}, "
        return f"{self.words.conditions.occasion(asked, actor.condition)}, "

    def _just_done(self, phase: Phase) -> str:
        """What the same player may have said right before, where a phase asks whether somebody has
        the role that it gives, and nobody else can have it: "robbed the pack"."""
        parts = dict(self.words.lexicon.all_parts)
        here = next((path for path, part in parts.items() if part is phase), ())
        match tree(phase.when):
            case Call("set", (Name(role),)) if here and isinstance(here[-1], int) and here[-1]:
                before = parts.get((*here[:-1], here[-1] - 1))
                if not isinstance(before, CallPhase) or before.who != phase.who:
                    return ""
                said = [call for call in before.calls if AssignRole(role, "turn") in call.do]
                if len(said) == 1 and self._only_now(role, here, said[0]):
                    return participle(said[0].label)
        return ""

    def _only_now(self, role: str, here: Path, said: CallOfPlayer) -> bool:
        """Whether a role is given for the first time right before a phase: it was not given before,
        or only together with all the cards of a pile that must not be empty here."""
        parts = self.words.lexicon.all_parts
        given = [at for at, p in parts if isinstance(p, AssignRole) and p.role == role]
        earlier = [at for at in given if at < (*here[:-1], int(here[-1]) - 1)]
        taken = {action.source for action in said.do if _takes_all(action)}
        around = [p for at, p in parts if isinstance(p, Phase) and here[: len(at)] == at]
        asked = {node for p in around for node in flat("and", tree(p.when))}
        there = {zone for zone in taken if tree(f"size({zone}) == 1") in asked}
        known = dict(parts)
        return all(
            any(_takes_all(known[(*at[:-1], n)], there) for n in range(int(at[-1])))
            for at in earlier
        )

    def _turned_up(self, phase: Phase) -> Node | None:
        """What the one card that the deal has turned up is, where the first phase asks for one such
        card in its pile."""
        deal = self.genome.setup.deal or ()
        if phase is not self.genome.turn_structure.phases[0]:
            return None
        match tree(phase.when):
            case Binary("==", Call("count", (Name(zone), cards)), Number(1)) if (
                sum(sum(step.packets) for step in deal if step.zone == zone) == 1
            ):
                return Binary("==", Call("count", (Call("top", (Name(zone),)), cards)), Number(1))
        return None


def _takes_all(action: object, sources: Collection[str] | None = None) -> TypeGuard[Move]:
    """Whether all cards of a pile (one of some) go into the hand of whoever acts."""
    if not isinstance(action, Move) or action.count is not None or action.target != "hand":
        return False
    return sources is None or action.source in sources


def _phase_name(phase: Phase) -> str:
    if phase.label:
        lower = uncapitalised(phase.label)
        return lower if lower.startswith(("the ", "a ")) else f"the {lower}"
    return {"call": "the calling", "trick": "the trick play", "turns": "the play"}.get(
        phase.kind, "this part of the play"
    )
