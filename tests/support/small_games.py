"""Small games for clauses that no game of the library has, or has only in a corner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from darwindeck.genome.schema import (
    AIHints,
    Attribute,
    Award,
    BettingPhase,
    BuildMove,
    BuildPhase,
    Call,
    CallChoice,
    CallPhase,
    CardBlock,
    CardCondition,
    CardFace,
    CardPoints,
    CardRanking,
    CardRule,
    CardScoringRule,
    CardValue,
    Change,
    ChoiceKind,
    ChoicePhase,
    ClaimPhase,
    ClaimRankMode,
    Contest,
    Counter,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DeclarePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Let,
    Location,
    MatchRules,
    MeldPhase,
    Moment,
    NamedCards,
    NextDealer,
    NoOption,
    Option,
    OptionChoice,
    Owner,
    PassAction,
    PatternValue,
    PileKey,
    PileOrder,
    PlayPhase,
    PointTable,
    Rank,
    Reference,
    Scope,
    ScoringRule,
    ScoringTrigger,
    Sees,
    SetMode,
    Setting,
    SetupRules,
    Show,
    ShowdownMethod,
    ShowdownPhase,
    SpecialEffect,
    Suit,
    SuitSpec,
    TableauMode,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WhoDeals,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import DISCARDS, FULL, HAND, SEVEN_UP, STOCK, SUITS, WON

ANY = CardCondition()
ACES = CardCondition(rank=Rank.ACE)
AFTER_EACH_HAND = TriggerMode.THRESHOLD_GATE
FEW_HANDS = MatchRules(hands=4)
MOST_POINTS = (WinCondition("high_score", 1_000, trigger_mode=AFTER_EACH_HAND),)


def tricks_genome(**changes: Any) -> GameGenome:
    """Four players play tricks; a point for each."""
    fields: dict[str, Any] = {
        "setup": SetupRules(5),
        "turn_structure": TurnStructure((TrickPhase(),), is_trick_based=True),
        "win_conditions": MOST_POINTS,
        "scoring_rules": (ScoringRule("tricks"),),
        "player_count": 4,
        "match": FEW_HANDS,
    }
    return minimal_genome(**(fields | changes))


def with_calls(*calls: Call, **changes: Any) -> GameGenome:
    """Everybody says something, then tricks are played."""
    phases = (CallPhase(calls=calls), TrickPhase())
    return tricks_genome(
        turn_structure=TurnStructure(phases, is_trick_based=True, tricks_per_hand=5), **changes
    )


def award_genome() -> GameGenome:
    """Calls that bring points, and words to choose from."""
    word = CallChoice("mood", "mood", ChoiceKind.WORD, words=("glad", "sad", "mad"))
    return with_calls(
        Call("cheer", "cheer", choices=(word,), do=(Award("2 + mood"),)),
        Call("keep_still", "keep still", is_pass=True),
    )


def naming_genome() -> GameGenome:
    """A suit is named for its own sake."""
    return with_calls(Call("name", "name a suit", (CallChoice("x", "suit", ChoiceKind.SUIT),)))


def counting_genome() -> GameGenome:
    """Players win and lose strokes, which count in the end."""
    return with_calls(
        Call("gain", "gain a stroke", do=(Change("strokes", 2),)),
        Call("lose", "lose a stroke", do=(Change("strokes", -3, "left(turn)"),)),
        counters=(Counter("strokes", "strokes", Scope.SEAT, low=-1, high=2),),
        scoring_rules=(ScoringRule("strokes"),),
    )


def term_genome() -> GameGenome:
    """Two sides; what a term says of a player or of a side."""
    return tricks_genome(
        team_mode=True,
        teams=((0, 2), (1, 3)),
        lets=(Let("share", "share", "tricks * tricks", Scope.TEAM),),
        scoring_rules=(ScoringRule("share(team(dealer))", who="team(dealer)"),),
    )


def on_the_table(mode: TableauMode, **setup: Any) -> GameGenome:
    """Cards are played to the table, which says in short form what becomes of them."""
    rules = SetupRules(cards_per_player=6, tableau_mode=mode)
    return minimal_genome(
        setup=replace(rules, **setup),
        turn_structure=TurnStructure((PlayPhase(Location.TABLEAU), DrawPhase(mandatory=False))),
        game_rules=GameRules(tie_breaker=TieBreaker.BATTLE),
        max_turns=200,
    )


def sequence_genome() -> GameGenome:
    return on_the_table(TableauMode.SEQUENCE, sequence_must_match_suit=False)


def discard_genome() -> GameGenome:
    """Short forms: a deal in single cards and some turned up."""
    play = PlayPhase(Location.DISCARD, CardCondition(same=(Attribute.SUIT,), of=Reference.TOP))
    return minimal_genome(
        setup=SetupRules(cards_per_player=5, initial_discard_count=1),
        turn_structure=TurnStructure((play, DrawPhase(when="played == 0"))),
        player_count=3,
        max_turns=300,
    )


def passing_genome(action: PassAction) -> GameGenome:
    """Higher cards are laid on the table; who will not or cannot lay one passes."""
    first = CardRule(ANY, when="size(tableau) == 0")
    play = PlayPhase(Location.TABLEAU, CardCondition(beats=Reference.TOP), allowed=(first,))
    return minimal_genome(
        setup=SetupRules(cards_per_player=6),
        turn_structure=TurnStructure((ChoicePhase((play,), may_pass="true"),)),
        player_count=3,
        rankings=(CardRanking(FULL, across_suits=True),),
        game_rules=GameRules(consecutive_pass_action=action),
        match=MatchRules(hands=3),
        max_turns=200,
        win_conditions=(WinCondition("empty_hand"),),
    )


def claim_genome(**changes: Any) -> GameGenome:
    """Cards are laid face down from the hand or from a second hand."""
    hidden = replace(DISCARDS, sees=Sees.NOBODY)
    second = ZoneSpec("second", "second hand", Owner.SEAT, sees=Sees.OWNER)
    claim = ClaimPhase(max_cards=2, rank_mode=ClaimRankMode.FIXED, fixed_rank=Rank.ACE)
    return minimal_genome(
        setup=SetupRules(5, deal=(DealStep((5,)), DealStep((3,), zone="second"))),
        turn_structure=TurnStructure((replace(claim, **changes), PlayPhase("discard"))),
        player_count=3,
        zones=(STOCK, HAND, hidden, second),
        rankings=(CardRanking(FULL),),
        max_turns=300,
    )


def capped_genome() -> GameGenome:
    """A choice of which nothing may be open."""
    play = PlayPhase(Location.DISCARD, CardCondition(same=(Attribute.SUIT,), of=Reference.TOP))
    choice = ChoicePhase((play,), none_open=NoOption.SIT_OUT)
    return minimal_genome(
        setup=SetupRules(4, initial_discard_count=1),
        turn_structure=TurnStructure((choice, DrawPhase(when="played > 0"))),
        player_count=4,
        max_turns=200,
    )


def table_genome() -> GameGenome:
    """Two tables of points; cards worth much in one of them may be played first."""
    low = PointTable("low", "low points", (CardPoints(CardCondition(rank=Rank.TWO), 5),))
    high = PointTable("high", "high points", (CardPoints(CardCondition(colour="red"), 5),))
    dear = CardCondition(point_table="low", min_points=5)
    return minimal_genome(
        turn_structure=TurnStructure((PlayPhase(Location.DISCARD, dear), DrawPhase())),
        point_tables=(low, high),
        max_turns=100,
    )


def mode_genome() -> GameGenome:
    """The dealer says which ranking holds."""
    down = tuple(reversed(SEVEN_UP))
    points = (CardPoints(ACES, 3),)
    return with_calls(
        Call("up", "play upwards", do=(SetMode("up"),)),
        Call("down", "play downwards", do=(SetMode("down"),)),
        setup=SetupRules(5, initial_deck="custom"),
        deck=DeckSpec((CardBlock(SUITS, SEVEN_UP),)),
        zones=(STOCK, HAND, WON),
        rankings=(CardRanking(SEVEN_UP, mode="up"), CardRanking(down, mode="down")),
        point_tables=(
            PointTable("worth", "points", points, mode="up"),
            PointTable("worth", "points", (), mode="down"),
        ),
        scoring_rules=(ScoringRule("points(captured, worth)"),),
    )


def totals_genome(method: HandEvaluationMethod = HandEvaluationMethod.POINT_TOTAL) -> GameGenome:
    """Hands of three cards are bet on and compared."""
    values = tuple(CardValue(rank, number) for number, rank in enumerate(FULL, 1))
    return minimal_genome(
        setup=SetupRules(3, starting_chips=25),
        turn_structure=TurnStructure((BettingPhase(min_bet=10),)),
        win_conditions=(WinCondition("most_chips", trigger_mode=AFTER_EACH_HAND, when="false"),),
        hand_evaluation=HandEvaluation(method, card_values=values),
        player_count=3,
        match=MatchRules(hands=3),
    )


def showdown_genome() -> GameGenome:
    """Betting and a showdown of its own."""
    pair = HandPattern("pair", 20, required_count=3, same_rank_groups=(2,))
    nothing = HandPattern("nothing", 10, required_count=3)
    bets = BettingPhase(min_bet=5, showdown_method=ShowdownMethod.FOLD_ONLY)
    return minimal_genome(
        setup=SetupRules(3, starting_chips=40),
        turn_structure=TurnStructure((bets, ShowdownPhase())),
        win_conditions=(WinCondition("most_chips", trigger_mode=AFTER_EACH_HAND, when="false"),),
        hand_evaluation=HandEvaluation(HandEvaluationMethod.PATTERN_MATCH, (pair, nothing)),
        rankings=(CardRanking(FULL),),
        player_count=3,
        match=FEW_HANDS,
    )


def exchange_genome(hints: AIHints | None) -> GameGenome:
    """Betting, an exchange of cards, betting again; with hints for the players."""
    pair = HandPattern("pair", 20, required_count=5, same_rank_groups=(2,))
    nothing = HandPattern("nothing", 10, required_count=5)
    first = BettingPhase(min_bet=5, showdown_method=ShowdownMethod.FOLD_ONLY)
    each = "from(each, left(dealer))"
    phases = (
        first,
        DiscardPhase(count=3, mandatory=False, who=each),
        DrawPhase(count="5 - hand_size", who=each),
        BettingPhase(min_bet=5),
    )
    return minimal_genome(
        setup=SetupRules(5, starting_chips=100),
        turn_structure=TurnStructure(phases),
        win_conditions=(WinCondition("most_chips", trigger_mode=AFTER_EACH_HAND, when="false"),),
        hand_evaluation=HandEvaluation(HandEvaluationMethod.PATTERN_MATCH, (pair, nothing)),
        rankings=(CardRanking(FULL),),
        player_count=3,
        match=FEW_HANDS,
        ai_hints=hints,
    )


def contest_genome() -> GameGenome:
    """Hearts are trumps; the best run in hand scores, of equals perhaps the one in trumps."""
    run = HandPattern(
        "run",
        1,
        same=(Attribute.SUIT,),
        consecutive=True,
        min_size=2,
        max_size=2,
        values=(PatternValue("worth", 10),),
        tags=("runs",),
    )
    declare = DeclarePhase(("run",), contest=Contest())
    return tricks_genome(
        setup=SetupRules(8, initial_deck="custom", trump_suit=Suit.HEARTS),
        turn_structure=TurnStructure(
            (declare, TrickPhase(trump_suit=Suit.HEARTS)), is_trick_based=True
        ),
        deck=DeckSpec((CardBlock(SUITS, SEVEN_UP),)),
        rankings=(CardRanking(SEVEN_UP),),
        patterns=(run,),
        scoring_rules=(ScoringRule("declared(runs, worth)"),),
    )


def faces_genome() -> GameGenome:
    """A deck with suits of its own, of which one colour scores."""
    moon, sun = SuitSpec("moons", "moons", "☾", "black"), SuitSpec("suns", "suns", "☼", "red")
    star = SuitSpec("stars", "stars", "★", "blue")
    deck = DeckSpec(
        (CardBlock(("moons", "suns", "stars"), FULL),),
        without=(CardFace("suns", Rank.TWO),),
        suits=(moon, sun, star),
    )
    return tricks_genome(
        setup=SetupRules(5, initial_deck="custom"),
        deck=deck,
        rankings=(CardRanking(FULL),),
        scoring_rules=(),
        card_scoring=(
            CardScoringRule(CardCondition(colour="red"), 2, ScoringTrigger.TRICK_WIN),
            CardScoringRule(CardCondition(colour="black"), 3, ScoringTrigger.TRICK_WIN),
        ),
    )


def ties_genome() -> GameGenome:
    """One hand; equal numbers of tricks are common, and then aces decide."""
    aces = NamedCards("aces", "ace", ACES)
    return tricks_genome(
        card_sets=(aces,),
        zones=(STOCK, HAND, WON),
        match=MatchRules(hands=1),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT),
        win_conditions=(
            WinCondition(
                "custom",
                comparison=WinComparison.HIGHEST,
                trigger_mode=AFTER_EACH_HAND,
                when="true",
                value="tricks",
                ties=("count(captured, aces)",),
            ),
        ),
    )


def showing_genome(cards: CardCondition = ACES) -> GameGenome:
    """Before the play everybody shows their aces, or other cards."""
    show = DoPhase((Show("hand", cards),), who="each")
    phases = (show, PlayPhase(Location.DISCARD, who="each"))
    return minimal_genome(turn_structure=TurnStructure(phases), player_count=3)


def piles_genome() -> GameGenome:
    """Cards are built upwards on a fixed number of piles."""
    piles = ZoneSpec(
        "rows", "rows", order=PileOrder.STACK, piles=PileKey.FIXED, pile_count=2, sees=Sees.ALL
    )
    build = BuildMove(
        "hand",
        "rows",
        CardCondition(of=Reference.TOP, step=1),
        on_empty=CardCondition(ranks=(Rank.TWO, Rank.THREE, Rank.FOUR)),
    )
    return minimal_genome(
        setup=SetupRules(8),
        turn_structure=TurnStructure((BuildPhase((build,)), DrawPhase(mandatory=False))),
        zones=(STOCK, HAND, piles),
        game_rules=GameRules(deck_empty_action=DeckEmptyAction.SKIP_DRAW),
        rankings=(CardRanking(FULL),),
        max_turns=100,
    )


def wild_genome() -> GameGenome:
    """Sets of one rank are laid out, with twos as wild cards."""
    twos = NamedCards("twos", "two", CardCondition(rank=Rank.TWO))
    triple = HandPattern(
        "triple", 1, min_size=3, max_size=6, same=(Attribute.RANK,), wild="twos", wild_max=1
    )
    melds = ZoneSpec("melds", "melds", owner=Owner.SEAT, piles=PileKey.MANY)
    turn = TurnsPhase(
        (DrawPhase(), MeldPhase(("triple",)), DiscardPhase()), until="any(each, hand_size == 0)"
    )
    return minimal_genome(
        setup=SetupRules(10),
        turn_structure=TurnStructure((turn,)),
        card_sets=(twos,),
        patterns=(triple,),
        zones=(STOCK, HAND, DISCARDS, melds),
        rankings=(CardRanking(FULL),),
        max_turns=60,
    )


def option_genome() -> GameGenome:
    """How many hands are played is open to choice."""
    long = OptionChoice("long", "six hands", (Setting("/match/hands", "6"),))
    short = OptionChoice("short", "four hands", (Setting("/match/hands", "4"),))
    return tricks_genome(options=(Option("length", "length", (short, long), "short"),))


def dealing_genome() -> GameGenome:
    """Who took the last trick of a hand deals the next."""
    given = SpecialEffect(CardCondition(), Moment.HAND_END, (WhoDeals("last_taker"),))
    match = MatchRules(hands=4, next_dealer=NextDealer.SAME)
    return tricks_genome(special_effects=(given,), match=match)
