"""Yes or no, one thing or another: flags, ways of doing things, rules for the edges of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from random import Random
from typing import Any

from darwindeck.evolution.making.door import hands_played
from darwindeck.evolution.making.operators.base import MutationOperator, pick_other
from darwindeck.evolution.making.sites import Draft, Site
from darwindeck.genome.schema import (
    Announce,
    Attribute,
    BettingPhase,
    BuildMove,
    CallPhase,
    CaptureBy,
    CapturePhase,
    CardCondition,
    CardRanking,
    CardScoringRule,
    Choose,
    ClaimPhase,
    ClaimRankMode,
    Contest,
    ContestScores,
    DeckEmptyAction,
    DeclarePhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    GameRules,
    HandPattern,
    LayOff,
    Location,
    MeldPhase,
    NextDealer,
    Part,
    PassAction,
    PassPhase,
    PlayPhase,
    ScoringTrigger,
    SetupRules,
    TableauMode,
    TrickPhase,
    TrickTie,
)
from darwindeck.genome.schema.transfers import BuildUnit
from darwindeck.genome.tree import put

Live = Callable[[Draft, Any], bool]


def _always(draft: Draft, part: Any) -> bool:
    return True


def _builds(draft: Draft, part: Any) -> bool:
    return draft.genome.setup.tableau_mode is TableauMode.SEQUENCE


def _short_runs(draft: Draft, part: Any) -> bool:
    """Runs of three or four come often enough for their ends to matter."""
    return bool(part.consecutive) or part.sequence_length in (3, 4)


def _has_pass(draft: Draft, part: Any) -> bool:
    return part.rounds != 1 and any(call.is_pass for call in part.calls)


FLAGS: dict[tuple[type[Part], str], Live] = {
    (TrickPhase, "high_card_wins"): _always,
    (TrickPhase, "lead_suit_required"): lambda d, part: (
        not part.follow and part.choose is Choose.PICK
    ),
    (DrawPhase, "mandatory"): lambda d, part: part.choose != "all",
    (PlayPhase, "mandatory"): _always,
    (DiscardPhase, "mandatory"): _always,
    (MeldPhase, "mandatory"): lambda d, part: not part.automatic,
    (CapturePhase, "exact_first"): lambda d, part: len(part.by) > 1,
    (CapturePhase, "mandatory"): lambda d, part: not part.must_take and not part.building,
    (CapturePhase, "several"): _always,
    (PassPhase, "split"): lambda d, part: 1 < len(part.to) == len(set(part.to)),
    (ClaimPhase, "pile_penalty"): lambda d, part: part.allow_challenge,
    (BettingPhase, "may_check"): _always,
    (CallPhase, "pass_is_final"): _has_pass,
    (CardRanking, "across_suits"): lambda d, part: (
        d.has(TrickPhase) and not d.genome.setup.trump_suit
    ),
    (HandPattern, "sequence_wrap"): _short_runs,
    (HandPattern, "any_size"): lambda d, part: any(
        phase.beating is not None and part.name in phase.together for _, phase in d.all(PlayPhase)
    ),
    (GameRules, "same_player_on_win"): lambda d, part: d.has(CapturePhase),
    (SetupRules, "sequence_wrap"): _builds,
    (SetupRules, "sequence_must_match_suit"): _builds,
}
"""Flags that change how the game is played, and where they are read."""


class SwitchFlagMutation(MutationOperator):
    """Turns a yes into a no, or a no into a yes."""

    rough = True

    def places(self, draft: Draft) -> Sequence[Site]:
        return [site for site in draft.sites if _is_live_flag(draft, site)]

    def change(self, draft: Draft, place: Site, rng: Random) -> GameGenome:
        return put(draft.genome, place.path, not place.value)


def _is_live_flag(draft: Draft, site: Site) -> bool:
    live = FLAGS.get((type(site.part), site.field))
    if live is None or type(site.value) is not bool or not live(draft, site.part):
        return False
    # one of several options may be left anyway
    return not (site.field == "mandatory" and "options" in site.path)


def _has_twins(draft: Draft) -> bool:
    cards = draft.facts.cards
    return len(set(cards)) < len(cards)


def _copies(draft: Draft, part: Any) -> bool:
    """Whether two equal cards can meet in a trick."""
    across = any(ranking.across_suits for ranking in draft.genome.rankings or ())
    return across or _has_twins(draft)


def _reshuffles(draft: Draft) -> bool:
    return Location.DECK in draft.facts.zones_emptied and Location.DISCARD in draft.facts.env.zones


Ways = tuple[Enum, ...]

WAYS: dict[tuple[type[Part], str], tuple[Ways, Live]] = {
    (TrickPhase, "tie"): ((TrickTie.FIRST, TrickTie.LAST), _copies),
    (MeldPhase, "lay_off"): (
        tuple(LayOff),
        lambda d, part: part.new_melds and part.lay_off is not LayOff.NONE,
    ),
    (ClaimPhase, "rank_mode"): ((ClaimRankMode.SEQUENTIAL, ClaimRankMode.PLAYER_CHOICE), _always),
    (BuildMove, "unit"): (tuple(BuildUnit), _always),
    (Contest, "winner_scores"): (tuple(ContestScores), _always),
    (DeclarePhase, "announce"): (
        (Announce.NOW, Announce.LAID_OUT),
        lambda d, part: part.announce.is_open and _has_twins(d),
    ),
    (CardScoringRule, "trigger"): (
        tuple(ScoringTrigger),
        lambda d, part: part.trigger is not ScoringTrigger.SET_COMPLETE,
    ),
}
"""Ways of doing something, and where they are read."""


class SwitchWayMutation(MutationOperator):
    """Does something in another of the ways that there are."""

    def places(self, draft: Draft) -> Sequence[Site]:
        found = []
        for site in draft.sites:
            ways = WAYS.get((type(site.part), site.field))
            if ways is not None and site.value is not None and ways[1](draft, site.part):
                found.append(site)
        return [site for site in found if _other_ways(draft, site)]

    def change(self, draft: Draft, place: Site, rng: Random) -> GameGenome | None:
        other = pick_other(_other_ways(draft, place), place.value, rng)
        return None if other is None else put(draft.genome, place.path, other)


def _other_ways(draft: Draft, site: Site) -> list[Enum]:
    ways: Sequence[Enum] = WAYS[type(site.part), site.field][0]
    found = [way for way in ways if way != site.value]
    if site.field == "trigger":
        comes = triggers(draft)
        found = [way for way in found if way in comes]
    return found


def triggers(draft: Draft) -> list[ScoringTrigger]:
    """When cards can score in this game. To score by playing a card that must be played some time
    is no choice."""
    found = []
    if draft.has(TrickPhase):
        found.append(ScoringTrigger.TRICK_WIN)
    if draft.has(CapturePhase):
        found.append(ScoringTrigger.CAPTURE)
    if hands_are_left(draft):
        found.append(ScoringTrigger.HAND_END)
    return found


def hands_are_left(draft: Draft) -> bool:
    """Whether a hand usually ends with cards in the players' hands."""
    if Location.HAND not in draft.facts.env.zones or draft.has(TrickPhase, CapturePhase):
        return False
    goes_out = any(
        "any(" in str(use.expr) and "hand_size" in str(use.expr)
        for use in draft.survey.expressions
        if use.field in ("until", "when")
    )
    return goes_out or any(win.type == "empty_hand" for win in draft.genome.win_conditions)


class CaptureOtherwiseMutation(MutationOperator):
    """Lets cards take equal cards, sums, or both."""

    def places(self, draft: Draft) -> Sequence[Site]:
        return [
            site for site in draft.sites if type(site.part) is CapturePhase and site.field == "by"
        ]

    def change(self, draft: Draft, place: Site, rng: Random) -> GameGenome | None:
        ways = ((CaptureBy.EQUAL,), (CaptureBy.SUM,), (CaptureBy.EQUAL, CaptureBy.SUM))
        other = pick_other(ways, place.value, rng)
        return None if other is None else put(draft.genome, place.path, other)


class ChangeMatchingMutation(MutationOperator):
    """Compares cards by something else: their suits, ranks or colours."""

    usual = 0.5

    def places(self, draft: Draft) -> Sequence[Site]:
        return [
            site
            for site in draft.sites
            if type(site.part) is CardCondition and site.field == "same" and len(site.value) == 1
        ]

    def change(self, draft: Draft, place: Site, rng: Random) -> GameGenome | None:
        ways: list[tuple[Attribute, ...]] = [(Attribute.SUIT,), (Attribute.RANK,)]
        if len(set(draft.facts.colours.values())) < len(draft.facts.colours):
            ways.append((Attribute.COLOUR,))
        other = pick_other(ways, place.value, rng)
        return None if other is None else put(draft.genome, place.path, other)


class ChangeEdgeRuleMutation(MutationOperator):
    """Changes who deals next, or what comes of passes in a row."""

    rough = True
    usual = 0.1

    def places(self, draft: Draft) -> Sequence[str]:
        genome = draft.genome
        found = []
        match = genome.match
        deals = match is not None and match.next_dealer is not None and genome.house is None
        if deals and genome.player_count > 1 and hands_played(genome)[1] > 1:
            found.append("next_dealer")
        if _reshuffles(draft):
            found.append("deck_empty_action")
        rules = genome.game_rules
        passes = any(not phase.mandatory for _, phase in draft.all(PlayPhase))
        if rules is not None and passes and Location.TABLEAU in draft.facts.env.zones:
            found.append("consecutive_pass_action")
        return found

    def change(self, draft: Draft, place: str, rng: Random) -> GameGenome | None:
        genome = draft.genome
        if place == "next_dealer":
            assert genome.match is not None
            ways = [NextDealer.LEFT]
            if genome.scoring_rules or genome.card_scoring:
                ways += [NextDealer.WINNER, NextDealer.LOSER]
            others = [way for way in ways if way is not genome.match.next_dealer]
            if not others:
                return None
            dealer = rng.choice(others)
            return replace(genome, match=replace(genome.match, next_dealer=dealer))
        assert genome.game_rules is not None
        if place == "deck_empty_action":
            then = pick_other(tuple(DeckEmptyAction), genome.game_rules.deck_empty_action, rng)
            return put(genome, ("game_rules", place), then)
        actions = (PassAction.NONE, PassAction.CLEAR_TABLEAU, PassAction.END_ROUND)
        action = pick_other(actions, genome.game_rules.consecutive_pass_action, rng)
        return put(genome, ("game_rules", "consecutive_pass_action"), action)
