"""What a seat sees, drawn with letters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.schema import ShowHint, Shown, TableFact, TableHints
from darwindeck.play.picture import TablePicture, columns, counted_in_figures
from darwindeck.simulation import Game, State


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
    picture = TablePicture(game)
    for moves in (0, 7, 30):
        state = some_way_in(game, 5, moves)
        for seat in range(game.player_count):
            dealt_again = State(game, state.start, state.position.redeal(seat, 99), None)
            assert picture.table(state.view(seat)) == picture.table(dealt_again.view(seat))


def test_other_hands_are_counted_and_the_own_one_is_shown() -> None:
    game = Game(get_genome("hearts"))
    view = game.deal(5).view(0)
    lines = TablePicture(game).table(view)
    text = "\n".join(lines)
    shown = {str(card) for card in view.hand}
    hand = next(line for line in lines if line.startswith("Your hand: "))
    assert set(hand.removeprefix("Your hand: ").split()) == shown
    assert len(shown) == 13
    others = [card for card in game.cards if str(card) not in shown]
    assert not any(str(card) in text.split() for card in others)
    assert text.count("13 cards") == 3


def test_a_hand_is_sorted_by_suit_and_strength_with_gaps_between_suits() -> None:
    game = Game(get_genome("hearts"))
    view = game.deal(5).view(0)
    piles = tuple(
        replace(pile, cards=tuple(reversed(pile.cards))) if pile.zone == "hand" else pile
        for pile in view.piles
    )
    hand = TablePicture(game).hand(replace(view, piles=piles))
    suits = [{card[-1] for card in suit.split(" ")} for suit in hand.split("  ")]
    assert suits == [{"♣"}, {"♦"}, {"♥"}, {"♠"}]
    ranks = "A K Q J 10 9 8 7 6 5 4 3 2".split()
    for suit in hand.split("  "):
        places = [ranks.index(card[:-1]) for card in suit.split(" ")]
        assert places == sorted(places)


def holding(name: str, *cards: str, trump: str | None = None, mode: str = "") -> str:
    """A hand of these cards as it is drawn while that suit is trumps."""
    game = Game(get_genome(name))
    by_text = dict(zip(game.labels.card_texts, game.cards, strict=True))
    for seed in range(200):
        state = some_way_in(game, seed, 12)
        if (trump, mode) == (state.view(0).trump, state.view(0).mode):
            break
    view = state.view(0)
    assert (view.trump, view.mode) == (trump, mode)
    held = tuple(by_text[card] for card in cards)
    hand = replace(view.zone("hand", 0)[0], cards=held)
    return TablePicture(game).hand(replace(view, piles=(hand,)))


def test_trumps_come_first_with_the_promoted_cards_among_them() -> None:
    drawn = holding("euchre", "9♣", "J♣", "A♠", "J♠", "K♥", "10♠", trump="spades")
    assert drawn == "J♠ J♣ A♠ 10♠  9♣  K♥"


def test_the_order_of_the_game_sorts_a_hand() -> None:
    plain = holding("baloot", "7♦", "10♦", "A♦", "K♦", "J♦", trump=None, mode="Sun")
    assert plain == "A♦ 10♦ K♦ J♦ 7♦"
    trumps = holding("klaverjas", "A♦", "10♦", "J♦", "9♦", "7♦", "A♣", trump="diamonds")
    assert trumps == "J♦ 9♦ A♦ 10♦ 7♦  A♣"


def test_where_suits_do_not_matter_ranks_sort_a_hand() -> None:
    assert holding("go-fish", "K♠", "3♦", "K♣", "3♣") == "3♣ 3♦ K♣ K♠"


def test_where_runs_are_laid_a_hand_goes_up_suit_by_suit() -> None:
    assert holding("rummy", "K♠", "3♦", "A♦", "2♦") == "A♦ 2♦ 3♦  K♠"


def test_promoted_cards_are_named_with_the_trumps() -> None:
    game = Game(get_genome("euchre"))
    state = next(s for s in (some_way_in(game, n, 8) for n in range(50)) if s.view(0).trump)
    trump = str(state.view(0).trump)
    other = {"clubs": "J♠", "spades": "J♣", "hearts": "J♦", "diamonds": "J♥"}[trump]
    assert f"Trumps: {trump}, with {other}" in TablePicture(game).table(state.view(0))


def test_a_suit_that_must_be_broken_is_spoken_of() -> None:
    game = Game(get_genome("hearts"))
    assert "Hearts are not yet broken" in TablePicture(game).table(game.deal(5).view(0))
    state = some_way_in(game, 5, 60)
    assert "Hearts are broken" in TablePicture(game).table(state.view(0))


def test_points_and_tricks_of_the_hand_stand_beside_the_score() -> None:
    game = Game(get_genome("hearts"))
    state = game.deal(5)
    while not any(state.view(0).hand_scores):
        state = state.apply(state.choose("random"))
    seat = next(s for s, points in enumerate(state.view(0).hand_scores) if points)
    gained = state.view(0).hand_scores[seat]
    lines = TablePicture(game).table(state.view(0))
    assert any(f"0 points (+{gained} in this hand)" in line for line in lines[1:5])


def test_a_side_has_tricks_and_what_its_cards_are_worth() -> None:
    game = Game(get_genome("klaverjas"))
    state = game.deal(5)
    while sum(state.view(0).tricks) < 4:
        state = state.apply(state.choose("random"))
    view = state.view(0)
    made = next(term for term in view.terms if term.name == "trick_points")
    lines = TablePicture(game).table(view)
    for side, members in enumerate(view.teams):
        name = " and ".join(view.seat_names[seat] for seat in members)
        tricks, points = sum(view.tricks[seat] for seat in members), made.values[side]
        (line,) = (line for line in lines if line.startswith(f"  {name}: "))
        assert f"{tricks} trick" in line
        assert not points or f"points in tricks: {points}" in line


def test_a_side_learns_that_it_faces_a_frozen_pile() -> None:
    game = Game(get_genome("canasta"))
    lines = TablePicture(game).table(game.deal(5).view(0))
    (line,) = (line for line in lines if line.startswith("  South and North: "))
    assert "facing a frozen pile" in line


def test_only_the_own_cards_in_hand_are_counted() -> None:
    game = Game(get_genome("gin-rummy"))
    view = some_way_in(game, 5, 6).view(0)
    deadwood = next(term for term in view.terms if term.name == "deadwood")
    assert deadwood.values[1] is None
    assert (
        sum(f"deadwood: {deadwood.values[0]}" in line for line in TablePicture(game).table(view))
        == 1
    )


def test_a_patience_is_drawn_as_a_tableau() -> None:
    game = Game(get_genome("solitaire"))
    view = game.deal(5).view(0)
    lines = TablePicture(game).table(view)
    at = next(index for index, line in enumerate(lines) if line.startswith("Columns"))
    assert lines[at].split() == ["Columns", "1", "2", "3", "4", "5", "6", "7"]
    assert lines[at + 1].split() == ["face", "down", "(1)", "(2)", "(3)", "(4)", "(5)", "(6)"]
    assert lines[at + 2].split() == [str(pile.cards[-1]) for pile in view.zone("tableau")]
    assert "Foundations: no clubs, no diamonds, no hearts, no spades" in lines
    assert not any("Face-down pile" in line for line in lines)


def test_a_column_grows_downwards() -> None:
    game = Game(get_genome("solitaire"))
    state = game.deal(3).apply("move 3♣ from column 1 to column 5")
    lines = TablePicture(game).table(state.view(0))
    (column,) = (line.index("5") for line in lines if line.startswith("Columns"))
    under = [line[column - 1 : column + 1] for line in lines if len(line) > column]
    assert [cards for cards in under if cards in ("4♦", "3♣")] == ["4♦", "3♣"]


def test_a_trick_says_who_played_what() -> None:
    game = Game(get_genome("hearts"))
    state = game.deal(5)
    while len(state.view(0).trick) < 2:
        state = state.apply(state.choose("random"))
    view = state.view(0)
    (first, card), (second, other) = view.trick
    drawn = f"The trick: {game.seats[first]} {card}, {game.seats[second]} {other}"
    assert drawn in TablePicture(game).table(view)


def test_the_own_seat_is_marked() -> None:
    game = Game(get_genome("crazy-eights"))
    lines = TablePicture(game).table(game.deal(3).view(2))
    assert [line for line in lines if "(you)" in line] == ["  North (you)  0 points"]


def test_cards_under_others_are_only_counted() -> None:
    game = Game(get_genome("crazy-eights"))
    state = game.deal(3)
    while len(state.view(0).zone("discard")[0].cards) < 3:
        state = state.apply(state.choose("random"))
    (pile,) = state.view(0).zone("discard")
    assert f"The discard pile: (2 face down) {pile.cards[-1]}" in TablePicture(game).table(
        state.view(0)
    )


def test_chips_are_shown_in_a_game_for_chips() -> None:
    game = Game(get_genome("draw-poker"))
    view = game.deal(1).view(0)
    lines = TablePicture(game).table(view)
    assert any("980 chips, 20 staked" in line for line in lines)
    assert "In the pot: 80 chips" in lines
    assert not any("points" in line for line in lines)


def test_teams_have_their_points_together() -> None:
    game = Game(get_genome("euchre"))
    lines = TablePicture(game).table(game.deal(1).view(0))
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


def drawn_with(name: str, table: TableHints | None = None, **values: int) -> str:
    """A game at its beginning, as its first seat would see it with other numbers in counters."""
    genome = get_genome(name)
    game = Game(replace(genome, table=table) if table else genome)
    view = game.deal(5).view(0)
    kept = tuple(
        replace(counter, values=(values.get(spec.name, counter.values[0]), *counter.values[1:]))
        for counter, spec in zip(view.counters, genome.counters, strict=True)
    )
    return "\n".join(TablePicture(game).table(replace(view, counters=kept)))


def test_what_is_so_is_said_and_numbers_are_named() -> None:
    assert "standing" in drawn_with("blackjack", stands=1)
    assert "standing" not in drawn_with("blackjack")
    assert "bags: 3" in drawn_with("spades", bags=3)


def test_what_only_keeps_the_books_is_not_said() -> None:
    never = TableHints(shown=(ShowHint("stands", Shown.NEVER),))
    assert "standing" not in drawn_with("blackjack", never, stands=1)
    assert "exposed" not in drawn_with("canasta", exposed=1), "its words call it bookkeeping"


def test_what_a_fact_says_is_not_said_again() -> None:
    fact = TableHints(facts=(TableFact("in all", ("price",)),))
    text = drawn_with("michigan", fact, price=7).casefold()
    assert "in all: 7" in text
    assert "price" not in text
