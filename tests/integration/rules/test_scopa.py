"""Scopa: what a card captures, sweeps, the last cards, primiera and the other points."""

from __future__ import annotations

from functools import cache

import pytest

from darwindeck.simulation import EventKind
from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, game_of, same_cards, sit

PRIMIERA = {
    "7": 21,
    "6": 18,
    "A": 16,
    "5": 15,
    "4": 14,
    "3": 13,
    "2": 12,
    "J": 10,
    "Q": 10,
    "K": 10,
}


def deal(south: str, north: str, table: str, stock: str = "") -> Sitting:
    return sit("scopa", south, north, table, stock)


# --- capturing ---------------------------------------------------------------------------------


def test_three_cards_each_in_one_packet_and_four_on_the_table() -> None:
    game = deal("7♣ K♠ 5♥", "2♣ 3♣ 4♣", "3♥ 4♠ 6♦ A♣")
    assert same_cards(game.cards("South's hand"), "7♣ K♠ 5♥")
    assert same_cards(game.cards("the table"), "3♥ 4♠ 6♦ A♣")
    assert len(game.cards("the stock")) == 30


def test_a_card_of_the_same_value_must_be_taken_before_a_sum() -> None:
    game = deal("7♣ K♠ 5♥", "2♣ 3♣ 4♣", "7♦ 3♥ 4♠ K♣").play("South: play 7♣")
    assert same_cards(game.cards("South's captured cards"), "7♣ 7♦")
    assert same_cards(game.cards("the table"), "3♥ 4♠ K♣")


def test_of_two_equal_cards_one_is_chosen() -> None:
    game = deal("7♣ K♠ 5♥", "2♣ 3♣ 4♣", "7♦ 7♠ 4♠ K♣").play("South: play 7♣")
    assert game.may() == {"take 7♦", "take 7♠"}
    game.play("South: take 7♦")
    assert same_cards(game.cards("South's captured cards"), "7♣ 7♦")


def test_cards_that_add_up_are_taken_and_the_player_chooses_which() -> None:
    game = deal("7♣ K♠ 5♥", "2♣ 3♣ 4♣", "3♥ 4♠ 6♦ A♣").play("South: play 7♣")
    game.play("South: take 6♦")
    assert same_cards(game.cards("South's captured cards"), "7♣ 6♦ A♣")
    game = deal("7♣ K♠ 5♥", "2♣ 3♣ 4♣", "3♥ 4♠ 6♦ A♣").play("South: play 7♣")
    game.play("South: take 4♠")
    assert same_cards(game.cards("South's captured cards"), "7♣ 4♠ 3♥")


@pytest.mark.parametrize(("card", "taken"), [("J♣", "A♥ 7♣"), ("Q♠", "2♠ 7♣"), ("K♥", "A♥ 2♠ 7♣")])
def test_court_cards_count_eight_nine_and_ten(card: str, taken: str) -> None:
    game = deal("J♣ Q♠ K♥", "2♣ 3♣ 4♣", "A♥ 2♠ 4♦ 7♣").play(f"South: play {card}")
    assert same_cards(game.cards("South's captured cards"), f"{card} {taken}")


def test_a_sum_may_take_more_than_two_cards() -> None:
    game = deal("K♥ Q♠ J♣", "2♣ 3♣ 4♣", "A♥ 2♠ 3♦ 4♠").play("South: play K♥")
    assert same_cards(game.cards("South's captured cards"), "K♥ A♥ 2♠ 3♦ 4♠")


def test_a_card_that_captures_nothing_stays_on_the_table() -> None:
    game = deal("2♥ Q♠ J♣", "2♣ 3♣ 4♣", "3♥ 4♠ 6♦ K♣").play("South: play 2♥")
    assert same_cards(game.cards("the table"), "3♥ 4♠ 6♦ K♣ 2♥")
    assert game.cards("South's captured cards") == []


def test_a_card_that_can_capture_must_do_so() -> None:
    game = deal("6♥ Q♠ J♣", "2♣ 3♣ 4♣", "3♥ 4♠ 6♦ K♣").play("South: play 6♥")
    assert same_cards(game.cards("South's captured cards"), "6♥ 6♦")


# --- sweeps ------------------------------------------------------------------------------------


def test_taking_everything_is_a_scopa() -> None:
    game = deal("K♥ Q♠ J♣", "2♣ 3♣ 4♣", "A♥ 2♠ 3♦ 4♠").play("South: play K♥")
    assert game.scored() == ["South: +1 (Scopa)"]


def test_hands_are_dealt_again_from_the_stock_three_each() -> None:
    game = deal("K♥ Q♠ J♣", "2♣ 3♣ 4♣", "A♥ 2♠ 3♦ 4♠", "5♣ 6♣ 7♣ A♦ 2♦ 4♦")
    game.play("South: play K♥", "North: play 2♣", "South: play Q♠", "North: play 3♣")
    game.play("South: play J♣", "North: play 4♣")
    assert same_cards(game.cards("South's hand"), "5♣ 6♣ 7♣")
    assert same_cards(game.cards("North's hand"), "A♦ 2♦ 4♦")
    assert len(game.cards("the stock")) == 24
    assert game.turn == "South"


# --- three kings -------------------------------------------------------------------------------


def test_three_kings_on_the_table_are_dealt_again_by_the_same_dealer() -> None:
    game = deal("7♣ J♠ 5♥", "2♣ 3♣ 4♣", "K♦ K♠ K♥ A♣")
    assert game.text_of(EventKind.THROWN_IN) == ["the cards are thrown in"]
    assert sum(card.startswith("K") for card in game.cards("the table")) < 3
    assert game.number("dealer") == 1
    assert game.number("hand_number") == 1


def test_two_kings_on_the_table_stay() -> None:
    assert deal("7♣ J♠ 5♥", "2♣ 3♣ 4♣", "K♦ K♠ Q♥ A♣").text_of(EventKind.THROWN_IN) == []


# --- the whole hand ----------------------------------------------------------------------------


def captures(card: str, table: list[str]) -> bool:
    """Whether a card can take something: some of the cards there add up to it."""
    values = {rank: place + 1 for place, rank in enumerate("A 2 3 4 5 6 7 J Q K".split())}
    sums = {0}
    for lying in table:
        sums |= {total + values[lying[:-1]] for total in sums}
    return values[card[:-1]] in sums


class Scorer:
    """Plays a hand and counts it by itself."""

    def __init__(self, seed: int, missing_suit: str) -> None:
        self.missing_suit = missing_suit
        self.game = Sitting(game_of("scopa", missing_suit=missing_suit).hand(seed, dealer=1))
        self.scopas = [0, 0]
        self.last_taker = -1
        self.swept_last = False
        while not self.game.state.over:
            self._one_turn()

    def _one_turn(self) -> None:
        game, made = self.game, len(self.game.state.log)
        seat, turns, table = game.state.asked, game.number("turns"), game.cards("the table")
        assert seat is not None
        hands = len(game.cards("South's hand")) + len(game.cards("North's hand"))
        last_card = not game.cards("the stock") and hands == 1
        game.until(lambda g: g.number("turns") != turns or g.state.over)
        played = str(game.state.log[made].move.card)
        if captures(played, table):
            self.last_taker = seat
            self.scopas[seat] += not last_card and not game.cards("the table")

    def captured(self, seat: int) -> list[str]:
        return self.game.cards(f"{self.game.game.seats[seat]}'s captured cards")

    def diamonds(self, seat: int) -> int:
        return sum(card.endswith("♦") for card in self.captured(seat))

    def primiera(self, seat: int) -> int:
        best = dict.fromkeys("♣♦♥♠", 0)
        for card in self.captured(seat):
            best[card[-1]] = max(best[card[-1]], PRIMIERA[card[:-1]])
        if 0 in best.values() and self.missing_suit == "no_primiera":
            return 0
        return sum(best.values())

    def points(self) -> tuple[int, ...]:
        totals = list(self.scopas)
        for one, other in ((0, 1), (1, 0)):
            totals[one] += len(self.captured(one)) > len(self.captured(other))
            totals[one] += self.diamonds(one) > self.diamonds(other)
            totals[one] += "7♦" in self.captured(one)
            totals[one] += self.primiera(one) > self.primiera(other)
        return tuple(totals)


SEEDS = range(40)


@cache
def played(seed: int, missing_suit: str = "no_primiera") -> Scorer:
    return Scorer(seed, missing_suit)


@pytest.mark.parametrize("missing_suit", ["no_primiera", "counts_nothing"])
@pytest.mark.parametrize("seed", SEEDS)
def test_all_cards_are_captured_and_every_point_is_counted(seed: int, missing_suit: str) -> None:
    hand = played(seed, missing_suit)
    assert hand.game.cards("the table") == []
    assert len(hand.captured(0)) + len(hand.captured(1)) == 40
    assert hand.game.result.scores == hand.points()


def test_the_hands_played_show_every_kind_of_point_and_tie() -> None:
    """So that the test above does not pass for want of cases."""
    hands = [played(seed) for seed in SEEDS]
    labels = {text.split("(")[1].rstrip(")") for hand in hands for text in hand.game.scored()}
    assert labels == {"Scopa", "Most cards", "Most diamonds", "Sette bello", "Primiera"}
    assert any(len(hand.captured(0)) == 20 for hand in hands), "as many cards each: no point"
    assert any(hand.diamonds(0) == 5 for hand in hands), "as many diamonds each: no point"


def test_the_last_taker_gets_what_is_left_on_the_table() -> None:
    left = 0
    for hand in (played(seed) for seed in SEEDS):
        name = hand.game.game.seats[hand.last_taker]
        way = f"from the table to {name}'s captured cards"
        ends = [event.text for event in hand.game.state.events if " from the table " in event.text]
        assert all(text.endswith(way) for text in ends)
        left += len(ends)
    assert left > len(SEEDS) // 2


def test_the_last_card_makes_no_scopa_though_it_takes_everything() -> None:
    """The dealer's last card takes the only card on the table, and it is the last of the hand."""
    deck = sit("scopa").game
    for seed in range(400):
        game = Sitting(deck.hand(seed, dealer=1))
        game.until(lambda g: not g.cards("the stock") and len(g.cards("South's hand")) == 0)
        if (
            len(game.cards("the table")) == 1
            and game.cards("the table")[0][:-1] == (game.cards("North's hand")[0][:-1])
        ):
            break
    else:
        raise AssertionError("no hand ended so")
    before = len(game.scored())
    game.play_out()
    assert not any("(Scopa)" in text for text in game.scored()[before:])


# --- the match ---------------------------------------------------------------------------------


@for_seeds(3)
def test_a_match_is_won_with_eleven_points_and_more_than_the_other(seed: int) -> None:
    game = sit("scopa", match=True, seed=seed)
    while not game.state.over:
        scores = game.scores()
        assert not (max(scores) >= 11 and scores[0] != scores[1])
        game.play_hand()
    south, north = game.result.scores
    assert max(south, north) >= 11
    assert south != north
    assert game.result.winner == (0 if south > north else 1)
