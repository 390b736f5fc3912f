"""What players type, and the move that is meant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.play.typed import TypedMoves
from darwindeck.simulation import Game, Move, State


def moves_of(*texts: str, game: Game) -> list[Move]:
    """Moves with these texts; those that name one card are moves with that card."""
    cards = dict(zip(game.labels.card_texts, game.cards, strict=True))
    return [
        Move(number, text, next((c for t, c in cards.items() if text.split(" ", 1)[1] == t), None))
        for number, text in enumerate(texts)
    ]


def meant(typed: str, *texts: str, name: str = "hearts") -> list[str]:
    game = Game(get_genome(name))
    return [move.text for move in TypedMoves(game.labels).meant(typed, moves_of(*texts, game=game))]


@pytest.mark.parametrize(
    "typed",
    "play Q♠, Q♠, qs, QS, queen of spades, Queen Spades, q spades, spades queen, "
    "the queen of spades, play queen of spades, play qs, q ♠, queen, q, sq".split(", "),
)
def test_a_card_is_known_by_all_its_names(typed: str) -> None:
    assert meant(typed, "play A♥", "play 10♥", "play Q♠") == ["play Q♠"]


@pytest.mark.parametrize("typed", ["10 hearts", "10h", "ten of hearts", "th", "10 of hearts"])
def test_a_ten_is_known_by_figures_letter_and_word(typed: str) -> None:
    assert meant(typed, "play A♥", "play 10♥", "play 10♠") == ["play 10♥"]


def test_a_rank_or_suit_alone_is_enough_if_there_is_one_only() -> None:
    assert meant("j", "play J♣", "play A♣", "play A♥") == ["play J♣"]
    assert meant("hearts", "play J♣", "play A♣", "play A♥") == ["play A♥"]
    assert meant("a", "play J♣", "play A♣", "play A♥") == ["play A♣", "play A♥"]
    assert meant("clubs", "play J♣", "play A♣", "play A♥") == ["play J♣", "play A♣"]


def test_words_of_a_call_are_enough() -> None:
    calls = ("pass", "bid 1 no trumps", "bid 1 spades", "bid 2 spades", "double the opponents' bid")
    game = Game(get_genome("bridge"))
    moves = [Move(number, text) for number, text in enumerate(calls)]
    for typed, number in (("1 spades", 2), ("1s", 2), ("1nt", 1), ("double", 4), ("bid 2s", 3)):
        text = calls[number]
        assert [move.text for move in TypedMoves(game.labels).meant(typed, moves)] == [text]


def test_cards_of_a_printed_deck_are_known() -> None:
    cards = ("play red 7", "play blue 7", "play wild draw four", "play red draw two")
    assert meant("red 7", *cards, name="uno") == ["play red 7"]
    assert meant("7 red", *cards, name="uno") == ["play red 7"]
    assert meant("r7", *cards, name="uno") == ["play red 7"]
    assert meant("wild draw 4", *cards, name="uno") == ["play wild draw four"]


@pytest.mark.parametrize("typed", ["", "  ", "king of spades", "plays", "q♥", "of the", "♥ ♥"])
def test_what_fits_nothing_means_nothing(typed: str) -> None:
    assert meant(typed, "play A♥", "play 10♥", "play Q♠") == []


def decisions(name: str) -> Iterator[State]:
    game = Game(get_genome(name))
    for seed in (1, 2):
        state = game.deal(seed)
        for number in range(25):
            if state.over:
                break
            yield state
            state = state.apply(state.choose("random", seed=number))


@pytest.mark.parametrize("name", library_ids())
def test_the_text_of_a_move_always_means_that_move(name: str) -> None:
    for state in decisions(name):
        typed, moves = TypedMoves(state.game.labels), state.legal_moves()
        for move in moves:
            assert typed.meant(move.text, moves) == [move]
