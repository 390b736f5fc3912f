"""Numbers of a game: how many cards, points, chips, hands, players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from darwindeck.evolution.making.constants import numbers_moved, rewritten
from darwindeck.evolution.making.door import hands_played
from darwindeck.evolution.making.operators.base import MutationOperator, near, pick_other
from darwindeck.evolution.making.repair import hand_size, with_hand_size, with_players
from darwindeck.evolution.making.sites import Draft, Site
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    Award,
    BettingPhase,
    CallChoice,
    CallPhase,
    CardCondition,
    CardScoringRule,
    CardValue,
    Change,
    ChoiceKind,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    FillHands,
    GameGenome,
    GameRules,
    HandEvaluation,
    Move,
    Part,
    PassPhase,
    PatternValue,
    PlayPhase,
    ScoringRule,
    SetupRules,
    Skip,
    Stake,
    TrickPhase,
    TrickTie,
    WinCondition,
)
from darwindeck.genome.tree import put

POINTS = (-1_000, 1_000)


class Domain(NamedTuple):
    """From where to where a number of this field makes sense, and where it counts."""

    low: int
    high: int
    live: Callable[[Draft, Site], bool] = lambda draft, site: True


def _own_target(draft: Draft, site: Site) -> bool:
    assert isinstance(site.part, WinCondition)
    scores = site.part.type in ("high_score", "low_score", "first_to_score")
    match = draft.genome.match
    if not scores or site.part.when is not None or match is None:
        return False
    return match.hands != hands_played(draft.genome)[0]


def _is_number(draft: Draft, site: Site) -> bool:
    assert isinstance(site.part, CallChoice)
    return site.part.type is ChoiceKind.NUMBER and not site.part.numbers


def _can_be_more(draft: Draft, site: Site) -> bool:
    assert isinstance(site.part, PlayPhase)
    most = site.part.max_cards
    return isinstance(most, int) and most > 1


def _step_counts(draft: Draft, site: Site) -> bool:
    assert isinstance(site.part, CardCondition)
    return site.part.of is not None


def _battles(draft: Draft, site: Site) -> bool:
    assert isinstance(site.part, TrickPhase)
    return site.part.tie is TrickTie.BATTLE


def _before_tricks(draft: Draft, site: Site) -> bool:
    """What is drawn after a trick keeps the hands even."""
    return "after_trick" not in site.path


def _in_turn(draft: Draft, site: Site) -> bool:
    assert isinstance(site.part, CallPhase)
    return not site.part.simultaneous


NUMBERS: dict[tuple[type[Part], str], Domain] = {
    (SetupRules, "starting_chips"): Domain(10, 10_000, lambda d, s: s.value > 0),
    (TrickPhase, "battle_cards"): Domain(0, 5, _battles),
    (BettingPhase, "min_bet"): Domain(1, 1_000),
    (BettingPhase, "max_raises"): Domain(1, 5),
    (BettingPhase, "bring_in"): Domain(1, 500),
    (ClaimPhase, "max_cards"): Domain(1, 4),
    (CallPhase, "rounds"): Domain(1, 3, _in_turn),
    (CallChoice, "low"): Domain(1, 500, _is_number),
    (CallChoice, "high"): Domain(1, 1_000, _is_number),
    (CallChoice, "step"): Domain(1, 50, _is_number),
    (CardCondition, "min_points"): Domain(-50, 50),
    (CardCondition, "max_points"): Domain(-50, 50),
    (CardCondition, "step"): Domain(-3, 3, _step_counts),
    (CardScoringRule, "points"): Domain(*POINTS),
    (CardValue, "value"): Domain(0, 20),
    (CardValue, "alternate_value"): Domain(0, 20),
    (WinCondition, "threshold"): Domain(1, 10_000, _own_target),
    (GameRules, "passes_to_trigger"): Domain(1, 8),
    (DrawPhase, "count"): Domain(1, 5),
    (PlayPhase, "min_cards"): Domain(1, 4, _can_be_more),
    (PlayPhase, "max_cards"): Domain(1, 6),
    (PassPhase, "count"): Domain(1, 5),
    (DiscardPhase, "count"): Domain(1, 5),
    (Move, "count"): Domain(1, 6, _before_tricks),
    (FillHands, "size"): Domain(2, 12),
    (Skip, "count"): Domain(1, 2),
    (Stake, "amount"): Domain(1, 500),
    (Award, "amount"): Domain(*POINTS),
    (ScoringRule, "amount"): Domain(-2_000, 2_000),
    (PatternValue, "amount"): Domain(0, 2_000),
    (Change, "by"): Domain(-10, 10),
}
"""Numbers that an operator may change by itself. Others rest on each other and move together."""

PLAYERS, HAND_SIZE, HANDS, TARGET = "players", "hand size", "hands", "target value"


class TweakParameterMutation(MutationOperator):
    """Changes one number of the game a little; what rests on it follows."""

    def places(self, draft: Draft) -> Sequence[Site | str]:
        found: list[Site | str] = list(_number_sites(draft))
        genome = draft.genome
        if genome.player_count > 1:
            found.append(PLAYERS)
        if hand_size(genome) > 0:
            found += [HAND_SIZE] * 2
        if _ends_by_hands(genome):
            found.append(HANDS)
        if genome.hand_evaluation is not None and genome.hand_evaluation.target_value:
            found.append(TARGET)
        return found

    def change(self, draft: Draft, place: Site | str, rng: Random) -> GameGenome | None:
        genome = draft.genome
        if isinstance(place, Site):
            domain = NUMBERS[type(place.part), place.field]
            number = near(place.value, rng, domain.low, domain.high)
            return None if number is None else put(genome, place.path, number)
        if place == PLAYERS:
            return _other_players(genome, rng)
        if place == HAND_SIZE:
            most = len(deck_cards(genome)) // genome.player_count
            size = near(hand_size(genome), rng, 2, most)
            return None if size is None else with_hand_size(genome, size)
        if place == HANDS:
            return _other_hands(genome, rng)
        return _other_target(genome, rng)


def _ends_by_hands(genome: GameGenome) -> bool:
    """Whether the number of hands decides when a game is over."""
    if genome.match is None or (genome.match.hands or 0) < 2:
        return False
    wins = genome.win_conditions
    return not wins or any("hand_number" in str(win.when) for win in wins)


def _number_sites(draft: Draft) -> list[Site]:
    found = []
    for site in draft.sites:
        domain = NUMBERS.get((type(site.part), site.field))
        if domain is not None and type(site.value) is int and domain.live(draft, site):
            found.append(site)
    return found


def _other_players(genome: GameGenome, rng: Random) -> GameGenome | None:
    ways = [2, 3, 4, 4, 5, 6]
    if genome.team_mode:
        ways = [4, 6]
    fitting = [n for n in ways if n * 2 <= len(deck_cards(genome))]
    players = pick_other(fitting, genome.player_count, rng)
    return None if players is None else with_players(genome, players)


def _other_hands(genome: GameGenome, rng: Random) -> GameGenome | None:
    """Another number of hands; the conditions that wait for the last hand follow."""
    assert genome.match is not None
    assert genome.match.hands is not None
    before = genome.match.hands
    hands = near(before, rng, 2, 50)
    if hands is None:
        return None
    genome = replace(genome, match=replace(genome.match, hands=hands))
    return rewritten(genome, numbers_moved(frozenset({"hand_number"}), {before: hands}))


def _other_target(genome: GameGenome, rng: Random) -> GameGenome | None:
    evaluation = genome.hand_evaluation
    assert isinstance(evaluation, HandEvaluation)
    assert evaluation.target_value
    before = evaluation.target_value
    target = near(before, rng, 5, 60)
    if target is None:
        return None
    bust = evaluation.bust_threshold
    moved = replace(
        evaluation,
        target_value=target,
        bust_threshold=None if bust is None else bust + target - before,
    )
    genome = replace(genome, hand_evaluation=moved)
    moves = {before: target, before + 1: target + 1}
    return rewritten(genome, numbers_moved(frozenset({"total"}), moves))
