"""Contract Bridge for four in two partnerships, as a game of four deals ("Chicago").

The source of truth is the Laws of Bridge: the auction, the play and the scoring table of duplicate
bridge, without honours and without part scores carried over. Vulnerable are, deal by deal: nobody,
the dealer's side, the dealer's side, everybody. A deal that all four pass out is dealt again by the
same dealer and does not count.
"""

from __future__ import annotations

from darwindeck.cards import Suit
from darwindeck.genome.examples.common import (
    ACE_HIGH,
    FOLLOW_SUIT,
    FRENCH_52,
    HAND,
    STOCK,
    TRICKS_WON,
)
from darwindeck.genome.schema import (
    AssignRole,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    CardRanking,
    ChoiceKind,
    Control,
    Counter,
    DealerAfter,
    DealStep,
    DeckEmptyAction,
    Expose,
    GameGenome,
    GameRules,
    If,
    Let,
    Life,
    MatchRules,
    Moment,
    Redeal,
    RoleSpec,
    Scope,
    ScoringRule,
    Set,
    SetTrump,
    SetupRules,
    SpecialEffect,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
)
from darwindeck.genome.validator import checked

STRAINS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, "none")

BID = Call(
    "bid",
    "make a bid",
    choices=(
        CallChoice("level", "number of tricks over six", ChoiceKind.NUMBER, 1, 7),
        CallChoice("strain", "strain", ChoiceKind.SUIT, suits=STRAINS),
    ),
    key="5 * level + place(strain)",
    do=(
        AssignRole("bidder", "turn"),
        Set("contract", "level"),
        Set("multiplier", 1),
        SetTrump("strain"),
    ),
)
DOUBLE = Call(
    "double",
    "double the opponents' bid",
    when="bids > 0 and multiplier == 1 and bidder in opponents(turn)",
    do=(Set("multiplier", 2),),
)
REDOUBLE = Call(
    "redouble",
    "redouble your side's bid",
    when="bids > 0 and multiplier == 2 and bidder in team(turn)",
    do=(Set("multiplier", 4),),
)

AUCTION = CallPhase(
    name="auction",
    label="The auction",
    who="from(each, dealer)",
    calls=(Call("pass_turn", "pass", is_pass=True), BID, DOUBLE, REDOUBLE),
    rounds=None,
    close="passes_in_row == 3 and bids > 0 or passes_in_row == 4",
    then=(
        If(
            "bids > 0",
            then=(
                AssignRole("declarer", "first_to_name(bid, strain, team(bidder))"),
                AssignRole("dummy", "partner(declarer)"),
            ),
            otherwise=(Redeal(DealerAfter.SAME),),
        ),
    ),
)

LETS = (
    Let(
        "vulnerable",
        "vulnerable",
        "is(dealer) and hand_number > 1 or hand_number == 4",
        scope=Scope.TEAM,
    ),
    Let("needed", "tricks needed", "contract + 6"),
    Let("overtricks", "overtricks", "max(0, tricks(team(declarer)) - needed)"),
    Let("undertricks", "undertricks", "max(0, needed - tricks(team(declarer)))"),
    Let("trick_value", "trick value", "if(trump == clubs or trump == diamonds, 20, 30)"),
    Let(
        "contract_points",
        "contract points",
        "multiplier * (contract * trick_value + if(trump == none, 10, 0))",
    ),
)


MADE_CONTRACT = "undertricks == 0"
VULNERABLE = "vulnerable(team(declarer))"


def _made(label: str, amount: int | str, when: str = "true") -> ScoringRule:
    """A line of the table for a contract that is made."""
    condition = MADE_CONTRACT if when == "true" else f"{MADE_CONTRACT} and {when}"
    return ScoringRule(label=label, who="team(declarer)", when=condition, amount=amount)


def _down(label: str, amount: int | str, when: str) -> ScoringRule:
    """A line of the table for a contract that goes down."""
    return ScoringRule(label=label, who="opponents(declarer)", when=when, amount=amount)


MADE = (
    _made("Contract", "contract_points"),
    _made("Part score", 50, "contract_points < 100"),
    _made("Game", 300, f"contract_points >= 100 and not {VULNERABLE}"),
    _made("Game, vulnerable", 500, f"contract_points >= 100 and {VULNERABLE}"),
    _made("Small slam", 500, f"contract == 6 and not {VULNERABLE}"),
    _made("Small slam, vulnerable", 750, f"contract == 6 and {VULNERABLE}"),
    _made("Grand slam", 1000, f"contract == 7 and not {VULNERABLE}"),
    _made("Grand slam, vulnerable", 1500, f"contract == 7 and {VULNERABLE}"),
    _made("Contract doubled", 50, "multiplier == 2"),
    _made("Contract redoubled", 100, "multiplier == 4"),
    _made("Overtricks", "trick_value * overtricks", "multiplier == 1"),
    _made(
        "Overtricks, doubled or redoubled",
        "overtricks * 50 * multiplier",
        f"multiplier > 1 and not {VULNERABLE}",
    ),
    _made(
        "Overtricks, doubled or redoubled, vulnerable",
        "overtricks * 100 * multiplier",
        f"multiplier > 1 and {VULNERABLE}",
    ),
)

DOWN = (
    _down(
        "Undertricks",
        "undertricks * 50",
        f"undertricks > 0 and multiplier == 1 and not {VULNERABLE}",
    ),
    _down(
        "Undertricks, vulnerable",
        "undertricks * 100",
        f"undertricks > 0 and multiplier == 1 and {VULNERABLE}",
    ),
    _down(
        "First undertrick, doubled or redoubled",
        "50 * multiplier",
        f"undertricks > 0 and multiplier > 1 and not {VULNERABLE}",
    ),
    _down(
        "Further undertricks, doubled or redoubled",
        "(undertricks - 1) * 100 * multiplier",
        f"undertricks > 1 and multiplier > 1 and not {VULNERABLE}",
    ),
    _down(
        "Extra for undertricks after the third, doubled or redoubled",
        "(undertricks - 3) * 50 * multiplier",
        f"undertricks > 3 and multiplier > 1 and not {VULNERABLE}",
    ),
    _down(
        "First undertrick, doubled or redoubled, vulnerable",
        "100 * multiplier",
        f"undertricks > 0 and multiplier > 1 and {VULNERABLE}",
    ),
    _down(
        "Further undertricks, doubled or redoubled, vulnerable",
        "(undertricks - 1) * 150 * multiplier",
        f"undertricks > 1 and multiplier > 1 and {VULNERABLE}",
    ),
)


def create_bridge_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="bridge",
            generation=0,
            name="Bridge",
            description=(
                "Contract Bridge in four deals with duplicate scoring. Nobody is vulnerable in "
                "the first deal, the dealer's side in the second and third, everybody in the last."
            ),
            player_count=4,
            team_mode=True,
            teams=((0, 2), (1, 3)),
            max_turns=10_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, TRICKS_WON),
            card_sets=(),
            patterns=(),
            rankings=(CardRanking(plain=ACE_HIGH),),
            point_tables=(),
            roles=(
                RoleSpec("bidder", "last bidder"),
                RoleSpec("declarer", "declarer"),
                RoleSpec("dummy", "dummy"),
            ),
            counters=(
                Counter("contract", "level of the contract", life=Life.HAND, low=0, high=7),
                Counter("multiplier", "multiplier", life=Life.HAND, start=1, low=1, high=4),
            ),
            lets=LETS,
            options=(),
            setup=SetupRules(
                cards_per_player=13, deal=(DealStep(packets=(1,) * 13),), after_deal=()
            ),
            turn_structure=TurnStructure(
                phases=(
                    AUCTION,
                    TrickPhase(
                        name="play",
                        label="The play",
                        leader="left(declarer)",
                        follow=(FOLLOW_SUIT,),
                    ),
                ),
                is_trick_based=True,
                tricks_per_hand=13,
            ),
            special_effects=(
                SpecialEffect(
                    cards=CardCondition(),
                    moment=Moment.LED,
                    when="trick == 1",
                    do=(Expose("hand(dummy)"), Control("dummy", by="declarer")),
                ),
            ),
            card_scoring=(),
            scoring_rules=MADE + DOWN,
            win_conditions=(
                WinCondition(
                    type="high_score",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="hand_number == 4",
                    value="score",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=4),
        )
    )
