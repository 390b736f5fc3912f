"""How many turns a game can have at most, as far as its phases tell."""

from __future__ import annotations

from collections.abc import Iterable

from darwindeck.genome.expressions import Binary, Call, Name, Node, Number
from darwindeck.genome.expressions.simplify import FALSE
from darwindeck.genome.schema import (
    BettingPhase,
    BlockPhase,
    CallPhase,
    ChoicePhase,
    Choose,
    DeclarePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    Move,
    PassPhase,
    Phase,
    Redeal,
    ShowdownPhase,
    SpecialEffect,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnsPhase,
)
from darwindeck.genome.short_forms import forms_turns
from darwindeck.rulebook.document import Path
from darwindeck.rulebook.words import Words, holds_always, never_holds, tree
from darwindeck.rulebook.words.conditions import disjunction
from darwindeck.rulebook.words.trees import flat


def most_turns(words: Words) -> int | None:
    """More turns than this no game can have; None if nothing in its rules limits them."""
    limits = [limit for limit in (_stated(words), _by_hands(words)) if limit is not None]
    return min(limits, default=None)


MOVES_OF_A_CARD = 1.5
"""How often, at most, a card is moved in an ordinary hand; calls come on top, but are few."""


def out_of_reach(words: Words) -> bool:
    """Whether no game comes to the number of turns at which it would be broken off."""
    most = most_turns(words)
    limit = words.genome.max_turns
    if most is not None and most < limit:
        return True
    if _stated(words) is not None:
        return False
    match = words.genome.match
    hands = match.hands if match is not None and match.hands is not None else 1
    return limit >= hands * len(words.lexicon.cards) * MOVES_OF_A_CARD


LONG = 200
"""So many turns of a hand nobody counts: an end after more of them is there for hands that lead to
nothing."""


def too_long(condition: Node) -> tuple[int | None, Node]:
    """After how many turns a play that leads to nothing is broken off, and what else ends it."""
    most: int | None = None
    rest: list[Node] = []
    for part in flat("or", condition):
        match part:
            case Binary(">=", Name("turns"), Number(turns)) if turns >= LONG:
                most = turns
            case _:
                rest.append(part)
    if most is None:
        return None, condition
    return most, disjunction(rest) if rest else FALSE


def turn_word(words: Words) -> str:
    """What is counted as turns: alone one makes moves."""
    return "moves" if words.genome.player_count == 1 else "turns"


def won_by(words: Words) -> Path | None:
    """The turns of a patience that end as soon as the game is won, if nothing comes after them."""
    genome = words.genome
    match genome.win_conditions:
        case (win,) if genome.player_count == 1 and holds_always(win.when):
            asked = tree(win.who)
        case _:
            return None
    last = len(genome.turn_structure.phases) - 1
    phase = genome.turn_structure.phases[last]
    match asked:
        case Call("where", (_, condition)) if (
            isinstance(phase, TurnsPhase)
            and win.trigger_mode is TriggerMode.THRESHOLD_GATE
            and too_long(tree(phase.until))[1] == condition
        ):
            return ("turn_structure", "phases", last)
    return None


def _stated(words: Words) -> int | None:
    """A number of turns after which the rules themselves end the game."""
    conditions = [win.when for win in words.genome.win_conditions if win.when is not None]
    conditions += [p.until for _, p in words.lexicon.all_parts if isinstance(p, TurnsPhase)]
    for condition in conditions:
        for node in flat("or", tree(condition)):
            match node:
                case Binary(">=" | ">" | "==", Name("turns"), Number(n)):
                    return n
    return None


def _by_hands(words: Words) -> int | None:
    """All hands of a game with a fixed number of them, if each consists of a few rounds."""
    genome = words.genome
    match, rules = genome.match, genome.game_rules
    again = rules is not None and rules.tie_breaker is TieBreaker.BATTLE
    if match is None or match.hands is None or again or words.lexicon.has(Redeal):
        return None
    if forms_turns(genome.turn_structure.phases):
        return None
    one = _together(words, genome.turn_structure.phases)
    before = _together(words, _setup_phases(words))
    return None if one is None or before is None else match.hands * (one + before)


def _setup_phases(words: Words) -> list[Phase]:
    parts = words.lexicon.all_parts
    return [part for path, part in parts if isinstance(part, Phase) and path[0] == "setup"]


def _together(words: Words, phases: Iterable[Phase]) -> int | None:
    total = 0
    for phase in phases:
        one = _phase(words, phase)
        if one is None:
            return None
        total += one
    return total


def _phase(words: Words, phase: Phase) -> int | None:
    players = words.genome.player_count + (words.genome.house is not None)
    if never_holds(phase.when):
        return 0
    if isinstance(phase, BlockPhase):
        return _together(words, phase.phases)
    if isinstance(phase, ChoicePhase):
        inside = _together(words, phase.options)
        return None if inside is None else players * (1 + inside)
    if isinstance(phase, CallPhase):
        return None if phase.rounds is None else players * phase.rounds
    if isinstance(phase, BettingPhase):
        return None if phase.max_raises is None else players * (phase.max_raises + 2)
    if isinstance(phase, TrickPhase):
        return _tricks(words, phase)
    once = (DeclarePhase, DiscardPhase, DoPhase, DrawPhase, PassPhase, ShowdownPhase)
    return players if isinstance(phase, once) else None


def _tricks(words: Words, phase: TrickPhase) -> int | None:
    """Every card is played once, unless cards come back into hands."""
    if phase.choose is Choose.TOP or str(phase.collect_to).startswith("hand"):
        return None
    path = next(p for p, part in words.lexicon.all_parts if part is phase)
    effects = {p[:2] for p, part in words.lexicon.all_parts if isinstance(part, SpecialEffect)}
    for at, part in words.lexicon.all_parts:
        inside = at[: len(path)] == path or at[:2] in effects
        into_hand = isinstance(part, Move) and str(part.target).startswith("hand")
        if inside and into_hand and isinstance(part, Move) and part.source != "deck":
            return None
    before = _together(words, phase.before_card)
    return None if before is None else len(words.lexicon.cards) * (1 + before)
