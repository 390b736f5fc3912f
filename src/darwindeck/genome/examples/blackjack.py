"""Blackjack for three against the house, one deck, as casinos deal it with a hole card.

The source of truth is the common American casino game: the house looks at its hole card before
anybody acts, a natural pays 3 to 2, the house draws to 17 and stands on every 17, soft ones too. No
splitting, no insurance, no surrender. Bets are multiples of ten, so that 3 to 2 always comes out
even. Whoever has most chips after twenty hands has won.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import FRENCH_52, STOCK
from darwindeck.genome.schema import (
    AIHints,
    Call,
    CallChoice,
    CallPhase,
    CardValue,
    ChoiceKind,
    Counter,
    DealStep,
    DeckEmptyAction,
    Direction,
    DoPhase,
    EndHand,
    Expose,
    FirstDealer,
    ForEach,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HouseSpec,
    If,
    Let,
    Life,
    Location,
    MatchRules,
    Move,
    NextDealer,
    Option,
    OptionChoice,
    Owner,
    PileOrder,
    RepeatPhase,
    Scope,
    ScoringRule,
    Sees,
    Set,
    SetupRules,
    Show,
    SitOut,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    While,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

# The card dealt last lies on top; it is the one that the house shows.
STACKED_HAND = ZoneSpec(
    Location.HAND, "hand", owner=Owner.SEAT, order=PileOrder.STACK, sees=Sees.OWNER
)

PIPS = (
    (Rank.TWO, 2),
    (Rank.THREE, 3),
    (Rank.FOUR, 4),
    (Rank.FIVE, 5),
    (Rank.SIX, 6),
    (Rank.SEVEN, 7),
    (Rank.EIGHT, 8),
    (Rank.NINE, 9),
    (Rank.TEN, 10),
    (Rank.JACK, 10),
    (Rank.QUEEN, 10),
    (Rank.KING, 10),
)

TAKE_A_CARD = Move(Location.DECK, Location.HAND, count=1)
OUT_IF_BUST = If("bust", (SitOut("turn"),))


def create_blackjack_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="blackjack",
            generation=0,
            name="Blackjack",
            description=(
                "The casino game with one deck and a hole card, without splitting, insurance or "
                "surrender. The house stands on every 17, whether or not it counts an ace as 11."
            ),
            player_count=3,
            house=HouseSpec("house"),
            max_turns=2_000,
            deck=FRENCH_52,
            zones=(STACKED_HAND, STOCK),
            rankings=(),
            point_tables=(),
            hand_evaluation=HandEvaluation(
                method=HandEvaluationMethod.POINT_TOTAL,
                card_values=(
                    CardValue(Rank.ACE, 11, alternate_value=1),
                    *(CardValue(rank, value) for rank, value in PIPS),
                ),
                target_value=21,
                bust_threshold=22,
            ),
            counters=(
                Counter("bet", "bet", scope=Scope.SEAT, life=Life.HAND, low=0, high=200),
                Counter("stands", "standing", scope=Scope.SEAT, life=Life.HAND, high=1, flag=True),
            ),
            lets=(
                Let(
                    "natural",
                    "holding a natural",
                    "hand_size == 2 and total(hand) == 21",
                    scope=Scope.SEAT,
                ),
                Let("bust", "bust", "total(hand) > 21", scope=Scope.SEAT),
            ),
            options=(
                Option(
                    "natural_pays",
                    "What a natural pays",
                    choices=(
                        OptionChoice("three_to_two", "a natural pays 3 to 2"),
                        OptionChoice("six_to_five", "a natural pays 6 to 5"),
                    ),
                    value="three_to_two",
                ),
                Option(
                    "doubling",
                    "When a player may double down",
                    choices=(
                        OptionChoice("any_two", "any first two cards may be doubled"),
                        OptionChoice(
                            "nine_to_eleven",
                            "only first two cards worth 9, 10 or 11 may be doubled",
                        ),
                    ),
                    value="any_two",
                ),
            ),
            setup=SetupRules(
                cards_per_player=2,
                starting_chips=500,
                before_deal=(
                    CallPhase(
                        label="The bets",
                        calls=(
                            Call(
                                "place_bet",
                                "bet a number of chips",
                                choices=(
                                    CallChoice(
                                        "amount",
                                        "number of chips",
                                        ChoiceKind.NUMBER,
                                        low=10,
                                        high="min(100, chips)",
                                        step=10,
                                    ),
                                ),
                                do=(Set("bet", "amount"),),
                            ),
                        ),
                    ),
                ),
                deal=(
                    DealStep((1,), to="each"),
                    DealStep((1,), to="house"),
                    DealStep((1,), to="each"),
                    DealStep((1,), to="house"),
                ),
                after_deal=(
                    ForEach("each", (Expose(Location.HAND),)),
                    Show("top(hand(house))"),
                ),
            ),
            turn_structure=TurnStructure(
                phases=(
                    DoPhase(
                        label="The house's natural",
                        when="natural(house)",
                        who="house",
                        actions=(Expose(Location.HAND), EndHand(scored=True)),
                    ),
                    RepeatPhase(
                        label="The players' turns",
                        who="from(each, left(dealer))",
                        as_long_as="total(hand) < 21 and not stands",
                        phases=(
                            CallPhase(
                                calls=(
                                    Call("hit", "hit", do=(TAKE_A_CARD, OUT_IF_BUST)),
                                    Call("stand", "stand", do=(Set("stands", 1),)),
                                    Call(
                                        "double_down",
                                        "double down",
                                        when=(
                                            "hand_size == 2 and chips >= 2 * bet and "
                                            "(doubling == any_two or "
                                            "total(hand) >= 9 and total(hand) <= 11)"
                                        ),
                                        do=(
                                            Set("bet", "2 * bet"),
                                            TAKE_A_CARD,
                                            Set("stands", 1),
                                            OUT_IF_BUST,
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                    DoPhase(
                        label="The house's turn",
                        when="any(each, active and not natural)",
                        who="house",
                        actions=(
                            Expose(Location.HAND),
                            While("total(hand) < 17", (TAKE_A_CARD,)),
                        ),
                    ),
                ),
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Natural",
                    when="natural and not natural(house)",
                    amount=(
                        "bet + if(natural_pays == three_to_two, "
                        "div(bet, 2, down), div(bet, 5, down))"
                    ),
                    into="chips",
                ),
                ScoringRule(label="Bust", when="bust", amount="-bet", into="chips"),
                ScoringRule(
                    label="The house's natural",
                    when="natural(house) and not natural",
                    amount="-bet",
                    into="chips",
                ),
                ScoringRule(
                    label="The house is bust",
                    when="bust(house) and not bust and not natural",
                    amount="bet",
                    into="chips",
                ),
                ScoringRule(
                    label="More than the house",
                    when=(
                        "not natural and not bust and not bust(house) and "
                        "total(hand) > total(hand(house))"
                    ),
                    amount="bet",
                    into="chips",
                ),
                ScoringRule(
                    label="Less than the house",
                    when=(
                        "not natural(house) and not bust(house) and "
                        "total(hand) < total(hand(house))"
                    ),
                    amount="-bet",
                    into="chips",
                ),
                ScoringRule(
                    label="Push",
                    when=(
                        "natural and natural(house) or not natural and not natural(house) and "
                        "not bust and total(hand) == total(hand(house))"
                    ),
                    amount=0,
                    into="chips",
                ),
            ),
            win_conditions=(
                WinCondition(
                    type="most_chips",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="hand_number == 20 or all(each, chips < 10)",
                    value="chips",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            ai_hints=AIHints(stand_threshold=17),
            match=MatchRules(
                hands=20,
                first_dealer=FirstDealer.HOUSE,
                next_dealer=NextDealer.SAME,
                direction=Direction.CLOCKWISE,
                out="chips < 10",
            ),
        )
    )
