"""Schnapsen, the Austrian game for two: twenty cards, marriages, closing the stock, 66.

The source of truth is the game as card-game references describe it for Austria, with closing scored
by what the opponent had when the stock was closed. Where sources differ: neither closing nor
exchanging the trump jack is allowed with only two cards left to draw (an option lifts this), and
marriages may be declared from the first lead on.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import HAND, STOCK, SUIT_LED, SUITS, TRICKS_WON
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    Call,
    CallChoice,
    CallPhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRanking,
    CardRule,
    Change,
    ChoiceKind,
    Counter,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    Direction,
    EndHand,
    FirstDealer,
    GameGenome,
    GameRules,
    If,
    Let,
    Life,
    Location,
    MatchRules,
    Move,
    NamedCards,
    NextDealer,
    Option,
    OptionChoice,
    PointTable,
    Reference,
    RepeatPhase,
    RoleSpec,
    Scope,
    ScoringRule,
    Sees,
    Set,
    SetTrump,
    SetupRules,
    Show,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

RANKS = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
TURNED_CARD = ZoneSpec("turned_card", "turned card", sees=Sees.ALL)

TRUMP_JACK = CardCondition(rank=Rank.JACK, trump=True)


def _of_named_suit(rank: Rank) -> CardCondition:
    return CardCondition(rank=rank, same=(Attribute.SUIT,), of=Reference.NAMED)


MARRIAGE = CardCondition(
    any_of=(CardCondition(named="king_of_suit"), CardCondition(named="queen_of_suit"))
)
FOLLOW_HIGHER = CardCondition(same=(Attribute.SUIT,), of=Reference.LED, beats=Reference.WINNER)

STRICT = "set(closer) or size(turned_card) == 0"
STOCK_IN_PLAY = "not set(closer) and (size(deck) > 1 or last_two == allowed and size(deck) == 1)"

CLAIM = Call(
    "claim",
    "claim to have 66 points",
    when="tricks > 0",
    do=(AssignRole("claimant", "turn"), EndHand(scored=True)),
)


BEFORE_THE_LEAD = CallPhase(
    calls=(
        Call(
            "exchange",
            "exchange the jack of trumps for the turned card",
            when=f"{STOCK_IN_PLAY} and count(hand, trump_jack) == 1",
            do=(
                Move("turned_card", Location.HAND),
                Move(Location.HAND, "turned_card", cards=CardCondition(named="trump_jack")),
            ),
        ),
        Call(
            "close",
            "close the stock",
            when=STOCK_IN_PLAY,
            do=(AssignRole("closer", "turn"), Set("closing_value", "hand_value")),
        ),
        Call(
            "marry",
            "declare a marriage",
            choices=(CallChoice("married_suit", "suit", ChoiceKind.SUIT, suits=SUITS),),
            when=(
                "count(hand, king_of_suit) == 1 and count(hand, queen_of_suit) == 1 "
                "and not leading_marriage"
            ),
            do=(
                Show(Location.HAND, cards=MARRIAGE),
                Change("melded", "if(married_suit == trump, 40, 20)"),
                Set("leading_marriage", 1),
            ),
        ),
        CLAIM,
    ),
)


def create_schnapsen_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="schnapsen",
            generation=0,
            name="Schnapsen",
            description=(
                "The Austrian game for two: suit need not be followed until the stock is used up "
                "or closed, and a hand is won by claiming 66 points. The first to seven game "
                "points wins."
            ),
            player_count=2,
            max_turns=2_000,
            deck=DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=RANKS),)),
            zones=(HAND, STOCK, TURNED_CARD, TRICKS_WON),
            card_sets=(
                NamedCards("trump_jack", "jack of trumps", TRUMP_JACK),
                NamedCards("king_of_suit", "king of that suit", _of_named_suit(Rank.KING)),
                NamedCards("queen_of_suit", "queen of that suit", _of_named_suit(Rank.QUEEN)),
            ),
            patterns=(),
            rankings=(CardRanking(plain=RANKS),),
            point_tables=(
                PointTable(
                    "card_points",
                    "card points",
                    (
                        CardPoints(CardCondition(rank=Rank.ACE), 11),
                        CardPoints(CardCondition(rank=Rank.TEN), 10),
                        CardPoints(CardCondition(rank=Rank.KING), 4),
                        CardPoints(CardCondition(rank=Rank.QUEEN), 3),
                        CardPoints(CardCondition(rank=Rank.JACK), 2),
                    ),
                ),
            ),
            roles=(RoleSpec("closer", "closer"), RoleSpec("claimant", "claimant")),
            counters=(
                Counter("melded", "points for marriages", scope=Scope.SEAT, low=0, high=100),
                Counter(
                    "leading_marriage",
                    "about to lead from a marriage",
                    scope=Scope.SEAT,
                    life=Life.HAND,
                    low=0,
                    high=1,
                    flag=True,
                ),
                Counter("closing_value", "closing value", low=0, high=3, announced=True),
            ),
            lets=(
                Let(
                    "made",
                    "points made",
                    "points(captured, card_points) + if(tricks > 0, melded, 0)",
                    scope=Scope.SEAT,
                ),
                Let(
                    "hand_value",
                    "winning value",
                    "if(other(tricks) == 0, 3, if(other(made) < 33, 2, 1))",
                    scope=Scope.SEAT,
                ),
            ),
            options=(
                Option(
                    "last_two",
                    "Closing and exchanging with two cards left to draw",
                    choices=(
                        OptionChoice(
                            "forbidden",
                            "with only two cards left to draw, nobody may close the stock or "
                            "exchange the jack of trumps",
                        ),
                        OptionChoice(
                            "allowed",
                            "the stock may be closed and the jack of trumps exchanged as long as "
                            "there are cards to draw",
                        ),
                    ),
                    value="forbidden",
                ),
            ),
            setup=SetupRules(
                cards_per_player=5,
                initial_deck="custom",
                deal=(
                    DealStep(packets=(3,)),
                    DealStep(packets=(1,), zone="turned_card"),
                    DealStep(packets=(2,)),
                ),
                after_deal=(SetTrump("suit(turned_card)"),),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TrickPhase(
                        name="tricks",
                        label="Tricks",
                        lead_suit_required=True,
                        leader="left(dealer)",
                        before_card=(
                            RepeatPhase(
                                label="Before the lead",
                                when="turn == leader",
                                may_stop="true",
                                phases=(BEFORE_THE_LEAD,),
                            ),
                        ),
                        lead=(CardRule(MARRIAGE, when="leading_marriage"),),
                        follow=(
                            CardRule(FOLLOW_HIGHER, when=STRICT),
                            CardRule(SUIT_LED, when=STRICT),
                            CardRule(CardCondition(trump=True), when=STRICT),
                        ),
                        after_trick=(
                            Set("leading_marriage", 0, who="each"),
                            If(
                                "not set(closer) and size(turned_card) == 1",
                                (
                                    Move(Location.DECK, "hand(winner)", count=1),
                                    If(
                                        "size(deck) > 0",
                                        (Move(Location.DECK, "hand(left(winner))", count=1),),
                                        (Move("turned_card", "hand(left(winner))"),),
                                    ),
                                ),
                            ),
                        ),
                    ),
                    CallPhase(
                        label="After the last trick",
                        who="winner",
                        calls=(Call("end", "let the hand end", is_pass=True), CLAIM),
                    ),
                ),
                is_trick_based=True,
                tricks_per_hand=None,
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="66 claimed rightly, stock not closed",
                    who="claimant",
                    when="set(claimant) and made >= 66 and not set(closer)",
                    amount="hand_value",
                ),
                ScoringRule(
                    label="66 claimed rightly by the closer",
                    who="claimant",
                    when="set(claimant) and made >= 66 and is(closer)",
                    amount="closing_value",
                ),
                ScoringRule(
                    label="66 claimed rightly against the closer",
                    who="claimant",
                    when="set(claimant) and made >= 66 and set(closer) and not is(closer)",
                    amount="max(2, closing_value)",
                ),
                ScoringRule(
                    label="66 claimed wrongly by the closer",
                    who="others(claimant)",
                    when="set(claimant) and made(claimant) < 66 and is(closer, claimant)",
                    amount="max(2, closing_value)",
                ),
                ScoringRule(
                    label="66 claimed wrongly by another",
                    who="others(claimant)",
                    when="set(claimant) and made(claimant) < 66 and not is(closer, claimant)",
                    amount="if(tricks == 0, 3, 2)",
                ),
                ScoringRule(
                    label="Stock closed and nothing claimed",
                    who="others(closer)",
                    when="set(closer) and not set(claimant)",
                    amount="max(2, closing_value)",
                ),
                ScoringRule(
                    label="Stock used up and nothing claimed",
                    who="winner",
                    when="not set(closer) and not set(claimant)",
                    amount=1,
                ),
            ),
            win_conditions=(
                WinCondition(
                    type="first_to_score",
                    threshold=7,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(
                hands=13,
                first_dealer=FirstDealer.HIGH_CARD,
                next_dealer=NextDealer.LEFT,
                direction=Direction.CLOCKWISE,
            ),
        )
    )
