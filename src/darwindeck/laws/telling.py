"""What the rules of a game themselves tell about hidden cards.

Whoever must act if able tells by not acting that they cannot; who holds a card begins; all cards
but trumps are thrown away, and everybody can count them. Such things are rules. Everything else
that others can see must be the same whatever the hidden cards are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from darwindeck.genome.privacy import Privacy, may_decline
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    Award,
    Call,
    CardCondition,
    Change,
    Deal,
    Declare,
    DeclarePhase,
    DoPhase,
    DrawLots,
    Expose,
    FillHands,
    ForEach,
    GameGenome,
    If,
    MeldPhase,
    Moment,
    Move,
    NameSuit,
    Part,
    Pay,
    Phase,
    RepeatPhase,
    Reverse,
    ScoringRule,
    ScoringTrigger,
    Set,
    SetMode,
    SetTrump,
    Show,
    SitOut,
    SpecialEffect,
    Stake,
    TrickPhase,
    TurnsPhase,
    While,
    WinCondition,
)

COURSE = "course"
"""Who acts next, and in what."""

_UNSEEN_MOMENTS = (Moment.DRAWN, Moment.DEALT)
"""Moments at which the cards that a rule speaks of may be hidden."""
_BY_ACTION = {
    Move: "card",
    Deal: "card",
    FillHands: "card",
    Expose: "shown",
    Show: "shown",
    SetTrump: "trump",
    SetMode: "mode",
    NameSuit: "named",
    Award: "scored",
    Stake: "chips",
    Pay: "chips",
    SitOut: "sits_out",
    Reverse: "reversed",
}
"""What is told when an action happens; of all others, how the play goes on."""


class Telling:
    """What the rules of one game tell about hidden cards, as kinds of events.

    Counters and roles are named: `counter x`, `role x`.
    """

    def __init__(self, genome: GameGenome, privacy: Privacy) -> None:
        self.privacy = privacy
        self.kinds: set[str] = set()
        self._phases((*genome.setup.before_deal, *genome.turn_structure.phases), False)
        self._actions(genome.setup.after_deal, False)
        for effect in genome.special_effects:
            self._effect(effect)
        for rule in genome.scoring_rules or ():
            self._scoring(rule)
        for scored in genome.card_scoring or ():
            if scored.trigger is not ScoringTrigger.HAND_END:
                self._tell("scored")
        for win in genome.win_conditions:
            self._win(win)

    def __contains__(self, kind: str) -> bool:
        return kind in self.kinds

    def _tell(self, *kinds: str) -> None:
        self.kinds.update(kinds)

    def _reads(self, part: Part, *names: str) -> bool:
        """Whether an expression among some fields of a part, or all, reads hidden cards."""
        values = (getattr(part, name) for name in names or [field.name for field in fields(part)])
        return any(self.privacy.reads(value) for value in values if isinstance(value, str))

    # --- phases ----------------------------------------------------------------------------------

    def _phases(self, phases: Iterable[Phase], hidden: bool) -> None:
        for phase in phases:
            self._phase(phase, hidden)

    def _phase(self, phase: Phase, hidden: bool) -> None:
        """`hidden`: whether it depends on hidden cards if it takes place at all."""
        depends = hidden or self._reads(phase)
        if depends or (self.privacy.phase(phase) and not may_decline(phase)):
            self._tell(COURSE, "card")
        match phase:
            case DeclarePhase(automatic=True):
                self._tell("declared", "scored")
            case MeldPhase(automatic=True):
                self._tell("card", "scored")
            case TrickPhase():
                self._tell("sits_out")
                self._actions(phase.after_trick, depends)
            case DoPhase():
                self._actions(phase.actions, depends)
        self._actions(phase.then, depends)
        inside = depends if isinstance(phase, RepeatPhase | TurnsPhase) else hidden
        inside = inside or self.privacy.reads(phase.when)
        for field in fields(phase):
            for item in _items(getattr(phase, field.name)):
                if isinstance(item, Phase):
                    self._phase(item, inside)
                elif isinstance(item, Call):
                    self._actions(item.do, False)

    # --- what happens by itself ------------------------------------------------------------------

    def _actions(self, actions: Iterable[Action], hidden: bool) -> None:
        for action in actions:
            self._action(action, hidden)

    def _action(self, action: Action, hidden: bool) -> None:
        match action:
            case If():
                inner = hidden or self.privacy.reads(action.condition)
                self._actions((*action.then, *action.otherwise), inner)
            case While():
                self._actions(action.do, hidden or self.privacy.reads(action.condition))
            case ForEach():
                self._actions(action.do, hidden or self.privacy.reads(action.who))
            case Declare():
                self._tell("declared", "scored")
            case _ if hidden or self._reads(action) or self._picks(action):
                self._happens(action)

    def _picks(self, action: Action) -> bool:
        """Whether an action takes or shows cards of a hidden zone by what they are."""
        match action:
            case Move(source=zone, cards=cards) | Show(zone=zone, cards=cards):
                return cards != CardCondition() and self.privacy.hides(zone)
        return False

    def _happens(self, action: Action) -> None:
        match action:
            case Set() | Change():
                self._tell(f"counter {action.counter}")
            case AssignRole() | DrawLots():
                self._tell(f"role {action.role}", "role")
            case _:
                self._tell(_BY_ACTION.get(type(action), COURSE))

    def _effect(self, effect: SpecialEffect) -> None:
        unseen = effect.moment in _UNSEEN_MOMENTS and effect.cards != CardCondition()
        self._actions(effect.do, unseen or self.privacy.reads(effect.when))

    def _scoring(self, rule: ScoringRule) -> None:
        if rule.moment is not Moment.HAND_END and self._reads(rule):
            self._tell("chips" if rule.into == "chips" else "scored", f"counter {rule.into}")

    def _win(self, win: WinCondition) -> None:
        if self._reads(win, "when", "value"):
            self._tell(COURSE)


def _items(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()
