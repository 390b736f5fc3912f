"""Things that are said twice must be said alike."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.implied import follows_suit, hand_sizes, number_of_tricks, turned_up
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import Set, SetTrump
from darwindeck.genome.schema.calls import CallPhase
from darwindeck.genome.schema.things import Counter, Location
from darwindeck.genome.schema.transfers import (
    ClaimPhase,
    ClaimRankMode,
)
from darwindeck.genome.schema.tricks import BreakingRule, TrickPhase, TrickTie
from darwindeck.genome.schema.worth import FirstDealer, NextDealer, PassAction
from darwindeck.genome.validation.facts import Facts


def the_deal_agrees(facts: Facts) -> Iterator[Problem]:
    setup = facts.genome.setup
    if setup.deal is None:
        return
    low, high = hand_sizes(facts.genome)
    turned = turned_up(facts.genome)
    if not low <= setup.cards_per_player <= high:
        expected = str(low) if low == high else f"{low} to {high}"
        yield Problem(
            "contradicting-deal",
            ("setup", "cards_per_player"),
            f"cards_per_player is {setup.cards_per_player}, but the deal gives each hand "
            f"{expected}",
        )
    if turned != setup.initial_discard_count:
        yield Problem(
            "contradicting-deal",
            ("setup", "initial_discard_count"),
            f"initial_discard_count is {setup.initial_discard_count}, but the deal turns up "
            f"{turned} on `{Location.DISCARD}`",
        )


def trumps_agree(facts: Facts) -> Iterator[Problem]:
    fixed = facts.genome.setup.trump_suit
    for path, phase in facts.all(TrickPhase):
        if phase.trump_suit != fixed:
            here, there = (f"'{suit}'" if suit else "none" for suit in (phase.trump_suit, fixed))
            yield Problem(
                "contradicting-trump",
                (*path, "trump_suit"),
                f"`trump_suit` of the phase says {here}, that of the set-up says {there}: a trump "
                "suit that holds in every hand is said in both",
            )
    if fixed is not None:
        for path, _ in facts.all(SetTrump):
            yield Problem(
                "contradicting-trump",
                path,
                f"'{fixed}' is trumps in every hand (setup.trump_suit), yet this sets trumps",
            )


def trick_play_agrees(facts: Facts) -> Iterator[Problem]:
    structure = facts.genome.turn_structure
    phases = list(facts.all(TrickPhase))
    path: Path = ("turn_structure", "is_trick_based")
    if structure.is_trick_based and not phases:
        yield Problem(
            "contradicting-tricks", path, "is_trick_based is true, but no phase plays tricks"
        )
    if phases and not structure.is_trick_based:
        yield Problem(
            "contradicting-tricks", path, "is_trick_based is false, but there is a trick phase"
        )
    yield from _number_of_tricks(facts, [phase for _, phase in phases])
    for path, phase in phases:
        yield from _trick_phase(phase, path)


def _number_of_tricks(facts: Facts, phases: list[TrickPhase]) -> Iterator[Problem]:
    stated = facts.genome.turn_structure.tricks_per_hand
    path = ("turn_structure", "tricks_per_hand")
    if stated is None:
        return
    if not phases:
        yield Problem("contradicting-tricks", path, "There are no tricks to count")
        return
    tricks = number_of_tricks(facts.genome)
    if tricks is not None and stated != tricks:
        yield Problem(
            "contradicting-tricks",
            path,
            f"tricks_per_hand is {stated}, but the play has {tricks} tricks",
        )


def _trick_phase(phase: TrickPhase, path: Path) -> Iterator[Problem]:
    if phase.follow:
        follows = follows_suit(phase)
        if follows != phase.lead_suit_required:
            says = "asks for the suit led" if follows else "never asks for the suit led"
            yield Problem(
                "contradicting-follow",
                (*path, "lead_suit_required"),
                f"lead_suit_required is {phase.lead_suit_required}, but `follow` {says}",
            )
    if (phase.breaking_rule is BreakingRule.NONE) != (phase.breaking_suit is None):
        yield Problem(
            "contradicting-breaking",
            (*path, "breaking_suit"),
            "breaking_suit and breaking_rule belong together; "
            f"the suit is {phase.breaking_suit or 'none'}, the rule `{phase.breaking_rule.value}`",
        )
    if phase.battle_cards and phase.tie is not TrickTie.BATTLE:
        yield Problem(
            "contradicting-tie",
            (*path, "battle_cards"),
            f"Cards are laid down for a battle, but `tie` is `{phase.tie.value}`",
        )


def claims_agree(facts: Facts) -> Iterator[Problem]:
    for path, phase in facts.all(ClaimPhase):
        if (phase.rank_mode is ClaimRankMode.FIXED) != (phase.fixed_rank is not None):
            yield Problem(
                "contradicting-claim",
                (*path, "fixed_rank"),
                f"rank_mode is `{phase.rank_mode.value}`, fixed_rank is "
                f"{phase.fixed_rank or 'not given'}",
            )


def counters_agree(facts: Facts) -> Iterator[Problem]:
    for path, counter in facts.all(Counter):
        if not counter.low <= counter.start <= counter.high:
            yield Problem(
                "contradicting-counter",
                (*path, "start"),
                f"The counter '{counter.name}' starts at {counter.start}, outside {counter.low:,} "
                f"to {counter.high:,}",
            )
    flags = {c.name for c in facts.genome.counters if c.flag}
    for path, action in facts.all(Set):
        if action.counter in flags and isinstance(action.to, int) and action.to not in (0, 1):
            yield Problem(
                "contradicting-counter",
                (*path, "to"),
                f"'{action.counter}' is a yes-or-no; it can be set to 0 or 1, not to {action.to}",
            )


def calls_agree(facts: Facts) -> Iterator[Problem]:
    for path, phase in facts.all(CallPhase):
        for index, call in enumerate(phase.calls):
            here = (*path, "calls", index)
            if phase.simultaneous and call.key is not None:
                yield Problem(
                    "contradicting-call",
                    (*here, "key"),
                    "All answer at once, so no call can be compared with the one that stands",
                )
        if phase.simultaneous and phase.rounds != 1:
            yield Problem(
                "contradicting-call",
                (*path, "rounds"),
                f"All answer at once and are asked once, yet rounds is {phase.rounds}",
            )
        if phase.pass_is_final and not any(call.is_pass for call in phase.calls):
            yield Problem(
                "contradicting-call",
                (*path, "pass_is_final"),
                "A pass is final, but no call is a pass",
            )


def edges_agree(facts: Facts) -> Iterator[Problem]:
    rules, match = facts.genome.game_rules, facts.genome.match
    if (
        rules is not None
        and rules.passes_to_trigger is not None
        and rules.consecutive_pass_action is PassAction.NONE
    ):
        yield Problem(
            "contradicting-rules",
            ("game_rules", "passes_to_trigger"),
            f"{rules.passes_to_trigger} passes in a row are to trigger something, but "
            "consecutive_pass_action is `none`",
        )
    if (
        match is not None
        and match.first_dealer is FirstDealer.HOUSE
        and match.next_dealer not in (NextDealer.SAME, None)
    ):
        yield Problem(
            "contradicting-rules",
            ("match", "next_dealer"),
            "The house deals first, so the deal cannot move on; write `same`",
        )
