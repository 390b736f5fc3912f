"""Games told as examples of play."""

from __future__ import annotations

import re

import pytest

from darwindeck import get_genome
from darwindeck.genome.schema import Move, PlayPhase, TurnStructure
from darwindeck.simulation import Game, State
from darwindeck.text.telling import example_of_play, tell
from tests.support.genomes import minimal_genome


def played(genome_id: str, moves: int, seed: int = 1, *, hand: bool = True) -> State:
    game = Game(get_genome(genome_id))
    state = game.hand(seed) if hand else game.deal(seed)
    for number in range(moves):
        if state.over:
            break
        state = state.apply(state.choose("greedy", seed=number))
    return state


def test_the_deal_is_told_hand_by_hand() -> None:
    state = played("hearts", 0)
    lines = tell(state).splitlines()
    assert lines[1] == "Hand 1: East deals."
    for seat, name in enumerate(state.game.seats):
        line = next(line for line in lines if line.startswith(f"  {name}'s hand: "))
        assert len(line.split(": ")[1].split()) == 13
        texts = dict(zip(state.game.cards, state.game.labels.card_texts, strict=True))
        assert {texts[card] for card in state.view(seat).hand} == set(line.split(": ")[1].split())


def test_a_hand_is_told_trick_by_trick() -> None:
    state = played("spades", 100)
    assert state.over
    text = tell(state)
    tricks = re.findall(r"^  Trick (\d+): (.*) - (\w+) wins\.$", text, re.MULTILINE)
    assert [int(number) for number, _, _ in tricks] == list(range(1, 14))
    cards = [play.split()[1] for _, plays, _ in tricks for play in plays.split(", ")]
    assert sorted(cards) == sorted(state.game.labels.card_texts)
    for name, won in zip(state.game.seats, state.view(0).tricks, strict=True):
        assert sum(winner == name for _, _, winner in tricks) == won


def test_the_score_is_told_after_the_hand() -> None:
    state = played("spades", 100)
    assert state.result is not None
    scores = zip(state.game.seats, state.result.scores, strict=True)
    wanted = ", ".join(f"{name} {score}" for name, score in scores)
    assert f"  Score: {wanted}." in tell(state)


def test_chips_are_told_as_they_were_before_the_next_hand() -> None:
    state = played("simple-poker", 300, hand=False)
    told = re.findall(r"^  Chips: (.*)\.$", tell(state), re.MULTILINE)
    assert len(told) > 3
    for line in told:
        assert sum(int(part.split()[-1]) for part in line.split(", ")) == 4000


def test_cards_that_are_picked_one_by_one_are_told_together() -> None:
    text = tell(played("hearts", 12))
    passing = re.search(r"South: pass (\S+ \S+ \S+); West: pass (\S+ \S+ \S+); North", text)
    assert passing is not None
    assert "as well" not in text


def test_what_a_decision_says_is_not_said_again() -> None:
    text = tell(played("crazy-eights", 30))
    assert re.search(r"^  South: play \S+\.$", text, re.MULTILINE)
    assert "from South's hand to the discard pile" not in text


def test_cards_that_are_drawn_are_told() -> None:
    text = tell(played("rummy", 1)).replace("\n      ", " ")
    assert re.search(r": draw from the stock - \S+ goes from the stock to \w+'s hand\.$", text)


def test_somebody_plays_for_another_seat() -> None:
    text = tell(played("bridge", 30))
    assert "is laid open" in text
    assert " for " not in text.partition("is laid open")[2]
    assert re.search(r"Trick 2: \w+ \S+, \w+ \S+, \w+ \S+, \w+ \S+ - \w+ wins", text)


def test_a_game_without_decisions_is_told() -> None:
    text = example_of_play(Game(get_genome("war")), 1, lines=30)
    assert "Trick 1: " in text
    assert text.endswith("\nAnd so on.\n")
    assert 30 <= len(text.splitlines()) <= 40


@pytest.mark.parametrize("lines", [10, 60])
def test_an_example_stops_in_time(lines: int) -> None:
    text = example_of_play(Game(get_genome("hearts")), 1, lines=lines)
    assert lines <= len(text.splitlines()) <= lines + 8
    assert text.startswith("Hearts. A match between greedy players, dealt from seed 1.\n\nHand 1")


def test_a_short_game_is_told_to_its_end() -> None:
    text = example_of_play(Game(get_genome("euchre")), 1, single_hand=True)
    assert text.splitlines()[-1].endswith("win the game.")
    assert "And so on" not in text


def test_telling_a_state_is_the_same_as_telling_as_one_goes() -> None:
    state = played("euchre", 100)
    example = example_of_play(state.game, 1, single_hand=True, lines=1000)
    assert example.partition("\n")[2] == tell(state)


def test_what_becomes_of_a_card_just_played_is_told_as_well() -> None:
    play = PlayPhase("discard", then=(Move("top(discard)", "hand(left(turn))"),))
    game = Game(minimal_genome(turn_structure=TurnStructure((play,))))
    state = game.hand(1)
    card = state.legal_moves()[0].text.removeprefix("play ")
    story = tell(state.apply(state.legal_moves()[0]))
    assert f"play {card} - {card} goes from the discard pile to" in story
