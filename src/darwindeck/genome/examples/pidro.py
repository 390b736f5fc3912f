"""Finnish Pidro for four in two partnerships, to 62 points.

The source of truth is the game's own description of properties together with the rules of Kokkola,
where they can be reconciled. Six cards hold the fourteen points of a hand: ace, jack, ten and two
of trumps one each, both fives of the trump colour five each. What sources dispute is an option: who
may bid 14 over 14, what a dealer to whom all pass may bid, whose discards are seen, what the dealer
keeps, what becomes of killed trumps, and who deals first. The dealer's own non-trumps stay at hand
as filler, since otherwise the dealer could be left with fewer than six cards. Nothing of the game
is left out; the variants with more points for the jack, with a lowest bid of seven or with four
extra cards dealt face down are different games of the family.
"""

from __future__ import annotations

import json
from typing import Any

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import (
    ACE_HIGH,
    FRENCH_52,
    HAND,
    STOCK,
    SUITS,
    TRICKS_WON,
)
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    CardPoints,
    CardRanking,
    ChoiceKind,
    Choose,
    Counter,
    DealStep,
    DeckEmptyAction,
    Direction,
    DiscardPhase,
    DoPhase,
    FillHands,
    FirstDealer,
    GameGenome,
    GameRules,
    Keep,
    Let,
    Life,
    MatchRules,
    Move,
    NextDealer,
    Option,
    OptionChoice,
    OutOfCards,
    Owner,
    Phase,
    PileOrder,
    PointTable,
    Promotion,
    RepeatPhase,
    RoleSpec,
    Scope,
    ScoringRule,
    Sees,
    Set,
    Setting,
    SetTrump,
    SetupRules,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

TRUMP = CardCondition(trump=True)
NO_TRUMP = CardCondition(trump=False)
WRONG_FIVE = CardCondition(rank=Rank.FIVE, trump_colour=True, printed_trump=False)
TWO_OF_TRUMPS = CardCondition(rank=Rank.TWO, trump=True)
WORTH_NOTHING = CardCondition(point_table="card_points", max_points=0)
PLAIN_TRUMP = CardCondition(trump=True, point_table="card_points", max_points=0)

THROWN = ZoneSpec("thrown", "discards", sees=Sees.ALL)
ASIDE = ZoneSpec("aside", "spare pile", owner=Owner.SEAT, order=PileOrder.STACK, sees=Sees.OWNER)
KILLED = ZoneSpec(
    "killed", "pile of killed trumps", owner=Owner.SEAT, order=PileOrder.STACK, sees=Sees.ALL
)
SHOWN = ZoneSpec("shown", "dead pile", sees=Sees.ALL)
ZONES = (HAND, STOCK, THROWN, ASIDE, KILLED, SHOWN, TRICKS_WON)

CARD_POINTS = PointTable(
    "card_points",
    "points",
    (
        CardPoints(CardCondition(rank=Rank.FIVE, trump=True), 5),
        CardPoints(CardCondition(ranks=(Rank.ACE, Rank.JACK, Rank.TEN, Rank.TWO), trump=True), 1),
    ),
)

AUCTION = CallPhase(
    name="auction",
    label="The auction",
    calls=(
        Call("pass_turn", "pass", when="turn != dealer or bids > 0", is_pass=True),
        Call(
            "bid_points",
            "bid a number of points",
            choices=(CallChoice("amount", "number of points", ChoiceKind.NUMBER, 6, 14),),
            when="forced_dealer == any_bid or turn != dealer or bids > 0",
            key="amount",
            equal_ok=(
                "amount == 14 and (fourteen == anyone or fourteen == dealer_only and "
                "turn == dealer)"
            ),
            do=(AssignRole("bidder", "turn"), Set("bid", "amount")),
        ),
        Call(
            "forced_bid",
            "bid 6",
            when="forced_dealer == six and turn == dealer and bids == 0",
            do=(AssignRole("bidder", "turn"), Set("bid", 6)),
        ),
    ),
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

DISCARDING = DoPhase(
    name="discarding",
    label="Discarding",
    who="others(dealer)",
    actions=(Move("hand", "thrown", cards=NO_TRUMP, choose=Choose.ALL),),
)

SECOND_DEAL = DoPhase(
    name="second_deal",
    label="The second deal",
    actions=(FillHands(6, to="from(others(dealer), left(dealer))"),),
)

ROBBING = DoPhase(
    name="robbing",
    label="Robbing the pack",
    when="dealer_keeps == trumps",
    who="dealer",
    actions=(
        Move("deck", "hand", choose=Choose.ALL),
        # Had all other cards to go before some come back, everybody could count the trumps.
        Move(
            "hand",
            "aside",
            cards=NO_TRUMP,
            count="if(dealer_hand == filled, max(0, hand_size - 6), hand_size)",
            choose=Choose.RANDOM,
        ),
    ),
)

CHOOSING_SIX = BlockPhase(
    name="choosing_six",
    label="Robbing the pack",
    when="dealer_keeps == any_six",
    who="dealer",
    phases=(
        DoPhase(who="dealer", actions=(Move("deck", "hand", choose=Choose.ALL),)),
        DiscardPhase(
            target="aside", count="max(0, hand_size - 6)", cards=WORTH_NOTHING, who="dealer"
        ),
    ),
)

# Whoever has more than six cards by now holds nothing but trumps, and only six of them count.
# They are killed one by one, since the last one lies on top and may be the first to be played.
KILLING = RepeatPhase(
    name="killing",
    label="Killing trumps",
    as_long_as="hand_size > 6",
    who="from(each, left(dealer))",
    phases=(DiscardPhase(target="killed", count=1, cards=PLAIN_TRUMP),),
)

PLAY = TrickPhase(
    name="play",
    label="Tricks",
    lead_suit_required=False,
    playable=TRUMP,
    out=OutOfCards.SIT_OUT,
    out_to="shown",
    leader="bidder",
    next_leader="winner",
    keep=(Keep(TWO_OF_TRUMPS, to="captured(turn)"),),
)

PHASES: tuple[Phase, ...] = (
    AUCTION,
    NAMING,
    DISCARDING,
    SECOND_DEAL,
    ROBBING,
    CHOOSING_SIX,
    KILLING,
    PLAY,
)


def _setting(path: str, value: Any) -> Setting:
    return Setting(path, json.dumps(value))


def _sees(zone: ZoneSpec, who: Sees) -> Setting:
    return _setting(f"/zones/{ZONES.index(zone)}/sees", who)


def _seen_discards(others: Sees, dealer: Sees) -> tuple[Setting, ...]:
    return (_sees(THROWN, others), _sees(ASIDE, dealer))


def _played_from(source: str) -> tuple[Setting, ...]:
    return (_setting(f"/turn_structure/phases/{PHASES.index(PLAY)}/source", source),)


def _target(points: int) -> OptionChoice:
    return OptionChoice(
        str(points),
        f"the game is to {points} points",
        (
            _setting("/win_conditions/0/when", f"score(team(bidder)) >= {points}"),
            _setting("/win_conditions/1/threshold", points),
        ),
    )


OPTIONS = (
    Option(
        "fourteen",
        "14 over 14",
        (
            OptionChoice("anyone", "anyone may bid 14 over 14, and the last such bid stands"),
            OptionChoice("dealer_only", "only the dealer may bid 14 over 14"),
            OptionChoice("nobody", "nobody may bid 14 over 14"),
        ),
        "anyone",
    ),
    Option(
        "forced_dealer",
        "the dealer's bid if all others pass",
        (
            OptionChoice("six", "a dealer to whom all have passed must bid 6"),
            OptionChoice(
                "any_bid", "a dealer to whom all have passed must bid, as high as they like"
            ),
        ),
        "six",
    ),
    Option(
        "discards",
        "discards",
        (
            OptionChoice(
                "others_face_up",
                "the dealer discards face down, the others face up",
                _seen_discards(Sees.ALL, Sees.OWNER),
            ),
            OptionChoice(
                "all_face_up",
                "everybody discards face up",
                _seen_discards(Sees.ALL, Sees.ALL),
            ),
            OptionChoice(
                "face_down",
                "everybody discards face down",
                _seen_discards(Sees.NOBODY, Sees.OWNER),
            ),
        ),
        "others_face_up",
    ),
    Option(
        "dealer_keeps",
        "the dealer's choice",
        (
            OptionChoice("trumps", "the dealer keeps every trump"),
            OptionChoice(
                "any_six", "the dealer keeps any six cards, every card worth points among them"
            ),
        ),
        "trumps",
    ),
    Option(
        "dealer_hand",
        "a dealer with few trumps",
        (
            OptionChoice("filled", "the dealer always has six cards"),
            OptionChoice("short", "a dealer with few trumps plays with fewer than six cards"),
        ),
        "filled",
    ),
    Option(
        "killed_trumps",
        "killed trumps",
        (
            OptionChoice("dead", "killed trumps are out of play", _played_from("hand")),
            OptionChoice(
                "played_first",
                "the top one of a player's killed trumps is played to the first trick",
                _played_from("if(trick == 1 and size(killed) > 0, top(killed), hand)"),
            ),
        ),
        "dead",
    ),
    Option(
        "first_dealer",
        "the first dealer",
        (
            OptionChoice(
                "high_card",
                "everybody draws a card, and the highest deals first",
                (_setting("/match/first_dealer", FirstDealer.HIGH_CARD),),
            ),
            OptionChoice(
                "lots",
                "lots decide who deals first",
                (_setting("/match/first_dealer", FirstDealer.RANDOM),),
            ),
        ),
        "high_card",
    ),
    Option("target", "target", (_target(62), _target(31), _target(100)), "62"),
)


def _preset(name: str, label: str, **values: str) -> OptionChoice:
    """A choice that puts one choice of each of several options in force."""
    settings: list[Setting] = []
    for index, option in enumerate(OPTIONS):
        if option.name in values:
            choice = next(c for c in option.choices if c.name == values[option.name])
            settings += [_setting(f"/options/{index}/value", choice.name), *choice.sets]
    return OptionChoice(name, label, tuple(settings))


PRESETS = Option(
    "rules",
    "all of these together",
    (
        _preset("own", "the players settle each point by itself"),
        _preset(
            "kokkola",
            "the rules of Kokkola hold: anyone may bid 14 over 14, and only the dealer discards "
            "face down",
            fourteen="anyone",
            discards="others_face_up",
        ),
        _preset(
            "tournament",
            "the Finnish tournament rules hold: only the dealer may bid 14 over 14, everybody "
            "discards face down, and lots decide who deals first",
            fourteen="dealer_only",
            discards="face_down",
            first_dealer="lots",
        ),
    ),
    "own",
)


def create_pidro_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="pidro",
            generation=0,
            name="Pidro",
            description=(
                "The Finnish partnership game in which only trumps are played: the best bidder "
                "names them, all other cards are thrown away, and each of the two fives of the "
                "trump colour is worth five of the fourteen points."
            ),
            player_count=4,
            team_mode=True,
            teams=((0, 2), (1, 3)),
            max_turns=10_000,
            deck=FRENCH_52,
            zones=ZONES,
            card_sets=(),
            patterns=(),
            rankings=(
                CardRanking(
                    plain=ACE_HIGH,
                    promote=(Promotion(WRONG_FIVE, above=Rank.FOUR, label="wrong five"),),
                ),
            ),
            point_tables=(CARD_POINTS,),
            roles=(RoleSpec("bidder", "bidder"),),
            counters=(Counter("bid", "bid", life=Life.HAND, low=0, high=14),),
            lets=(Let("taken", "points taken", "points(captured, card_points)", scope=Scope.TEAM),),
            options=(*OPTIONS, PRESETS),
            setup=SetupRules(
                cards_per_player=9, deal=(DealStep(packets=(3, 3, 3)),), after_deal=()
            ),
            turn_structure=TurnStructure(phases=PHASES, is_trick_based=True),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Bid made", who="team(bidder)", when="taken >= bid", amount="taken"
                ),
                ScoringRule(
                    label="Bid failed", who="team(bidder)", when="taken < bid", amount="-bid"
                ),
                ScoringRule(label="Defenders", who="opponents(bidder)", amount="taken"),
            ),
            win_conditions=(
                WinCondition(
                    type="custom",
                    comparison=WinComparison.NONE,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="score(team(bidder)) >= 62",
                    who="team(bidder)",
                ),
                WinCondition(
                    type="first_to_score",
                    threshold=62,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(
                hands=60,
                first_dealer=FirstDealer.HIGH_CARD,
                next_dealer=NextDealer.LEFT,
                direction=Direction.CLOCKWISE,
            ),
        )
    )
