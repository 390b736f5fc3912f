"""Canasta: melds and wild cards, the pile, red and black threes, canastas and going out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import ScoringRule
from darwindeck.library import get_genome
from darwindeck.simulation import EventKind
from tests.support.stacked import Sitting, game_of, hands_of, ready, rounds, same_cards, sit

WEST = "4♣ 5♦ 6♣ 8♣ 9♣ 10♣ J♣ Q♣ 7♦ 5♠ 6♠"
NORTH = "4♥ 5♥ 6♥ 8♥ 9♥ 10♥ J♥ Q♥ 7♥ 5♣ 6♦"
EAST = "4♦ 5♦ 6♣ 8♦ 9♦ 10♦ J♦ Q♦ 7♣ 4♠ 8♠"
OURS, THEIRS = "South and North's", "West and East's"


def deal(south: str, then: str, north: str = NORTH, west: str = WEST, east: str = EAST) -> Sitting:
    """South's hand, then the card turned up and the stock; the others have as many cards."""
    size = len(south.split())
    game = game_of("canasta") if size == 11 else hands_of("canasta", size)
    hands = [" ".join(hand.split()[:size]) for hand in (west, north, east)]
    return sit(game, rounds(south, *hands), then)


def drawn(south: str, then: str, **others: str) -> Sitting:
    """South has drawn from the stock."""
    return deal(south, then, **others).play("South: draw from the stock")


def playing(south: str, then: str, **others: str) -> Sitting:
    """South has drawn and plays on, without going out."""
    game = drawn(south, then, **others)
    if "decide for yourself" in game.may():
        game.play("South: decide for yourself")
    return game.play("South: play on")


def melds(game: Sitting, side: str = OURS) -> dict[str, list[str]]:
    names = [game.place(item[2]) for item in game.state.position.places()]
    found = {name: game.cards(name) for name in names if name.startswith(f"{side} melds of ")}
    return {name.rpartition(" ")[2]: cards for name, cards in found.items() if cards}


def discard(game: Sitting, card: str) -> Sitting:
    seat = game.turn
    if "meld nothing" in game.may():
        game.play(f"{seat}: meld nothing")
    return game.play(f"{seat}: discard {card}")


def quiet_turn(game: Sitting) -> Sitting:
    """The player draws from the stock and throws the card away."""
    seat, card = game.turn, game.cards("the stock")[-1]
    game.play(f"{seat}: draw from the stock")
    if "decide for yourself" in game.may():
        game.play(f"{seat}: decide for yourself")
    game.play(f"{seat}: play on")
    return discard(game, card)


def round_of_quiet_turns(game: Sitting) -> Sitting:
    for _ in range(3):
        quiet_turn(game)
    return game


def scored(game: Sitting, side: str) -> dict[str, int]:
    """What a side has scored, by reason; players' points count for their side."""
    names = (side.removesuffix("'s"), *side.removesuffix("'s").split(" and "))
    found: dict[str, int] = {}
    for text in game.scored():
        who, _, rest = text.partition(": ")
        if who in names:
            amount, _, label = rest.partition(" (")
            found[label.rstrip(")")] = found.get(label.rstrip(")"), 0) + int(amount)
    return found


# --- the deal ----------------------------------------------------------------------------------


def test_eleven_cards_each_and_one_turned_up() -> None:
    game = deal("K♠ K♦ A♠ A♦ 2♦ 9♠ 7♠ 10♠ J♠ Q♠ K♥", "K♣")
    assert all(len(game.cards(f"{seat}'s hand")) == 11 for seat in game.game.seats)
    assert game.cards("the discard pile") == ["K♣"]
    assert len(game.cards("the stock")) == 108 - 44 - 1


@pytest.mark.parametrize("first", ["2♣", "joker", "3♥"])
def test_a_wild_card_or_red_three_turned_up_is_covered_and_freezes_the_pile(first: str) -> None:
    game = deal("K♠ K♦ A♠ A♦ 9♠", f"{first}, K♣")
    assert game.cards("the discard pile") == [first, "K♣"]


def test_red_threes_are_laid_out_and_replaced_from_the_dealers_left() -> None:
    game = deal("K♠ 3♦ A♠ A♦ 9♠", "K♣ 7♠ J♠ Q♠", north="3♥ 3♦ 6♥ 8♥ 9♥")
    assert same_cards(game.cards(f"{OURS} row of red threes"), "3♦ 3♥ 3♦")
    assert "7♠" in game.cards("South's hand")
    assert {"J♠", "Q♠"} <= set(game.cards("North's hand"))


def test_a_red_three_drawn_is_laid_out_and_replaced() -> None:
    game = drawn("K♠ K♦ A♠ A♦ 9♠", "Q♣ 3♥ 7♠")
    assert game.cards(f"{OURS} row of red threes") == ["3♥"]
    assert same_cards(game.cards("South's hand"), "K♠ K♦ A♠ A♦ 9♠ 7♠")


# --- melds -------------------------------------------------------------------------------------


def meld_begins(game: Sitting) -> set[str]:
    return {text.split(" ")[1] for text in game.may() if text.startswith("meld ")} - {"nothing"}


@pytest.mark.parametrize(
    ("south", "enough"),
    [
        ("K♠ K♦ K♥ K♣ 9♠ 7♠ 10♠", False),
        ("A♠ A♦ A♥ 8♠ 9♠ 7♠ 10♠", True),
        ("K♠ K♦ K♥ K♣ K♠ 7♠ 10♠", True),
        ("K♠ K♦ 2♥ 8♠ 9♠ 7♠ 10♠", False),
        ("K♠ K♦ 2♥ K♥ 9♠ 7♠ 10♠", True),
        ("4♠ 4♦ joker 8♠ 9♠ 7♠ 10♠", True),
        ("4♠ 4♦ 4♥ 5♠ 5♣ 5♥ 10♠", False),
        ("K♠ K♦ K♥ 9♠ 9♣ 9♥ 10♠", True),
    ],
)
def test_a_first_meld_needs_fifty_points_in_one_turn(south: str, enough: bool) -> None:
    """Joker 50, two and ace 20, king to eight 10, seven to four 5; several melds may make it up."""
    game = drawn(south, "Q♠ J♠", west="4♣ 5♦ 6♣ 8♣ 9♦ 10♣ J♣")
    if "play on" in game.may():
        game.play("South: play on")
    assert bool(meld_begins(game)) is enough


def test_melding_may_not_end_below_the_minimum() -> None:
    game = playing("K♠ K♦ K♥ 9♠ 9♣ 9♥ 10♠", "Q♠ J♠", west="4♣ 5♦ 6♣ 8♣ 9♦ 10♣ J♣")
    game.meld("South", "K♠ K♦ K♥")
    assert "meld nothing" not in game.may()
    game.meld("South", "9♠ 9♣ 9♥")
    assert {text for text in game.may() if text.startswith("discard")} == {
        "discard 10♠",
        "discard J♠",
    }


@pytest.mark.parametrize(
    ("score", "minimum"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120)]
)
def test_the_minimum_grows_with_the_score(score: int, minimum: int) -> None:
    """A short hand of 24 cards each, then another one with that score."""
    flat = (ScoringRule(label="All alike", who="teams", amount=score),)
    game = sit(hands_of("canasta", 24, scoring_rules=flat), match=True, seed=4)
    game.until(lambda g: g.number("hand_number") == 2)
    assert game.team_scores() == (score, score)
    seat, side = game.turn, OURS if game.turn in OURS else THEIRS
    game.play(f"{seat}: draw from the stock")
    if "decide for yourself" in game.may():
        game.play(f"{seat}: decide for yourself")
    game.play(f"{seat}: play on")
    laid = [0]
    while laid[-1] < minimum:
        lay_little(game, seat)
        laid.append(sum(points(card) for cards in melds(game, side).values() for card in cards))
        may_stop = "meld nothing" in game.may() or "discard" in " ".join(game.may())
        assert may_stop is (laid[-1] >= minimum)
    assert laid[-2] < minimum <= laid[-1]


def lay_little(game: Sitting, seat: str) -> None:
    """Melds the cards that are worth least, as few as possible."""
    first = True
    while first or game.picked(seat):
        stop = [text for text in game.may() if text.startswith("meld just")]
        cards = [
            text for text in sorted(game.may()) if text.split(" ")[1] not in ("just", "nothing")
        ]
        least = min(cards, key=lambda text: points(text.split(" ")[1]), default="")
        game.play(f"{seat}: {stop[0] if stop else least}")
        first = False


def points(card: str) -> int:
    rank = card[:-1] if card != "joker" else card
    if rank == "joker":
        return 50
    if rank in ("2", "A"):
        return 20
    if rank in ("K", "Q", "J", "10", "9", "8"):
        return 10
    return 0 if card in ("3♥", "3♦") else 5


def test_at_most_three_wild_cards_in_a_meld() -> None:
    game = playing("A♠ A♦ 2♠ 2♥ 2♣ joker 7♠ 10♠", "Q♠ J♠")
    for card in ("A♠", "A♦", "2♠", "2♥", "2♣"):
        game.play(f"South: meld {card}")
    assert len(melds(game)["aces"]) == 5, "the meld is complete: the joker does not go with it"
    assert not any("joker" in text for text in game.may() if not text.startswith("discard"))


def test_at_least_two_natural_cards_in_a_meld() -> None:
    game = drawn("A♠ 2♠ 2♥ joker 7♠ 10♠", "Q♠ J♠").play("South: play on")
    assert meld_begins(game) == set()


def test_wild_cards_alone_are_no_meld() -> None:
    game = drawn("2♠ 2♥ 2♣ joker 7♠ 10♠", "Q♠ J♠")
    if "play on" in game.may():
        game.play("South: play on")
    assert meld_begins(game) == set()


def test_threes_are_not_melded_in_the_course_of_play() -> None:
    game = drawn("3♠ 3♣ 3♠ A♠ A♦ A♥ 7♠ 10♠", "Q♠ J♠").play("South: play on")
    assert not any(card.startswith("3") for card in meld_begins(game))


def test_a_side_has_one_meld_of_a_rank_and_partners_add_to_it() -> None:
    game = playing("A♠ A♦ A♥ 7♠ 10♠", "Q♠ J♠ J♣ 9♠", north="A♣ A♠ A♥ 8♥ 9♥")
    game.meld("South", "A♠ A♦ A♥").play("South: discard J♠")
    quiet_turn(game)
    game.play("North: draw from the stock", "North: play on")
    assert not any(text.startswith("meld A") for text in game.may())
    game.meld("North", "A♣", "lay")
    assert len(melds(game)["aces"]) == 4


def test_a_meld_that_would_leave_no_card_to_discard_is_not_allowed() -> None:
    """Four cards: three aces and one to discard would leave none, and there is no canasta."""
    game = drawn("A♠ A♦ A♥", "Q♠ J♠")
    game.play("South: play on")
    assert meld_begins(game) == set()


# --- the pile ----------------------------------------------------------------------------------


def test_before_the_first_meld_the_pile_needs_a_natural_pair_and_the_minimum() -> None:
    """K♣ with two kings is 30; aces make it up."""
    game = deal("K♠ K♦ A♠ A♦ A♥ 7♠ 10♠", "K♣ J♠")
    game.play("South: take a frozen pile")
    game.meld("South", "K♠ K♦").meld("South", "A♠ A♦ A♥")
    assert sorted(melds(game)) == ["aces", "kings"]
    assert "take a frozen pile" not in deal("K♠ K♦ 9♠ 8♠ J♥ 7♠ 10♠", "K♣ J♠").may(), "only 30"


def test_a_natural_card_and_a_wild_one_do_not_take_a_frozen_pile() -> None:
    game = deal("K♠ 2♦ A♠ A♦ A♥ 7♠ 10♠", "K♣ J♠")
    assert game.may() == {"draw from the stock"}


def test_the_rest_of_the_pile_does_not_count_for_the_minimum() -> None:
    """A♣ below K♣ would make three aces."""
    game = playing("4♣ 5♣ 6♣ 8♣ 7♠ K♠ K♦", "A♣ J♠", west="K♣ 4♦ 5♦ 6♦ 8♦ 9♦ 10♦")
    discard(game, "J♠").play("West: draw from the stock", "West: play on", "West: discard K♣")
    assert game.cards("the discard pile") == ["A♣", "J♠", "K♣"]
    assert "take a frozen pile" not in game.may("North")


def opened(then: str, north: str = "K♥ 2♦ 8♥ 9♥ 10♥ 4♥", west: str = WEST) -> Sitting:
    """South has melded three aces and discards; it is West's turn."""
    game = playing("A♠ A♦ A♥ 9♠ 7♠ 10♠", f"Q♠ J♠ {then}", north=north, west=west)
    game.meld("South", "A♠ A♦ A♥")
    return discard(game, "J♠")


def test_a_pile_that_is_not_frozen_is_taken_with_one_natural_and_a_wild_card() -> None:
    game = opened("", west="K♦ 5♦ 6♣ 8♣ 9♣ 10♣")
    game.play("West: draw from the stock", "West: play on", "West: discard K♦")
    assert "take the pile for a new meld" in game.may("North")
    game.play("North: take the pile for a new meld").meld("North", "K♥ 2♦")
    assert same_cards(melds(game)["kings"], "K♦ K♥ 2♦")
    assert same_cards(game.cards("North's hand"), "8♥ 9♥ 10♥ 4♥ Q♠ J♠")
    assert game.cards("the discard pile") == []


def test_the_pile_is_taken_onto_a_meld_with_the_top_card_alone() -> None:
    game = opened("", west="A♣ 5♦ 6♣ 8♣ 9♣ 10♣")
    game.play("West: draw from the stock", "West: play on", "West: discard A♣")
    game.play("North: take the pile onto a meld").meld("North", "A♣", "lay")
    assert "A♣" in melds(game)["aces"]
    assert {"Q♠", "J♠"} <= set(game.cards("North's hand"))


def test_a_wild_card_in_the_pile_freezes_it_for_everybody() -> None:
    """West has thrown a joker away; the next discard fits North's meld, but that is not enough."""
    game = opened("9♣ 8♣ 4♣ 4♦ 5♣", west="joker A♣ 6♣ 8♣ 9♣ 10♣", north="K♥ 2♦ 8♥ 9♥ 10♥ A♥")
    discard(game.play("West: draw from the stock", "West: play on"), "joker")
    round_of_quiet_turns(game)
    discard(game.play("West: draw from the stock", "West: play on"), "A♣")
    assert game.may("North") == {"draw from the stock"}, "one ace in hand is no pair"


def test_a_frozen_pile_is_taken_with_a_natural_pair_also_onto_a_meld() -> None:
    game = opened("9♣ 8♣ 4♣ 4♦ 5♣", west="joker A♣ 6♣ 8♣ 9♣ 10♣", north="A♠ 2♦ 8♥ 9♥ 10♥ A♥")
    discard(game.play("West: draw from the stock", "West: play on"), "joker")
    round_of_quiet_turns(game)
    discard(game.play("West: draw from the stock", "West: play on"), "A♣")
    game.play("North: take a frozen pile").meld("North", "A♣ A♠ A♥", "lay")
    assert same_cards(melds(game)["aces"], "A♠ A♦ A♥ A♣ A♠ A♥")
    assert "joker" in game.cards("North's hand")


@pytest.mark.parametrize("top", ["3♠", "2♠", "joker"])
def test_a_black_three_or_wild_card_on_top_bars_the_pile(top: str) -> None:
    game = opened("", west=f"{top} 5♦ 6♣ 8♣ 9♣ 10♣", north="3♠ 3♣ 2♦ 2♥ joker K♥")
    game.play("West: draw from the stock", "West: play on", f"West: discard {top}")
    assert game.may("North") == {"draw from the stock"}


def test_red_threes_in_the_pile_go_to_the_row_without_a_card_for_them() -> None:
    game = deal("K♠ K♦ A♠ A♦ A♥ 7♠ 10♠", "3♥, K♣ J♠")
    stock = len(game.cards("the stock"))
    game.play("South: take a frozen pile")
    game.meld("South", "K♠ K♦").meld("South", "A♠ A♦ A♥")
    assert game.cards(f"{OURS} row of red threes") == ["3♥"]
    assert len(game.cards("the stock")) == stock


# --- going out ---------------------------------------------------------------------------------

KINGS = "K♠ K♦ K♥ K♣ K♠ K♦ K♥"


def test_nobody_goes_out_without_a_canasta() -> None:
    game = drawn("A♠ A♦ A♥ K♠ K♦ K♥", "Q♠ J♠")
    assert game.may() == {"play on"}


def test_going_out_concealed_earns_two_hundred() -> None:
    """Seven kings are melded at once and the last card is discarded."""
    game = drawn(KINGS, "Q♠ J♠", west="4♣ 5♦ 6♣ 8♣ 9♣ 10♣ J♣")
    assert "ask your partner whether to go out" in game.may()
    game.play("South: decide for yourself", "South: go out concealed")
    if not melds(game):
        game.meld("South", KINGS)
    while not game.state.over:
        game.play(f"South: {sorted(game.may())[0]}")
    ours = scored(game, OURS)
    assert ours["Going out concealed"] == 200
    assert "Going out" not in ours
    assert ours["Natural canasta"] == 500
    assert ours["Cards melded"] == 70
    north = sum(points(card) for card in game.cards("North's hand"))
    assert ours["Cards left in hand"] == -north
    assert game.team_scores()[0] == 770 - north


@pytest.mark.parametrize(("choice", "may"), [("not_needed", True), ("needed", False)])
def test_whether_going_out_concealed_needs_the_minimum_is_an_option(choice: str, may: bool) -> None:
    genome = apply_options(get_genome("canasta"), {"concealed_minimum": choice})
    small = ready(replace(genome, setup=hands_of("canasta", 7).genome.setup))
    others = (" ".join(hand.split()[:7]) for hand in (WEST, NORTH, EAST))
    game = sit(small, rounds("7♠ 7♠ 7♥ 7♥ 7♦ 7♦ 7♣", *others), "Q♠ J♠")
    game.play("South: draw from the stock")
    if "decide for yourself" in game.may():
        game.play("South: decide for yourself")
    assert ("go out concealed" in game.may()) is may


def two_turns(last: str, asked: str = "decide for yourself") -> Sitting:
    """South melds six kings and a two in one turn and comes to its next one with two cards."""
    south = "K♠ K♦ K♥ K♣ K♠ K♦ 2♦ 9♠ 9♣"
    west, north, east = (hand.replace("9♣", "7♠") for hand in (WEST, NORTH, EAST))
    stock = f"Q♠ J♠ 4♠ 4♣ 4♥ {last}"
    game = sit(
        hands_of("canasta", 9),
        rounds(south, *(" ".join(hand.split()[:9]) for hand in (west, north, east))),
        stock,
    )
    game.play("South: draw from the stock")
    if "decide for yourself" in game.may():
        game.play("South: decide for yourself")
    game.play("South: play on").meld("South", "K♠ K♦ K♥ K♣ K♠ K♦ 2♦")
    discard(game, "J♠")
    round_of_quiet_turns(game)
    return game.play("South: draw from the stock", f"South: {asked}")


def test_going_out_with_a_mixed_canasta() -> None:
    game = two_turns("9♥")
    game.play("South: go out").meld("South", "9♠ 9♣ 9♥")
    ours = scored(game, OURS)
    assert ours["Going out"] == 100
    assert ours["Mixed canasta"] == 300
    assert ours["Cards melded"] == 60 + 20 + 30
    theirs = scored(game, THEIRS)
    left = [card for seat in ("West", "East") for card in game.cards(f"{seat}'s hand")]
    assert theirs == {"Cards left in hand": -sum(points(card) for card in left)}


def test_partners_are_asked_and_yes_binds() -> None:
    game = two_turns("9♥", "ask your partner whether to go out")
    assert game.turn == "North"
    game.play("North: say yes")
    assert game.may("South") == {"go out"}


def test_no_forbids_going_out() -> None:
    game = two_turns("9♥", "ask your partner whether to go out").play("North: say no")
    assert game.may("South") == {"play on"}


def test_black_threes_are_melded_only_by_a_player_who_goes_out() -> None:
    south = "K♠ K♦ K♥ K♣ K♠ K♦ 2♦ 3♠ 3♣"
    west, north, east = (" ".join(hand.split()[:9]) for hand in (WEST, NORTH, EAST))
    game = sit(hands_of("canasta", 9), rounds(south, west, north, east), "Q♠ J♠ 4♠ 4♣ 4♥ 3♠")
    game.play("South: draw from the stock")
    if "decide for yourself" in game.may():
        game.play("South: decide for yourself")
    game.play("South: play on").meld("South", "K♠ K♦ K♥ K♣ K♠ K♦ 2♦")
    discard(game, "J♠")
    round_of_quiet_turns(game)
    game.play("South: draw from the stock", "South: decide for yourself", "South: go out")
    while not game.state.over:
        game.play(f"South: {next(t for t in sorted(game.may()) if t != 'meld nothing')}")
    assert same_cards(melds(game)["threes"], "3♠ 3♣ 3♠")
    assert scored(game, OURS)["Cards melded"] == 80 + 15


# --- red threes --------------------------------------------------------------------------------


def test_red_threes_count_against_a_side_that_has_melded_nothing() -> None:
    game = drawn(KINGS, "Q♠ J♠", west="3♥ 5♦ 6♣ 8♣ 9♣ 10♣ J♣")
    game.play("South: decide for yourself", "South: go out concealed")
    if not melds(game):
        game.meld("South", KINGS)
    while not game.state.over:
        game.play(f"South: {sorted(game.may())[0]}")
    assert scored(game, THEIRS)["Red threes of a side that has melded nothing"] == -100


@pytest.mark.parametrize(("threes", "worth"), [("3♥", 100), ("3♥ 3♦", 200), ("3♥ 3♦ 3♥ 3♦", 800)])
def test_red_threes_are_a_hundred_each_and_eight_hundred_for_all(threes: str, worth: int) -> None:
    many = len(threes.split())
    fill = "4♠ 4♣ 4♥ 4♦".split()[:many]
    north = f"{threes} {NORTH}"
    game = deal(
        KINGS,
        f"Q♠ {' '.join(fill)} J♠",
        north=north,
        west="7♠ 5♦ 6♣ 8♣ 9♣ 10♣ J♣",
        east="7♦ 5♦ 6♣ 8♦ 9♦ 10♦ J♦",
    )
    game.play("South: draw from the stock", "South: decide for yourself", "South: go out concealed")
    if not melds(game):
        game.meld("South", KINGS)
    while not game.state.over:
        game.play(f"South: {sorted(game.may())[0]}")
    assert scored(game, OURS)["Red threes"] == worth


# --- the end -----------------------------------------------------------------------------------


def short_stock(last: str, west: str = "", north: str = "") -> Sitting:
    """Hands of 25 leave seven cards; those that replace red threes in the hands come first."""
    game = hands_of("canasta", 25)
    stock = f"Q♠ 4♣ 4♦ 5♣ 6♣ 6♦ 7♣ {last}"
    free = list(game.labels.card_texts)
    for card in f"{stock} {west} {north}".split():
        free.remove(card)
    hands = [[], west.split(), north.split(), []]
    for hand in hands:
        while len(hand) < 25:
            hand.append(free.pop())
    return sit(game, rounds(*(", ".join(hand) for hand in hands)), stock)


def test_a_red_three_as_the_last_card_ends_the_hand_at_once() -> None:
    game = short_stock("3♥")
    assert len(game.cards("the stock")) == 4, "three red threes have been replaced"
    round_of_quiet_turns(game)
    game.play("East: draw from the stock")
    assert game.state.over
    assert "3♥" in game.cards(f"{THEIRS} row of red threes")


def test_without_a_stock_the_pile_may_be_declined_and_the_hand_ends() -> None:
    game = short_stock("7♣")
    assert len(game.cards("the stock")) == 3, "four red threes have been replaced"
    round_of_quiet_turns(game)
    assert "draw from the stock" not in game.may("East")
    game.play("East: decline the pile")
    assert game.state.over
    assert game.text_of(EventKind.HAND_OVER) == ["the hand is over"]


def test_without_a_stock_a_discard_that_fits_a_meld_must_be_taken() -> None:
    """West has melded aces, and North throws an ace before West's partner."""
    game = quiet_turn(short_stock("7♣", west="A♠ A♦ A♥ 4♥ 4♠", north="A♣ K♣"))
    game.play("West: draw from the stock", "West: play on").meld("West", "A♠ A♦ A♥")
    discard(game, "4♥")
    discard(game.play("North: draw from the stock", "North: play on"), "A♣")
    assert "take the pile onto a meld" in game.may("East")
    assert "decline the pile" not in game.may()
