"""States: whose turn it is, moves, logs and files."""

from __future__ import annotations

import json
import pickle
import random

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome import GenomeError, apply_options, get_genome
from darwindeck.genome.schema import SCHEMA_VERSION
from darwindeck.simulation import Game, IllegalMove, Move, State


def played(game: Game, moves: int, seed: int = 1, *, hand: bool = False) -> State:
    chance = random.Random(seed)
    state = game.hand(seed) if hand else game.deal(seed)
    for _ in range(moves):
        if state.over:
            break
        seat = chance.choice(state.to_move)
        state = state.apply(chance.choice(state.legal_moves(seat)), seat)
    return state


@pytest.fixture(scope="module")
def hearts() -> Game:
    return Game(get_genome("hearts"))


@pytest.fixture(scope="module")
def spades() -> Game:
    return Game(get_genome("spades"))


# --- the beginning -------------------------------------------------------------------------------


def test_a_seed_decides_the_deal(spades: Game) -> None:
    assert spades.deal(5).digest == spades.deal(5).digest
    assert spades.deal(5).digest != spades.deal(6).digest


def test_a_stacked_deck_is_dealt_first_card_first(spades: Game) -> None:
    deck = sorted(spades.cards, key=lambda card: list(Suit).index(Suit(card.suit)))
    state = spades.hand(1, deck=deck, dealer=3)
    # Cards are dealt singly from the dealer's left: South gets the first card, West the second.
    for seat in range(4):
        assert set(state.view(seat).hand) == set(deck[seat::4])


def test_the_dealer_can_be_given(spades: Game) -> None:
    for dealer in range(4):
        state = spades.deal(1, dealer=dealer)
        assert state.view(0).dealer == dealer
        assert state.to_move == ((dealer + 1) % 4,)


def test_decks_and_dealers_that_do_not_fit_are_refused(spades: Game) -> None:
    ace = Card(Suit.SPADES, Rank.ACE)
    with pytest.raises(ValueError, match="A♠ is there too often"):
        spades.deal(1, deck=[ace, ace])
    with pytest.raises(ValueError, match="joker is no card of this game"):
        spades.deal(1, deck=[Card("", "joker")])
    with pytest.raises(ValueError, match=r"2♣.*missing"):
        spades.deal(1, deck=[ace])
    with pytest.raises(ValueError, match="there is no seat 4 to deal: seats are 0 to 3"):
        spades.deal(1, dealer=4)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True])
def test_a_seed_must_be_a_seed(spades: Game, seed: int) -> None:
    with pytest.raises(ValueError, match="a seed must be a whole number"):
        spades.deal(seed)


def test_a_genome_that_is_not_valid_makes_no_game() -> None:
    broken = get_genome("spades").to_dict() | {"player_count": 0}
    head = {"format": "darwindeck-game", "version": 1, "edition": SCHEMA_VERSION}
    with pytest.raises(GenomeError):
        State.from_json(json.dumps({**head, "genome": broken}))


# --- moves ---------------------------------------------------------------------------------------


def test_a_move_leads_to_a_new_state_and_leaves_the_old_one_alone(spades: Game) -> None:
    state = spades.deal(1)
    before = (state.digest, state.to_move, state.legal_moves(), state.log)
    after = state.apply(state.legal_moves()[3])
    assert (state.digest, state.to_move, state.legal_moves(), state.log) == before
    assert after.digest != state.digest
    assert [decision.move for decision in after.log] == [state.legal_moves()[3]]


def test_moves_can_be_given_by_their_text(spades: Game) -> None:
    state = spades.deal(1, dealer=3)
    assert state.apply("bid 3 tricks").log[0].text == "South: bid 3 tricks"


def test_only_the_seats_to_move_have_moves(spades: Game) -> None:
    state = spades.deal(1, dealer=3)
    assert state.to_move == (0,)
    assert state.legal_moves() == state.legal_moves(0) != ()
    assert state.legal_moves(1) == ()


def test_several_seats_may_decide_at_the_same_time(hearts: Game) -> None:
    state = hearts.deal(1)
    assert state.to_move == (0, 1, 2, 3)
    state = state.apply(state.legal_moves(2)[0], 2)
    assert state.log[0].seat == 2
    assert len(state.legal_moves(2)) == 12
    assert len(state.legal_moves(3)) == 13


def test_an_illegal_move_is_named_with_whose_turn_it_is_and_what_was_legal(spades: Game) -> None:
    state = spades.deal(1, dealer=3)
    for _ in range(4):
        state = state.apply("bid 3 tricks")
    held = state.view(1).hand[0]
    foreign = Move(state.legal_moves()[0].code & ~(0xFF << 16) | 51 << 16, f"play {held}")
    assert foreign not in state.legal_moves()
    digest = state.digest
    with pytest.raises(IllegalMove) as caught:
        state.apply(foreign)
    text = str(caught.value)
    assert text.startswith(f"South cannot play {held}: it is South's turn, and South may play ")
    assert all(move.text in text for move in state.legal_moves())
    assert caught.value.move == foreign
    assert caught.value.seat == 0
    assert caught.value.legal == state.legal_moves()
    assert state.digest == digest


def test_a_move_out_of_turn_is_illegal_and_betrays_nobodys_cards(spades: Game) -> None:
    state = spades.deal(1, dealer=3)
    with pytest.raises(IllegalMove) as caught:
        state.apply(state.legal_moves(0)[0], 2)
    text = str(caught.value)
    assert text == "North cannot bid 0 tricks: it is South's turn, and North may do nothing now"


def test_words_that_are_no_move_are_illegal(spades: Game) -> None:
    with pytest.raises(IllegalMove, match="South cannot dance: it is South's turn") as caught:
        spades.deal(1, dealer=3).apply("dance")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.legal == caught.value.legal


def test_nothing_can_be_done_once_the_game_is_over() -> None:
    state = Game(get_genome("war")).deal(1)
    assert state.over
    assert state.to_move == ()
    assert state.asked is None
    assert state.legal_moves() == ()
    with pytest.raises(IllegalMove, match="the game is over"):
        state.apply("pass")


@pytest.mark.parametrize("seat", [-1, 4, True, "0"])
def test_a_seat_must_be_a_seat(spades: Game, seat: int) -> None:
    state = spades.deal(1)
    for ask in (state.legal_moves, state.view):
        with pytest.raises(ValueError, match=r"there is no seat .*: seats are 0 to 3"):
            ask(seat)


def test_a_computer_player_chooses_a_legal_move_of_its_seat(hearts: Game) -> None:
    state = played(hearts, 20)
    for player in ("random", "greedy", "mc:10", "ismcts:20"):
        assert state.choose(player, seed=3) in state.legal_moves()
    with pytest.raises(ValueError, match="is no player"):
        state.choose("hal")
    idle = next(seat for seat in range(4) if seat not in state.to_move)
    with pytest.raises(ValueError, match="turn"):
        state.choose("random", idle)


# --- logs and files ------------------------------------------------------------------------------


def test_the_log_tells_every_move_in_order(spades: Game) -> None:
    state = spades.deal(1, dealer=3)
    for bid in (2, 3, 4, 5):
        state = state.apply(f"bid {bid} tricks")
    assert [str(decision) for decision in state.log] == [
        "South: bid 2 tricks",
        "West: bid 3 tricks",
        "North: bid 4 tricks",
        "East: bid 5 tricks",
    ]


@pytest.mark.parametrize("genome_id", ["hearts", "canasta", "baloot", "simple-poker", "solitaire"])
def test_a_file_gives_the_same_position_back(genome_id: str) -> None:
    state = played(Game(get_genome(genome_id)), 120)
    again = State.from_json(state.to_json())
    assert again.digest == state.digest
    assert again.log == state.log
    assert [d.text for d in again.log] == [d.text for d in state.log]
    assert again.to_json() == state.to_json()


def test_a_file_keeps_options_decks_and_dealers() -> None:
    genome = get_genome("solitaire")
    option = genome.options[0]
    other = next(choice.name for choice in option.choices if choice.name != option.value)
    game = Game(apply_options(genome, {option.name: other}))
    state = game.hand(3, deck=list(reversed(game.cards)), dealer=0)
    state = state.apply(state.legal_moves()[-1])
    again = State.from_json(state.to_json())
    assert again.digest == state.digest
    assert again.game.genome == game.genome
    assert again.start == state.start


def test_states_can_be_pickled(hearts: Game) -> None:
    state = played(hearts, 30)
    again = pickle.loads(pickle.dumps(state))
    assert again.digest == state.digest
    assert again.log == state.log


def changed(state: State, **changes: object) -> str:
    return json.dumps(json.loads(state.to_json()) | changes)


def test_files_that_are_wrong_are_refused_with_the_reason(hearts: Game) -> None:
    state = played(hearts, 3)
    moves = json.loads(state.to_json())["moves"]
    cases = {
        'expected `"format"': changed(state, format="chess"),
        "a game file of version 2": changed(state, version=2),
        "lead to another position": changed(state, digest="0" * 16),
        "a game file needs `moves`": changed(state, moves=None),
        "`moves\\[0\\]` needs a `seat`": changed(state, moves=[{"seat": 0}]),
        "a game file needs `seed`": changed(state, seed="one"),
        "a seed must be": changed(state, seed=-1),
        "`deck` must hold": changed(state, deck=[0, 0]),
        "`dealer` must be": changed(state, dealer="South"),
        "there is no seat 9": changed(state, dealer=9),
        "cannot": changed(state, moves=[moves[0], moves[0]]),
        "there is no seat 7": changed(state, moves=[moves[0] | {"seat": 7}]),
    }
    for reason, text in cases.items():
        with pytest.raises(ValueError, match=reason):
            State.from_json(text)
    with pytest.raises(GenomeError):
        State.from_json("not JSON")


# --- events --------------------------------------------------------------------------------------


def test_events_tell_what_happened_since_the_last_decision(spades: Game) -> None:
    state = spades.hand(1, dealer=3)
    texts = [event.text for event in state.events]
    assert texts[0] == "hand 1: East deals"
    assert sum(text.endswith("from the stock to South's hand") for text in texts) == 1
    for _ in range(4):
        state = state.apply("bid 3 tricks")
    cards = [move.card for move in state.legal_moves()]
    state = state.apply(state.legal_moves()[0])
    assert [event.text for event in state.events] == [
        f"South: play {cards[0]}",
        f"{cards[0]} goes from South's hand to the trick",
    ]
    assert state.events[1].cards == (cards[0],)


def test_the_end_of_a_game_is_an_event() -> None:
    state = Game(get_genome("war")).deal(1)
    assert state.result is not None
    winner = state.game.seats[state.result.winners[0]]
    assert state.events[-1].text == f"{winner} wins the game"


def test_every_event_can_be_told() -> None:
    for genome_id in ("uno", "cheat", "baloot", "simple-poker", "gin-rummy", "klaverjas"):
        game = Game(get_genome(genome_id))
        chance = random.Random(1)
        state = game.deal(1)
        for _ in range(200):
            assert all(event.text for event in state.events)
            if state.over:
                break
            state = state.apply(chance.choice(state.legal_moves()))
