"""Euchre: the turned card, bowers, playing alone, being stuck, points."""

from __future__ import annotations

from tests.support.seeds import for_seeds
from tests.support.table import STOCK, Table, genome_of, these, won_at

ORDER_UP = "order up the turned card"
ORDER_UP_ALONE = "order up the turned card and play alone"


def dealt(
    *hands: str, turned_card: str = "9H", dealer: int = 3, match: bool = False, target: int = 10
) -> Table:
    genome = won_at(genome_of("euchre"), target)
    return Table(genome, *hands, turned_card=turned_card, dealer=dealer, match=match)


def usual(turned_card: str = "9H", dealer: int = 3) -> Table:
    """Player 0 holds both red bowers and the high hearts."""
    return dealt(
        "JH JD AH KH QH",
        "9D AD AS KS QS",
        "9S 10S KD QD AC",
        "9C 10C JC QC KC",
        turned_card=turned_card,
        dealer=dealer,
    )


# --- ordering up ----------------------------------------------------------------------------------


def test_five_cards_are_dealt_by_three_and_two() -> None:
    game = Table("euchre").state.game
    state = game.hand(0, deck=game.cards, dealer=1)
    hands = [state.view(seat).hand for seat in range(4)]
    assert set(hands[2]) == {*game.cards[0:3], *game.cards[12:14]}
    assert set(hands[1]) == {*game.cards[9:12], *game.cards[18:20]}
    (turned,) = state.view(0).zone("turned_card")
    assert turned.cards == (game.cards[20],)


def test_the_dealer_takes_the_turned_card_and_puts_another_away() -> None:
    table = usual().say("pass")
    assert table.state.to_move == (1,)
    table.say(ORDER_UP)
    assert table.role("maker") == 1
    assert table.view.trump == "hearts"
    assert table.turn == 3
    assert table.playable == these("9C 10C JC QC KC 9H")
    table.play("9C")
    assert table.hand(3) == these("10C JC QC KC 9H")
    assert "9C" in table.cards(STOCK)


def test_nobody_else_sees_what_the_dealer_puts_away() -> None:
    table = usual().say(ORDER_UP).play("9C")
    for seat in range(3):
        told = [str(event) for event in table.state.view(seat).events]
        assert not any("9♣" in text for text in told)


def test_the_dealer_may_order_up_the_card_too() -> None:
    table = usual().say("pass", "pass", "pass", ORDER_UP)
    assert table.role("maker") == 3
    assert table.playable == these("9C 10C JC QC KC 9H")


def test_once_the_card_is_ordered_up_nobody_else_is_asked() -> None:
    table = usual().say(ORDER_UP).play("9C")
    assert table.turn == 0
    assert table.playable == these("JH JD AH KH QH")


# --- naming another suit --------------------------------------------------------------------------


def test_the_suit_turned_down_may_not_be_named() -> None:
    table = usual().say("pass", "pass", "pass", "pass")
    assert table.turn == 0
    assert "pass" in table.moves
    assert not any("hearts" in text for text in table.moves)
    assert len(table.moves) == 1 + 3 + 3


def test_the_turned_card_stays_where_it_is_when_another_suit_is_named() -> None:
    table = usual().say("pass", "pass", "pass", "pass", "pass", "name clubs as trumps")
    assert table.role("maker") == 1
    assert table.view.trump == "clubs"
    assert table.hand(3) == these("9C 10C JC QC KC")
    assert table.cards("turned_card") == these("9H")
    assert table.turn == 0


def test_the_dealer_is_stuck() -> None:
    table = usual().say(*["pass"] * 7)
    assert table.turn == 3
    assert "pass" not in table.moves
    assert len(table.moves) == 6


# --- bowers ---------------------------------------------------------------------------------------


def hearts_are_trumps() -> Table:
    """Player 0 leads; hearts are trumps."""
    table = dealt(
        "AH AD KD QH 9S",
        "JD 9D AS KS QS",
        "KH 10H QD 10S AC",
        "JH 9C 10C JC QC",
        turned_card="9H",
    )
    return table.say(ORDER_UP).play("9C")


def test_the_left_bower_must_follow_when_trumps_are_led() -> None:
    table = hearts_are_trumps().play("AH")
    assert table.playable == these("JD")


def test_the_left_bower_does_not_follow_its_printed_suit() -> None:
    table = hearts_are_trumps().play("AD")
    assert table.playable == these("9D")


def test_the_left_bower_beats_the_ace_of_trumps_and_the_right_bower_beats_it() -> None:
    table = hearts_are_trumps().play("AH JD KH 9H")
    assert table.turn == 1
    table = hearts_are_trumps().play("QH JD KH JH")
    assert table.turn == 3


def test_the_left_bower_may_trump_when_its_printed_suit_is_led() -> None:
    table = hearts_are_trumps().play("AD 9D QD QC KD")
    assert table.playable == these("JD AS KS QS")
    table.play("JD 10S 10C")
    assert table.tricks == (1, 1, 0, 0)


def test_the_jack_of_the_other_colour_is_no_bower() -> None:
    table = hearts_are_trumps().play("9S AS 10S")
    # Player 3 has no spades; clubs are not trumps and their jack does not win.
    assert table.playable == these("JH 10C JC QC 9H")
    assert table.play("JC").turn == 1


# --- playing alone --------------------------------------------------------------------------------


def test_the_partner_of_who_plays_alone_sits_out() -> None:
    table = usual().say(ORDER_UP_ALONE).play("9C")
    assert table.view.out == (2,)
    table.play("JH 9D 9H")
    assert table.turn == 0
    assert table.tricks == (1, 0, 0, 0)


def test_all_five_tricks_alone_score_four() -> None:
    table = usual().say(ORDER_UP_ALONE).play("9C").play_out()
    assert table.tricks == (5, 0, 0, 0)
    assert table.result.team_scores == (4, 0)


def test_the_first_player_still_in_the_hand_leads() -> None:
    table = usual().say("pass", "pass", ORDER_UP_ALONE).play("9C")
    assert table.view.out == (0,)
    assert table.turn == 1


def test_when_the_dealer_sits_out_the_turned_card_is_not_taken_up() -> None:
    table = usual(dealer=2).say("pass", ORDER_UP_ALONE)
    assert table.view.out == (2,)
    assert table.cards("turned_card") == these("9H")
    assert table.turn == 3


def test_another_suit_may_be_named_alone() -> None:
    table = usual().say(*["pass"] * 5, "name spades as trumps and play alone")
    assert table.role("maker") == 1
    assert table.view.out == (3,)
    assert table.turn == 0


# --- points ---------------------------------------------------------------------------------------


def test_all_five_tricks_score_two() -> None:
    table = usual().say(ORDER_UP).play("9C").play_out()
    assert table.result.team_scores == (2, 0)


def four_tricks(maker_alone: bool = False) -> Table:
    """Player 0 takes four tricks with hearts as trumps; the right bower is with player 1."""
    table = dealt(
        "JD AH KH QH AC",
        "JH 9D 10D AD AS",
        "9S 10S KD QD JC",
        "9C 10C KS QC KC",
        turned_card="9H",
    )
    table.say(ORDER_UP_ALONE if maker_alone else ORDER_UP).play("9C")
    return table


def test_three_or_four_tricks_score_one_also_alone() -> None:
    assert four_tricks().play_out().result.team_scores == (1, 0)
    assert four_tricks(maker_alone=True).play_out().result.team_scores == (1, 0)


def test_the_other_side_scores_two_for_a_euchre() -> None:
    table = usual().say("pass", "pass", "pass", ORDER_UP).play("9C").play_out()
    assert table.role("maker") == 3
    assert table.result.team_scores == (2, 0)


def test_ten_points_win() -> None:
    table = dealt("JH JD AH KH QH", "9D AD AS KS QS", "9S 10S KD QD AC", match=True, target=2)
    table.say(ORDER_UP)
    table.say(table.moves[0]).play_hand()
    assert table.result.winning_team == 0
    assert genome_of("euchre").win_conditions[0].threshold == 10


@for_seeds(20)
def test_five_tricks_are_taken_and_somebody_scores(seed: int) -> None:
    table = Table("euchre", seed=seed).play_hand()
    assert sum(table.tricks) == 5
    maker = table.role("maker")
    assert maker is not None
    taken = table.tricks[maker] + table.tricks[(maker + 2) % 4]
    alone = len(table.view.out) == 1
    own, other = (0, 2) if taken < 3 else (1, 0) if taken < 5 else (4 if alone else 2, 0)
    side = maker % 2
    assert (table.result.team_scores[side], table.result.team_scores[1 - side]) == (own, other)
