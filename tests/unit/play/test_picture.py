"""What a seat sees, drawn with letters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.play.picture import Picture, columns, counted_in_figures
from darwindeck.simulation import Game, State
from darwindeck.simulation.view import Counter


def some_way_in(game: Game, seed: int, moves: int) -> State:
    state = game.deal(seed)
    for number in range(moves):
        if state.over:
            break
        state = state.apply(state.choose("random", seed=number))
    return state


@pytest.mark.parametrize("name", library_ids())
def test_what_is_drawn_does_not_depend_on_cards_that_the_seat_cannot_see(name: str) -> None:
    game = Game(get_genome(name))
    picture = Picture(game)
    for moves in (0, 7, 30):
        state = some_way_in(game, 5, moves)
        for seat in range(game.player_count):
            dealt_again = State(game, state.start, state.position.redeal(seat, 99), None)
            assert picture.table(state.view(seat)) == picture.table(dealt_again.view(seat))


def test_other_hands_are_counted_and_the_own_one_is_shown() -> None:
    game = Game(get_genome("hearts"))
    view = game.deal(5).view(0)
    lines = Picture(game).table(view)
    text = "\n".join(lines)
    shown = {str(card) for card in view.hand}
    hand = next(line for line in lines if line.startswith("Your hand: "))
    assert set(hand.removeprefix("Your hand: ").split()) == shown
    assert len(shown) == 13
    others = [card for card in game.cards if str(card) not in shown]
    assert not any(str(card) in text.split() for card in others)
    assert text.count("13 cards") == 3


def test_a_hand_is_sorted_by_suit_and_rank_with_gaps_between_suits() -> None:
    game = Game(get_genome("hearts"))
    view = game.deal(5).view(0)
    piles = tuple(
        replace(pile, cards=tuple(reversed(pile.cards))) if pile.zone == "hand" else pile
        for pile in view.piles
    )
    hand = Picture(game).hand(replace(view, piles=piles))
    suits = [{card[-1] for card in suit.split(" ")} for suit in hand.split("  ")]
    assert suits == [{"♣"}, {"♦"}, {"♥"}, {"♠"}]
    ranks = "2 3 4 5 6 7 8 9 10 J Q K A".split()
    for suit in hand.split("  "):
        places = [ranks.index(card[:-1]) for card in suit.split(" ")]
        assert places == sorted(places)


def test_a_trick_says_who_played_what() -> None:
    game = Game(get_genome("hearts"))
    state = game.deal(5)
    while len(state.view(0).trick) < 2:
        state = state.apply(state.choose("random"))
    view = state.view(0)
    (first, card), (second, other) = view.trick
    drawn = f"The trick: {game.seats[first]} {card}, {game.seats[second]} {other}"
    assert drawn in Picture(game).table(view)


def test_the_own_seat_is_marked() -> None:
    game = Game(get_genome("crazy-eights"))
    lines = Picture(game).table(game.deal(3).view(2))
    assert [line for line in lines if "(you)" in line] == ["  North (you)  0 points"]


def test_cards_under_others_are_only_counted() -> None:
    game = Game(get_genome("crazy-eights"))
    state = game.deal(3)
    while len(state.view(0).zone("discard")[0].cards) < 3:
        state = state.apply(state.choose("random"))
    (pile,) = state.view(0).zone("discard")
    assert f"The discard pile: (2 face down) {pile.cards[-1]}" in Picture(game).table(state.view(0))


def test_chips_are_shown_in_a_game_for_chips() -> None:
    game = Game(get_genome("draw-poker"))
    view = game.deal(1).view(0)
    lines = Picture(game).table(view)
    assert any("980 chips, 20 staked" in line for line in lines)
    assert "In the pot: 80 chips" in lines
    assert not any("points" in line for line in lines)


def test_teams_have_their_points_together() -> None:
    game = Game(get_genome("euchre"))
    lines = Picture(game).table(game.deal(1).view(0))
    assert "  South and North: 0 points" in lines


def test_columns_fill_downwards_and_keep_to_the_width() -> None:
    items = [f"{number} move" for number in range(1, 13)]
    lines = columns(items, 40)
    assert lines[0].split("  ")[0].strip() == "1 move"
    assert all(len(line) <= 40 for line in lines)
    assert sorted(" ".join(lines).split()) == sorted(" ".join(items).split())
    assert columns(items[:5], 80) == items[:5]
    assert columns([], 80) == []


def test_one_of_a_thing_has_no_plural() -> None:
    assert counted_in_figures(1, "point") == "1 point"
    assert counted_in_figures(-3, "point") == "-3 points"


def test_what_is_so_is_said_and_numbers_are_named() -> None:
    view = Game(get_genome("hearts")).deal(5).view(0)
    kept = (
        Counter("exposed", (1, 0, 0, 0), "seat", flag=True),
        Counter("number of bags", (3, 0, 0, 0), "seat"),
    )
    text = "\n".join(Picture(Game(get_genome("hearts"))).table(replace(view, counters=kept)))
    assert "exposed, number of bags: 3" in text
    assert "exposed 1" not in text
