"""What a phase lets a player do, as a verb phrase: "draw a card", "go out"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from darwindeck.english import join
from darwindeck.genome.schema import (
    BettingPhase,
    BlockPhase,
    BuildPhase,
    CallPhase,
    CapturePhase,
    ChoicePhase,
    ClaimPhase,
    DeclarePhase,
    DiscardPhase,
    DrawPhase,
    MeldPhase,
    Phase,
    PlayPhase,
    RepeatPhase,
    TurnsPhase,
)
from darwindeck.rulebook.words.persons import Scene
from darwindeck.rulebook.words.trees import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words

_WITH_E = (
    "tak mak nam rais giv leav clos exchang chang pil plac mov remov us refus declar challeng trad "
    "captur stak decid shar declin combin choos los announc scor com trumpet complet separat writ "
    "doubl"
).split()


class DeedWords:
    def __init__(self, words: Words) -> None:
        self.words = words

    def deed(self, phase: Phase) -> str:
        """The deed of a phase, in the infinitive."""
        named = infinitive(phase.label)
        if named:
            return named
        if isinstance(phase, BlockPhase | RepeatPhase | TurnsPhase) and phase.phases:
            return self.deed(phase.phases[0])
        if isinstance(phase, ChoicePhase) and phase.options:
            return join([self.deed(option) for option in phase.options], "or")
        if isinstance(phase, DrawPhase) and phase.source != "deck":
            place = self.words.zones.zone(tree(phase.source), Scene())
            if place.is_hand:
                return f"draw a card from {place.text}"
            return f"take the top card of {place.text}" if place.is_stack else f"take {place.text}"
        if isinstance(phase, MeldPhase) and phase.with_top_of is not None:
            scene = Scene()
            place = self.words.zones.zone(tree(phase.with_top_of), scene)
            if not phase.new_melds:
                return f"add the top card of {place.text} to a meld"
            return f"use the top card of {place.text} in a meld"
        if isinstance(phase, CallPhase) and phase.calls:
            return join([call.label for call in phase.calls if not call.is_pass], "or")
        usual: dict[type[Phase], str] = {
            DrawPhase: "draw a card",
            PlayPhase: "play a card",
            DiscardPhase: "discard",
            MeldPhase: "meld",
            CapturePhase: "play a card",
            BuildPhase: "move a card",
            ClaimPhase: "lay down cards",
            DeclarePhase: "declare",
            BettingPhase: "bet",
        }
        return usual.get(type(phase), "act")


def infinitive(label: str) -> str:
    """ "Going out concealed" → "go out concealed"; empty if the label is no such gerund."""
    first, space, rest = label.partition(" ")
    stem = _stem(first)
    if not stem:
        return ""
    rest = re.sub(
        r"\b(and|or) (\w+ing)\b", lambda m: f"{m.group(1)} {_stem(m.group(2)) or m.group(2)}", rest
    )
    return f"{stem}{space}{rest}"


def _stem(gerund: str) -> str:
    word = gerund.lower()
    if not word.endswith("ing") or len(word) < 5:
        return ""
    stem = word[:-3]
    if stem in _WITH_E:
        return f"{stem}e"
    doubled = len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz"
    return stem[:-1] if doubled else stem
