"""Bytecode: header, teams, determinism, and the core's verification."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from darwindeck._core import verify_bytecode
from darwindeck.genome.bytecode import (
    BytecodeCompiler,
    BytecodeError,
    BytecodeHeader,
    compile_teams,
)
from darwindeck.genome.bytecode.compiler import compile_expanded
from darwindeck.genome.examples import (
    create_partnership_spades_genome,
    create_war_genome,
    get_genome,
    get_seed_genomes,
)
from darwindeck.genome.expansion import expand
from darwindeck.genome.options import apply_options
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome, WinCondition
from tests.support.changes import changes
from tests.support.genomes import minimal_genome

every_game = pytest.mark.parametrize("genome", get_seed_genomes(), ids=lambda g: g.genome_id)


def compiled(genome: GameGenome) -> bytes:
    return BytecodeCompiler().compile_genome(genome)


def test_the_header_has_53_bytes_and_survives_them() -> None:
    assert BytecodeHeader.HEADER_SIZE == 53
    header = BytecodeHeader(identity=2**64 - 1, player_count=4, max_turns=9, team_mode=1)
    assert len(header.to_bytes()) == 53
    assert BytecodeHeader.from_bytes(header.to_bytes()) == header


def test_the_fields_of_the_header_lie_where_they_should() -> None:
    genome = create_partnership_spades_genome()
    data = compiled(genome)
    header = BytecodeHeader.from_bytes(data[: BytecodeHeader.HEADER_SIZE])
    assert data[0] == header.format_version == 1
    assert int.from_bytes(data[5:13], "big") == header.identity
    assert int.from_bytes(data[13:17], "big") == header.player_count == 4
    assert int.from_bytes(data[17:21], "big") == header.max_turns == genome.max_turns
    assert data[47] == header.team_mode == 1
    assert data[48] == header.team_count == 2
    assert int.from_bytes(data[49:53], "big") == header.team_data_offset > 0
    assert data[header.team_data_offset :] == bytes([2, 2, 0, 2, 2, 1, 3])


def test_a_game_without_teams_has_no_team_data() -> None:
    header = BytecodeHeader.from_bytes(compiled(create_war_genome()))
    assert (header.team_mode, header.team_count, header.team_data_offset) == (0, 0, 0)


def test_the_minimal_team_genome_compiles() -> None:
    genome = minimal_genome(player_count=4, team_mode=True, teams=((0, 2), (1, 3)))
    header = BytecodeHeader.from_bytes(compiled(genome))
    assert (header.team_mode, header.team_count) == (1, 2)
    assert header.team_data_offset > 0


def test_teams_are_counted_and_listed() -> None:
    assert compile_teams(()) == b"\x00"
    assert compile_teams(((0, 2), (1, 3))) == bytes([2, 2, 0, 2, 2, 1, 3])


@pytest.mark.parametrize("data", [b"", b"\x01" * 52, b"\x09" * 60])
def test_what_is_no_header_is_refused(data: bytes) -> None:
    with pytest.raises(BytecodeError):
        BytecodeHeader.from_bytes(data)


def test_an_invalid_genome_is_not_compiled() -> None:
    with pytest.raises(GenomeError):
        compiled(minimal_genome(win_conditions=(WinCondition("high_score"),)))


@every_game
def test_the_core_accepts_every_library_game(genome: GameGenome) -> None:
    verify_bytecode(compiled(genome))


@every_game
def test_names_and_identity_do_not_matter_to_play(genome: GameGenome) -> None:
    renamed = replace(genome, genome_id="other", name="Other", description="", generation=7)
    one, other = compiled(genome), compiled(renamed)
    assert one[13:] == other[13:]
    assert one[5:13] != other[5:13]


def test_names_inside_a_genome_do_not_matter_to_play() -> None:
    genome = get_genome("pinochle")
    text = str(genome.to_dict()).replace("'bidder'", "'zz'")
    assert "'zz'" in text
    renamed = replace(
        genome,
        counters=tuple(replace(c, label="other word") for c in genome.counters),
        roles=tuple(replace(r, label="other word") for r in genome.roles),
        lets=tuple(replace(let, label="other word") for let in genome.lets),
    )
    assert compiled(renamed)[13:] == compiled(genome)[13:]


def test_bytecode_is_the_same_in_every_process() -> None:
    script = (
        "import sys\n"
        "from darwindeck.genome.bytecode import BytecodeCompiler\n"
        "from darwindeck.genome.examples import get_genome\n"
        "sys.stdout.write(BytecodeCompiler().compile_genome(get_genome('canasta')).hex())"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert results == {compiled(get_genome("canasta")).hex()}


def test_every_option_of_a_game_gives_other_bytecode() -> None:
    genome = get_genome("baloot")
    codes = [
        compile_expanded(expand(apply_options(genome, {option.name: choice.name})))
        for option in genome.options
        for choice in option.choices
        if choice.name != option.value
    ]
    assert len({*codes, compile_expanded(expand(genome))}) == len(codes) + 1


OF_THE_TABLE = (
    "sequence_direction",
    "sequence_wrap",
    "sequence_must_match_suit",
    "sequence_gap_allowed",
)
"""Fields that say something only where cards are laid in sequence on the table, in short form."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hearts", "scopa"])
def test_a_changed_rule_gives_other_bytecode(name: str) -> None:
    """A cache keyed by bytecode never gives a mutant its parent's results."""
    genome = get_genome(name)
    parent = compiled(genome)[13:]
    alike = []
    for change in changes(genome):
        try:
            if compiled(change.genome)[13:] == parent:
                alike.append(change.path)
        except GenomeError:
            continue
    no_rules = {("generation",), ("sources",), *(("setup", field) for field in OF_THE_TABLE)}
    assert [path for path in alike if path not in no_rules] == []


@every_game
def test_damaged_bytecode_is_refused_or_read_but_never_crashes(genome: GameGenome) -> None:
    data = compiled(genome)
    for length in range(0, len(data), max(1, len(data) // 60)):
        with pytest.raises(ValueError, match="byte"):
            verify_bytecode(data[:length])
    with pytest.raises(ValueError, match="more than the bytecode says"):
        verify_bytecode(data + b"\x00")
    for place in range(0, len(data), max(1, len(data) // 200)):
        damaged = bytearray(data)
        damaged[place] ^= 0xFF
        with contextlib.suppress(ValueError):
            verify_bytecode(bytes(damaged))
