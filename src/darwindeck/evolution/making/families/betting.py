"""Betting games: an ante, rounds of betting, perhaps an exchange; the best hand takes the pot."""

from __future__ import annotations

from dataclasses import dataclass, replace

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    Pack,
    deal_hands,
    face_value,
    random_match,
    random_pack,
    random_rules,
    whole_game,
)
from darwindeck.evolution.making.random_patterns import random_patterns
from darwindeck.genome.examples.common import HAND, STOCK
from darwindeck.genome.schema import (
    AIHints,
    BettingPhase,
    CardCondition,
    CardRanking,
    CardValue,
    Deal,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    Location,
    NamedCards,
    Phase,
    Sees,
    SetupRules,
    ShowdownMethod,
    ShowdownPhase,
    Stake,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)

DISCARDED = ZoneSpec(Location.DISCARD, "discards", sees=Sees.NOBODY)
FROM_THE_LEFT = "from(each, left(dealer))"


@dataclass(frozen=True)
class BettingPlan:
    """What was drawn for a game before its clauses are written."""

    pack: Pack
    players: int
    cards: int
    """At the showdown."""
    dealt_later: int
    """How many of them are dealt singly between the rounds of betting."""
    exchanged: int
    """How many may be exchanged."""
    rounds: int
    bet: int

    @property
    def dealt_first(self) -> int:
        return self.cards - self.dealt_later


def make(dice: Dice) -> GameGenome:
    plan = _plan(dice)
    evaluation, wild = _evaluation(dice, plan)
    hands = dice.between(5, 15)
    raises = dice.between(1, 4)
    ante = max(1, plan.bet // dice.pick((1, 2, 5)))
    turns = hands * plan.players * (plan.rounds * (raises + 2) + 3)
    return whole_game(
        plan.pack,
        player_count=plan.players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, DISCARDED) if plan.exchanged else (HAND, STOCK),
        card_sets=wild,
        rankings=(CardRanking(plain=plan.pack.ranks, across_suits=True),),
        hand_evaluation=evaluation,
        setup=SetupRules(
            cards_per_player=plan.dealt_first,
            initial_deck=plan.pack.name,
            starting_chips=plan.bet * dice.between(10, 50),
            before_deal=(DoPhase((Stake(ante, who="each"),), label="The ante"),),
            deal=(deal_hands(dice, plan.dealt_first),),
        ),
        turn_structure=TurnStructure(phases=_course(dice, plan, raises, evaluation is not None)),
        win_conditions=(
            WinCondition(
                "last_with_chips",
                comparison=WinComparison.NONE,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
            ),
            WinCondition(
                "most_chips",
                comparison=WinComparison.HIGHEST,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                when=f"hand_number == {hands}",
                value="chips",
            ),
        ),
        game_rules=random_rules(),
        ai_hints=AIHints(bluff_frequency=dice.pick((0.05, 0.1, 0.2))),
        match=random_match(dice, hands, ordered=True, out="chips == 0"),
    )


def _plan(dice: Dice) -> BettingPlan:
    players = dice.between(2, 6)
    pack = random_pack(dice, 32 if players < 5 else 52)
    rounds = dice.between(1, 3)
    cards = dice.between(3, min(6, pack.size // players - 1))
    later = dice.between(0, min(rounds - 1, cards - 2))
    spare = pack.size // players - cards
    exchanged = min(spare, dice.between(1, 3)) if rounds > 1 and dice.chance(0.5) else 0
    return BettingPlan(
        pack=pack,
        players=players,
        cards=cards,
        dealt_later=0 if exchanged else later,
        exchanged=exchanged,
        rounds=rounds,
        bet=dice.pick((2, 5, 10, 20)),
    )


# --- how hands are compared ----------------------------------------------------------------------


def _evaluation(
    dice: Dice, plan: BettingPlan
) -> tuple[HandEvaluation | None, tuple[NamedCards, ...]]:
    """By patterns, with wild cards or without, by a total, or by the highest card alone."""
    way = dice.weighted((("patterns", 6), ("total", 2), ("high cards", 1), ("one card", 1)))
    if way == "total":
        return _by_total(dice, plan), ()
    if way == "high cards":
        return HandEvaluation(HandEvaluationMethod.HIGH_CARD), ()
    if way == "one card":
        return None, ()
    patterns = random_patterns(dice, plan.pack, plan.cards)
    wild: tuple[NamedCards, ...] = ()
    if dice.chance(0.15):
        rank = dice.pick(plan.pack.ranks)
        wild = (NamedCards("wild_cards", "wild card", CardCondition(rank=rank)),)
        patterns = tuple(replace(pattern, wild="wild_cards") for pattern in patterns)
    return HandEvaluation(HandEvaluationMethod.PATTERN_MATCH, patterns=patterns), wild


def _by_total(dice: Dice, plan: BettingPlan) -> HandEvaluation:
    """The hand nearest to a target that most hands can come near to."""
    ace, court = dice.pick((1, 11)), dice.pick(((10, 10, 10), (11, 12, 13), (1, 1, 1)))
    values = [CardValue(rank, face_value(rank, ace=ace, court=court)) for rank in plan.pack.ranks]
    middle = plan.cards * sum(value.value for value in values) // len(values)
    target = middle + dice.between(0, 10)
    bust = target + 1 if dice.chance(0.6) else None
    return HandEvaluation(
        HandEvaluationMethod.POINT_TOTAL,
        card_values=tuple(values),
        target_value=target,
        bust_threshold=bust,
    )


# --- the course of a hand ------------------------------------------------------------------------


def _course(dice: Dice, plan: BettingPlan, raises: int, evaluated: bool) -> tuple[Phase, ...]:
    last = ShowdownMethod.HAND_EVALUATION if evaluated else ShowdownMethod.HIGHEST_CARD
    apart = dice.chance(0.3)
    phases: list[Phase] = []
    still_to_deal = plan.dealt_later
    for number in range(1, plan.rounds + 1):
        is_last = number == plan.rounds
        phases.append(
            BettingPhase(
                min_bet=plan.bet * (2 if is_last and plan.rounds > 1 and dice.chance(0.3) else 1),
                max_raises=raises,
                showdown_method=last if is_last and not apart else ShowdownMethod.FOLD_ONLY,
                label=f"Betting round {number}" if plan.rounds > 1 else "The betting",
                may_check=dice.chance(0.85),
            )
        )
        if number == 1 and plan.exchanged:
            phases += _exchange(plan)
        if still_to_deal and not is_last:
            phases.append(DoPhase((Deal((1,)),), label="One more card"))
            still_to_deal -= 1
    if apart:
        phases.append(ShowdownPhase(last, label="The showdown"))
    return tuple(phases)


def _exchange(plan: BettingPlan) -> tuple[Phase, ...]:
    return (
        DiscardPhase(
            count=plan.exchanged, mandatory=False, label="The exchange", who=FROM_THE_LEFT
        ),
        DrawPhase(count=f"{plan.cards} - hand_size", who=FROM_THE_LEFT),
    )
