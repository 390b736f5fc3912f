"""The header of bytecode: 53 bytes, big-endian."""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass
from typing import ClassVar

FORMAT_VERSION = 1
IDENTITY_BYTES = 13
"""So many bytes at the beginning say which genome it is; how it plays stands after them."""
LEGACY_VERSION = 2


class BytecodeError(ValueError):
    """Bytes that are no bytecode."""


@dataclass(frozen=True)
class BytecodeHeader:
    """What bytecode says about itself; offsets count from its first byte.

    Everything that play depends on stands after byte 12: two genomes that differ only in names and
    identity have the same bytes from there on.
    """

    HEADER_SIZE: ClassVar[int] = 53
    _LAYOUT: ClassVar[struct.Struct] = struct.Struct("!BIQIIiiiiBBiiBBi")

    format_version: int = FORMAT_VERSION
    legacy_version: int = LEGACY_VERSION
    identity: int = 0
    player_count: int = 0
    max_turns: int = 0
    setup_offset: int = 0
    turn_structure_offset: int = 0
    win_conditions_offset: int = 0
    scoring_offset: int = 0
    tableau_mode: int = 0
    sequence_direction: int = 0
    card_scoring_offset: int = 0
    hand_evaluation_offset: int = 0
    team_mode: int = 0
    team_count: int = 0
    team_data_offset: int = 0

    def to_bytes(self) -> bytes:
        return self._LAYOUT.pack(*astuple(self))

    @classmethod
    def from_bytes(cls, data: bytes) -> BytecodeHeader:
        """Reads the header at the beginning of bytecode; raises `BytecodeError`."""
        if len(data) < cls.HEADER_SIZE:
            raise BytecodeError(
                f"bytecode has at least {cls.HEADER_SIZE} bytes, this has {len(data)}"
            )
        header = cls(*cls._LAYOUT.unpack_from(data))
        if header.format_version != FORMAT_VERSION:
            raise BytecodeError(
                f"unknown bytecode format {header.format_version}; known is {FORMAT_VERSION}"
            )
        return header


def compile_teams(teams: tuple[tuple[int, ...], ...]) -> bytes:
    """The sides: how many, then of each its size and its seats."""
    data = bytes([len(teams)])
    for team in teams:
        data += bytes([len(team), *team])
    return data
