"""The engine copes with everything: bytes are refused or played, and every decision is sound.

Bytes that are no bytecode raise `ValueError`. Whatever is taken as a game can be played: as long as
it is not over somebody has a legal move, and nothing makes the core fail.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest

from darwindeck._core import CoreGame, Position, verify_bytecode
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.bytecode.header import BytecodeHeader
from darwindeck.genome.bytecode.writer import Op
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.schema import DrawPhase, PlayPhase, TurnStructure
from darwindeck.simulation import simulate_game
from darwindeck.simulation.moves import amount_of, bet_code
from tests.support.genomes import minimal_genome
from tests.support.seeds import for_seeds

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
DECISIONS = 60
"""How far a game is played at most."""


@cache
def bytecode(name: str) -> bytes:
    return BytecodeCompiler().compile_genome(get_genome(name))


def loaded(data: bytes) -> CoreGame | None:
    """The game, if the bytes are one; both doors of the core must agree."""
    try:
        game = CoreGame(data)
    except ValueError:
        return None
    verify_bytecode(data)
    return game


def play(game: CoreGame, rng: Random, decisions: int = DECISIONS) -> Position:
    """Plays at random; every position is over, or somebody may decide something."""
    position = game.deal(rng.randrange(2**32))
    for _ in range(decisions):
        asked = position.asked()
        assert (asked is None) == position.over
        if asked is None:
            break
        assert asked in position.to_move()
        moves = position.legal(asked)
        assert moves
        assert len(set(moves)) == len(moves)
        position = position.apply(asked, rng.choice(moves))
    return position


def damaged(data: bytes, rng: Random) -> bytes:
    """Bytecode with a few other bytes after its header."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = rng.randrange(BytecodeHeader.HEADER_SIZE, len(found))
        near = ((found[place] + 1) % 256, (found[place] - 1) % 256)
        found[place] = rng.choice((0, 1, 2, 3, rng.randrange(256), *near))
    return bytes(found)


@for_seeds(10)
def test_random_bytes_are_refused(seed: int) -> None:
    rng = Random(seed)
    for _ in range(round(50 * SCALE)):
        data = rng.randbytes(rng.choice((0, 1, 52, 53, 60, 400, 5_000)))
        assert loaded(data) is None
        with pytest.raises(ValueError, match="byte"):
            verify_bytecode(data)


@pytest.mark.parametrize("name", library_ids())
def test_random_bytes_after_a_header_are_refused(name: str) -> None:
    header, rng = bytecode(name)[: BytecodeHeader.HEADER_SIZE], Random(name)
    for _ in range(round(20 * SCALE)):
        assert loaded(header + rng.randbytes(rng.choice((0, 40, 400, 4_000)))) is None


@pytest.mark.parametrize("name", library_ids())
def test_damaged_bytecode_is_refused_or_played(name: str) -> None:
    rng = Random(name)
    games = [loaded(damaged(bytecode(name), rng)) for _ in range(round(40 * SCALE))]
    sound = [game for game in games if game is not None]
    assert sound
    for game in sound:
        play(game, rng)


def test_a_question_that_rests_on_itself_has_an_answer() -> None:
    """The validator refuses such genomes; bytecode may still come from elsewhere."""
    first, second = DrawPhase(name="one", when="can(two)"), DrawPhase(name="two", when="can(three)")
    phases = (first, second, DrawPhase(name="three"), PlayPhase("discard"))
    genome = minimal_genome(turn_structure=TurnStructure(phases), max_turns=50)
    data = BytecodeCompiler().compile_genome(genome)
    asked = bytes([Op.PHASE, 0, 3])
    assert data.count(asked) == 1
    game = loaded(data.replace(asked, bytes([Op.PHASE, 0, 1])))
    assert game is not None
    play(game, Random(1))


@for_seeds(150)
def test_random_genomes_are_played_to_the_end(seed: int) -> None:
    result = simulate_game(generate_random_genome(seed), 10, seed=seed)
    assert result.games_played == 10
    assert sum(result.wins) + result.draws + result.limit_reached == 10


@pytest.mark.parametrize("name", library_ids())
def test_moves_that_are_not_legal_are_refused_and_change_nothing(name: str) -> None:
    rng, game = Random(name), CoreGame(bytecode(name))
    for decisions in (0, 3, 17):
        position = play(game, rng, decisions)
        asked = position.asked()
        if asked is None:
            continue
        legal, digest = position.legal(asked), position.digest()
        for code in (*_near(legal, rng), *(rng.randrange(2**64) for _ in range(20))):
            if code not in legal and not _is_another_amount(position, asked, code):
                with pytest.raises(ValueError, match="not legal"):
                    position.apply(asked, code)
        for seat in range(game.seats):
            if seat not in position.to_move():
                assert position.legal(seat) == []
                with pytest.raises(ValueError, match="not legal"):
                    position.apply(seat, legal[0])
        assert position.legal(asked) == legal
        assert position.digest() == digest


def _is_another_amount(position: Position, seat: int, code: int) -> bool:
    """Whether a move is a legal bet, of another amount than the one that is listed."""
    bounds = position.amounts(seat)
    if bounds is None or not bounds[0] <= amount_of(code) <= bounds[1]:
        return False
    return any(
        amount_of(listed) and bet_code(listed, amount_of(code)) == code
        for listed in position.legal(seat)
    )


def _near(legal: list[int], rng: Random) -> list[int]:
    """Codes of moves with one bit turned over."""
    return [rng.choice(legal) ^ (1 << rng.randrange(64)) for _ in range(40)]


@pytest.mark.parametrize("name", ["hearts", "rummy", "simple-poker"])
def test_seats_that_are_not_there_may_not_decide(name: str) -> None:
    position = CoreGame(bytecode(name)).deal(1)
    asked = position.asked()
    assert asked is not None
    code = position.legal(asked)[0]
    for seat in (12, 15, 16, 100, 255):
        assert position.legal(seat) == []
        with pytest.raises(ValueError, match="not legal"):
            position.apply(seat, code)
