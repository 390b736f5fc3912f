"""From a genome to bytecode."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.genome.bytecode.header import BytecodeHeader, compile_teams
from darwindeck.genome.bytecode.names import Names
from darwindeck.genome.bytecode.writer import Writer
from darwindeck.genome.codec import genome_fingerprint
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.expansion import expand
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome, Location
from darwindeck.genome.tree import fields_of
from darwindeck.genome.validation import problems_of

TABLES = (
    "zones",
    "rankings",
    "point_tables",
    "card_sets",
    "patterns",
    "roles",
    "counters",
    "lets",
    "house",
    "match",
    "game_rules",
    "special_effects",
    "ai_hints",
)
"""The fields of a genome that stand, after the deck, between the header and the sections."""


COUNTED = (
    "zone",
    "role",
    "counter",
    "let",
    "card set",
    "point table",
    "pattern",
    "tag",
    "value",
    "mode",
    "call",
    "choice",
    "colour",
    "into",
)
"""How many there are of these stands after the deck, so that every number can be checked."""

KNOWN_ZONES = (
    Location.DECK,
    Location.HAND,
    Location.DISCARD,
    Location.TABLEAU,
    Location.CAPTURED,
)
"""Zones that rules mean without naming them; their numbers stand after the counts."""
NO_ZONE = 0xFFFF
STAND_INS = 0x80
"""Beside the number of ranks: of each card it is said what it shows."""


class BytecodeCompiler:
    """Compiles genomes to bytecode."""

    def compile_genome(self, genome: GameGenome, identity: int | None = None) -> bytes:
        """The bytecode of a valid genome; raises `GenomeError` for any other.

        The header, then the deck and the tables, then the sections the header points to. The
        header names the genome by its fingerprint, or by the `identity` that is given.
        """
        problems = problems_of(genome)
        if problems:
            raise GenomeError(problems, genome.genome_id)
        number = genome_fingerprint(genome) if identity is None else identity
        return with_identity(compile_expanded(expand(genome)), number)


def with_identity(bytecode: bytes, identity: int) -> bytes:
    """The same bytecode under another number of its genome."""
    header = replace(BytecodeHeader.from_bytes(bytecode), identity=identity)
    return header.to_bytes() + bytecode[BytecodeHeader.HEADER_SIZE :]


def compile_expanded(expanded: GameGenome) -> bytes:
    """The bytecode of a valid genome that says everything at length, under no number."""
    writer = Writer(Names(expanded))
    writer.data += bytes(BytecodeHeader.HEADER_SIZE)
    _write_deck(writer, expanded)
    for kind in COUNTED:
        writer.u16(len(writer.names.tables[kind]))
    for zone in KNOWN_ZONES:
        writer.u16(writer.names.tables["zone"].get(zone, NO_ZONE))
    for field in TABLES:
        _write(writer, expanded, field)
    offsets = {}
    for field in (
        "setup",
        "turn_structure",
        "win_conditions",
        "scoring_rules",
        "card_scoring",
        "hand_evaluation",
    ):
        offsets[field] = len(writer.data)
        _write(writer, expanded, field)
    team_offset = len(writer.data)
    teams = expanded.teams if expanded.team_mode else ()
    if teams:
        writer.data += compile_teams(teams)
    header = BytecodeHeader(
        player_count=expanded.player_count,
        max_turns=expanded.max_turns,
        setup_offset=offsets["setup"],
        turn_structure_offset=offsets["turn_structure"],
        win_conditions_offset=offsets["win_conditions"],
        scoring_offset=offsets["scoring_rules"],
        card_scoring_offset=offsets["card_scoring"],
        hand_evaluation_offset=offsets["hand_evaluation"],
        team_mode=int(bool(teams)),
        team_count=len(teams),
        team_data_offset=team_offset if teams else 0,
    )
    writer.data[: BytecodeHeader.HEADER_SIZE] = header.to_bytes()
    return bytes(writer.data)


_SLOTS = {field.name: field.slot for field in fields_of(GameGenome)}


def _write_deck(writer: Writer, genome: GameGenome) -> None:
    """The colour of each suit, the number of ranks, then suit and rank of each card.

    Where ranks count as others, that is noted beside the number of ranks, and each card is followed
    by what it shows.
    """
    names = writer.names
    writer.u8(len(names.colour_of_suit))
    for colour in names.colour_of_suit:
        writer.u8(colour)
    cards = deck_cards(genome)
    shown = list(dict.fromkeys(card.printed_rank for card in cards))
    stand_ins = any(card.stands_in for card in cards)
    writer.u8(len(names.tables["rank"]) | (STAND_INS if stand_ins else 0))
    writer.u8(len(cards))
    for card in cards:
        writer.u8(names.number("suit", card.suit) if card.suit else 255)
        writer.u8(names.number("rank", card.rank))
        if stand_ins:
            writer.u8(shown.index(card.printed_rank))


def _write(writer: Writer, genome: GameGenome, field: str) -> None:
    writer.value(_SLOTS[field], getattr(genome, field), "GameGenome", field)
