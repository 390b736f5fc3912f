"""Moves read as a card player says them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from darwindeck.evolution import generate_random_genome
from darwindeck.genome import apply_options, get_genome, library_ids
from darwindeck.genome.schema import (
    Attribute,
    BlockPhase,
    ChoicePhase,
    DeclarePhase,
    GameGenome,
    HandPattern,
    MeldPhase,
    Phase,
    SetupRules,
    TurnStructure,
)
from darwindeck.simulation import Game, Move, MoveKind, State
from tests.support.genomes import minimal_genome
from tests.support.seeds import for_seeds
from tests.support.sound_genomes import DISCARDS, HAND, MELDS, STOCK

PLACEHOLDER = re.compile(r"Kind|None|_|\bno\. \d|option \d|\bgo on\b|\(\)|nobody|  |:$")


def decisions(game: Game, seed: int, count: int) -> Iterator[State]:
    """So many states of random games, one decision after the other."""
    chance = random.Random(seed)
    state = game.deal(seed)
    for _ in range(count):
        if state.over:
            seed += 1
            state = game.deal(seed)
            if state.over:
                return
        yield state
        seat = chance.choice(state.to_move)
        state = state.apply(chance.choice(state.legal_moves(seat)), seat)


def check_texts(state: State) -> None:
    for seat in state.to_move:
        texts = [move.text for move in state.legal_moves(seat)]
        assert texts
        assert len(set(texts)) == len(texts), texts
        for text in texts:
            assert text == text.strip()
            assert text[0].islower()
            assert not PLACEHOLDER.search(text), text


def spoken(genome_id: str, count: int = 1000) -> set[str]:
    game = Game(get_genome(genome_id))
    states = decisions(game, 3, count)
    return {move.text for state in states for move in state.legal_moves()}


@pytest.mark.parametrize("genome_id", library_ids())
def test_every_move_of_a_decision_has_words_of_its_own(genome_id: str) -> None:
    for state in decisions(Game(get_genome(genome_id)), 1, 50):
        check_texts(state)


@for_seeds(40)
def test_moves_of_made_up_games_have_words_too(seed: int) -> None:
    for state in decisions(Game(generate_random_genome(seed)), seed, 30):
        check_texts(state)


@pytest.mark.parametrize(
    ("genome_id", "expected"),
    [
        ("hearts", {"play 2♣", "pass Q♠"}),
        ("bridge", {"pass", "bid 1 club", "bid 4 spades", "bid 3 no trumps"}),
        ("go-fish", {"ask East for queens", "ask South for sixes"}),
        ("rummy", {"draw from the stock", "draw from the discard pile", "meld nothing"}),
        ("spades", {"bid 0 tricks", "bid 1 trick", "bid 4 tricks"}),
        ("crazy-eights", {"name hearts as the suit that must be matched"}),
        ("klaverjas", {"name hearts as the trump suit"}),
        ("simple-poker", {"check", "bet 10", "raise to 30", "call 10", "fold"}),
        ("solitaire", {"turn three cards from the stock onto the waste pile"}),
        ("cheat", {"challenge", "let it stand"}),
        ("gin-rummy", {"refuse the card"}),
        ("schnapsen", {"stop", "close the stock", "declare a marriage: hearts"}),
        ("durak", {"take the cards", "pass"}),
        ("uno", {"draw from the stock", "name red as the colour that must be matched"}),
        ("euchre", {"order up the turned card and play alone"}),
    ],
)
def test_moves_are_called_what_players_call_them(genome_id: str, expected: set[str]) -> None:
    assert expected - spoken(genome_id) == set()


def test_cards_are_picked_one_by_one_and_the_last_move_says_which() -> None:
    game = Game(get_genome("cheat"))
    state = game.deal(4)
    first = state.legal_moves()[0]
    assert first.kind is MoveKind.CARD
    assert re.fullmatch(r"lay \S+ face down as aces", first.text)
    assert str(first.card) in first.text
    second = state.apply(first)
    texts = [move.text for move in second.legal_moves()]
    assert f"lay just {first.card} face down as aces" in texts
    assert all(text.endswith(" as well") for text in texts if "just" not in text)


def test_cards_added_to_a_meld_name_the_cards_they_are_laid_on() -> None:
    texts = spoken("rummy", 1500)
    assert any(re.fullmatch(r"lay \S+ on \S+ \S+ \S+.*", text) for text in texts)


def test_a_move_for_another_seat_says_for_whom() -> None:
    game = Game(get_genome("bridge"))
    texts = {
        move.text
        for state in decisions(game, 2, 120)
        for move in state.legal_moves()
        if state.position.frames()[-1][1] != state.asked
    }
    assert any(re.fullmatch(r"play \S+ for (South|West|North|East)", text) for text in texts)


def test_the_same_card_in_two_options_is_told_apart() -> None:
    game = Game(get_genome("draw-poker"))
    texts = {move.text for state in decisions(game, 1, 600) for move in state.legal_moves()}
    assert any(text.endswith("(up to three cards)") for text in texts)
    assert any(text.endswith("(four cards)") for text in texts)


def test_options_to_meld_are_told_apart_by_their_combinations() -> None:
    texts = {move.text for move in Game(_several_melds()).hand(1, dealer=1).legal_moves()}
    assert "meld a pair" not in texts
    assert any(re.fullmatch(r"meld \S+ \(pair\)", text) for text in texts)
    assert any(re.fullmatch(r"meld \S+ \(low card\)", text) for text in texts)
    assert any(re.fullmatch(r"meld \S+ \(any two\) \(third way\)", text) for text in texts)
    assert any(re.fullmatch(r"meld \S+ \(any two\) \(fourth way\)", text) for text in texts)


def test_a_choice_of_whole_phases_names_what_is_melded() -> None:
    block = BlockPhase((MeldPhase(("any_two",), mandatory=True),), after="hand_size < 9")
    other = BlockPhase((MeldPhase(("low_card",), mandatory=True),), after="hand_size < 9")
    texts = [move.text for move in Game(_several_melds(block, other)).hand(1).legal_moves()]
    assert texts == ["meld any two", "meld low card"]


def _several_melds(*options: Phase) -> GameGenome:
    patterns = (
        HandPattern("pair", 1, same=(Attribute.RANK,), min_size=2, max_size=2),
        HandPattern("low_card", 1, min_size=1, max_size=1),
        HandPattern("any_two", 1, min_size=2, max_size=2),
    )
    usual = tuple(MeldPhase((name,)) for name in ("pair", "low_card", "any_two"))
    again = MeldPhase(("any_two",), mandatory=True)
    return minimal_genome(
        setup=SetupRules(9),
        zones=(STOCK, HAND, DISCARDS, MELDS),
        patterns=patterns,
        turn_structure=TurnStructure((ChoicePhase(options or (*usual, again)),)),
    )


def test_a_player_who_declares_by_choice_names_the_combination_and_its_cards() -> None:
    game = Game(_with_choice_of_declarations(get_genome("pinochle")))
    texts = {
        move.text
        for state in decisions(game, 1, 60)
        for move in state.legal_moves()
        if move.kind is MoveKind.DECLARE
    }
    assert texts
    assert all(re.fullmatch(r"declare [a-z ]+: (\S+ ?)+", text) for text in texts)


def test_an_option_of_the_genome_changes_what_may_be_done() -> None:
    genome = get_genome("solitaire")
    option = genome.options[0]
    other = next(choice.name for choice in option.choices if choice.name != option.value)
    game = Game(apply_options(genome, {option.name: other}))
    texts = {move.text for state in decisions(game, 3, 40) for move in state.legal_moves()}
    assert "turn a card from the stock onto the waste pile" in texts


def test_moves_are_equal_if_their_numbers_are() -> None:
    move = Game(get_genome("hearts")).deal(1).legal_moves()[0]
    assert Move(move.code, "something else") == move
    assert hash(Move(move.code, "something else")) == hash(move)
    assert Move(move.code + 1, move.text) != move
    assert str(move) == move.text


def _with_choice_of_declarations(genome: GameGenome) -> GameGenome:
    phases = tuple(
        replace(phase, automatic=False) if isinstance(phase, DeclarePhase) else phase
        for phase in genome.turn_structure.phases
    )
    return replace(genome, turn_structure=replace(genome.turn_structure, phases=phases))
