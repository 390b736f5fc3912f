"""Baloot for four in two partnerships, as it is played on line in Saudi Arabia, to 152 game points.

The source of truth is recorded play: where published rules and real matches differ, the matches
hold and the other reading is an option. The contract is Sun (no trumps) or Hokum (trumps); the side
of its buyer must come out ahead or loses everything (khasara), and a side that takes every trick
scores more (kaboot).

What only a table of people needs is left out: since no illegal card can be played, there is no
penalty for a foul (qayd). A claim of the remaining tricks (sawa) is allowed only to a player who is
certain to take them from what that player can see, so that it never fails, and every project in a
hand is announced; the options `claims` and `announcing` leave both to the players, as servers do.
"""

from __future__ import annotations

from typing import Any

from darwindeck.cards import Rank
from darwindeck.genome.examples.baloot.auction import AUCTION
from darwindeck.genome.examples.baloot.options import OPTIONS
from darwindeck.genome.examples.baloot.scoring import LETS, SCORING, TARGET
from darwindeck.genome.examples.common import HAND, STOCK, SUIT_LED, SUITS, TRICKS_WON
from darwindeck.genome.schema import (
    Among,
    Announce,
    Attribute,
    Call,
    CallPhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRanking,
    CardRule,
    Choose,
    Contest,
    ContestScores,
    ContestSide,
    ContestTie,
    Counter,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DeclarePhase,
    Direction,
    DoPhase,
    FillHands,
    FirstDealer,
    ForEach,
    GameGenome,
    GameRules,
    HandPattern,
    Life,
    MatchRules,
    Moment,
    Move,
    NamedCards,
    NextDealer,
    PatternValue,
    PointTable,
    Reference,
    RoleSpec,
    Scope,
    Sees,
    Set,
    SetupRules,
    SpecialEffect,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

SEQUENCE = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.ACE,
)
PLAIN_ORDER = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.TEN,
    Rank.ACE,
)
TRUMP_ORDER = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.QUEEN,
    Rank.KING,
    Rank.TEN,
    Rank.ACE,
    Rank.NINE,
    Rank.JACK,
)

RANKINGS = (
    CardRanking(plain=PLAIN_ORDER, sequence=SEQUENCE, mode="sun", label="Sun"),
    CardRanking(
        plain=PLAIN_ORDER, trump=TRUMP_ORDER, sequence=SEQUENCE, mode="hokum", label="Hokum"
    ),
)

PLAIN_POINTS = tuple(
    CardPoints(CardCondition(rank=rank), points)
    for rank, points in (
        (Rank.ACE, 11),
        (Rank.TEN, 10),
        (Rank.KING, 4),
        (Rank.QUEEN, 3),
        (Rank.JACK, 2),
    )
)
TRUMP_POINTS = (
    CardPoints(CardCondition(rank=Rank.JACK, trump=True), 20),
    CardPoints(CardCondition(rank=Rank.NINE, trump=True), 14),
)
POINT_TABLES = (
    PointTable("card_points", "card points", PLAIN_POINTS, mode="sun"),
    PointTable("card_points", "card points", (*TRUMP_POINTS, *PLAIN_POINTS), mode="hokum"),
)

TRUMP = CardCondition(trump=True)
FLOOR = ZoneSpec("floor", "floor card", sees=Sees.ALL)

CARD_SETS = (
    NamedCards(
        "low_cards",
        "low card",
        CardCondition(ranks=(Rank.SEVEN, Rank.EIGHT, Rank.NINE)),
    ),
    NamedCards("trump_cards", "trump", TRUMP),
    NamedCards(
        "akka_cards",
        "akka card",
        CardCondition(
            trump=False,
            highest=Among.UNPLAYED,
            not_=CardCondition(rank=Rank.ACE),
        ),
    ),
    NamedCards(
        "doubtful_cards",
        "doubtful card",
        CardCondition(not_=CardCondition(highest=Among.UNSEEN)),
    ),
)


def _project(name: str, priority: int, raw: int, game: int | str, **shape: Any) -> HandPattern:
    return HandPattern(
        name=name,
        rank_priority=priority,
        values=(
            PatternValue("raw", raw, "raw points"),
            PatternValue("game", game, "game points"),
        ),
        **shape,
    )


def _sequence(name: str, priority: int, raw: int, shortest: int, longest: int) -> HandPattern:
    # Only a hundred uses up the king and queen of trumps, so that they are no baloot as well.
    tags = ("project", "baloot") if raw == 100 else ("project",)
    return _project(
        name,
        priority,
        raw,
        f"if(mode == sun, {raw // 5}, {raw // 10})",
        min_size=shortest,
        max_size=longest,
        same=(Attribute.SUIT,),
        consecutive=True,
        tags=tags,
    )


def _four(
    name: str, priority: int, raw: int, game: int | str, *ranks: Rank, when: str
) -> HandPattern:
    return _project(
        name,
        priority,
        raw,
        game,
        min_size=4,
        max_size=4,
        same=(Attribute.RANK,),
        cards=CardCondition(ranks=ranks),
        tags=("project", "baloot"),
        when=when,
    )


PROJECTS = (
    _sequence("sira", 1, 20, 3, 3),
    _sequence("fifty", 2, 50, 4, 4),
    _sequence("hundred in sequence", 3, 100, 5, 8),
    _four(
        "hundred of a kind",
        3,
        100,
        "if(mode == sun, 20, 10)",
        Rank.TEN,
        Rank.JACK,
        Rank.QUEEN,
        Rank.KING,
        when="true",
    ),
    _four("hundred in aces", 3, 100, 10, Rank.ACE, when="mode == hokum"),
    _four("four hundred", 4, 400, 40, Rank.ACE, when="mode == sun"),
)

BALOOT = HandPattern(
    name="baloot",
    rank_priority=0,
    exact=(
        CardCondition(rank=Rank.KING, trump=True),
        CardCondition(rank=Rank.QUEEN, trump=True),
    ),
    values=(
        PatternValue("baloot_raw", 20, "raw points"),
        PatternValue("baloot_game", 2, "game points"),
    ),
    tags=("baloot",),
    when="mode == hokum",
)

SECOND_DEAL = DoPhase(
    name="second_deal",
    label="The rest of the deal",
    actions=(Move("floor", "hand(taker)", choose=Choose.ALL), FillHands(8)),
)

# A partner's winning card always sets one free or, by the narrower reading, only if it is safe: an
# ace, announced as akka, or followed by nobody after oneself.
MUST_TRUMP = (
    "winner in opponents(turn) or partner_winning == free_if_safe and not akka(winner) and "
    "left(turn) != leader"
)

PLAY = TrickPhase(
    name="play",
    label="Tricks",
    leader="left(dealer)",
    lead=(
        CardRule(CardCondition(named="akka_cards"), when="akka"),
        CardRule(CardCondition(trump=False), when="closed"),
    ),
    follow=(
        CardRule(
            CardCondition(same=(Attribute.SUIT,), of=Reference.LED, beats=Reference.WINNER),
            when="led_trump and winner in opponents(turn)",
        ),
        CardRule(SUIT_LED),
        CardRule(CardCondition(trump=True, beats=Reference.WINNER), when=MUST_TRUMP),
        CardRule(TRUMP, when=f"under_trump == duty and ({MUST_TRUMP})"),
    ),
    before_card=(
        DeclarePhase(
            name="declaring_projects",
            label="Projects",
            when="trick == 1",
            patterns=tuple(project.name for project in PROJECTS),
            announce=Announce.CLASS_ONLY,
            shown_when="trick == 2",
            contest=Contest(
                side=ContestSide.TEAM,
                winner_scores=ContestScores.ALL,
                trumps_first=False,
                ties=ContestTie.EARLIER_SEAT,
            ),
        ),
        DeclarePhase(
            name="declaring_baloot",
            label="Baloot",
            patterns=("baloot",),
            announce=Announce.ON_LAST_CARD,
        ),
        CallPhase(
            name="claiming",
            label="Sawa",
            when=(
                "turn == leader and trick >= 5 and (claims == on_lead or hand_size > 1 and "
                "count(hand, doubtful_cards) == 0 and trumps_out == 0)"
            ),
            who="turn",
            calls=(
                Call("play_on", "play on", is_pass=True),
                Call(
                    "sawa",
                    "claim the tricks that are left",
                    do=(ForEach("each", (Move("hand", "captured(leader)", choose=Choose.ALL),)),),
                ),
            ),
        ),
        CallPhase(
            name="announcing_akka",
            label="Akka",
            when=(
                "mode == hokum and turn == leader and hand_size > 1 and count(hand, akka_cards) > 0"
            ),
            who="turn",
            calls=(
                Call("no_akka", "announce nothing", is_pass=True),
                Call("akka", "announce akka", do=(Set("akka", 1),)),
            ),
        ),
    ),
    after_trick=(Set("akka", 0, who="each"),),
)

# By the narrower reading an ace of the suit led is as safe as a card announced as akka.
SAFE_ACE = SpecialEffect(
    cards=CardCondition(rank=Rank.ACE, trump=False, same=(Attribute.SUIT,), of=Reference.LED),
    moment=Moment.PLAYED,
    when="partner_winning == free_if_safe",
    do=(Set("akka", 1),),
)


def create_baloot_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="baloot",
            generation=0,
            name="Baloot",
            description=(
                "The partnership game of Saudi Arabia as it is played on line: a contract in Sun "
                "or Hokum is bought in two rounds, projects are announced, and the buyer's side "
                "must come out ahead or loses everything."
            ),
            player_count=4,
            team_mode=True,
            teams=((0, 2), (1, 3)),
            max_turns=20_000,
            deck=DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=SEQUENCE),)),
            zones=(HAND, STOCK, FLOOR, TRICKS_WON),
            card_sets=CARD_SETS,
            patterns=(*PROJECTS, BALOOT),
            rankings=RANKINGS,
            point_tables=POINT_TABLES,
            roles=(
                RoleSpec("buyer", "buyer"),
                RoleSpec("taker", "taker of the floor card"),
                RoleSpec("raiser", "last to raise"),
            ),
            counters=(
                Counter("level", "multiplier", life=Life.HAND, start=1, low=1, high=4),
                Counter("closed", "closed", life=Life.HAND, low=0, high=1, flag=True),
                Counter("gahwa", "a gahwa", life=Life.HAND, low=0, high=1, flag=True),
                Counter(
                    "akka",
                    "playing akka",
                    scope=Scope.SEAT,
                    life=Life.HAND,
                    low=0,
                    high=1,
                    flag=True,
                ),
                Counter(
                    "game_total",
                    "game points to compare",
                    scope=Scope.TEAM,
                    life=Life.HAND,
                    low=0,
                    high=1_000,
                ),
            ),
            lets=LETS,
            options=OPTIONS,
            setup=SetupRules(
                cards_per_player=5,
                initial_deck="custom",
                deal=(DealStep(packets=(3, 2)), DealStep(packets=(1,), zone="floor")),
                after_deal=(),
            ),
            turn_structure=TurnStructure(
                phases=(*AUCTION, SECOND_DEAL, PLAY), is_trick_based=True, tricks_per_hand=8
            ),
            special_effects=(SAFE_ACE,),
            card_scoring=(),
            scoring_rules=SCORING,
            win_conditions=(
                WinCondition(
                    type="first_to_score",
                    threshold=TARGET,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.BATTLE
            ),
            # The sides share at least 16 points a hand, so only a tie at the end takes twenty.
            match=MatchRules(
                hands=30,
                first_dealer=FirstDealer.RANDOM,
                next_dealer=NextDealer.LEFT,
                direction=Direction.COUNTERCLOCKWISE,
            ),
        )
    )
