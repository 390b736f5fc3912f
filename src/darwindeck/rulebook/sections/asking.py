"""That nobody learns from a question what somebody holds."""

from __future__ import annotations

from darwindeck.genome.privacy import Privacy
from darwindeck.genome.schema import CallPhase, CardCondition, DiscardPhase, Phase
from darwindeck.rulebook.document import Path, Sentence
from darwindeck.rulebook.sections.base import say
from darwindeck.rulebook.words import Words, holds_always, never_holds

DECLINE = "whoever may do something but is unable to simply declines, and need not say why"
"""What is said of questions in general; it is no rule of one game."""


def asked_in_any_case(words: Words) -> list[Sentence]:
    """What players say who could do nothing, where there is something they may do or leave."""
    privacy = Privacy(words.genome)
    asks = [
        path
        for path, part in words.lexicon.all_parts
        if isinstance(part, Phase) and not never_holds(part.when) and _asks(privacy, part)
    ]
    if not asks:
        return []
    return [say(DECLINE, *_outermost(asks))]


def _asks(privacy: Privacy, phase: Phase) -> bool:
    """Whether somebody may be asked in a phase who can only decline."""
    if not privacy.hushed(phase):
        return False
    if isinstance(phase, CallPhase):
        # Where passing is one of the calls it can always be said.
        return privacy.private(phase.when)
    if isinstance(phase, DiscardPhase):
        return phase.cards not in (None, CardCondition()) or not holds_always(phase.after)
    return True


def _outermost(paths: list[Path]) -> list[Path]:
    """Those that do not lie in another one."""
    found: list[Path] = []
    for path in paths:
        if not any(path[: len(other)] == other for other in found):
            found.append(path)
    return found
