"""Partnership auction Pinochle for four with the 48-card deck.

The source of truth is the usual single-deck partnership game with an auction, as card-game
references give it, with the traditional values of the melds and of their doubles. Where references
differ: bidding starts at 250 and the dealer has it at 250 if all pass; the bidder may name any suit
and leads to the first trick; no cards are passed; everybody must beat the best card so far if they
can, also a partner's; aces, tens and kings count 10 each; if both sides reach 1,500 in one hand,
the bidder's side has won.
"""

from __future__ import annotations

from darwindeck.cards import Rank, Suit
from darwindeck.genome.examples.common import FOLLOW_SUIT, HAND, STOCK, SUITS
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
    ChoiceKind,
    Counter,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DeclarePhase,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    Let,
    Life,
    Location,
    MatchRules,
    Owner,
    PatternValue,
    PointTable,
    Reference,
    RoleSpec,
    Scope,
    ScoreOp,
    ScoringRule,
    Sees,
    Set,
    SetTrump,
    SetupRules,
    TieBreaker,
    TrickPhase,
    TrickTie,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

RANKS = (Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
COUNTERS = CardCondition(ranks=(Rank.ACE, Rank.TEN, Rank.KING))

SIDES_TRICKS = ZoneSpec(Location.CAPTURED, "tricks won", owner=Owner.TEAM, sees=Sees.NOBODY)

# A card may serve in one meld of each of these classes.
BY_SUIT, AROUND, PINOCHLE = "suit_melds", "arounds", "pinochles"


def _trump(*ranks: Rank) -> tuple[CardCondition, ...]:
    return tuple(CardCondition(rank=rank, trump=True) for rank in ranks)


def _around(rank: Rank) -> tuple[CardCondition, ...]:
    return tuple(CardCondition(suit=suit, rank=rank) for suit in SUITS)


def _meld(
    name: str, points: int, tag: str, exact: tuple[CardCondition, ...], *, one_suit: bool = False
) -> HandPattern:
    return HandPattern(
        name=name,
        rank_priority=points,
        exact=exact,
        same=(Attribute.SUIT,) if one_suit else (),
        values=(PatternValue("meld", points, "points"),),
        tags=(tag,),
    )


RUN = _trump(Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
MARRIAGE = tuple(CardCondition(rank=rank, trump=False) for rank in (Rank.KING, Rank.QUEEN))
QUEEN_AND_JACK = (
    CardCondition(suit=Suit.SPADES, rank=Rank.QUEEN),
    CardCondition(suit=Suit.DIAMONDS, rank=Rank.JACK),
)

MELDS = (
    _meld("run", 150, BY_SUIT, RUN),
    _meld("double run", 1500, BY_SUIT, RUN * 2),
    _meld("royal marriage", 40, BY_SUIT, _trump(Rank.KING, Rank.QUEEN)),
    _meld("marriage", 20, BY_SUIT, MARRIAGE, one_suit=True),
    _meld("dix", 10, BY_SUIT, _trump(Rank.NINE)),
    _meld("aces around", 100, AROUND, _around(Rank.ACE)),
    _meld("double aces around", 1000, AROUND, _around(Rank.ACE) * 2),
    _meld("kings around", 80, AROUND, _around(Rank.KING)),
    _meld("double kings around", 800, AROUND, _around(Rank.KING) * 2),
    _meld("queens around", 60, AROUND, _around(Rank.QUEEN)),
    _meld("double queens around", 600, AROUND, _around(Rank.QUEEN) * 2),
    _meld("jacks around", 40, AROUND, _around(Rank.JACK)),
    _meld("double jacks around", 400, AROUND, _around(Rank.JACK) * 2),
    _meld("pinochle", 40, PINOCHLE, QUEEN_AND_JACK),
    _meld("double pinochle", 300, PINOCHLE, QUEEN_AND_JACK * 2),
)

AUCTION = CallPhase(
    name="auction",
    label="The auction",
    calls=(
        Call("pass_turn", "pass", is_pass=True),
        Call(
            "bid_points",
            "bid a number of points",
            choices=(
                CallChoice("amount", "number of points", ChoiceKind.NUMBER, 250, 1500, step=10),
            ),
            key="amount",
            do=(AssignRole("bidder", "turn"), Set("bid", "amount")),
        ),
    ),
    rounds=None,
    pass_is_final=True,
    close=(
        "bids > 0 and number(where(each, called(pass_turn))) >= 3 or all(each, called(pass_turn))"
    ),
    then=(If("not set(bidder)", then=(AssignRole("bidder", "dealer"), Set("bid", 250))),),
)

NAMING = CallPhase(
    name="naming",
    label="Naming trumps",
    who="bidder",
    calls=(
        Call(
            "name_trumps",
            "name the trump suit",
            choices=(CallChoice("named", "suit", ChoiceKind.SUIT, suits=SUITS),),
            do=(SetTrump("named"),),
        ),
    ),
)

FOLLOW_AND_BEAT = CardRule(
    CardCondition(same=(Attribute.SUIT,), of=Reference.LED, beats=Reference.WINNER)
)
OVERTRUMP = CardRule(CardCondition(trump=True, beats=Reference.WINNER))
TRUMP = CardRule(CardCondition(trump=True))


def create_pinochle_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="pinochle",
            generation=0,
            name="Pinochle",
            description=(
                "Partnership auction Pinochle with the 48-card deck. Melds and counters are "
                "bid for in points, from 250 upwards."
            ),
            player_count=4,
            team_mode=True,
            teams=((0, 2), (1, 3)),
            max_turns=10_000,
            deck=DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=RANKS, copies=2),)),
            zones=(HAND, STOCK, SIDES_TRICKS),
            card_sets=(),
            patterns=MELDS,
            rankings=(CardRanking(plain=RANKS),),
            point_tables=(PointTable("counters", "points", (CardPoints(COUNTERS, 10),)),),
            roles=(RoleSpec("bidder", "bidder"),),
            counters=(Counter("bid", "bid", life=Life.HAND, low=0, high=1500),),
            lets=(
                Let(
                    "meld",
                    "meld",
                    "declared(suit_melds, meld) + declared(arounds, meld) "
                    "+ declared(pinochles, meld)",
                    scope=Scope.TEAM,
                ),
            ),
            options=(),
            setup=SetupRules(
                cards_per_player=12,
                initial_deck="custom",
                deal=(DealStep(packets=(3, 3, 3, 3)),),
                after_deal=(),
            ),
            turn_structure=TurnStructure(
                phases=(
                    AUCTION,
                    NAMING,
                    DeclarePhase(
                        name="melding",
                        label="Melding",
                        patterns=tuple(meld.name for meld in MELDS),
                    ),
                    TrickPhase(
                        name="play",
                        label="Tricks",
                        leader="bidder",
                        follow=(FOLLOW_AND_BEAT, FOLLOW_SUIT, OVERTRUMP, TRUMP),
                        tie=TrickTie.FIRST,
                    ),
                ),
                is_trick_based=True,
                tricks_per_hand=12,
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(label="Meld", who="teams", when="tricks > 0", amount="meld"),
                ScoringRule(
                    label="Cards in tricks", who="teams", amount="points(captured, counters)"
                ),
                ScoringRule(label="Last trick", who="teams", when="took_last", amount=10),
                ScoringRule(
                    label="Bid failed",
                    who="team(bidder)",
                    when="hand_score < bid",
                    amount="-bid",
                    op=ScoreOp.SET,
                ),
            ),
            win_conditions=(
                WinCondition(
                    type="custom",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="score(team(bidder)) >= 1500",
                    value="if(is(bidder), 1, 0)",
                ),
                WinCondition(
                    type="first_to_score",
                    threshold=1500,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=40),
        )
    )
