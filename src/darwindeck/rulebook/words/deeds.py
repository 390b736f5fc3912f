"""What a phase lets a player do, as a verb phrase: "draw a card", "go out"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.english import a, infinitive, join, plural
from darwindeck.genome.expressions import Call, Number
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
from darwindeck.rulebook.words.trees import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words


class DeedWords:
    def __init__(self, words: Words) -> None:
        self.words = words

    def deed(self, phase: Phase) -> str:
        """The deed of a phase, in the infinitive."""
        named = infinitive(phase.label)
        # That one plays says less than what one may do instead.
        if named and not (named == "play" and isinstance(phase, ChoicePhase)):
            return named
        if isinstance(phase, BlockPhase | RepeatPhase | TurnsPhase) and phase.phases:
            return self.deed(phase.phases[0])
        if isinstance(phase, ChoicePhase) and phase.options:
            deeds = [self.deed(option) for option in phase.options]
            told = list(dict.fromkeys(deed for deed in deeds if deed))
            # "Capture" says "capture a court card" as well.
            whole = [one for one in told if not any(one.startswith(f"{o} ") for o in told)]
            return join(whole, "or")
        if isinstance(phase, DrawPhase) and phase.source != "deck":
            place = self.words.zones.zone(tree(phase.source), self.words.scene())
            one = tree(phase.count) == Number(1)
            if place.is_hand:
                return f"draw {'a card' if one else 'cards'} from {place.text}"
            if tree(phase.count) == Call("size", (tree(phase.source),)):
                return f"take {place.text}"
            if not one:
                return f"take cards from {place.text}"
            if place.is_stack:
                return f"take the top card of {place.text}"
            return f"take {'' if place.one_card else 'a card from '}{place.text}"
        if isinstance(phase, MeldPhase) and phase.with_top_of is not None:
            scene = self.words.scene()
            place = self.words.zones.zone(tree(phase.with_top_of), scene)
            if not phase.new_melds:
                return f"add the top card of {place.text} to a meld"
            return f"use the top card of {place.text} in a meld"
        if isinstance(phase, MeldPhase) and len(phase.patterns) == 1:
            return f"lay down {plural(self.words.lexicon.pattern_name(phase.patterns[0]))}"
        if isinstance(phase, CallPhase) and phase.calls:
            calls = [call for call in phase.calls if not call.is_pass] or phase.calls
            return join([call.label for call in calls], "or")
        if isinstance(phase, DrawPhase) and tree(phase.count) != Number(1):
            return "draw cards"
        if isinstance(phase, PlayPhase) and tree(phase.max_cards) != Number(1):
            several = isinstance(least := tree(phase.min_cards), Number) and least.value > 1
            if several and 0 < len(phase.together) < 4 and phase.beating is None:
                names = [self.words.lexicon.pattern_name(name) for name in phase.together]
                return f"play {join([a(name) for name in names], 'or')}"
            return "play cards"
        if isinstance(phase, BuildPhase) and all(m.source == "hand" for m in phase.moves):
            return "play a card"
        usual: dict[type[Phase], str] = {
            DrawPhase: "draw a card",
            PlayPhase: "play a card",
            DiscardPhase: "discard",
            MeldPhase: "meld",
            CapturePhase: "play a card",
            BuildPhase: "move a card",
            ClaimPhase: "lay cards face down and claim a rank",
            DeclarePhase: "declare",
            BettingPhase: "bet",
        }
        return usual.get(type(phase), "act")
