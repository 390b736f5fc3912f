"""Pidro: the auction, the second deal, robbing and killing, cold players, the two of trumps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from darwindeck.simulation import Game
from tests.support.seeds import for_seeds
from tests.support.table import STOCK, Table, genome_of, these, won_at

TRUMPS = "AH KH QH JH 10H 9H 8H 7H 6H 5H 5D 4H 3H 2H"
"""The fourteen trumps from the top, if hearts are named."""
POINTS = {"AH": 1, "JH": 1, "10H": 1, "5H": 5, "5D": 5, "2H": 1}
DEALER = 3


def bids(*numbers: int) -> list[str]:
    return [f"bid {number} points" for number in numbers]


def hearts(
    *hands: str,
    bidder: int = 0,
    bid: int = 6,
    deck: str = "",
    match: bool = False,
    target: int = 62,
    options: Mapping[str, str] = MappingProxyType({}),
) -> Table:
    """One player bids, all others pass, and hearts are named; player 3 deals."""
    genome = won_at(genome_of("pidro", **options), target)
    table = Table(genome, *hands, deck=deck, match=match)
    calls = ["pass"] * 4
    calls[bidder] = "bid 6" if (bidder, bid) == (DEALER, 6) else f"bid {bid} points"
    return table.say(*calls, "name hearts as the trump suit")


# --- deal and auction -----------------------------------------------------------------------------


def test_nine_cards_are_dealt_in_packets_of_three_from_the_dealers_left() -> None:
    game = Table("pidro").state.game
    state = game.hand(0, deck=game.cards, dealer=1)
    cards = game.cards
    assert set(state.view(2).hand) == {*cards[0:3], *cards[12:15], *cards[24:27]}
    assert set(state.view(1).hand) == {*cards[9:12], *cards[21:24], *cards[33:36]}


def test_a_bid_is_6_to_14_and_higher_than_the_last() -> None:
    table = Table("pidro")
    assert table.moves == ["pass", *bids(*range(6, 15))]
    assert table.say("bid 9 points").moves == ["pass", *bids(10, 11, 12, 13, 14)]


def test_everybody_calls_once_and_the_dealer_last() -> None:
    table = Table("pidro").say(*bids(6, 7, 8))
    assert table.turn == DEALER
    table.say("bid 9 points")
    assert table.role("bidder") == DEALER
    assert len(table.moves) == 4


def test_a_dealer_to_whom_all_have_passed_must_bid_six() -> None:
    table = Table("pidro").say("pass", "pass", "pass")
    assert table.moves == ["bid 6"]
    table.say("bid 6")
    assert table.role("bidder") == DEALER
    assert table.counter("bid") == (6,)


def test_where_a_forced_dealer_may_bid_higher() -> None:
    table = Table(genome_of("pidro", forced_dealer="any_bid")).say("pass", "pass", "pass")
    assert table.moves == bids(*range(6, 15))


def test_the_dealer_may_pass_once_somebody_has_bid() -> None:
    table = Table("pidro").say("bid 6 points", "pass", "pass", "pass")
    assert table.role("bidder") == 0


def test_14_may_be_bid_over_14_also_over_the_partner() -> None:
    table = Table("pidro").say(*bids(14))
    assert table.moves == ["pass", "bid 14 points"]
    table.say("pass", *bids(14), "pass")
    assert table.role("bidder") == 2
    table = Table("pidro").say(*bids(14, 14, 14, 14))
    assert table.role("bidder") == DEALER


def test_where_only_the_dealer_may_bid_14_over_14() -> None:
    table = Table(genome_of("pidro", fourteen="dealer_only")).say(*bids(14))
    assert table.moves == ["pass"]
    table.say("pass", "pass")
    assert table.moves == ["pass", "bid 14 points"]


def test_where_nobody_may_bid_14_over_14() -> None:
    table = Table(genome_of("pidro", fourteen="nobody")).say(*bids(14))
    assert table.say("pass", "pass").moves == ["pass"]


# --- discarding and the second deal ---------------------------------------------------------------


def usual(bid: int = 6, **options: str) -> Table:
    """All trumps are dealt at first: three, two, four and five."""
    return hearts("AH KH 5H", "2H 3H", "5D JH 10H QH", "9H 8H 7H 6H 4H", bid=bid, options=options)


def test_all_but_the_trumps_are_thrown_away_and_the_wrong_five_is_a_trump() -> None:
    table = usual()
    assert not table.cards("thrown") & these(TRUMPS)
    assert len(table.cards("thrown")) == 6 + 7 + 5
    assert table.hand(2) >= these("5D JH 10H QH")


def test_the_five_of_another_colour_is_no_trump() -> None:
    table = hearts("5C 5S", "5D 5H")
    assert table.cards("thrown") >= these("5C 5S")
    assert table.hand(1) >= these("5D 5H")


def test_the_others_are_filled_up_to_six_from_the_dealers_left() -> None:
    stock = "2C 3C 4C 2D 3D 4D 6D"
    table = hearts("AH KH 5H", "2H 3H", "5D JH 10H QH", "9H 8H 7H 6H 4H", deck=stock)
    assert table.hand(0) == these("AH KH 5H 2C 3C 4C")
    assert table.hand(1) == these("2H 3H 2D 3D 4D 6D")
    assert [len(table.hand(seat)) for seat in range(4)] == [6, 6, 6, 6]
    assert table.cards(STOCK) == set()


def test_the_last_of_the_others_stays_short_when_the_stock_runs_out() -> None:
    table = hearts("2C", "3C", "4C", "AH KH QH JH 10H 9H 8H 7H 6H", deck="5H 5D 4H 3H 2H")
    assert [len(table.hand(seat)) for seat in range(3)] == [6, 6, 4]
    assert table.hand(0) >= these("5H 5D 4H 3H 2H")


def test_the_dealer_gets_nothing_when_the_others_hold_two_trumps() -> None:
    table = hearts("4H", "3H", "", "AH KH QH JH 10H 9H 8H 7H 6H", deck="5H 5D 2H")
    assert len(table.hand(2)) == 6
    # Nine trumps, and three of them have to be killed.
    assert table.hand(DEALER) == these("AH KH QH JH 10H 9H 8H 7H 6H")


def test_discards_of_the_others_are_public_and_the_dealers_are_not() -> None:
    table = usual()
    for seat in range(4):
        (thrown,) = table.state.view(seat).zone("thrown")
        assert None not in thrown.cards
    (spare,) = table.state.view(0).zone("aside", DEALER)
    assert set(spare.cards) == {None}


def test_where_everybody_discards_face_down() -> None:
    table = usual(discards="face_down")
    (thrown,) = table.state.view(0).zone("thrown")
    assert set(thrown.cards) == {None}


# --- robbing --------------------------------------------------------------------------------------


def test_the_dealer_takes_every_trump_of_the_rest_of_the_stock() -> None:
    table = hearts(
        "AH KH 5H 6C 7C 8C 9C 10C JC",
        "2H 3H 2D 3D 4D 6D 7D 8D 9D",
        "JH 10H QH 2S 3S 4S 6S 7S 8S",
        "9H 8H 10D JD QD KD AD QC KC",
        deck="2C 3C 4C 5C 5S 9S 10S JS QS KS 7H 6H 5D 4H AS AC",
    )
    assert table.hand(DEALER) == these("9H 8H 7H 6H 5D 4H")


def test_a_dealer_with_few_trumps_is_filled_up_with_other_cards() -> None:
    table = hearts("AH KH 5H QH JH", "2H 3H 10H 9H", "5D 8H 7H 6H", "4H")
    assert len(table.hand(DEALER)) == 6
    assert table.hand(DEALER) & these(TRUMPS) == these("4H")


def test_where_a_dealer_with_few_trumps_stays_short() -> None:
    table = hearts(
        "AH KH 5H QH JH", "2H 3H 10H 9H", "5D 8H 7H 6H", "4H", options={"dealer_hand": "short"}
    )
    assert table.hand(DEALER) == these("4H")


def test_where_the_dealer_keeps_any_six_but_every_point() -> None:
    table = hearts(
        "AH KH",
        "3H 4H",
        "6H",
        "JH 10H 5H 5D 2H QH 9H 8H 7H",
        bidder=DEALER,
        options={"dealer_keeps": "any_six"},
    )
    assert table.turn == DEALER
    assert not table.playable & set(POINTS)
    # Twelve cards: the dealer may throw trumps away and keep one of three worthless cards.
    table.play("QH 9H 8H 7H")
    assert len(table.playable) == 3
    table.play(" ".join(sorted(table.playable)[:2]))
    kept = table.hand(DEALER)
    assert len(kept) == 6
    assert kept & these(TRUMPS) == these("JH 10H 5H 5D 2H")


def counts_told(table: Table, seat: int) -> list[tuple[str, int]]:
    """How many cards went which way since trumps were named, as far as a seat was told."""
    events = table.state.view(seat).events
    ways = [(event.text.partition(" from ")[2], event.count) for event in events if event.count]
    return [(way, count) for way, count in ways if "East" in way]


@pytest.mark.parametrize("trumps", ["", "4H", "4H 3H 2H", "4H 3H 2H 5H 5D 6H"])
def test_nobody_is_told_how_many_trumps_the_dealer_has(trumps: str) -> None:
    others = " ".join(card for card in TRUMPS.split() if card not in these(trumps))
    first, second = others.split()[:4], others.split()[4:8]
    # The first two hold four trumps each, whatever the dealer holds; the others lie in the stock.
    table = hearts(
        " ".join(first), " ".join(second), "2C 3C", trumps, deck=" ".join(others.split()[8:])
    )
    assert counts_told(table, 0) == [
        ("the stock to East's hand", 6),
        ("East's hand to East's spare pile", 9),
    ]


# --- killing --------------------------------------------------------------------------------------


def test_surplus_trumps_without_points_are_killed_by_choice() -> None:
    table = hearts("AH KH QH JH 10H 9H 8H 7H 6H", "5H", "5D", "4H")
    assert table.turn == 0
    assert table.playable == these("KH QH 9H 8H 7H 6H")
    table.play("KH 7H 6H")
    assert table.cards("killed", 0) == these("KH 7H 6H")
    assert table.playable == these("AH QH JH 10H 9H 8H")


def test_killed_trumps_are_seen_by_all_and_out_of_play() -> None:
    table = hearts("AH KH QH JH 10H 9H 8H 7H 6H", "5H", "5D", "4H").play("9H 8H 7H")
    (killed,) = table.state.view(2).zone("killed", 0)
    assert {str(card) for card in killed.cards} == {"9♥", "8♥", "7♥"}
    assert table.hand(0) == these("AH KH QH JH 10H 6H")


def test_the_dealer_kills_too_after_robbing_and_last() -> None:
    table = hearts("AH 6H", "5H 4H", "5D 3H 2H", "KH QH JH 10H 9H 8H 7H")
    assert table.turn == DEALER
    assert table.playable == these("KH QH 9H 8H 7H")
    table.play("KH")
    assert len(table.hand(DEALER)) == 6
    assert table.turn == 0


@pytest.mark.parametrize("killed", ["9H 8H 7H", "7H 9H 8H", "KH 6H QH"])
def test_where_the_trump_killed_last_is_the_first_card_played(killed: str) -> None:
    table = hearts(
        "AH KH QH JH 10H 9H 8H 7H 6H",
        "5H",
        "5D",
        "4H 3H 2H",
        options={"killed_trumps": "played_first"},
    )
    table.play(killed)
    last = killed.split()[-1]
    assert table.playable == {last}
    table.play(f"{last} 5H 5D 4H")
    assert table.turn == 0
    held = these("AH KH QH JH 10H 9H 8H 7H 6H") - these(killed)
    assert table.playable == held
    assert table.cards("killed", 0) == these(killed) - {last}


# --- play -----------------------------------------------------------------------------------------


def test_the_bidder_leads_and_only_trumps_may_be_played() -> None:
    table = usual()
    assert table.turn == 0
    assert table.playable == these("AH KH 5H")
    assert hearts("AH", "KH", "5H", "3H", bidder=2).turn == 2


def test_any_trump_may_be_played_there_is_no_duty_to_beat() -> None:
    assert usual().play("5H 3H").playable == these("5D JH 10H QH")


def test_the_right_five_beats_the_wrong_five_and_that_the_four() -> None:
    table = hearts("5D", "4H", "5H", "6H").play("5D 4H 5H 6H")
    assert table.turn == DEALER
    table = hearts("5D", "4H", "5H", "3H").play("5D 4H 5H 3H")
    assert table.turn is not None
    assert table.tricks == (0, 0, 1, 0)
    table = hearts("4H", "5D", "3H", "2H").play("4H 5D 3H 2H")
    assert table.tricks == (0, 1, 0, 0)


def test_a_player_goes_cold_when_the_turn_comes_without_a_trump() -> None:
    table = usual().play("AH 2H JH 4H").play("KH 3H 5D 6H")
    # Player 1 has no trump left, but nobody knows before it is that player's turn.
    assert list(table.view.out) == []
    table.play("5H")
    assert list(table.view.out) == [1]
    assert table.turn == 2
    assert table.hand(1) == set()
    assert len(table.cards("shown")) == 4


def test_the_next_player_with_a_trump_leads_when_the_winner_has_none() -> None:
    table = usual().play("AH 2H JH 4H KH 3H 5D 6H 5H QH 7H 10H 8H")
    # Player 2 has won with the last trump; player 3 alone has one left.
    assert table.turn == DEALER
    assert table.view.out == (0, 1, 2)
    assert table.playable == these("9H")


def test_a_bidder_without_trumps_goes_cold_before_the_first_trick() -> None:
    table = hearts("2C", "AH KH QH", "JH 10H 9H 8H 7H", "6H 5H 5D 4H 3H 2H")
    assert table.role("bidder") == 0
    assert table.turn == 1
    assert table.view.out == (0,)
    table.play("AH 7H 3H")
    assert table.turn == 1


# --- points ---------------------------------------------------------------------------------------


def test_the_two_counts_for_the_side_that_played_it() -> None:
    table = usual().play("AH 2H JH 4H")
    assert "2H" in table.cards("captured", 1)
    assert table.cards("captured", 0) == these("AH JH 4H")


def test_a_lone_two_counts_for_its_player() -> None:
    table = hearts("AH 5H 4H 3H", "KH QH JH 10H", "9H 8H 7H 6H", "5D 2H", bid=14)
    table.play("AH 10H 6H 5D 5H JH 7H 2H")
    assert table.cards("captured", DEALER) == these("2H")
    assert table.cards("captured", 1) == these("5H JH 7H")


def test_the_last_trump_takes_a_trick_by_itself() -> None:
    table = hearts("AH KH QH JH 10H 9H", "8H 7H", "6H 5H", "5D 4H 3H 2H", bid=13)
    table.play("AH 7H 5H 5D KH 8H 6H 4H QH 3H JH 2H 10H")
    assert table.state.asked == 0
    table.play("9H")
    assert table.result.team_scores == (13, 1)


def six_against_eight(bid: int, match: bool = False, target: int = 62) -> Table:
    """The bidder's side takes ace and five, the other side the remaining four counting cards."""
    table = hearts(
        "AH 3H",
        "KH JH 10H 2H",
        "5H 4H",
        "5D QH 9H 8H 7H 6H",
        bid=bid,
        match=match,
        target=target,
    )
    return table.play("AH KH 5H 6H 3H JH 4H 5D 10H 7H 2H 8H").play_hand()


def test_a_bid_that_is_made_scores_what_was_taken() -> None:
    assert six_against_eight(6).result.team_scores == (6, 8)


def test_a_failed_bid_is_lost_and_the_defenders_keep_theirs() -> None:
    assert six_against_eight(7).result.team_scores == (-7, 8)
    assert six_against_eight(14).result.team_scores == (-14, 8)


def test_a_game_to_a_hundred_goes_on_beyond_62_and_ends_at_100() -> None:
    game = Game(genome_of("pidro", target="100"))
    beyond, reached = False, False
    for seed in range(1, 20):
        state = game.deal(seed)
        while not state.over:
            highest = max(state.view(0).team_scores)
            assert highest < 100
            beyond |= highest >= 62
            state = state.apply(state.choose("greedy", seed=len(state.log)))
        assert state.result is not None
        assert state.result.winning_team is not None
        reached |= max(state.result.team_scores) >= 100
        if beyond and reached:
            return
    raise AssertionError("no game was long enough to tell")


def test_lots_may_decide_who_deals_first() -> None:
    game = Game(genome_of("pidro", first_dealer="lots"))
    deals = [game.deal(seed) for seed in range(40)]
    assert {state.view(0).dealer for state in deals} == {0, 1, 2, 3}
    for state in deals:
        assert state.position.chance()[0] == ("seat", state.view(0).dealer)
        assert len(state.view(0).hand) == 9


def test_when_both_sides_reach_the_target_the_bidders_side_wins() -> None:
    result = six_against_eight(6, match=True, target=6).result
    assert result.team_scores == (6, 8)
    assert result.winning_team == 0


def test_the_defenders_win_when_they_alone_reach_the_target() -> None:
    assert six_against_eight(6, match=True, target=8).result.winning_team == 1
    assert six_against_eight(7, match=True, target=6).result.winning_team == 1
    assert not six_against_eight(6, match=True, target=9).state.over


@pytest.mark.parametrize("target", ["31", "62", "100"])
def test_the_target_is_an_option(target: str) -> None:
    genome = genome_of("pidro", target=target)
    assert genome.win_conditions[1].threshold == int(target)
    assert f">= {target}" in str(genome.win_conditions[0].when)


@pytest.mark.parametrize("dealer_keeps", ["trumps", "any_six"])
@pytest.mark.parametrize("killed_trumps", ["dead", "played_first"])
@for_seeds(12)
def test_fourteen_points_are_taken_in_every_hand(
    seed: int, dealer_keeps: str, killed_trumps: str
) -> None:
    genome = genome_of("pidro", dealer_keeps=dealer_keeps, killed_trumps=killed_trumps)
    table = Table(genome, seed=seed).say("pass", "pass", "pass", "bid 6")
    table.say("name hearts as the trump suit").play_hand()
    taken = [
        sum(
            POINTS.get(card, 0)
            for seat in (side, side + 2)
            for card in table.cards("captured", seat)
        )
        for side in (0, 1)
    ]
    assert sum(taken) == 14
    assert table.result.team_scores == (taken[0], taken[1] if taken[1] >= 6 else -6)
