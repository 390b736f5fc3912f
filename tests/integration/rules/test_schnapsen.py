"""Schnapsen: the exchange, closing, marriages, 66 claimed rightly and wrongly."""

from __future__ import annotations

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import STOCK, Table, genome_of, these

CLAIM = "claim to have 66 points"
CLOSE = "close the stock"
EXCHANGE = "exchange the jack of trumps for the turned card"
NOTHING_MORE = ("stop", "let the hand end")
VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


def marry(suit: str) -> str:
    return f"declare a marriage: {suit}"


def hearts(own: str, other: str = "", deck: str = "", last_two: str = "forbidden") -> Table:
    """Player 0 leads; the ace of hearts is turned up."""
    genome = genome_of("schnapsen", last_two=last_two)
    return Table(genome, own, other, turned_card="AH", deck=deck)


def quiet(table: Table) -> Table:
    """Leaves off calling before the lead, if there is anything to call."""
    return table.say(NOTHING_MORE[0]) if NOTHING_MORE[0] in table.moves else table


def play(table: Table, *tricks: str) -> Table:
    """Several tricks, or the beginning of one, with no more calls before the lead."""
    for trick in tricks:
        quiet(table).play(trick)
    return table


def play_quietly(table: Table) -> Table:
    """One move that claims, closes, exchanges and declares nothing."""
    silence = [text for text in table.moves if text in NOTHING_MORE]
    return table.say(silence[0] if silence else table.moves[0])


# --- the stock ------------------------------------------------------------------------------------


def test_the_other_player_leads_and_the_turned_suit_is_trumps() -> None:
    table = hearts("KC QC AC AD JH")
    assert table.turn == 0
    assert table.view.trump == "hearts"
    assert len(table.cards(STOCK)) == 9


def test_suit_need_not_be_followed_while_there_is_a_stock() -> None:
    table = play(hearts("AC AD", "KH QH 10C 10D JS"), "AC")
    assert table.playable == these("KH QH 10C 10D JS")


def test_the_winner_of_a_trick_draws_first() -> None:
    table = play(hearts("JH KC QC AC AD", "KH QH 10C 10D JS", deck="JC JD"), "AC JS")
    assert table.turn == 0
    assert table.hand(0) == these("JH KC QC AD JC")
    assert table.hand(1) == these("KH QH 10C 10D JD")


def test_the_jack_of_trumps_may_be_exchanged_by_the_leader() -> None:
    table = hearts("JH KC QC AC AD").say(EXCHANGE)
    assert table.hand(0) == these("AH KC QC AC AD")
    assert table.cards("turned_card") == these("JH")
    assert table.view.trump == "hearts"
    assert EXCHANGE not in table.moves


def test_only_the_leader_may_exchange() -> None:
    table = hearts("KC QC AC AD 10S", "JH KH QH 10C JS")
    assert EXCHANGE not in table.moves
    assert {text.split()[0] for text in play(table, "AC").moves} == {"play"}


def test_the_turned_card_is_drawn_last_and_then_suit_must_be_followed() -> None:
    table = hearts("10C KC 10D KD 10S", "JC JD JS QS QC", "AC QD AD KS AS 10H KH JH QH")
    play(table, "10C JC", "10D JD", "10S JS", "KD QS")
    assert table.cards(STOCK) == these("QH")
    play(table, "KC")
    assert table.playable == these("QD QC KS 10H JH")
    table.play("QC")
    assert table.cards(STOCK) == table.cards("turned_card") == set()
    assert table.hand(0) == these("AC AD AS KH QH")
    assert table.hand(1) == these("QD KS 10H JH AH")
    assert play(table, "AS").playable == these("KS")


# --- closing --------------------------------------------------------------------------------------


def test_after_closing_nobody_draws() -> None:
    table = play(hearts("AC", "10C").say(CLOSE), "AC 10C")
    assert len(table.hand(0)) == len(table.hand(1)) == 4


def test_after_closing_suit_must_be_followed_by_a_higher_card_if_there_is_one() -> None:
    table = hearts("KC QC AD JD 10S", "AC JC KH QH JS").say(CLOSE)
    assert play(table, "QC").playable == these("AC")
    table = hearts("AC QC AD JD 10S", "10C JC KH QH JS").say(CLOSE)
    assert play(table, "AC").playable == these("10C JC")


def test_after_closing_who_cannot_follow_must_trump() -> None:
    table = hearts("AC AD KC QD 10S", "KH QH JS 10D QS").say(CLOSE)
    assert play(table, "AC").playable == these("KH QH")


def test_once_closed_the_stock_is_no_more_closed_or_robbed() -> None:
    table = hearts("JH AC AD KC JC")
    assert {CLOSE, EXCHANGE} <= set(table.moves)
    table.say(CLOSE)
    assert not {CLOSE, EXCHANGE} & set(table.moves)


def last_cards(last_two: str) -> Table:
    """Two cards are left to draw, and the leader holds the jack of trumps."""
    table = hearts("JH AC AD AS 10S", "JC JD JS QS QC", "10C KC KD QD 10D KS", last_two)
    play(table, "AC JC", "AD JD", "AS JS", "10S QS")
    assert len(table.cards(STOCK)) == 1
    assert "JH" in table.hand(0)
    return table


def test_with_two_cards_left_to_draw_nobody_closes_or_exchanges() -> None:
    assert not {CLOSE, EXCHANGE} & set(last_cards("forbidden").moves)


def test_where_that_is_allowed_with_two_cards_left() -> None:
    assert {CLOSE, EXCHANGE} <= set(last_cards("allowed").moves)


# --- marriages ------------------------------------------------------------------------------------


def test_a_marriage_counts_twenty_and_one_of_its_cards_is_led() -> None:
    table = hearts("KC QC AC AD JS").say(marry("clubs"))
    assert table.counter("points for marriages") == (20, 0)
    assert quiet(table).playable == these("KC QC")


def test_a_marriage_in_trumps_counts_forty() -> None:
    table = hearts("KH QH AC AD JS").say(marry("hearts"))
    assert table.counter("points for marriages") == (40, 0)


def test_the_other_player_sees_both_cards_of_a_marriage() -> None:
    table = hearts("KC QC AC AD JS").say(marry("clubs"))
    (hand,) = table.state.view(1).zone("hand", 0)
    assert {str(card) for card in hand.known} == {"K♣", "Q♣"}


def test_only_one_marriage_before_each_lead() -> None:
    table = hearts("KC QC KD QD AS", "JS")
    assert {marry("clubs"), marry("diamonds")} <= set(table.moves)
    table.say(marry("clubs"))
    assert not {marry("clubs"), marry("diamonds")} & set(table.moves)
    play(table, "KC JS")
    assert marry("diamonds") in table.moves


def test_only_the_leader_may_declare_a_marriage() -> None:
    table = play(hearts("AC AD 10S JC JD", "KC QC KH QH JS"), "AC")
    assert {text.split()[0] for text in table.moves} == {"play"}


# --- claiming -------------------------------------------------------------------------------------


def test_nobody_claims_without_a_trick() -> None:
    assert CLAIM not in hearts("KH QH KC QC AC").say(marry("hearts")).moves


def test_66_against_an_opponent_without_a_trick_scores_three() -> None:
    table = play(hearts("KH QH AC AD JC", "10C 10D JS JD QS"), "AC 10C", "AD 10D")
    # 42 and 40 for the marriage.
    assert table.say(marry("hearts"), CLAIM).result.scores == (3, 0)


def test_66_against_an_opponent_with_less_than_33_scores_two() -> None:
    table = hearts("KH QH AC AD JC", "10C 10D JS JD QS", deck="KS AS QC KD")
    play(table, "JC 10C", "JS AS").say(marry("hearts"))
    # 13, 40, 6 and 14 against 12.
    assert play(table, "KH JD", "AD QS").say(CLAIM).result.scores == (2, 0)


def test_66_against_an_opponent_with_33_or_more_scores_one() -> None:
    table = hearts("KH QH AC AD 10S", "AS QS 10D JD 10C", deck="JS KS QC KD QD KC")
    play(table, "10S AS", "QS AC", "10D AD").say(marry("hearts"))
    # 21, 40 and 6 against 21 and 14.
    assert play(table, "KH JD").say(CLAIM).result.scores == (1, 0)


def test_66_claimed_wrongly_scores_three_for_an_opponent_without_a_trick() -> None:
    table = play(hearts("KH QH AC AD JC", "10C 10D JS JD QS"), "AC 10C", "AD 10D")
    assert table.say(CLAIM).result.scores == (0, 3)


def test_66_claimed_wrongly_scores_two_for_an_opponent_with_a_trick() -> None:
    table = play(hearts("KH QH AC AD JC", "10C 10D JS JD QS"), "JC 10C", "JS QH")
    assert table.say(CLAIM).result.scores == (0, 2)


# --- claims after closing -------------------------------------------------------------------------


def closed() -> Table:
    """Player 0 closes before the first trick, when player 1 has no trick."""
    return hearts("KH QH AC AD 10S", "AS QS 10D JD 10C").say(CLOSE)


def test_the_closer_scores_by_the_tricks_at_the_moment_of_closing() -> None:
    # Player 1 takes a trick afterwards, but had none when the stock was closed.
    table = play(closed(), "10S AS", "10C AC").say(marry("hearts"))
    assert play(table, "KH JD").say(CLAIM).result.scores == (3, 0)


def test_a_wrong_claim_of_the_closer_scores_for_the_other() -> None:
    assert play(closed(), "AC 10C").say(CLAIM).result.scores == (0, 3)


def test_a_closer_who_claims_nothing_loses() -> None:
    table = closed()
    while not table.state.over:
        play_quietly(table)
    assert table.result.scores == (0, 3)


def test_who_reaches_66_against_the_closer_scores_instead() -> None:
    table = hearts("JC JD 10S QS QC", "KH QH AS AC AD", deck="KD QD KS KC").say(CLOSE)
    play(table, "JC AC", "AD JD", "AS QS").say(marry("hearts"))
    # 13, 13, 14 and 40.
    assert table.say(CLAIM).result.scores == (0, 3)


def test_a_closer_who_fails_loses_at_least_two() -> None:
    table = hearts("KH QH AC AD 10S", "AS QS 10D JD 10C", deck="JS KS QC KD QD KC")
    # Player 1 has 35 when the stock is closed: it would have been one point.
    play(table, "10S AS", "QS AC", "10D AD").say(CLOSE)
    assert table.counter("closing value") == (1,)
    assert table.say(CLAIM).result.scores == (0, 2)


# --- the end of a hand ----------------------------------------------------------------------------


def played_out(seed: int) -> tuple[Table, int, int]:
    """A hand to its last trick: who has won that, and the points of that player."""
    table = Table("schnapsen", seed=seed)
    while NOTHING_MORE[1] not in table.moves:
        play_quietly(table)
    winner = table.turn or 0
    points = [sum(VALUES[c[:-1]] for c in table.cards("captured", seat)) for seat in (0, 1)]
    assert sum(points) == 120
    assert sum(table.tricks) == 10
    return table, winner, points[winner]


@for_seeds(10)
def test_if_nobody_claims_the_last_trick_scores_one(seed: int) -> None:
    table, winner, _ = played_out(seed)
    table.say(NOTHING_MORE[1])
    assert table.result.scores == (1 - winner, winner)


@pytest.mark.parametrize(("wanted", "right"), [(65, False), (66, True)])
def test_66_are_needed(wanted: int, right: bool) -> None:
    for seed in range(1000):
        table, winner, points = played_out(seed)
        if points == wanted:
            assert (table.say(CLAIM).result.winner == winner) is right
            return
    pytest.fail(f"nobody had {wanted} points")


def test_seven_points_win_the_game() -> None:
    table = Table("schnapsen", match=True, seed=4)
    before = table.scores
    while not table.state.over:
        before = table.scores
        table.play_hand()
    assert max(before) < 7 <= max(table.scores)
    assert table.result.winner == table.scores.index(max(table.scores))
