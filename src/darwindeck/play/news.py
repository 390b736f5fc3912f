"""What happened, told to one player as somebody at the table would tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from darwindeck.english import capitalised, counted, join, second_person, third_person
from darwindeck.genome.schema import (
    CapturePhase,
    ClaimPhase,
    DiscardPhase,
    Location,
    MeldPhase,
    Owner,
    Phase,
    PileKey,
    PlayPhase,
)
from darwindeck.simulation import Event, EventKind, Game
from darwindeck.simulation.events import Spot
from darwindeck.simulation.moves import MoveKind

MOST_LISTED = 12
"""If more cards go from one pile to another, only their number is told."""

_SILENT = {EventKind.TURN, EventKind.SHUFFLED}
"""What need not be said."""
_SHOWN_BY_EVENTS = {
    MoveKind.CARD,
    MoveKind.DONE,
    MoveKind.TAKE,
    MoveKind.BUILD,
    MoveKind.DECLARE,
    MoveKind.CHALLENGE,
}
"""Decisions that need no telling, since what comes of them is told."""
_STAKES = {MoveKind.BET, MoveKind.MATCH}
"""Decisions that say themselves that chips are paid."""
_VERBS: dict[type[Phase], str] = {
    PlayPhase: "play",
    CapturePhase: "play",
    DiscardPhase: "discard",
    MeldPhase: "meld",
    ClaimPhase: "lay",
}
"""What is done with cards that go from a hand to where phases of a kind put them."""


class News:
    """Tells what happened to the player of one seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.labels = game.labels
        self.seat = seat
        self.name = game.seats[seat]
        self._verb = self._verbs()
        self._single = {
            str(zone.name)
            for zone in game.labels.zones
            if zone.owner is Owner.TABLE and zone.piles is PileKey.ONE
        }
        """Zones of the table that are one pile each."""
        self._beneath = {str(zone.name): zone.beneath for zone in game.labels.zones}

    def _verbs(self) -> dict[str, str]:
        """What is done with cards that go from a hand to a zone, where that is always the same."""
        found: dict[str, set[str]] = {}
        for phase in self.labels.phases:
            verb = _VERBS.get(type(phase))
            if verb is not None:
                target = self.labels.zone_of(str(getattr(phase, "target", Location.TABLEAU)))[0]
                put = isinstance(phase, DiscardPhase) and target != Location.DISCARD
                found.setdefault(target, set()).add("put" if put else verb)
        return {zone: verbs.pop() for zone, verbs in found.items() if len(verbs) == 1}

    def lines(self, events: Sequence[Event], forced: bool = False) -> Iterator[str]:
        """What happened, a line for each thing worth a line.

        `forced` says that the player's own move among it was the only one.
        """
        dealing = False
        dealt: list[Event] = []
        announced = ""
        """A decision that need not be told if what comes of it says the same."""
        last = ""
        for event in [*_worth_telling(events), None]:
            if event is not None and event.kind is EventKind.HAND:
                dealing = True
            elif dealing and event is not None and _is_dealt(event):
                dealt.append(event)
                continue
            elif dealt:
                yield from self._deal(dealt)
                dealt.clear()
                dealing = False
            said = capitalised(self._said(event)) if event is not None else ""
            if forced and event is not None and self._is_own(event, said):
                said, forced = f"{said} (you have no choice)", False
            if announced and (said or event is None):
                if announced.split()[:2] != said.split()[:2]:
                    yield announced
                announced = ""
            if event is not None and event.move and event.move.kind is MoveKind.OPTION:
                announced = said
            elif said:
                # A card of several played together may say again who has a role.
                again = event is not None and event.kind is EventKind.ROLE and said == last
                if not again:
                    yield said
            last = said

    def _is_own(self, event: Event, said: str) -> bool:
        """Whether a line tells of the player's own move."""
        spots = (event.source, event.target)
        moved = all(spot is not None and spot.owner is None for spot in spots)
        return said.startswith("You ") or (moved and bool(said))

    def _said(self, event: Event) -> str:
        if event.kind in _SILENT:
            return ""
        if event.kind is EventKind.DECISION and event.move is not None:
            if event.move.kind in _SHOWN_BY_EVENTS:
                return ""
            return self._decides(event.seat, event.move.text)
        if event.kind is EventKind.CARDS:
            return self._moved(event)
        if event.kind is EventKind.SHOWN and event.cards:
            return self._shown(event)
        return self._to_you(event.text)

    # --- cards -----------------------------------------------------------------------------------

    def _deal(self, dealt: Sequence[Event]) -> Iterator[str]:
        """The deal in a line; what the hand holds is seen anyway."""
        hands = {e.target.owner: e.count for e in dealt if e.target and e.target.owner is not None}
        counts = set(hands.values())
        if len(counts) == 1 and len(hands) == len(self.labels.seats) > 1:
            yield f"Everybody gets {counted(counts.pop(), 'card')}"
        else:
            for seat, count in hands.items():
                yield capitalised(self._does(seat, f"get {counted(count, 'card')}"))
        for event in dealt:
            if event.target and event.target.zone in self._single and event.cards:
                verb = "is" if event.count == 1 else "are"
                yield f"{capitalised(self._cards(event))} {verb} turned up"

    def _moved(self, event: Event) -> str:
        """Cards that went from one place to another."""
        source, target, cards = event.source, event.target, self._cards(event)
        if source is None or target is None or source.label == "the trick":
            return ""  # who takes a trick has been told
        if target.label == "the trick" and source.owner is not None:
            return self._does(source.owner, f"play {cards}{'' if event.cards else ' face down'}")
        if target.zone == Location.HAND and target.owner is not None:
            if source.zone == Location.HAND and source.owner is not None:
                to = self.labels.seat(target.owner)
                own = target.owner == self.seat
                return self._does(
                    source.owner, f"give you {cards}" if own else f"give {cards} to {to}"
                )
            if source.zone == Location.DECK:
                return self._does(target.owner, f"draw {cards}")
            return self._does(target.owner, f"take {cards} from {self._own(source, target.owner)}")
        if source.zone == Location.HAND and source.owner is not None:
            return self._does(source.owner, self._put(event, cards))
        if source.zone == self._beneath.get(target.zone):
            return f"{cards} {'is' if event.count == 1 else 'are'} turned up on {target.label}"
        if event.count > MOST_LISTED:
            way = f"from {source.label} to {target.label}"
            return self._to_you(f"{counted(event.count, 'card')} go {way}")
        return self._to_you(event.text)

    def _shown(self, event: Event) -> str:
        """Cards that everybody got to see where they lie."""
        assert event.target is not None, "cards lie somewhere"
        if event.target.zone == Location.HAND and event.target.owner is not None:
            return self._does(event.target.owner, f"show {self._cards(event)}")
        verb = "is" if event.count == 1 else "are"
        return f"{self._cards(event)} {verb} shown in {self._your(event.target.label)}"

    def _put(self, event: Event, cards: str) -> str:
        """What somebody does with cards of their hand."""
        assert event.target is not None, "cards go somewhere"
        hidden = "" if event.cards else " face down"
        verb = self._verb.get(event.target.zone, "put")
        if verb != "put":
            return f"{verb} {cards}{hidden}"
        owner = None if event.source is None else event.source.owner
        where = f"{self.labels.onto(event.target.zone)} {self._own(event.target, owner)}"
        return f"put {cards}{hidden} {where}"

    def _cards(self, event: Event) -> str:
        """The cards of an event, as far as they were seen."""
        seen = [self.labels.card_text(card) for card in event.cards]
        hidden = event.count - len(seen)
        if not hidden:
            return " ".join(seen)
        rest = counted(hidden, "other card" if seen else "card")
        return join([" ".join(seen), rest]) if seen else ("a card" if hidden == 1 else rest)

    # --- who -------------------------------------------------------------------------------------

    def _decides(self, seat: int | None, what: str) -> str:
        """A decision in the words in which it was offered to whoever made it."""
        if seat != self.seat:
            what = what.replace("yourself", "themselves").replace("your ", "their ")
            what = re.sub(rf"\b{self.name}\b(?! and)", "you", what)
        return self._does(seat, what)

    def _does(self, seat: int | None, what: str) -> str:
        if seat == self.seat:
            return f"you {'do ' if what.startswith('not ') else ''}{what}"
        name = "nobody" if seat is None else self.labels.seat(seat)
        return f"{name} {third_person(what)}"

    def _own(self, spot: Spot, seat: int | None) -> str:
        """A place in a sentence about what somebody does."""
        if spot.owner is not None and spot.owner == seat != self.seat:
            return spot.label.replace(f"{self.labels.seat(seat)}'s ", "their ")
        return self._your(spot.label)

    def _your(self, label: str) -> str:
        label = label.replace(f"{self.name}'s ", "your ")
        return re.sub(rf"\bby {self.name}\b(?! and)", "by you", label)

    def _to_you(self, text: str) -> str:
        """Words about everybody, in which the player is "you"."""
        text = self._your(text)
        if text.startswith(f"{self.name}: "):
            return f"you{text.removeprefix(self.name)}"
        if not text.startswith(f"{self.name} "):
            text = re.sub(rf": {self.name} deals$", ": you deal", text)
            return re.sub(rf" challenges {self.name}:", " challenges you:", text)
        verb, space, rest = text.removeprefix(f"{self.name} ").partition(" ")
        return f"you {second_person(verb)}{space}{rest}" if verb != "and" else text


def _is_dealt(event: Event) -> bool:
    return (
        event.kind is EventKind.CARDS
        and event.source is not None
        and event.source.zone == Location.DECK
    )


def _worth_telling(events: Sequence[Event]) -> list[Event]:
    """What others do not say already; cards that are shown in one place are one event."""
    told: list[Event] = []
    decision: Event | None = None
    trick_won = False
    for event in events:
        if event.kind in (EventKind.DECISION, EventKind.HAND):
            decision, trick_won = event, False
        trick_won = trick_won or event.kind is EventKind.TRICK
        last = told[-1] if told else None
        if last is not None and _are_shown_together(last, event):
            told[-1] = replace(last, cards=last.cards + event.cards, count=last.count + event.count)
        elif not (_follows(event, decision) or (trick_won and _is_gathered(event))):
            told.append(event)
    return told


def _are_shown_together(one: Event, other: Event) -> bool:
    shown = one.kind is other.kind is EventKind.SHOWN and one.cards and other.cards
    return bool(shown) and one.target == other.target


def _follows(event: Event, decision: Event | None) -> bool:
    """Whether a decision says that this comes of it."""
    if event.kind is EventKind.NAMED and decision is not None and decision.move is not None:
        return event.text.split()[0].lower() in decision.move.text.lower().split()
    move = decision.move if decision is not None and decision.seat == event.seat else None
    if move is None:
        return False
    if event.kind is EventKind.CHIPS:
        return event.amount < 0 and move.kind in _STAKES
    return event.kind is EventKind.SITS_OUT and move.kind is MoveKind.FOLD


def _is_gathered(event: Event) -> bool:
    """Whether cards go to those that were won, which need not be said of a trick."""
    if event.kind is not EventKind.CARDS or event.source is None or event.target is None:
        return False
    return event.target.zone == Location.CAPTURED != event.source.zone
