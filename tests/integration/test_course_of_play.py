"""Hands, turns, cards that move and points, where they are easily got wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    Award,
    BuildMove,
    BuildPhase,
    BuildUnit,
    Call,
    CallChoice,
    CallPhase,
    CaptureBy,
    CapturePhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRanking,
    ChoiceKind,
    ChoicePhase,
    Choose,
    Counter,
    Deal,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    EndHand,
    EndPhase,
    GameGenome,
    GameRules,
    Let,
    Life,
    MatchRules,
    Moment,
    Move,
    NamedCards,
    NextDealer,
    Owner,
    PassAction,
    Phase,
    PileKey,
    PileOrder,
    PlayPhase,
    PointTable,
    Promotion,
    Reference,
    RepeatPhase,
    Reverse,
    RoleSpec,
    Scope,
    ScoreOp,
    ScoringRule,
    Sees,
    Set,
    SetupRules,
    Shuffle,
    SpecialEffect,
    TieBreaker,
    TrickPhase,
    TrickTie,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked
from darwindeck.simulation import EventKind, Game, State
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import DISCARDS, FULL, HAND, STOCK

ANY = CardCondition()
ACES = CardCondition(rank=Rank.ACE)
NOD = CallPhase((Call("nod", "nod"),), who="left(dealer)")
"""Somebody is asked, so that there is a moment to look at."""
NEVER = (
    WinCondition(
        "custom", when="hand_number > 900", value="0", trigger_mode=TriggerMode.THRESHOLD_GATE
    ),
)
TABLE = ZoneSpec("tableau", "table", order=PileOrder.STACK)
LOW = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE)


def genome_of(*phases: Phase, **changes: Any) -> GameGenome:
    fields: dict[str, Any] = {
        "setup": SetupRules(3),
        "turn_structure": TurnStructure(
            phases, is_trick_based=any(isinstance(phase, TrickPhase) for phase in phases)
        ),
        "zones": (STOCK, HAND, DISCARDS, TABLE),
        "win_conditions": NEVER,
        "match": MatchRules(hands=5),
        "player_count": 3,
    }
    return checked(minimal_genome(**(fields | changes)))


def dealt(genome: GameGenome, dealer: int = 2, deck: str | None = None) -> State:
    """The first moment of a match; the cards of `deck` are dealt first, in this order."""
    game = Game(genome)
    cards = None if deck is None else stacked(game, deck)
    return game.deal(1, dealer=dealer, deck=cards)


def stacked(game: Game, text: str) -> list[Card]:
    suits = {suit.name[0]: suit for suit in Suit}
    first = [Card(suits[word[-1]], Rank(word[:-1])) for word in text.split()]
    return [*first, *(card for card in game.cards if card not in first)]


def played_out(state: State, moves: Sequence[str] = ()) -> State:
    """The end, after some moves by their words and then the first legal ones."""
    for text in moves:
        state = state.apply(text)
    while not state.over:
        state = state.apply(state.legal_moves()[0])
    return state


def cards_in(state: State, zone: str, owner: int = 0) -> list[list[str]]:
    """The piles of an owner of a zone, each from the bottom up."""
    number = state.game.labels.zone_number[zone]
    texts = state.game.labels.card_texts
    piles = [p for p in state.position.places() if p[:2] == (number, owner)]
    return [[texts[card] for card in cards] for _, _, _, cards, _ in piles]


def cards(state: State, zone: str, owner: int = 0) -> list[str]:
    (pile,) = cards_in(state, zone, owner)
    return pile


def counter(state: State, place: int = 0) -> list[int]:
    numbers = state.position.numbers()
    at, length = numbers["counters_at"][place]
    return list(numbers["registers"][at : at + length])


def number(state: State, name: str) -> Any:
    return state.position.numbers()[name]


# --- hands and deals -----------------------------------------------------------------------------


def test_cards_moved_before_the_deal_stay_where_they_are_put() -> None:
    away = DoPhase((Move("deck", "discard", count=4),))
    state = dealt(genome_of(NOD, setup=SetupRules(3, before_deal=(away,))), deck="AS KS QS JS 10S")
    assert cards(state, "discard") == ["A♠", "K♠", "Q♠", "J♠"]
    everywhere = [card for place in state.position.places() for card in place[3]]
    assert sorted(everywhere) == list(range(52))
    assert "10♠" in cards(state, "hand")
    assert len(cards(state, "deck")) == 52 - 4 - 9


def test_who_deals_next_does_not_depend_on_the_direction_of_the_last_hand() -> None:
    state = dealt(genome_of(DoPhase((Reverse(),)), NOD), dealer=0)
    assert number(state.apply("nod"), "dealer") == 1


@pytest.mark.parametrize(("next_dealer", "seat"), [("winner", 2), ("loser", 0)])
def test_the_points_of_the_last_hand_say_who_deals(next_dealer: str, seat: int) -> None:
    points = DoPhase((Award("2 * position", who="each"),))
    match = MatchRules(hands=5, next_dealer=NextDealer(next_dealer))
    state = dealt(genome_of(NOD, points, match=match), dealer=2).apply("nod")
    assert number(state, "hand_score") == [0, 0, 0]
    assert number(state, "score") == [2, 4, 6]
    assert number(state, "dealer") == seat


def test_who_is_out_is_judged_of_all_before_anybody_is() -> None:
    points = DoPhase((Award("position", who="each"),))
    match = MatchRules(hands=9, out="hand_number > 1 and score == lowest(each, score)")
    state = dealt(genome_of(NOD, points, match=match)).apply("nod")
    assert number(state, "out") == 0b001


def test_who_is_out_is_judged_by_the_tricks_of_the_hand_before() -> None:
    match = MatchRules(hands=2, out="hand_number > 1 and tricks == 0")
    trick = TrickPhase(until="true")
    spades = "2S 3S AS 4S 5S 6S 7S 8S 9S"
    won = ZoneSpec("captured", "captured cards", owner=Owner.SEAT)
    zones = (STOCK, HAND, DISCARDS, TABLE, won)
    state = dealt(genome_of(trick, match=match, zones=zones), deck=spades)
    while number(state, "hand_number") == 1:
        state = state.apply(state.legal_moves()[0])
    assert number(state, "out") == 0b011, "only the third player took a trick"
    assert number(state, "dealer") == 2
    assert number(state, "tricks") == [0, 0, 0]


def test_nothing_is_dealt_to_nobody() -> None:
    deal = (DealStep((2,)), DealStep((1,), to="where(each, hand_number == 2)"))
    state = dealt(genome_of(NOD, setup=SetupRules(2, deal=deal)))
    assert [len(cards(state, "hand", seat)) for seat in range(3)] == [2, 2, 2]


def test_piles_are_dealt_to_each_player() -> None:
    rows = ZoneSpec("rows", "rows", owner=Owner.SEAT, piles=PileKey.FIXED, pile_count=2)
    deal = (DealStep((1,)), DealStep(zone="rows", piles=(1, 2)))
    genome = genome_of(NOD, setup=SetupRules(1, deal=deal), zones=(STOCK, HAND, DISCARDS, rows))
    state = dealt(genome)
    for seat in range(3):
        assert [len(pile) for pile in cards_in(state, "rows", seat)] == [1, 2]


def test_the_stock_keeps_its_order_whatever_is_said_of_it() -> None:
    loose = ZoneSpec("deck", "stock", sees=Sees.NOBODY)
    genome = genome_of(
        DrawPhase(who="left(dealer)"), NOD, zones=(loose, HAND, DISCARDS), setup=SetupRules(1)
    )
    state = dealt(genome, deck="AS KS QS JS")
    assert "J♠" in cards(state, "hand", 0)


def test_all_cards_may_be_dealt_to_the_table() -> None:
    deal = (DealStep(packets=(3,)), DealStep(packets=(), zone="discard", all_cards=True))
    state = dealt(genome_of(NOD, setup=SetupRules(3, deal=deal)))
    assert (len(cards(state, "discard")), len(cards(state, "deck"))) == (43, 0)


def test_whoever_takes_a_trick_into_their_hand_holds_its_cards() -> None:
    trick = TrickPhase(leader="left(dealer)", collect_to="hand(winner)", until="trick == 9")
    state = dealt(genome_of(trick, match=MatchRules(hands=1), setup=SetupRules(6)))
    hands = state.game.labels.zone_number["hand"]
    dice = Random(3)
    while not state.over:
        for zone, owner, _, held, _ in state.position.places():
            assert zone != hands or not set(held) & set(state.position.lacks(owner))
        state = state.apply(dice.choice(state.legal_moves()))


def test_it_stays_the_turn_of_whoever_ended_the_hand() -> None:
    last = PlayPhase("discard", who="left(turn)", then=(EndHand(),))
    genome = genome_of(TurnsPhase((last,)), scoring_rules=(ScoringRule(1, who="turn"),))
    state = played_out_hand(dealt(genome, dealer=2))
    assert number(state, "score") == [0, 1, 0]


def played_out_hand(state: State) -> State:
    while number(state, "hand_number") == 1 and not state.over:
        state = state.apply(state.legal_moves()[0])
    return state


# --- turns ---------------------------------------------------------------------------------------


def test_turns_begin_at_the_dealers_left_if_nobody_is_named() -> None:
    turns = TurnsPhase((PlayPhase("discard"),), first="keeper")
    later = DoPhase((AssignRole("keeper"),))
    state = dealt(genome_of(turns, later, roles=(RoleSpec("keeper", "keeper"),)), dealer=0)
    assert state.asked == 1


def test_turns_are_over_when_everybody_was_idle_once() -> None:
    nothing = TurnsPhase((PlayPhase("discard", ACES, source="tableau"),))
    state = dealt(genome_of(nothing, NOD, DoPhase((Move("deck", "tableau", count=1),))))
    # One turn for each player, and the question.
    assert number(state, "turns") == 4


def test_that_a_phase_is_skipped_is_no_step() -> None:
    first = PlayPhase("discard", ACES, source="tableau")
    turns = TurnsPhase((first, DrawPhase()))
    late = WinCondition("custom", when="turns >= 2", value="0")
    fill = DoPhase((Move("deck", "tableau", count=1),), when="hand_number == 2")
    state = dealt(genome_of(turns, fill, NOD, win_conditions=(late,)))
    # Nothing can be played in the second turn; it is over only after the card drawn in it.
    assert [len(cards(state, "hand", seat)) for seat in range(3)] == [4, 4, 3]


def test_a_draw_goes_on_from_the_place_where_it_began() -> None:
    rich = "hand(next(turn, hand_size > 0))"
    draw = DrawPhase(rich, count=3, choose=Choose.RANDOM, who="dealer")
    state = dealt(genome_of(draw, NOD, setup=SetupRules(2)), dealer=2)
    assert [len(cards(state, "hand", seat)) for seat in range(3)] == [0, 2, 4]


def test_a_turn_beyond_the_limit_does_not_begin() -> None:
    state = dealt(genome_of(TurnsPhase((PlayPhase("discard"),)), max_turns=2))
    for _ in range(2):
        state = state.apply(state.legal_moves()[0])
    assert state.over
    assert [event.kind for event in state.events][-2:] == [EventKind.CARDS, EventKind.GAME_OVER]


def test_a_question_beyond_the_limit_is_not_asked() -> None:
    say = CallPhase((Call("say", "say"),), who="each")
    state = dealt(genome_of(say, max_turns=2))
    state = state.apply("say").apply("say")
    assert state.over
    assert number(state, "turns") == 2


@pytest.mark.parametrize(("then", "score"), [((), [1, 0, 0]), ((Award(5),), [0, 0, 0])])
def test_a_turn_is_over_if_only_a_repeat_without_a_pass_would_follow(
    then: tuple[Award, ...], score: list[int]
) -> None:
    draw = RepeatPhase((DrawPhase(),), as_long_as="played == 0", then=then)
    turns = TurnsPhase((PlayPhase("discard"), draw), until="any(each, hand_size < 3)")
    # A repeat that does something at its end does follow: `until` cuts the turn short before it.
    rule = ScoringRule(1, Moment.TURN_END, who="turn")
    state = played_out_hand(dealt(genome_of(turns, scoring_rules=(rule,)), dealer=2))
    assert number(state, "score") == score


def test_an_option_that_is_declined_is_over_too() -> None:
    discard = DiscardPhase("discard", mandatory=False, then=(Award(2),))
    state = dealt(genome_of(ChoicePhase((discard,), who="dealer"), NOD), dealer=2)
    assert number(state.apply("discard nothing"), "hand_score") == [0, 0, 2]


def test_an_option_in_which_nothing_can_be_done_may_be_declined_unless_all_see_it() -> None:
    """Whether the hand leaves something to do is nobody else's business; its size all can see."""
    never = DiscardPhase("discard", mandatory=False, after="hand_size == 9")
    option = ChoicePhase((never,), who="dealer")
    state = dealt(genome_of(option, NOD), dealer=2)
    assert [str(move) for move in state.legal_moves()] == ["discard nothing"]
    seen = replace(option, options=(replace(never, when="hand_size == 9"),))
    state = dealt(genome_of(seen, NOD), dealer=2)
    assert "discard nothing" not in [str(move) for move in state.legal_moves()]


def test_as_many_cards_are_played_as_must_be() -> None:
    state = dealt(genome_of(TurnsPhase((PlayPhase("discard", min_cards="turns + 1"),))))
    state = state.apply(state.legal_moves()[0])
    assert (len(cards(state, "discard")), state.asked) == (0, 0), "one card is half of it"
    state = state.apply(state.legal_moves()[0])
    assert (len(cards(state, "discard")), state.asked) == (2, 1)


def test_clearing_the_table_clears_it_of_everybodys_cards() -> None:
    rows = ZoneSpec("tableau", "row", owner=Owner.SEAT, order=PileOrder.STACK)
    turns = TurnsPhase((PlayPhase("tableau", mandatory=False),))
    genome = genome_of(
        turns,
        zones=(STOCK, HAND, DISCARDS, rows),
        game_rules=GameRules(consecutive_pass_action=PassAction.CLEAR_TABLEAU),
    )
    state = dealt(genome)
    for _ in range(3):
        state = state.apply(state.legal_moves()[0])
    assert [len(cards(state, "tableau", seat)) for seat in range(3)] == [1, 1, 1]
    state = state.apply("pass").apply("pass")
    assert [len(cards(state, "tableau", seat)) for seat in range(3)] == [0, 0, 0]
    assert len(cards(state, "discard")) == 3
    assert state.asked == 2


def test_an_effect_that_ends_the_phase_cuts_only_its_own_list_short() -> None:
    first = SpecialEffect(ANY, Moment.PLAYED, (EndPhase(), Set("one", 1)))
    second = SpecialEffect(ANY, Moment.PLAYED, (Set("two", 1),))
    genome = genome_of(
        TurnsPhase((PlayPhase("discard"),)),
        special_effects=(first, second),
        counters=(Counter("one", "one"), Counter("two", "two")),
        lets=(Let("together", "together", "one + two"),),
        scoring_rules=(ScoringRule("together"),),
    )
    state = dealt(genome)
    state = state.apply(state.legal_moves()[0])
    assert (counter(state, 0), counter(state, 1)) == ([0], [1])


# --- cards that move -----------------------------------------------------------------------------


def test_the_stock_is_not_renewed_because_no_card_of_it_fits() -> None:
    fives = CardCondition(rank=Rank.FIVE)
    put = DoPhase((Move("deck", "discard", count=5), Move("deck", "hand", fives, count=1)))
    game_rules = GameRules(deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD)
    spec = DeckSpec((CardBlock((Suit.HEARTS, Suit.SPADES), LOW),))
    genome = genome_of(
        put,
        NOD,
        game_rules=game_rules,
        deck=spec,
        setup=SetupRules(1, initial_deck="custom"),
        player_count=2,
    )
    state = dealt(genome, dealer=1, deck="5H 5S 2H 2S 3H 3S 4H 4S")
    assert (len(cards(state, "discard")), len(cards(state, "deck"))) == (5, 1)


def test_dealing_to_several_piles_renews_the_stock_too() -> None:
    rows = ZoneSpec("rows", "rows", piles=PileKey.FIXED, pile_count=2)
    deal = DoPhase((Move("deck", "discard"), Deal((1,), zone="rows")))
    genome = genome_of(
        deal,
        NOD,
        zones=(STOCK, HAND, DISCARDS, rows),
        game_rules=GameRules(deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD),
    )
    assert [len(pile) for pile in cards_in(dealt(genome), "rows")] == [1, 1]


def test_of_equally_high_cards_the_first_is_taken() -> None:
    draw = DrawPhase("tableau", choose=Choose.HIGHEST, who="left(dealer)")
    deal = (DealStep((1,)), DealStep((3,), zone="tableau"))
    genome = genome_of(draw, NOD, setup=SetupRules(1, deal=deal))
    state = dealt(genome, deck="2C 3C 4C KS KC KH")
    assert "K♣" in cards(state, "hand", 0)


@pytest.mark.parametrize("to_bottom", [False, True])
@pytest.mark.parametrize("turned_over", [False, True])
def test_a_whole_packet_keeps_its_order_unless_it_is_turned_over(
    to_bottom: bool, turned_over: bool
) -> None:
    deal = (DealStep((1,)), DealStep((3,), zone="tableau"), DealStep((1,), zone="discard"))
    put = DoPhase((Move("tableau", "discard", to_bottom=to_bottom, turned_over=turned_over),))
    genome = genome_of(put, NOD, setup=SetupRules(1, deal=deal, initial_discard_count=1))
    pile = cards(dealt(genome, deck="2C 3C 4C AS KS QS 9H"), "discard")
    packet = [card for card in pile if card != "9♥"]
    assert packet == (["Q♠", "K♠", "A♠"] if turned_over else ["A♠", "K♠", "Q♠"])
    assert pile.index("9♥") == (3 if to_bottom else 0)


def test_more_than_sixty_four_piles_are_emptied() -> None:
    rows = ZoneSpec("rows", "rows", piles=PileKey.FIXED, pile_count=80)
    deck = DeckSpec((CardBlock((Suit.HEARTS,), LOW, copies=25),))
    fill = DoPhase((Deal((1,), zone="rows", to="turn"), Move("rows", "discard")))
    genome = genome_of(
        fill,
        NOD,
        deck=deck,
        zones=(STOCK, HAND, DISCARDS, rows),
        setup=SetupRules(1, initial_deck="custom"),
    )
    assert len(cards(dealt(genome), "discard")) == 80


def test_a_card_beneath_is_turned_up_when_the_last_card_goes_to_a_trick() -> None:
    covered = ZoneSpec("covered", "covered cards", owner=Owner.SEAT, order=PileOrder.STACK)
    shown = ZoneSpec(
        "shown", "shown card", owner=Owner.SEAT, order=PileOrder.STACK, beneath="covered"
    )
    won = ZoneSpec("captured", "captured cards", owner=Owner.SEAT)
    deal = (DealStep((2,), zone="covered"), DealStep((1,), zone="shown"))
    genome = genome_of(
        TrickPhase(source="shown"),
        zones=(STOCK, HAND, DISCARDS, covered, shown, won),
        setup=SetupRules(0, deal=deal),
    )
    state = dealt(genome)
    state = state.apply(state.legal_moves()[0])
    assert [len(cards(state, zone, 0)) for zone in ("shown", "covered")] == [1, 1]


def test_nothing_is_picked_from_a_zone_without_cards() -> None:
    draw = DrawPhase("tableau", choose=Choose.PICK, when_empty=(Award(1),), who="each")
    later = DoPhase((Move("deck", "tableau", count=1),))
    state = dealt(genome_of(draw, NOD, later, scoring_rules=(ScoringRule(1),)))
    assert [move.text for move in state.legal_moves()] == ["nod"]


def test_a_run_goes_no_deeper_than_everybody_sees() -> None:
    build = BuildPhase((BuildMove("discard", "tableau", ANY, ANY, BuildUnit.RUN),), who="each")
    deal = (DealStep((1,)), DealStep((4,), zone="discard"))
    seen = ZoneSpec("discard", "discard pile", order=PileOrder.STACK, sees=Sees.ALL)
    setup = SetupRules(1, deal=deal, initial_discard_count=4)
    covered = dealt(genome_of(build, setup=setup))
    assert len(covered.legal_moves()) == 1
    open_pile = dealt(genome_of(build, setup=setup, zones=(STOCK, HAND, seen, TABLE)))
    assert len(open_pile.legal_moves()) == 4


def test_nobody_knows_the_order_of_a_shuffled_pile_below_its_top() -> None:
    deal = (DealStep((1,)), DealStep((9,), zone="discard"))
    setup = SetupRules(1, deal=deal, initial_discard_count=9)
    genome = genome_of(DoPhase((Shuffle("discard"),)), NOD, setup=setup)
    state = dealt(genome)
    pile = cards(state, "discard")
    worlds = [state.position.redeal(0, seed) for seed in range(40)]
    number_of = state.game.labels.zone_number["discard"]
    orders = {bytes(p[3]) for w in worlds for p in w.places() if p[0] == number_of}
    texts = state.game.labels.card_texts
    assert len(orders) > 20
    assert {texts[order[-1]] for order in orders} == {pile[-1]}
    assert {frozenset(order) for order in orders} == {frozenset(next(iter(orders)))}


def test_a_packet_goes_to_the_pile_of_a_suit_only_if_all_of_it_belongs_there() -> None:
    piles = ZoneSpec("heaps", "heaps", order=PileOrder.STACK, piles=PileKey.BY_SUIT)
    build = BuildPhase((BuildMove("tableau", "heaps", ANY, ANY, BuildUnit.RUN),), who="each")
    deal = (DealStep((1,)), DealStep((3,), zone="tableau"))
    genome = genome_of(
        build, setup=SetupRules(1, deal=deal), zones=(STOCK, HAND, DISCARDS, TABLE, piles)
    )
    state = dealt(genome, deck="2C 3C 4C 5C 6D 7D")
    assert len(state.legal_moves()) == 2


def test_a_card_worth_nothing_takes_nothing() -> None:
    table = PointTable("values", "values", (CardPoints(CardCondition(rank=Rank.TWO), 2),))
    capture = CapturePhase((CaptureBy.EQUAL, CaptureBy.SUM), "values", who="left(dealer)")
    genome = genome_of(
        capture,
        NOD,
        point_tables=(table,),
        zones=(STOCK, HAND, DISCARDS, TABLE, ZoneSpec("captured", "won", owner=Owner.SEAT)),
        setup=SetupRules(1, deal=(DealStep((1,)), DealStep((2,), zone="tableau"))),
    )
    state = dealt(genome, deck="9S KH KD 2C 3C")
    state = state.apply(state.legal_moves()[0])
    assert cards(state, "captured") == []
    assert sorted(cards(state, "tableau")) == ["2♣", "3♣", "9♠"]


# --- the top card --------------------------------------------------------------------------------

NEXT = NamedCards(
    "next_card", "next card", CardCondition(same=(Attribute.SUIT,), of=Reference.TOP, step=1)
)


@pytest.mark.parametrize("pile", ["discard", "tableau"])
def test_the_top_card_in_an_expression_is_that_of_the_pile_that_is_played_on(pile: str) -> None:
    play = PlayPhase(pile, who="left(dealer)", then=(AssignRole("keeper", "holder(next_card)"),))
    genome = genome_of(
        play,
        NOD,
        roles=(RoleSpec("keeper", "keeper", announced=True),),
        card_sets=(NEXT,),
        rankings=(CardRanking(FULL),),
        setup=SetupRules(1),
    )
    state = dealt(genome, deck="4S 7H 5S").apply("play 4♠")
    assert dict(state._table.roles()) == {"keeper": 2}


def test_after_compares_with_the_pile_that_the_card_has_come_to() -> None:
    deal = (DealStep((2,)), DealStep((1,), zone="tableau"))
    play = PlayPhase("tableau", who="left(dealer)", after="count(hand, next_card) == 1")
    other = PlayPhase("discard", who="dealer")
    genome = genome_of(
        play,
        other,
        card_sets=(NEXT,),
        rankings=(CardRanking(FULL),),
        setup=SetupRules(2, deal=deal),
    )
    state = dealt(genome, deck="4S 5S 9H 9D 8H 8D JC")
    assert [move.text for move in state.legal_moves()] == ["play 4♠"]


# --- calls ---------------------------------------------------------------------------------------


def test_whoever_has_nothing_left_to_say_after_a_call_out_of_turn_is_passed_over() -> None:
    only_once = Call("stop", "stop", when="calls == 0", out_of_turn=True)
    phase = CallPhase((only_once,), who="each")
    state = dealt(genome_of(phase, PlayPhase("discard", who="dealer")))
    assert state.to_move == (0, 1, 2)
    assert state.apply("stop", 1).asked == 2


def test_which_calls_are_open_is_judged_when_the_question_has_counted() -> None:
    never = Call("never", "never", when="turns == 0")
    second = Call("second", "speak second", when="turns > 0 and turn != left(dealer)")
    state = dealt(genome_of(CallPhase((never, second), who="each"), NOD), dealer=2)
    # The first could have said something before it was their turn, and is passed over.
    assert ([move.text for move in state.legal_moves()], state.asked) == (["speak second"], 1)
    assert number(state, "turns") == 2


def test_the_answer_that_takes_effect_is_the_one_that_named_last() -> None:
    say = Call(
        "say",
        "say",
        (CallChoice("suit_said", "suit", ChoiceKind.SUIT),),
        rank=1,
        when="turn == dealer",
    )
    low = Call(
        "low", "low", (CallChoice("suit_low", "suit", ChoiceKind.SUIT),), when="turn != dealer"
    )
    suits = NamedCards("said", "said", CardCondition(same=(Attribute.SUIT,), of=Reference.NAMED))
    phase = CallPhase((say, low), who="each", simultaneous=True)
    genome = genome_of(
        phase,
        NOD,
        PlayPhase("discard", CardCondition(named="said"), who="each"),
        card_sets=(suits,),
    )
    state = dealt(genome, dealer=0)
    for seat in (1, 2, 0):
        suit = "hearts" if seat == 0 else "spades"
        move = next(m for m in state.legal_moves(seat) if suit in m.text)
        state = state.apply(move, seat)
    assert state.game.labels.suits[number(state, "named_suit")] == "hearts"


def test_an_option_to_call_knows_nothing_of_calls_made_elsewhere() -> None:
    bid = Call(
        "bid", "bid", (CallChoice("level", "level", ChoiceKind.NUMBER, low=1, high=3),), key="level"
    )
    auction = CallPhase((bid,), who="left(dealer)")
    again = ChoicePhase((CallPhase((bid,)), DrawPhase()), who="left(dealer)")
    state = dealt(genome_of(auction, again)).apply("bid 3")
    assert len(state.legal_moves()) == 4


# --- tricks and rankings -------------------------------------------------------------------------


def test_every_promotion_is_higher_than_the_one_before() -> None:
    ranks = FULL
    promote = tuple(
        Promotion(
            CardCondition(rank=rank, printed_suit=suit), above=Rank.ACE, label=f"{rank}{suit}"
        )
        for suit in (Suit.CLUBS, Suit.DIAMONDS)
        for rank in ranks
    )
    won = ZoneSpec("captured", "captured cards", owner=Owner.SEAT)
    genome = genome_of(
        TrickPhase(until="tricks_played == 1", trump_suit=Suit.SPADES),
        NOD,
        zones=(STOCK, HAND, DISCARDS, won),
        rankings=(CardRanking(ranks, promote=promote),),
        setup=SetupRules(1, trump_suit=Suit.SPADES),
    )
    deck = "QD KD AD"
    state = dealt(genome, dealer=2, deck=deck)
    for _ in range(3):
        state = state.apply(state.legal_moves()[0])
    assert list(number(state, "tricks")) == [0, 0, 1]


def test_a_trick_that_nobody_takes_leaves_the_lead_where_it_was() -> None:
    deck = DeckSpec((CardBlock((Suit.HEARTS,), LOW, copies=6),))
    won = ZoneSpec("captured", "captured cards", owner=Owner.SEAT)
    genome = genome_of(
        TrickPhase(tie=TrickTie.BATTLE, battle_cards=0),
        TrickPhase(source="second", tie=TrickTie.FIRST),
        zones=(STOCK, HAND, DISCARDS, won, ZoneSpec("second", "second hand", owner=Owner.SEAT)),
        deck=deck,
        setup=SetupRules(
            1, initial_deck="custom", deal=(DealStep((1,)), DealStep((1,), zone="second"))
        ),
        player_count=2,
    )
    state = Game(genome).deal(
        1, dealer=1, deck=[Card(Suit.HEARTS, Rank.TWO)] * 6 + rest_of(genome, Rank.TWO)
    )
    for _ in range(2):
        state = state.apply(state.legal_moves()[0])
    assert number(state, "tricks_played") == 1
    assert list(number(state, "tricks")) == [0, 0]
    assert state.asked == 0


def test_cards_laid_face_down_in_a_battle_are_not_seen() -> None:
    spec = DeckSpec((CardBlock((Suit.HEARTS, Suit.SPADES), LOW),))
    won = ZoneSpec("captured", "captured cards", owner=Owner.SEAT)
    genome = genome_of(
        TrickPhase(tie=TrickTie.BATTLE, battle_cards=1, lead_suit_required=False),
        zones=(STOCK, HAND, DISCARDS, won),
        deck=spec,
        rankings=(CardRanking(LOW, across_suits=True),),
        setup=SetupRules(4, initial_deck="custom"),
        player_count=2,
    )
    state = (
        dealt(genome, dealer=1, deck="2H 2S 3H 3S 4H 4S 5H 5S").apply("play 2♥").apply("play 2♠")
    )
    for seat in range(2):
        view = state.view(seat)
        assert [str(card.rank) for _, card in view.trick] == ["2", "2"]
        (trick,) = (pile for pile in view.piles if not pile.zone)
        assert sum(card is None for card in trick.cards) == 2
        others = [card for card in trick.known if card.suit is not (Suit.HEARTS, Suit.SPADES)[seat]]
        assert others == []
        worlds = [state.position.redeal(seat, seed) for seed in range(20)]
        assert all(state.position.looks_the_same(world, seat) for world in worlds)
        laid = {bytes(p[3]) for world in worlds for p in world.places() if p[0] == 255}
        assert len(laid) > 1


def rest_of(genome: GameGenome, rank: Rank) -> list[Card]:
    return [card for card in Game(genome).cards if card.rank != rank]


def test_cards_turned_up_to_a_trick_count_as_played_and_led() -> None:
    pile = ZoneSpec("hand", "pile", owner=Owner.SEAT, order=PileOrder.STACK, sees=Sees.NOBODY)
    genome = genome_of(
        TrickPhase(choose=Choose.TOP, collect_to="captured(winner)", until="tricks_played == 1"),
        NOD,
        zones=(STOCK, pile, DISCARDS, ZoneSpec("captured", "won", owner=Owner.SEAT)),
        scoring_rules=(
            ScoringRule(1, moment=Moment.PLAYED, who="turn"),
            ScoringRule(10, moment=Moment.LED, who="turn"),
            ScoringRule(100, moment=Moment.TRICK_END, who="turn"),
        ),
        setup=SetupRules(1),
    )
    state = dealt(genome, dealer=2, deck="AS 2C 3C")
    assert number(state, "hand_score") == [111, 1, 1]


def test_the_card_led_is_remembered_until_the_next_trick() -> None:
    won = ZoneSpec("captured", "captured cards", owner=Owner.SEAT)
    genome = genome_of(
        TrickPhase(
            until="tricks_played == 1",
            trump_suit=Suit.SPADES,
            then=(Award("if(led_trump, 1, 0)", who="each"),),
        ),
        NOD,
        zones=(STOCK, HAND, DISCARDS, won),
        setup=SetupRules(1, trump_suit=Suit.SPADES),
    )
    state = dealt(genome, deck="2S 3S 4S")
    for _ in range(3):
        state = state.apply(state.legal_moves()[0])
    assert number(state, "hand_score") == [1, 1, 1]


def test_a_hand_that_ends_with_the_last_card_of_a_trick_still_scores_the_trick() -> None:
    won = ZoneSpec("captured", "captured cards", owner=Owner.SEAT)
    genome = genome_of(
        TrickPhase(),
        zones=(STOCK, HAND, DISCARDS, won),
        special_effects=(SpecialEffect(ACES, Moment.PLAYED, (EndHand(),)),),
        scoring_rules=(ScoringRule(1, moment=Moment.TRICK_END, who="turn"),),
        setup=SetupRules(1),
    )
    state = played_out_hand(dealt(genome, dealer=2, deck="2S 3S AS"))
    assert number(state, "score") == [0, 0, 1]


# --- points and wins -----------------------------------------------------------------------------


def race(trigger: TriggerMode, **changes: Any) -> GameGenome:
    """Every card played is a point; five points win."""
    fields: dict[str, Any] = {
        "scoring_rules": (ScoringRule(1, moment=Moment.PLAYED, who="turn"),),
        "win_conditions": (WinCondition("first_to_score", 5, trigger_mode=trigger),),
        "setup": SetupRules(10),
    }
    return genome_of(TurnsPhase((PlayPhase("discard"),)), **(fields | changes))


def test_first_to_score_at_once_ends_in_the_midst_of_a_hand() -> None:
    end = played_out(dealt(race(TriggerMode.IMMEDIATE), dealer=2))
    assert end.result is not None
    assert (end.result.winners, end.result.scores) == ((0,), (5, 4, 4))
    assert number(end, "hand_score") == [0, 0, 0]


def test_a_hand_that_is_over_counts_once() -> None:
    doubled = WinCondition(
        "custom", when="any(each, score + hand_score >= 15)", value="score + hand_score"
    )
    end = played_out(dealt(race(TriggerMode.IMMEDIATE, win_conditions=(doubled,))))
    assert end.result is not None
    assert max(end.result.scores) == 15


def test_rules_of_the_end_of_a_hand_do_not_apply_when_the_game_ends_in_it() -> None:
    rules = (ScoringRule(1, moment=Moment.PLAYED, who="turn"), ScoringRule(100))
    end = played_out(dealt(race(TriggerMode.IMMEDIATE, scoring_rules=rules)))
    assert end.result is not None
    assert max(end.result.scores) == 5


def test_a_game_that_the_limit_stops_has_the_points_of_its_last_hand() -> None:
    end = played_out(dealt(race(TriggerMode.THRESHOLD_GATE, max_turns=7), dealer=2))
    assert end.result is not None
    assert end.result.limit_reached
    assert end.result.scores == (3, 2, 2)


def test_points_of_a_hand_that_is_not_scored_are_lost() -> None:
    lost = DoPhase((Award(3, who="each"), EndHand(scored=False)))
    state = dealt(genome_of(NOD, lost, scoring_rules=(ScoringRule(1),))).apply("nod")
    assert number(state, "score") == [0, 0, 0]
    assert number(state, "hand_score") == [0, 0, 0]


def tied(**changes: Any) -> GameGenome:
    fields: dict[str, Any] = {
        "scoring_rules": (ScoringRule("if(turn == dealer, 0, 1)"),),
        "win_conditions": (WinCondition("high_score", 1, trigger_mode=TriggerMode.THRESHOLD_GATE),),
        "game_rules": GameRules(tie_breaker=TieBreaker.BATTLE),
    }
    return genome_of(NOD, **(fields | changes))


def test_a_tie_in_a_single_hand_is_shared_by_those_who_tie() -> None:
    state = Game(tied()).hand(1, dealer=2)
    end = state.apply("nod")
    assert end.result is not None
    assert end.result.winners == (0, 1)


def test_a_tie_when_the_game_ends_with_the_stock_is_shared_by_those_who_tie() -> None:
    rules = GameRules(tie_breaker=TieBreaker.BATTLE, deck_empty_action=DeckEmptyAction.GAME_ENDS)
    genome = tied(game_rules=rules)
    genome = tied(
        game_rules=rules,
        turn_structure=TurnStructure(
            (*genome.turn_structure.phases, DrawPhase(count=50, who="turn"))
        ),
    )
    state = dealt(genome, dealer=2).apply("nod")
    assert state.result is not None
    assert state.result.winners == (0, 1)


def test_seats_of_a_team_show_what_the_team_has() -> None:
    genome = genome_of(
        NOD,
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        scoring_rules=(
            ScoringRule(5, who="team(dealer)"),
            ScoringRule(1, who="left(dealer)"),
            ScoringRule("other(hand_score)", who="left(dealer)"),
        ),
        match=MatchRules(hands=1),
    )
    end = played_out(dealt(genome, dealer=2))
    assert end.result is not None
    assert end.result.team_scores == (5, 6)
    assert end.result.scores == (5, 6, 5, 6)


def test_what_is_told_of_counters_of_sides_names_the_side_and_no_zeros() -> None:
    genome = genome_of(
        NOD,
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        counters=(
            Counter("in_all", "total", Scope.TEAM, Life.MATCH),
            Counter("done", "done", Scope.TEAM, flag=True),
        ),
        scoring_rules=(
            ScoringRule("if(dealer in turn, 7, 0)", who="teams", into="in_all", label="Bonus"),
            ScoringRule(1, who="team(dealer)", op=ScoreOp.SET, into="done"),
        ),
    )
    state = dealt(genome, dealer=2).apply("nod")
    told = [event.text for event in state.events if event.kind is EventKind.SCORED]
    assert told == ["South and North: total +7 (Bonus)", "South and North are done"]
