"""Baloot: the auction in two rounds, doubling, the duties in a trick, projects, akka and sawa.

The scores of whole hands are compared with a second calculation in `test_baloot_scores`.
"""

from __future__ import annotations

import pytest

from darwindeck.simulation import EventKind
from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, short, these

HOKUM, SUN, ASHKAL, KAWESH = "buy in Hokum", "buy in Sun", "call ashkal", "call kawesh"
STAY, TURN_TO_SUN = "stay in Hokum", "turn the game to Sun"
CLOSE, OPEN = "double and close the game", "double and leave the game open"
TAKE_OVER = "take the Sun over"
QUIET = ("announce nothing", "play on")


def dealt(*hands: str, floor: str, **options: str) -> Table:
    """Hands of eight cards, as they will be once player 0 has the floor card; player 3 deals.

    Player 0's hand is therefore written with seven cards; what comes after the fifth card of a hand
    is dealt later. Shorter hands are filled up.
    """
    first = [" ".join(hand.split()[:5]) for hand in hands]
    later = [" ".join(hand.split()[5:]) for hand in hands]
    if any(later):
        assert [len(hand.split()) for hand in hands] == [7, 8, 8, 8]
    return Table(genome_of("baloot", **options), *first, floor=floor, deck=" ".join(later))


def in_hokum(*hands: str, floor: str, **options: str) -> Table:
    """Player 0 buys the floor card in Hokum and nobody objects."""
    table = dealt(*hands, floor=floor, **options)
    return table.say(HOKUM, "pass", "pass", "pass", STAY)


def in_sun(*hands: str, floor: str, **options: str) -> Table:
    """Player 0 buys the floor card in Sun."""
    return dealt(*hands, floor=floor, **options).say(SUN)


def play(table: Table, cards: str) -> Table:
    """Several cards, without akka or sawa."""
    for card in cards.split():
        quiet(table).play(card)
    return table


def quiet(table: Table) -> Table:
    """Says nothing where something may be announced or claimed."""
    while set(QUIET) & set(table.moves):
        table.say(*set(QUIET) & set(table.moves))
    return table


def menu(table: Table, seat: int) -> set[str]:
    return {move.text for move in table.state.legal_moves(seat)}


# --- the first round ------------------------------------------------------------------------------


def test_five_cards_are_dealt_by_three_and_two_and_one_is_turned_up() -> None:
    game = Table("baloot").state.game
    state = game.hand(0, deck=game.cards, dealer=3)
    cards = game.cards
    assert set(state.view(0).hand) == {*cards[0:3], *cards[12:14]}
    (floor,) = state.view(2).zone("floor")
    assert floor.cards == (cards[20],)


def test_only_the_last_two_may_call_ashkal() -> None:
    table = Table("baloot", "AC KC QC JC 10C", floor="9H")
    for seat in range(4):
        assert table.turn == seat
        assert set(table.moves) - {KAWESH} == {"pass", HOKUM, SUN} | (
            {ASHKAL} if seat > 1 else set()
        )
        table.say("pass")


def test_no_ashkal_over_an_ace() -> None:
    table = Table("baloot", floor="AH").say("pass", "pass")
    assert ASHKAL not in table.moves


def test_hokum_in_the_first_round_is_in_the_suit_of_the_floor_card() -> None:
    table = Table("baloot", floor="9D").say("pass", HOKUM)
    assert table.view.trump == "diamonds"
    assert table.role("buyer") == 1


def test_the_buyer_takes_the_floor_card_and_two_more_and_the_others_three() -> None:
    table = in_hokum("AC AD AS KC KD", floor="9H")
    assert table.hand(0) > these("AC AD AS KC KD 9H")
    assert [len(table.hand(seat)) for seat in range(4)] == [8, 8, 8, 8]


def test_with_ashkal_the_partner_takes_the_floor_card() -> None:
    table = Table("baloot", floor="9H").say("pass", "pass", ASHKAL)
    # Player 1 comes before the buyer and is asked.
    table.say("pass")
    assert table.role("buyer") == 2
    assert "9H" in table.hand(0)
    assert table.view.mode == "Sun"
    assert table.view.trump is None


# --- answers to Hokum -----------------------------------------------------------------------------


def test_all_three_others_answer_hokum_at_the_same_time() -> None:
    table = Table("baloot", floor="9H").say(HOKUM)
    assert table.state.to_move == (1, 2, 3)
    assert menu(table, 1) == {"pass", CLOSE, OPEN, SUN}
    assert menu(table, 2) == {"pass", ASHKAL, SUN}
    assert menu(table, 3) == {"pass", CLOSE, OPEN, ASHKAL, SUN}


def test_an_answer_is_not_known_before_all_have_answered() -> None:
    table = Table("baloot", floor="9H").say(HOKUM).say(SUN, seat=3)
    assert table.role("buyer") == 0
    assert all(SUN not in str(event) for event in table.state.view(1).events)


def test_sun_goes_before_ashkal_and_that_before_a_double() -> None:
    table = Table("baloot", floor="9H").say(HOKUM)
    table.say(CLOSE, seat=1).say(ASHKAL, seat=2).say(SUN, seat=3)
    assert table.role("buyer") == 3
    table = Table("baloot", floor="9H").say(HOKUM)
    table.say(CLOSE, seat=1).say(ASHKAL, seat=2).say("pass", seat=3)
    assert table.role("buyer") == 2
    assert table.counter("multiplier") == (1,)


def test_of_equal_answers_the_first_in_turn_counts() -> None:
    table = Table("baloot", floor="9H").say(HOKUM)
    table.say(SUN, seat=3).say(SUN, seat=2).say("pass", seat=1)
    assert table.role("buyer") == 2


def test_if_all_pass_the_buyer_has_the_last_word() -> None:
    table = Table("baloot", floor="9H").say(HOKUM, "pass", "pass", "pass")
    assert table.turn == 0
    assert table.moves == [STAY, TURN_TO_SUN]
    table.say(TURN_TO_SUN)
    assert table.view.mode == "Sun"
    assert table.view.trump is None
    assert table.turn == 0


def test_a_doubled_buyer_may_not_turn_to_sun() -> None:
    table = Table("baloot", floor="9H").say(HOKUM, OPEN, "pass", "pass")
    assert table.state.to_move == (0, 2)
    assert menu(table, 0) == {"pass", "triple"}


# --- Sun ------------------------------------------------------------------------------------------


def test_nobody_is_asked_when_the_first_in_turn_buys_in_sun() -> None:
    table = Table("baloot", floor="9H").say(SUN)
    assert len(table.hand(0)) == 8
    assert table.turn == 0


def test_only_opponents_who_come_before_the_buyer_may_take_the_sun_over() -> None:
    table = Table("baloot", floor="9H").say("pass", "pass", SUN)
    assert table.state.to_move == (1,)
    assert table.moves == ["pass", TAKE_OVER]
    table.say(TAKE_OVER)
    assert table.role("buyer") == 1
    assert "9H" in table.hand(1)
    table = Table("baloot", floor="9H").say("pass", "pass", "pass", SUN)
    assert table.state.to_move == (0, 2)


def test_of_two_who_take_the_sun_over_the_first_in_turn_counts() -> None:
    table = Table("baloot", floor="9H").say("pass", "pass", "pass", SUN)
    table.say(TAKE_OVER, seat=2).say(TAKE_OVER, seat=0)
    assert table.role("buyer") == 0


def test_sun_is_doubled_only_against_a_side_that_alone_is_over_100() -> None:
    offered = 0
    for seed in range(12):
        table = Table("baloot", match=True, seed=seed)
        while not table.state.over:
            buyer = table.turn or 0
            own, other = (table.scores[side] for side in (buyer % 2, 1 - buyer % 2))
            table.say(SUN)
            may_double = "double" in table.moves
            assert may_double == (own > 100 >= other)
            if may_double:
                offered += 1
                assert {seat % 2 for seat in table.state.to_move} == {1 - buyer % 2}
                table.say("double", "pass")
                assert table.counter("multiplier") == (2,)
            table.play_hand()
    assert offered > 0


# --- the second round -----------------------------------------------------------------------------


def second_round(*calls: str, **options: str) -> Table:
    table = Table(genome_of("baloot", **options), "AC KC QC JC 10C", floor="9H")
    return table.say("pass", "pass", "pass", "pass", *calls)


def test_after_eight_passes_the_next_player_deals() -> None:
    table = second_round("pass", "pass", "pass", "pass")
    assert table.view.dealer == 0
    assert table.turn == 1
    assert table.view.hand_number == 1


def test_where_the_same_player_deals_again_after_eight_passes() -> None:
    table = second_round("pass", "pass", "pass", "pass", all_pass_dealer="same_dealer")
    assert table.view.dealer == 3


def test_in_the_second_round_another_suit_is_named_after_the_answers() -> None:
    table = second_round(HOKUM)
    assert table.state.to_move == (1, 2, 3)
    assert menu(table, 1) == {"pass", SUN}
    table.say("pass", "pass", "pass")
    assert table.turn == 0
    names = [f"name {suit} as the trump suit" for suit in ("clubs", "diamonds", "spades")]
    assert table.moves == [*names, TURN_TO_SUN]


def test_then_the_opponents_may_double() -> None:
    table = second_round(HOKUM, "pass", "pass", "pass", "name clubs as the trump suit")
    assert table.view.trump == "clubs"
    assert table.state.to_move == (1, 3)
    assert menu(table, 3) == {"pass", CLOSE, OPEN}
    table.say("pass", "pass")
    assert table.turn == 0
    assert "9H" in table.hand(0)


def test_after_hokum_in_the_second_round_the_game_may_be_turned_to_sun() -> None:
    table = second_round(HOKUM, "pass", "pass", "pass", TURN_TO_SUN)
    assert table.view.mode == "Sun"
    assert len(table.hand(0)) == 8


def test_a_partner_who_has_passed_in_the_second_round_is_not_asked() -> None:
    table = second_round("pass", "pass", HOKUM)
    assert table.state.to_move == (1, 3)
    table = second_round("pass", HOKUM)
    assert table.state.to_move == (0, 2, 3)


def test_ashkal_in_the_second_round_is_an_option() -> None:
    assert ASHKAL in second_round("pass", "pass").moves
    assert ASHKAL not in second_round("pass", "pass", ashkal_again="not_allowed").moves


# --- kawesh ---------------------------------------------------------------------------------------

LOW = "7C 8C 9C 7D 8D"


def test_five_low_cards_may_be_thrown_in_out_of_turn() -> None:
    table = Table("baloot", "AC KC QC JC 10C", "AD", "AS", LOW, floor="AH")
    assert table.state.to_move == (0, 3)
    assert menu(table, 3) == {KAWESH}
    table.say(KAWESH, seat=3)
    assert table.view.dealer == 3
    assert table.view.hand_number == 1
    assert table.hand(0) != these("AC KC QC JC 10C")
    assert EventKind.THROWN_IN in {event.kind for event in table.state.events}


def test_kawesh_shows_all_hands() -> None:
    table = Table("baloot", LOW, "AD", "AS", "AC", floor="AH").say(KAWESH)
    shown = [str(event) for event in table.state.view(2).events if event.kind == "shown"]
    assert sum(text.endswith("hand is laid open") for text in shown) == 4
    assert sum(" is shown in " in text for text in shown) == 20


def test_four_low_cards_are_not_enough() -> None:
    table = Table("baloot", "7C 8C 9C 7D 10D", "AC AD AS KC KD", "JC JD JS", "QC QD QS", floor="AH")
    assert KAWESH not in table.moves


def test_where_the_next_player_deals_after_kawesh() -> None:
    genome = genome_of("baloot", kawesh_dealer="next_dealer")
    assert Table(genome, LOW, floor="AH").say(KAWESH).view.dealer == 0


# --- raising --------------------------------------------------------------------------------------


def doubled(how: str = OPEN) -> Table:
    return Table("baloot", floor="9H").say(HOKUM, how, "pass", "pass")


def test_raises_go_back_and_forth_up_to_gahwa() -> None:
    table = doubled()
    assert table.counter("multiplier") == (2,)
    assert table.state.to_move == (0, 2)
    table.say("triple", "pass")
    assert table.counter("multiplier") == (3,)
    assert table.state.to_move == (1, 3)
    assert menu(table, 1) == {
        "pass",
        "call four and close the game",
        "call four and open the game",
    }
    table.say("pass", "call four and open the game")
    assert table.counter("multiplier") == (4,)
    assert table.role("last to raise") == 3
    assert menu(table, 0) == {"pass", "call gahwa"}
    table.say("call gahwa", "pass")
    assert table.counter("a gahwa") == (1,)
    assert len(table.hand(0)) == 8


def test_a_raise_that_nobody_answers_stands() -> None:
    table = doubled().say("pass", "pass")
    assert table.counter("multiplier") == (2,)
    assert len(table.hand(0)) == 8


def test_the_doubler_chooses_whether_the_game_is_closed() -> None:
    assert doubled(CLOSE).counter("closed") == (1,)
    assert doubled(OPEN).counter("closed") == (0,)
    table = doubled(CLOSE).say("triple", "pass", "call four and open the game", "pass")
    assert table.counter("closed") == (0,)
    table = doubled(OPEN).say("triple", "pass", "call four and close the game", "pass")
    assert table.counter("closed") == (1,)


def test_gahwa_is_always_open() -> None:
    table = doubled(CLOSE).say("triple", "pass", "call four and close the game", "pass")
    assert table.say("call gahwa", "pass").counter("closed") == (0,)


def test_in_a_closed_game_trumps_may_not_be_led() -> None:
    table = dealt(
        "JH 9H AH KH AC 8C 8D",
        "7C 9C 10C JC QC KC 7D 9D",
        "7S 8S 9S 10S JS QS KS AS",
        "10D JD QD KD AD 8H 10H QH",
        floor="7H",
    )
    table.say(HOKUM, CLOSE, "pass", "pass", "pass", "pass")
    assert quiet(table).playable == these("AC 8C 8D")


def test_who_has_nothing_but_trumps_may_lead_them_in_a_closed_game() -> None:
    table = dealt(
        "JH 9H AH KH QH 10H 8H",
        "7C 8C 9C 10C JC QC KC AC",
        "7S 8S 9S 10S JS QS KS AS",
        "7D 8D 9D 10D JD QD KD AD",
        floor="7H",
    )
    table.say(HOKUM, CLOSE, "pass", "pass", "pass", "pass")
    assert len(quiet(table).playable) == 8


# --- play -----------------------------------------------------------------------------------------


def test_the_player_after_the_dealer_leads_whoever_has_bought() -> None:
    table = Table("baloot", floor="9H").say("pass", "pass", SUN, "pass")
    assert table.turn == 0


def hearts(**options: str) -> Table:
    """Hearts are trumps, and player 0 leads."""
    return in_hokum(
        "AC 10C KC 7C AD 8D 7H",
        "QC JC JH AH 9D 10D JD AS",
        "9C 8C QH KH KS QS JS 10S",
        "9S 10H 9H 8S 7S KD QD 7D",
        floor="8H",
        **options,
    )


def test_suit_must_be_followed() -> None:
    assert play(hearts(), "AC").playable == these("QC JC")


def test_an_opponents_trump_must_be_beaten_when_trumps_are_led() -> None:
    assert play(hearts(), "7H").playable == these("JH AH")
    assert play(hearts(), "7H AH").playable == these("QH KH")
    assert play(hearts(), "7H AH QH").playable == these("10H 9H")


def test_the_partners_trump_need_not_be_beaten() -> None:
    """Player 2 follows with any trump once player 0 is winning."""
    table = in_hokum(
        "JH 9C 8C 7C 7D 8D 9D",
        "7S 8S 9S 10S AC KC QC JC",
        "9H AH AS KS QS JS AD KD",
        "10H KH QH 8H 10C 10D JD QD",
        floor="7H",
    )
    assert play(table, "JH 7S").playable == these("9H AH")


def test_who_cannot_follow_must_trump_an_opponents_card() -> None:
    assert play(hearts(), "AC QC 9C").playable == these("10H 9H")


def test_nobody_must_trump_a_card_of_the_partner() -> None:
    assert play(hearts(), "7C QC 9C").playable == these("9S 10H 9H 8S 7S KD QD 7D")


def over_a_trump(**options: str) -> Table:
    """Clubs are led and trumped by player 1; player 2 has trumps but no club."""
    return in_hokum(
        "AC 10C KC QC AD 8D 7D",
        "9H 7S 8S 9S 10S JS QS KS",
        "KH QH JH 9D 10D JD QD KD",
        "JC 9C 8C 7C 10H AH 8H AS",
        floor="7H",
        **options,
    )


def test_a_trump_of_the_opponents_must_be_beaten() -> None:
    assert play(over_a_trump(), "AC 9H").playable == these("JH")


def under_a_trump(**options: str) -> Table:
    return in_hokum(
        "AC 10C KC QC AD 8D 7D",
        "JH 7S 8S 9S 10S JS QS KS",
        "KH QH 9D 10D JD QD KD AS",
        "JC 9C 8C 7C 10H AH 8H 9H",
        floor="7H",
        **options,
    )


def test_who_cannot_beat_the_trump_is_free() -> None:
    assert play(under_a_trump(), "AC JH").playable == these("KH QH 9D 10D JD QD KD AS")


def test_where_who_cannot_beat_the_trump_must_undertrump() -> None:
    assert play(under_a_trump(under_trump="duty"), "AC JH").playable == these("KH QH")


def test_in_sun_who_cannot_follow_may_play_anything() -> None:
    table = in_sun(
        "AC 10C KC QC AD 8D 7D",
        "JH 7S 8S 9S 10S JS QS KS",
        "KH QH 9D 10D JD QD KD AS",
        "JC 9C 8C 7C 10H AH 8H 9H",
        floor="7H",
    )
    assert len(play(table, "AC").playable) == 8


def partner_wins(lead: str, **options: str) -> set[str]:
    """What player 2, void in clubs and with trumps, may play on a club of the partner."""
    table = in_hokum(
        "AC 10C KC QC AD 8D 7D",
        "JC 9C 7S 8S 9S 10S JS QS",
        "KH QH 9D 10D JD QD KD AS",
        "8C 7C 10H AH 8H 9H JH KS",
        floor="7H",
        **options,
    )
    return play(table, f"{lead} 9C").playable


def test_where_a_partners_card_sets_free_only_if_it_is_safe() -> None:
    assert len(partner_wins("KC")) == 8
    assert partner_wins("KC", partner_winning="free_if_safe") == these("KH QH")
    assert len(partner_wins("AC", partner_winning="free_if_safe")) == 8


def test_the_order_of_trumps_and_of_plain_suits() -> None:
    table = play(hearts(), "7H AH KH 9H")
    assert table.tricks == (0, 0, 0, 1)
    table = in_sun("KC", "10C", "JC", "9C", floor="7H")
    assert play(table, "KC 10C JC 9C").tricks == (0, 1, 0, 0)
    table = in_sun("9H", "JH", "10H", "KH", floor="7H")
    assert play(table, "9H JH 10H KH").tricks == (0, 0, 1, 0)


# --- akka and sawa --------------------------------------------------------------------------------


def with_tens(**options: str) -> Table:
    """Hearts are trumps; player 0 holds ace and ten of clubs, the others two clubs each."""
    return in_hokum(
        "AC 10C AD 8D 7D 7H 9H",
        "QC JC AH KH 9D 10D JD AS",
        "9C 8C QH JH KS QS JS 10S",
        "KC 7C 10H 9S 8S 7S KD QD",
        floor="8H",
        **options,
    )


def test_akka_is_the_highest_plain_card_left_but_no_ace() -> None:
    table = with_tens()
    # The aces are the highest of their suits: nothing to announce.
    assert "announce akka" not in table.moves
    table.play("AC QC 9C KC")
    assert table.turn == 0
    assert table.moves == ["announce nothing", "announce akka"]


def test_who_announces_akka_leads_such_a_card() -> None:
    table = with_tens().play("AC QC 9C KC").say("announce akka")
    assert table.playable == these("10C")


def test_akka_need_not_be_announced() -> None:
    table = with_tens().play("AC QC 9C KC").say("announce nothing")
    assert table.playable == these("10C AD 8D 7D 7H 9H 8H")


def test_there_is_no_akka_in_sun() -> None:
    table = in_sun(
        "AC 10C AD 8D 7D 7H 9H",
        "QC JC AH KH 9D 10D JD AS",
        "9C 8C QH JH KS QS JS 10S",
        "KC 7C 10H 9S 8S 7S KD QD",
        floor="8H",
    )
    assert table.play("AC QC 9C KC").playable == these("10C AD 8D 7D 7H 9H 8H")


def test_akka_makes_a_partners_card_safe() -> None:
    table = with_tens(partner_winning="free_if_safe").play("AC QC 9C KC")
    table.say("announce akka").play("10C JC 8C 7C")
    assert table.tricks == (2, 0, 0, 0)
    # A partner void in clubs need not trump a ten announced as akka, but an unannounced one.
    hands = (
        "AC 10C AD 8D 7D 7H 9H",
        "QC JC AH KH 9D 10D JD AS",
        "9C 8S QH JH KS QS JS 10S",
        "KC 7C 10H 9S 8C 7S KD QD",
    )
    for call, free in (("announce akka", 7), ("announce nothing", 2)):
        table = in_hokum(*hands, floor="8H", partner_winning="free_if_safe")
        table.play("AC QC 9C KC").say(call).play("10C JC")
        assert len(table.playable) == free


def sure_tricks() -> Table:
    """Player 0 has nothing but the highest clubs and diamonds in Sun, and leads."""
    return in_sun(
        "AC 10C KC QC AD 10D KD",
        "JC 9C 8C 7C AS 10S KS QS",
        "JD 9D 8D 7D AH 10H KH QH",
        "7S 8S 9S JS 7H 8H 9H JH",
        floor="QD",
    )


def test_the_remaining_tricks_may_be_claimed_from_the_fifth_trick_on() -> None:
    table = sure_tricks()
    for trick in ("AC 7C 7D 7H", "10C 8C 8D 8H", "KC 9C 9D 9H", "QC JC JD JH"):
        assert "claim the tricks that are left" not in table.moves
        table.play(trick)
    assert table.moves == ["play on", "claim the tricks that are left"]
    table.say("claim the tricks that are left")
    assert table.result.team_scores[0] >= 44
    assert len(table.cards("captured", 0)) == 32


def test_a_claim_scores_as_if_the_tricks_had_been_played() -> None:
    first_four = "AC 7C 7D 7H 10C 8C 8D 8H KC 9C 9D 9H QC JC JD JH"
    claimed = play(sure_tricks(), first_four).say("claim the tricks that are left")
    played = play(sure_tricks(), first_four + " AD QS QH 7S 10D KS KH 8S KD 10S 10H 9S QD AS AH JS")
    assert claimed.result.team_scores == played.result.team_scores


def test_nobody_claims_with_a_doubtful_card() -> None:
    table = in_sun(
        "AC 10C KC QC AD 10D QD",
        "JC 9C 8C 7C AS 10S KS QS",
        "JD 9D 8D KD AH 10H KH QH",
        "7S 8S 9S JS 7H 8H 9H JH",
        floor="7D",
    )
    play(table, "AC 7C JD 7H 10C 8C 8D 8H KC 9C 9D 9H QC JC QH JH")
    assert table.turn == 0
    assert table.playable == these("AD 10D QD 7D")


def test_where_claims_are_free_whoever_leads_may_claim_with_doubtful_cards() -> None:
    table = in_sun(
        "AC 10C KC QC AD 10D QD",
        "JC 9C 8C 7C AS 10S KS QS",
        "JD 9D 8D KD AH 10H KH QH",
        "7S 8S 9S JS 7H 8H 9H JH",
        floor="7D",
        claims="on_lead",
    )
    for trick in ("AC 7C JD 7H", "10C 8C 8D 8H", "KC 9C 9D 9H", "QC JC QH JH"):
        assert "claim the tricks that are left" not in table.moves
        table.play(trick)
    assert table.moves == ["play on", "claim the tricks that are left"]
    table.say("claim the tricks that are left")
    assert table.state.over
    assert len(table.cards("captured", 0)) == 32


# --- projects -------------------------------------------------------------------------------------


def announced(hand: str, contract: str) -> list[str]:
    """What player 0 has to declare with eight cards, of which the first is bought."""
    floor, *rest = hand.split()
    table = Table("baloot", " ".join(rest[:5]), floor=floor, deck=" ".join(rest[5:]))
    table.say(contract)
    if contract == HOKUM:
        table.say("pass", "pass", "pass", STAY)
    assert table.hand(0) == these(hand)
    return sorted(found.pattern for found in table.view.declarations if found.seat == 0)


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("7H 8H 9H 7C JC KC AD QS", ["sira"]),
        ("QH KH AH 7C JC KC 8D QS", ["sira"]),
        ("KH AH 7H 8H JC KC 8D QS", []),
        ("9H 10H JH QH 7C KC 8D AS", ["fifty"]),
        ("9H 10H JH QH KH 7C 8D AS", ["hundred in sequence"]),
        ("7H 8H 9H 10H JH QH KH AC", ["hundred in sequence"]),
        ("7H 8H 9H QH KH AH 7C 7D", ["sira", "sira"]),
        ("7H 8H 9H 10H 7C 8C 9C AD", ["fifty", "sira"]),
        ("7H 8H 9D 10H JC QC AD AC", []),
        ("10H 10C 10D 10S 7H 8H AC KD", ["hundred of a kind"]),
        ("JH JC JD JS 7H 8H AC KD", ["hundred of a kind"]),
        ("9H 9C 9D 9S 7H AC KD QS", []),
        ("JH JC JD JS 8H 9H 10H AC", ["hundred of a kind", "sira"]),
        ("AH AC AD AS 7H 8C 9D 7S", ["four hundred"]),
    ],
)
def test_projects_of_a_hand(hand: str, found: list[str]) -> None:
    assert announced(hand, SUN) == found


def test_where_announcing_is_free_a_project_may_be_kept_back() -> None:
    genome = genome_of("baloot", announcing="by_choice")
    for said, found in (("declare sira: 7♥ 8♥ 9♥", ["sira"]), ("declare nothing", [])):
        table = Table(genome, "8H 9H 7C JC KC", floor="7H", deck="AD QS").say(SUN)
        assert table.moves == ["declare sira: 7♥ 8♥ 9♥", "declare nothing"]
        table.say(said)
        assert [item.pattern for item in table.view.declarations if item.seat == 0] == found
        assert table.playable == these("7H 8H 9H 7C JC KC AD QS")


def test_four_aces_are_a_hundred_in_hokum() -> None:
    assert announced("AH AC AD AS 7H 8C 9D 7S", HOKUM) == ["hundred in aces"]


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("KH QH 7H 9C 7C AD 8D 7S", ["baloot"]),
        ("KH QH AH 9C 7C AD 8D 7S", ["baloot", "sira"]),
        ("KH QH JH AH 7C AD 8D 7S", ["baloot", "fifty"]),
        ("KH QH JH AH 10H AD 8D 7S", ["hundred in sequence"]),
        ("KH QH KC KD KS AD 8D 7S", ["hundred of a kind"]),
        ("7H KC QC 9D 8C AD 8D 7S", []),
    ],
)
def test_king_and_queen_of_trumps_are_a_baloot_unless_a_hundred_uses_them(
    hand: str, found: list[str]
) -> None:
    assert announced(hand, HOKUM) == found
    assert "baloot" not in announced(hand, SUN)


def shown(table: Table, viewer: int) -> dict[int, set[str]]:
    """The cards of projects that a player has seen, by those who declared them."""
    return {
        found.seat: {short(card) for card in found.cards}
        for found in table.state.view(viewer).declarations
        if found.seat != viewer and found.cards
    }


def two_siras() -> Table:
    """Hearts are trumps; player 1 has a sira up to the ten and player 2 one up to the ace."""
    return in_hokum(
        "AC 10C KC 7D 8D AH 9H",
        "8S 9S 10S QC JC JD 9D KH",
        "QD KD AD 9C 8C 7S JH QS",
        "7C AS KS JS 8H 10H QH 10D",
        floor="7H",
    )


def test_projects_are_announced_by_their_kind_and_shown_in_the_second_trick() -> None:
    table = two_siras()
    table.play("AC")
    heard = {(d.seat, d.pattern, d.cards) for d in table.state.view(0).declarations}
    assert heard == {(1, "sira", ())}
    play(table, "QC 9C 7C")
    assert shown(table, 0) == {}
    play(table, "10C JC 8C")
    assert shown(table, 0) == {2: these("QD KD AD")}


def test_the_losing_side_does_not_show() -> None:
    table = play(two_siras(), "AC QC 9C 7C 10C JC 8C 8H")
    assert shown(table, 0) == {2: these("QD KD AD")}


def equal_siras(**options: str) -> dict[int, set[str]]:
    """Players 1 and 2 both have eight to ten, player 2 in trumps: which of them shows it."""
    table = in_hokum(
        "AC KC 7D 8D KH AS 7S",
        "8S 9S 10S QC JC JD 9D KS",
        "8H 9H 10H QD KD 9C 7C QS",
        "10C 8C JH QH AH 10D AD JS",
        floor="7H",
        **options,
    )
    return shown(play(table, "AC QC 9C 8C KC JC 7C 10C"), 0)


def test_of_equal_projects_the_one_announced_first_is_better() -> None:
    assert equal_siras() == {1: these("8S 9S 10S")}


def test_where_a_project_in_trumps_is_better_than_an_equal_one() -> None:
    assert equal_siras(project_ties="trumps_first") == {2: these("8H 9H 10H")}


# --- baloot ---------------------------------------------------------------------------------------


def test_baloot_is_announced_with_the_second_of_its_cards() -> None:
    table = in_hokum(
        "KH QH AC 10C AD 8D 7S",
        "9C 8C 9D 10D AH 10H 8S 9S",
        "7C JC KD JD 9H 10S KS AS",
        "KC QC 7D QD JH 8H JS QS",
        floor="7H",
    )

    def heard() -> set[tuple[int, str]]:
        return {(d.seat, d.pattern) for d in table.state.view(1).declarations}

    assert (0, "baloot") not in heard()
    play(table, "KH AH 9H JH")
    assert (0, "baloot") not in heard()
    play(table, "KC AC 8C 7C 10C 9C JC QC QH")
    assert (0, "baloot") in heard()


# --- the end --------------------------------------------------------------------------------------


@for_seeds(3)
def test_152_points_win(seed: int) -> None:
    table = Table("baloot", match=True, seed=seed)
    before = table.scores
    while not table.state.over:
        before = table.scores
        table.say(SUN).play_hand()
    assert max(before) < 152 <= max(table.scores)
    assert table.result.winning_team == table.scores.index(max(table.scores))


def test_the_deal_passes_on_after_every_hand() -> None:
    table = Table("baloot", match=True)
    for dealer in (3, 0, 1, 2):
        assert table.view.dealer == dealer
        table.say(SUN).play_hand()
