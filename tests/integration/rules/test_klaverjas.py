"""Klaverjas: the duty to trump, roem in tricks, pit, and a wet maker."""

from __future__ import annotations

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, these

EIGHT_HEARTS = "7H 8H 9H 10H JH QH KH AH"


def with_trumps(suit: str, *hands: str, trump_duty: str = "against_opponents") -> Table:
    """Player 0 names trumps and leads."""
    genome = genome_of("klaverjas", trump_duty=trump_duty)
    return Table(genome, *hands).say(f"name {suit} as the trump suit")


def test_the_player_after_the_dealer_must_name_trumps_and_leads() -> None:
    table = Table("klaverjas")
    assert table.turn == 0
    suits = ("clubs", "diamonds", "hearts", "spades")
    assert table.moves == [f"name {suit} as the trump suit" for suit in suits]
    table.say(table.moves[1])
    assert table.role("maker") == 0
    assert table.turn == 0
    assert len(table.playable) == 8


def test_eight_cards_are_dealt_by_three_two_and_three() -> None:
    game = Table("klaverjas").state.game
    state = game.hand(0, deck=game.cards, dealer=3)
    cards = game.cards
    assert set(state.view(0).hand) == {*cards[0:3], *cards[12:14], *cards[20:23]}


# --- duties ---------------------------------------------------------------------------------------


def hearts_are_trumps(trump_duty: str = "against_opponents") -> Table:
    return with_trumps(
        "hearts",
        "AC KC 7C 8C 7H 8H AD 7D",
        "10C QC JH AH 8D 9D JD QD",
        "9C JC QH KH AS 10S KS QS",
        "9H 10H JS 9S 8S 7S KD 10D",
        trump_duty=trump_duty,
    )


def test_suit_must_be_followed_without_a_duty_to_beat() -> None:
    assert hearts_are_trumps().play("KC").playable == these("10C QC")


def test_trumps_led_must_be_beaten() -> None:
    assert hearts_are_trumps().play("7H").playable == these("JH AH")
    assert hearts_are_trumps().play("7H JH").playable == these("QH KH")
    assert hearts_are_trumps().play("7H AH QH").playable == these("9H")


def test_who_cannot_follow_must_trump_an_opponents_trick() -> None:
    table = hearts_are_trumps().play("8C QC 9C")
    assert table.turn == 3
    # Player 1, the partner, is winning: no duty to trump.
    assert table.playable == these("9H 10H JS 9S 8S 7S KD 10D")
    assert hearts_are_trumps().play("AC QC 9C").playable == these("9H 10H")


def test_who_cannot_follow_must_beat_a_trump_of_the_opponents() -> None:
    table = with_trumps(
        "hearts",
        "AC KC 7C 8C JS QS AD 7D",
        "7H QH JH AH 8D 9D JD QD",
        "KH 10H 7S 8S AS 10S KS 9S",
        "8H 9H 9C 10C QC JC KD 10D",
    )
    table.play("AC QH")
    assert table.playable == these("KH 10H")
    table.play("10H")
    assert table.playable == these("9C 10C QC JC")


def test_a_lower_trump_may_not_be_played_while_there_is_anything_else() -> None:
    table = with_trumps(
        "hearts",
        "AC KC 7C 8C JS QS AD 7D",
        "7H QH JH AH 8D 9D JD QD",
        "KH 10H 7S 8S AS 10S KS 9S",
        "8H 9H 9C 10C QC JC KD 10D",
    )
    # Neither of player 2's trumps beats the jack.
    table.play("AC JH")
    assert table.playable == these("7S 8S AS 10S KS 9S")


def test_who_has_nothing_but_lower_trumps_must_play_one() -> None:
    table = with_trumps(
        "hearts",
        "AC KC 7C 8C JC QC AD 7D",
        "JH 8D 9D JD QD 7S 8S 9S",
        "KH 10H QH 9H AH 8H 7H KD",
        "9C 10C 10D AS KS QS JS 10S",
    )
    table.play("AD QD KD 10D")
    assert table.turn == 0
    table.play("AC JH")
    assert table.playable == these("KH 10H QH 9H AH 8H 7H")


def test_by_the_rotterdam_rule_even_the_partners_trick_must_be_trumped() -> None:
    table = hearts_are_trumps("always").play("8C QC 9C")
    assert table.playable == these("9H 10H")


# --- the order of the cards -----------------------------------------------------------------------


def test_jack_and_nine_are_the_highest_trumps() -> None:
    assert hearts_are_trumps().play("7H AH QH 9H").turn == 3
    assert hearts_are_trumps().play("7H JH KH 9H").turn == 1


def test_in_plain_suits_the_ten_ranks_below_the_ace() -> None:
    table = with_trumps("hearts", "KC", "10C", "JC", "9C").play("KC 10C JC 9C")
    assert table.turn == 1


# --- roem -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "bonus"),
    [
        ("7C 8C 9C KC", 20),
        ("7C 8C 9C 10C", 50),
        ("AC KC QC 9C", 20),
        ("7C 9C JC KC", 0),
        ("KH QH 7H 8H", 20),
        ("KH QH JH 7H", 20 + 20),
        ("KH QH JH 10H", 50 + 20),
        ("JC JD JH JS", 200),
        ("AC AD AH AS", 100),
        ("QC QD QH QS", 100),
        ("10C 10D 10H 10S", 100),
        ("9C 9D 9H 9S", 0),
    ],
)
def test_combinations_in_a_trick_count_for_its_winner(trick: str, bonus: int) -> None:
    table = Table("klaverjas", *trick_of(trick)).say("name hearts as the trump suit").play(trick)
    assert sum(VALUES[found.pattern] for found in table.view.declarations) == bonus


VALUES = {
    "four jacks": 200,
    "four of a kind": 100,
    "four in sequence": 50,
    "three in sequence": 20,
    "king and queen of trumps": 20,
}


def trick_of(trick: str) -> list[str]:
    """Hands from which these four cards can be played to one trick."""
    cards = trick.split()
    suits = [card[-1] for card in cards]
    if len(set(suits)) == 4:
        return [EIGHT_HEARTS.replace("H", suit) for suit in suits]
    # The leader has the rest of the suit, so that nobody must play a higher card.
    whole = EIGHT_HEARTS.replace("H", suits[0]).split()
    return [" ".join(card for card in whole if card not in cards[1:]), *cards[1:]]


# --- scores ---------------------------------------------------------------------------------------


def one_suit_each(suit: str) -> Table:
    """Player 0 has all the hearts, player 1 the spades, 2 the diamonds, 3 the clubs."""
    hands = [EIGHT_HEARTS.replace("H", s) for s in "HSDC"]
    return with_trumps(suit, *hands)


def test_all_tricks_score_162_and_100() -> None:
    table = one_suit_each("hearts")
    table.play_out()
    assert table.tricks == (8, 0, 0, 0)
    # Seven, eight, … of all suits fall together: tens, jacks, queens, kings and aces.
    roem = 100 + 200 + 100 + 100 + 100
    assert table.result.team_scores == (162 + roem + 100, 0)


def test_a_wet_maker_loses_all_points_to_the_other_side() -> None:
    table = one_suit_each("spades")
    table.play_out()
    assert table.tricks == (0, 8, 0, 0)
    roem = 100 + 200 + 100 + 100 + 100
    assert table.result.team_scores == (0, 162 + roem + 100)


def test_both_sides_keep_their_points_when_the_maker_has_more() -> None:
    table = with_trumps(
        "hearts",
        "JH 9H AH 10H KH 7C 8D 9S",
        "AC KC QC JC 10D 9C 8C 7S",
        "AD KD QD JD 10C 9D 7D 8H",
        "AS KS QS JS 10S 8S QH 7H",
    )
    table.play("JH 7S 8H 7H 9H 8C 7D QH AH 9C 9D 8S 10H QC JD JS KH JC QD QS")
    table.play("8D 10D AD KS KD AS 7C KC 10C 10S 9S AC")
    assert table.result.team_scores == (121, 10 + 10 + 11 + 10)


@for_seeds(40)
def test_162_points_are_won_besides_roem_and_pit(seed: int) -> None:
    table = Table("klaverjas", seed=seed)
    roem = [0, 0]
    while not table.state.over:
        before = len(table.view.declarations)
        table.step()
        for found in table.view.declarations[before:]:
            roem[found.seat % 2] += VALUES[found.pattern]
    maker = (table.role("maker") or 0) % 2
    pit = [100 * (sum(table.tricks[side::2]) == 8) for side in (0, 1)]
    cards = [card_points(table, side) for side in (0, 1)]
    assert sum(cards) == 162
    made = [cards[side] + roem[side] for side in (0, 1)]
    scores = list(table.result.team_scores)
    if made[maker] > made[1 - maker]:
        assert scores == [made[side] + pit[side] for side in (0, 1)]
    else:
        assert scores[maker] == 0
        assert scores[1 - maker] == sum(made) + pit[1 - maker]


def card_points(table: Table, side: int) -> int:
    """The points of the cards that a side has won, with those for the last trick."""
    trump = (table.view.trump or "")[0].upper()
    plain = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    trumps = {**plain, "J": 20, "9": 14}
    won = table.cards("captured", side)
    total = sum((trumps if c[-1] == trump else plain).get(c[:-1], 0) for c in won)
    (last,) = (event.seat for event in table.state.events if event.kind == "trick")
    return total + 10 * (last is not None and last % 2 == side)


def test_the_dealer_changes_and_sixteen_hands_are_played() -> None:
    table = Table("klaverjas", match=True, dealer=1)
    dealers = []
    while not table.state.over:
        dealers.append(table.view.dealer)
        table.play_hand()
    assert dealers == [(1 + n) % 4 for n in range(16)]
    best = max(table.result.team_scores)
    assert table.result.winning_team == table.result.team_scores.index(best)
