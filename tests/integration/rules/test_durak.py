"""Durak: the first attack, beating, throwing in, taking, drawing up and the fool."""

from __future__ import annotations

from dataclasses import replace

from darwindeck import get_genome
from darwindeck.genome.schema import DealStep
from darwindeck.simulation import EventKind
from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, changed, rounds, same_cards, sit

SOUTH, NORTH = "6♠ 7♠ 8♣ 9♦ J♥ A♦", "6♥ 7♥ 8♠ 9♠ 10♦ Q♣"


def deal(
    south: str = SOUTH,
    north: str = NORTH,
    turned: str = "K♠",
    stock: str = "",
    asks_all: bool = False,
) -> Sitting:
    """The turned card makes trumps; the first cards of the stock follow."""
    return sit("durak", rounds(south, north), turned, stock, asks_all=asks_all)


def with_hands(south: str, north: str, turned: str = "K♠", asks_all: bool = False) -> Sitting:
    """Hands of other sizes; what South has more of is dealt last."""
    size, more = len(north.split()), south.split()[len(north.split()) :]
    steps = (
        DealStep(packets=(1,) * size),
        *((DealStep(packets=(len(more),), to="left(dealer)"),) if more else ()),
        DealStep(zone="turned_card"),
    )
    setup = replace(get_genome("durak").setup, cards_per_player=size, deal=steps)
    game = changed("durak", setup=setup)
    hands = rounds(" ".join(south.split()[:size]), north)
    return sit(game, hands, " ".join(more), turned, asks_all=asks_all)


# --- the beginning -----------------------------------------------------------------------------


def test_the_turned_card_makes_trumps_and_goes_under_the_stock() -> None:
    game = deal()
    assert game.text_of(EventKind.TRUMP) == ["spades are trumps"]
    assert game.cards("the stock")[0] == "K♠", "at the bottom"
    assert len(game.cards("the stock")) == 24


def test_the_lowest_trump_attacks_first() -> None:
    assert deal().turn == "South"
    assert deal(south=NORTH, north=SOUTH).turn == "North"


def test_without_trumps_the_dealers_opponent_begins() -> None:
    game = deal("6♣ 7♣ 8♣ 9♦ J♥ A♦", "6♥ 7♥ 8♦ 9♥ 10♦ Q♣")
    assert game.turn == "South"


# --- beating -----------------------------------------------------------------------------------


def test_a_higher_card_of_the_suit_or_a_trump_beats() -> None:
    game = deal().play("South: play 8♣")
    assert game.may("North") == {"play Q♣", "play 8♠", "play 9♠", "take the cards"}


def test_a_trump_is_beaten_only_by_a_higher_trump() -> None:
    game = deal().play("South: play 7♠")
    assert game.may("North") == {"play 8♠", "play 9♠", "take the cards"}


def test_what_cannot_be_beaten_must_be_taken() -> None:
    game = deal(north="6♥ 7♥ 8♦ 9♥ 10♦ Q♥").play("South: play A♦")
    assert game.turn == "North"
    assert game.may() == {"take the cards"}


def test_after_a_beaten_attack_the_defender_attacks_next() -> None:
    game = deal(stock="10♠ J♠ Q♠").play("South: play 9♦", "North: play 10♦")
    assert game.turn == "North", "South has no nine or ten to throw in"
    assert same_cards(game.cards("the discard pile"), "9♦ 10♦")


# --- throwing in -------------------------------------------------------------------------------


def test_the_attacker_goes_on_with_ranks_that_lie_there() -> None:
    game = deal().play("South: play 7♠", "North: play 8♠")
    assert game.may("South") == {"play 8♣", "pass"}
    game.play("South: play 8♣")
    assert game.may("North") == {"play Q♣", "play 9♠", "take the cards"}


def test_the_attacker_may_leave_off() -> None:
    game = deal().play("South: play 7♠", "North: play 8♠", "South: pass")
    assert same_cards(game.cards("the discard pile"), "7♠ 8♠")
    assert game.turn == "North"


def test_a_defender_who_takes_gets_everything_and_misses_the_next_attack() -> None:
    game = deal().play(
        "South: play 7♠", "North: play 8♠", "South: play 8♣", "North: take the cards"
    )
    assert {"7♠", "8♠", "8♣"} <= set(game.cards("North's hand"))
    assert game.cards("the discard pile") == []
    assert game.turn == "South", "South attacks again"


def test_more_cards_may_be_thrown_in_when_the_defender_takes() -> None:
    game = deal(south="6♠ 7♠ 7♣ 7♦ J♥ A♦").play("South: play 7♠", "North: take the cards")
    assert game.may("South") == {"play 7♣", "play 7♦", "pass"}
    game.play("South: play 7♣", "South: play 7♦")
    assert {"7♠", "7♣", "7♦"} <= set(game.cards("North's hand"))
    assert game.turn == "South"


def test_the_taker_does_not_learn_whether_the_attacker_could_throw_in() -> None:
    """Only with another seven could South throw in, but South is asked in any case."""
    told = []
    for card in ("7♣", "8♦"):
        hand = f"6♠ 7♠ {card} 9♥ J♥ A♦"
        game = deal(hand, "6♣ 9♦ 9♣ 10♥ Q♥ Q♦", asks_all=True)
        game.play("South: play 7♠", "North: take the cards")
        assert game.turn == "South"
        assert game.may() == ({"play 7♣", "pass"} if card == "7♣" else {"pass"})
        north = game.state.view(1)
        game.play("South: pass")
        told.append((north, game.state.view(1)))
    assert told[0] == told[1]


def test_nobody_is_asked_to_throw_in_where_everybody_sees_that_they_cannot() -> None:
    """Two cards lie there already that North, who takes, could not beat with two in hand."""
    game = with_hands("7♣ 7♦ 7♥ J♠", "9♣ 9♦", asks_all=True)
    game.play("South: play 7♣", "North: take the cards", "South: play 7♦")
    assert not [event for event in game.told if event.text == "South: pass"]
    assert {"7♣", "7♦"} <= set(game.cards("North's hand"))


def test_six_attacks_are_the_most() -> None:
    """South could throw in 10♠ as a seventh card."""
    game = with_hands("7♣ 7♦ 7♥ 8♣ 8♦ 8♥ 10♠ 6♠", "8♠ 9♦ 9♥ 9♣ 10♦ 10♥ 10♣ K♦")
    for attack, defence in (
        ("7♣", "8♠"),
        ("7♦", "9♦"),
        ("7♥", "9♥"),
        ("8♣", "9♣"),
        ("8♦", "10♦"),
        ("8♥", "10♥"),
    ):
        game.play(f"South: play {attack}", f"North: play {defence}")
    assert len(game.cards("the discard pile")) == 12
    assert game.turn == "North"


def test_no_more_is_thrown_in_than_the_defender_has_cards() -> None:
    """North has two cards left and takes: 7♥ and one nine may lie there, not another."""
    game = with_hands("7♣ 7♦ 7♥ 9♥ 9♠ 6♠", "9♣ 9♦ K♥ 6♣")
    game.play("South: play 7♣", "North: play 9♣", "South: play 7♦", "North: play 9♦")
    game.play("South: play 7♥", "North: take the cards")
    assert game.may("South") == {"play 9♥", "play 9♠", "pass"}
    game.play("South: play 9♥")
    assert same_cards(game.cards("North's hand"), "K♥ 6♣ 7♣ 9♣ 7♦ 9♦ 7♥ 9♥")


def test_six_attacks_are_the_most_also_for_a_defender_who_takes() -> None:
    """One card is beaten and one taken; four more may be thrown in, but not 7♠ as a seventh."""
    game = with_hands("7♣ 7♦ 7♥ 7♠ 8♦ 8♥ 8♠ 6♠", "8♣ 9♦ 9♥ 9♣ 10♦ 10♥ 10♣ K♦")
    game.play("South: play 7♣", "North: play 8♣", "South: play 7♦", "North: take the cards")
    game.play("South: play 7♥", "South: play 8♦", "South: play 8♥", "South: play 8♠")
    assert game.turn == "South"
    assert game.cards("the attack") == [], "North has taken everything"
    assert "7♠" in game.cards("South's hand")


# --- drawing up --------------------------------------------------------------------------------


def test_the_attacker_draws_up_to_six_first_then_the_defender() -> None:
    game = deal(stock="10♠ J♠ Q♠ A♠").play("South: play 7♠", "North: play 8♠", "South: pass")
    assert "10♠" in game.cards("South's hand")
    assert "J♠" in game.cards("North's hand")
    assert len(game.cards("South's hand")) == len(game.cards("North's hand")) == 6


def test_a_hand_with_six_cards_or_more_draws_nothing() -> None:
    game = deal(stock="10♠ J♠ Q♠ A♠").play("South: play 7♠", "North: take the cards")
    assert len(game.cards("North's hand")) == 7
    assert len(game.cards("the stock")) == 23


# --- the fool ----------------------------------------------------------------------------------


@for_seeds(8)
def test_whoever_is_left_with_cards_is_the_fool(seed: int) -> None:
    game = Sitting(sit("durak").game.hand(seed, dealer=seed % 2)).play_out()
    empty = tuple(s for s, name in enumerate(game.game.seats) if not game.cards(f"{name}'s hand"))
    assert game.cards("the stock") == []
    assert empty
    assert game.result.winners == empty


def test_nobody_is_out_while_there_is_a_stock() -> None:
    """North beats everything and has no card left, but draws up."""
    game = with_hands("7♣ 7♠", "9♣ 9♠").play("South: play 7♣", "North: play 9♣")
    game.play("South: play 7♠", "North: play 9♠")
    assert not game.state.over
    assert len(game.cards("North's hand")) == len(game.cards("South's hand")) == 6
    assert game.turn == "North"
