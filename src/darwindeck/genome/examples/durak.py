"""Podkidnoy Durak ("throw-in fool") for two, as card-game references give it.

The source of truth is the usual Russian game with 36 cards: six cards each, the suit of a turned
card is trumps, and bouts of attack and defence. Where rules differ: the holder of the lowest trump
attacks first (if nobody has one, the player at the dealer's left); a bout has at most six attack
cards, and never more than the defender can answer; more cards may be thrown in also when the
defender takes; and two players who run out of cards in the same bout draw.
"""

from __future__ import annotations

from darwindeck.genome.examples.common import ACE_HIGH, HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    AssignRole,
    Call,
    CallPhase,
    CardBlock,
    CardCondition,
    CardRanking,
    ChoicePhase,
    Counter,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DoPhase,
    EndHand,
    FillHands,
    GameGenome,
    GameRules,
    If,
    Let,
    Life,
    Location,
    MatchRules,
    Move,
    NamedCards,
    PileOrder,
    PlayPhase,
    Reference,
    RepeatPhase,
    RoleSpec,
    Scope,
    Sees,
    Set,
    SetTrump,
    SetupRules,
    Skip,
    TieBreaker,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

RANKS = ACE_HIGH[4:]
TURNED_CARD = ZoneSpec("turned_card", "turned card", order=PileOrder.STACK)
ATTACK = ZoneSpec("attack", "attack", order=PileOrder.STACK)
BEATEN = ZoneSpec("beaten", "beaten cards")
DISCARDS = ZoneSpec(Location.DISCARD, "discard pile", sees=Sees.NOBODY)

SAME_RANK = CardCondition(any_of=(CardCondition(rank_in="attack"), CardCondition(rank_in="beaten")))

A_BOUT = (
    DoPhase((AssignRole("attacker", "turn"), AssignRole("defender", "left(turn)"))),
    PlayPhase("attack", label="Attack"),
    RepeatPhase(
        label="Defence",
        as_long_as="size(attack) > 0 and not taking(defender)",
        phases=(
            ChoicePhase(
                who="defender",
                options=(
                    PlayPhase(
                        "attack",
                        CardCondition(beats=Reference.TOP),
                        then=(Move("attack", "beaten"),),
                    ),
                    CallPhase((Call("take", "take the cards", do=(Set("taking", 1),)),)),
                ),
            ),
            PlayPhase(
                "attack",
                SAME_RANK,
                mandatory=False,
                when="not taking(defender) and attacks < 6 and hand_size(defender) > 0",
            ),
        ),
    ),
    RepeatPhase(
        label="Throwing in",
        when="taking(defender)",
        as_long_as="attacks < 6 and size(attack) < hand_size(defender)",
        phases=(PlayPhase("attack", SAME_RANK, mandatory=False),),
    ),
    DoPhase(
        (
            If(
                "taking(defender)",
                then=(
                    Move("attack", "hand(defender)"),
                    Move("beaten", "hand(defender)"),
                    Skip(),
                ),
                otherwise=(Move("beaten", Location.DISCARD),),
            ),
        ),
        label="The end of a bout",
    ),
    DoPhase(
        (
            FillHands(6, to="attacker"),
            FillHands(6, to="defender"),
            If("size(deck) == 0 and any(each, hand_size == 0)", then=(EndHand(),)),
        ),
    ),
)


def create_durak_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="durak",
            generation=0,
            name="Durak",
            description=(
                "The Russian game of attack and defence for two, with throwing in. It has no "
                "winner's prize: whoever is left with cards is the fool."
            ),
            player_count=2,
            max_turns=5_000,
            deck=DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=RANKS),)),
            zones=(HAND, STOCK, TURNED_CARD, ATTACK, BEATEN, DISCARDS),
            card_sets=(NamedCards("trumps", "trump", CardCondition(trump=True)),),
            rankings=(CardRanking(plain=RANKS),),
            point_tables=(),
            roles=(RoleSpec("attacker", "attacker"), RoleSpec("defender", "defender")),
            counters=(
                Counter(
                    "taking",
                    "taking the cards",
                    scope=Scope.SEAT,
                    life=Life.TURN,
                    low=0,
                    high=1,
                    flag=True,
                ),
            ),
            lets=(Let("attacks", "attack cards", "size(attack) + div(size(beaten), 2, down)"),),
            setup=SetupRules(
                cards_per_player=6,
                initial_deck="custom",
                deal=(DealStep(packets=(1,) * 6), DealStep(zone="turned_card")),
                after_deal=(
                    SetTrump("suit(turned_card)"),
                    Move("turned_card", Location.DECK, to_bottom=True),
                ),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TurnsPhase(
                        label="Bouts",
                        first=(
                            "if(any(each, count(hand, trumps) > 0), holder(trumps), left(dealer))"
                        ),
                        phases=A_BOUT,
                    ),
                ),
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(),
            win_conditions=(
                WinCondition(
                    type="custom",
                    comparison=WinComparison.NONE,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="true",
                    who="where(each, hand_size == 0)",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=1),
        )
    )
