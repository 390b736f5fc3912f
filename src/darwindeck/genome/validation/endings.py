"""Every game, every phase and every loop must be able to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import (
    Change,
    Deal,
    EndHand,
    EndPhase,
    FillHands,
    Move,
    Pay,
    Redeal,
    Set,
    Stake,
)
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.betting import BettingPhase, ShowdownMethod, ShowdownPhase
from darwindeck.genome.schema.calls import CallPhase
from darwindeck.genome.schema.phases import (
    BlockPhase,
    ChoicePhase,
    DoPhase,
    NoOption,
    Phase,
    RepeatPhase,
    TurnsPhase,
)
from darwindeck.genome.schema.things import Life, Location, Scope
from darwindeck.genome.schema.transfers import (
    BuildPhase,
    ClaimPhase,
    DrawPhase,
)
from darwindeck.genome.schema.worth import DeckEmptyAction, ScoringRule, SpecialEffect, TriggerMode
from darwindeck.genome.short_forms import TURN_PHASES, forms_turns
from darwindeck.genome.validation.facts import Facts, is_constant, zone_name

ENDING: frozenset[type[Part]] = frozenset({EndHand, EndPhase, Redeal})


def the_game_ends(facts: Facts) -> Iterator[Problem]:
    match = facts.genome.match
    if facts.genome.win_conditions or (match is not None and match.hands is not None):
        return
    yield Problem(
        "endless-game",
        ("win_conditions",),
        "Nothing ends the game: give a win condition or the number of hands (match.hands)",
    )


def somebody_wins(facts: Facts) -> Iterator[Problem]:
    """Whether the highest or the lowest total wins is never implied."""
    if not facts.genome.win_conditions:
        yield Problem(
            "no-winner",
            ("win_conditions",),
            "Nothing says who wins: there is no win condition",
        )


def pots_are_decided(facts: Facts) -> Iterator[Problem]:
    """Chips that are staked must go to somebody."""
    paid = {pay.pot for _, pay in facts.all(Pay)}
    for path, stake in facts.all(Stake):
        if stake.pot is not None and stake.pot not in paid:
            yield Problem(
                "pot-never-decided",
                (*path, "pot"),
                f"Chips go into '{stake.pot}', but no `pay` ever gives them to anybody",
            )
    betting = [phase.showdown_method for _, phase in facts.all(BettingPhase)]
    showdowns = [phase.method for _, phase in facts.all(ShowdownPhase)]
    if None in paid or any(m is not ShowdownMethod.FOLD_ONLY for m in betting + showdowns):
        return
    staking = [path for path, _ in facts.all(BettingPhase)]
    staking += [path for path, stake in facts.all(Stake) if stake.pot is None]
    for path in staking:
        yield Problem(
            "pot-never-decided",
            path,
            "Chips go into the pot, but no showdown or `pay` ever decides who gets it",
        )


def pots_by_name_hold_chips(facts: Facts) -> Iterator[Problem]:
    """A pot by name is a number of chips of the table that only `stake` and `pay` change."""
    pots = {counter.name for counter in facts.genome.counters if counter.pot}
    for index, counter in enumerate(facts.genome.counters):
        if not counter.pot:
            continue
        wrong = {
            "scope": counter.scope is not Scope.TABLE,
            "life": counter.life is not Life.MATCH,
            "low": counter.low != 0,
            "flag": counter.flag,
        }
        for field, is_wrong in wrong.items():
            if is_wrong:
                yield Problem(
                    "contradicting-pot",
                    ("counters", index, field),
                    f"'{counter.name}' is a pot: one number of chips for the table (`scope`: "
                    "table), kept from hand to hand (`life`: match), not below 0 (`low`: 0)",
                )
    named: list[tuple[Path, str | None]] = [
        *(((*path, "pot"), part.pot) for path, part in facts.all(Stake)),
        *(((*path, "pot"), part.pot) for path, part in facts.all(Pay)),
    ]
    for path, name in named:
        if name is not None and name in facts.env.counters and name not in pots:
            yield Problem(
                "contradicting-pot",
                path,
                f"'{name}' is no pot: give the counter `pot`: true",
            )
    changed: list[tuple[Path, str]] = [
        *(((*path, "counter"), part.counter) for path, part in facts.all(Set)),
        *(((*path, "counter"), part.counter) for path, part in facts.all(Change)),
        *(((*path, "into"), str(part.into)) for path, part in facts.all(ScoringRule)),
    ]
    for path, name in changed:
        if name in pots:
            yield Problem(
                "contradicting-pot",
                path,
                f"'{name}' is a pot: only `stake` and `pay` change how many chips are in it",
            )
    for path, stake in facts.all(Stake):
        if stake.pot is not None and stake.dead:
            yield Problem(
                "contradicting-pot",
                (*path, "dead"),
                f"Chips in '{stake.pot}' are nobody's stake anyway",
            )


def phases_end(facts: Facts) -> Iterator[Problem]:
    if not _play_may_stop_anywhere(facts):
        for path, turns in facts.all(TurnsPhase):
            if is_constant(turns.until, "false") and _goes_on(facts, [path]):
                yield Problem(
                    "endless-phase",
                    (*path, "until"),
                    "These turns can go on for ever: give `until`, or an action that ends them",
                )
        if is_all_turns(facts) and _goes_on(facts, _course(facts)):
            yield Problem(
                "endless-phase",
                ("turn_structure", "phases"),
                "Turns go round here and can go on for ever: put the phases into a `turns` phase "
                "with `until`",
            )
    for path, calls in facts.all(CallPhase):
        yield from _calls(facts, calls, path)
    for path, repeat in facts.all(RepeatPhase):
        if (
            is_constant(repeat.as_long_as, "true")
            and is_constant(repeat.may_stop, "false")
            and _always_acts(facts, path)
        ):
            yield Problem(
                "endless-phase",
                (*path, "as_long_as"),
                "This is repeated for ever: give `as_long_as`, `may_stop` or an action that ends "
                "it",
            )


def _play_may_stop_anywhere(facts: Facts) -> bool:
    """Whether a win or an effect of a card may end the hand at any moment."""
    wins = facts.genome.win_conditions
    if any(win.trigger_mode is not TriggerMode.THRESHOLD_GATE for win in wins):
        return True
    return any(_kinds(facts, [path]) & ENDING for path, _ in facts.all(SpecialEffect))


def _course(facts: Facts) -> list[Path]:
    count = len(facts.genome.turn_structure.phases)
    return [("turn_structure", "phases", index) for index in range(count)]


def is_all_turns(facts: Facts) -> bool:
    """A hand of nothing but turn phases is turns that go round."""
    return forms_turns(facts.genome.turn_structure.phases)


def _calls(facts: Facts, phase: CallPhase, path: Path) -> Iterator[Problem]:
    if phase.rounds is not None or not is_constant(phase.close, "false"):
        return
    if phase.pass_is_final and any(call.is_pass for call in phase.calls):
        return
    if not _kinds(facts, [path]) & ENDING:
        yield Problem(
            "endless-phase",
            (*path, "close"),
            "The calls go round until `close` holds, but it never does",
        )


def _kinds(facts: Facts, paths: Iterable[Path]) -> set[type[Part]]:
    """The classes of all that is in some parts."""
    return {type(part) for path in paths for _, part in facts.survey.beneath(path)}


def _goes_on(facts: Facts, paths: list[Path]) -> bool:
    """Whether turns may never come to a stop, because somebody can always act again."""
    kinds = _kinds(facts, paths)
    if kinds & ENDING:
        return False
    inside = [part for path in paths for _, part in facts.survey.beneath(path)]
    if any(isinstance(p, ChoicePhase) and p.none_open is NoOption.END_HAND for p in inside):
        return False
    if kinds & {CallPhase, BettingPhase}:
        return True
    if not kinds & {*TURN_PHASES}:
        return DoPhase in kinds
    return any(_brings_cards(part, facts) for part in inside)


def _brings_cards(part: Part, facts: Facts) -> bool:
    """Whether a part refills hands or piles without end."""
    rules = facts.genome.game_rules
    renewed = rules is None or rules.deck_empty_action is DeckEmptyAction.RESHUFFLE_DISCARD
    match part:
        case DrawPhase(source=source, target=target) | Move(source=source, target=target):
            to_hand = zone_name(target) == Location.HAND
            return to_hand and (renewed or zone_name(source) != Location.DECK)
        case Deal() | FillHands():
            return renewed
        case BuildPhase() | ClaimPhase():
            return True
        case _:
            return False


def _always_acts(facts: Facts, path: Path) -> bool:
    """Whether something happens in every pass of a repeated phase, and nothing ends it."""
    kinds = _kinds(facts, [path])
    if kinds & ENDING:
        return False
    deeds = {kind for kind in kinds if issubclass(kind, Phase)} - {RepeatPhase, BlockPhase}
    return bool(kinds & {CallPhase, BettingPhase}) or deeds == {DoPhase}
