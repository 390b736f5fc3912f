"""The English of every rulebook: plain, complete, free of code and of common slips."""

from __future__ import annotations

import re

import pytest

from darwindeck.genome.examples import create_hearts_genome, get_genome, get_seed_genomes
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook import build_rulebook, generate_rulebook
from darwindeck.rulebook.document import Rulebook, Table, headings, plain, statements

every_game = pytest.mark.parametrize("genome", get_seed_genomes(), ids=lambda g: g.genome_id)

SLIPS = {
    "a snake_case name": r"\b[a-z]+_[a-z_]+\b",
    "a Python value": r"\bNone\b(?! of)|\bTrue\b|\bFalse\b|\bnull\b",
    "an operator": r"==|!=|>=|<=|\bnot\(|\bif\(",
    "a doubled word": r"\b(the|a|an|of|to|is|are|and|or|in|on|they|you|cards?) \1\b",
    "two spaces": r"\S  +\S",
    "a space before a stop": r" [.,;:!?)]",
    "two stops": r"\.\.|,,|;;|,\.|\.,|;\.",
    "a wrong possessive": r"s's\b|\bwho [a-z ]+'s hand",
    "a before a vowel": r"(\ba|^A) [aeio](?!ne\b|nce\b)\w+",
    "an before a consonant": r"\b[Aa]n (?!hour|honou?r|X)[bcdfgjklmnpqrstvwxyz]\w+",
    "one with a plural": r"\b(one|1) (cards|points|tricks|players|chips|hands|turns)\b",
    "several with a singular": (
        r"\b(two|three|four|five|[2-9]|\d\d+) (card(?! point)|point|trick|chip)\b"
    ),
    "a numbered phase": r"\bPhase \d",
    # "The player opposite you has" is none.
    "an unfinished verb": r"(?<!opposite )\b[Yy]ou (is|has|was)\b|\b[Tt]hey (is|has|was)\b",
}


def text_of(book: Rulebook) -> list[str]:
    return [plain(sentence.text) for sentence in statements(book)]


@every_game
def test_no_sentence_has_a_common_slip(genome: GameGenome) -> None:
    found = [
        (name, sentence)
        for sentence in text_of(build_rulebook(genome))
        for name, pattern in SLIPS.items()
        if re.search(pattern, sentence)
    ]
    assert found == []


def sentences(book: Rulebook) -> list[str]:
    """Every sentence that stands in a paragraph or a list."""
    rows = {
        " | ".join(row.cells)
        for _, section in headings(book)
        for block in section.blocks
        if isinstance(block, Table)
        for row in block.rows
    }
    return [text for text in text_of(book) if text not in rows and " | " not in text]


@every_game
def test_sentences_begin_with_a_capital_and_end_with_a_stop(genome: GameGenome) -> None:
    wrong = [
        sentence
        for sentence in sentences(build_rulebook(genome))
        if not re.match(r"[A-Z0-9“♣♦♥♠-]", sentence) or sentence[-1] not in ".:”"
    ]
    assert wrong == []


@every_game
def test_every_section_says_something(genome: GameGenome) -> None:
    for _, section in headings(build_rulebook(genome)):
        assert section.title
        assert section.blocks or section.sections, section.title


@every_game
def test_every_sentence_names_its_clauses(genome: GameGenome) -> None:
    for sentence in statements(build_rulebook(genome)):
        assert sentence.sources, sentence.text


@every_game
def test_no_option_choice_brings_a_slip(genome: GameGenome) -> None:
    for option in genome.options:
        for choice in option.choices:
            book = build_rulebook(apply_options(genome, {option.name: choice.name}))
            found = [
                (name, sentence)
                for sentence in text_of(book)
                for name, pattern in SLIPS.items()
                if re.search(pattern, sentence)
            ]
            assert found == [], (option.name, choice.name)


@every_game
def test_scores_and_patterns_are_named(genome: GameGenome) -> None:
    text = generate_rulebook(genome)
    for rule in genome.card_scoring or ():
        assert str(rule.points) in text
    if genome.hand_evaluation is not None:
        for pattern in genome.hand_evaluation.patterns:
            assert pattern.name.lower() in text.lower()


def test_hearts_says_what_hearts_and_the_queen_cost() -> None:
    text = generate_rulebook(create_hearts_genome()).lower()
    for words in ("1 point", "heart", "queen of spades", "13 point"):
        assert words in text


def test_poker_describes_its_hands_by_their_constraints() -> None:
    text = generate_rulebook(get_genome("simple-poker")).lower()
    for words in ("flush", "same suit", "straight", "consecutive"):
        assert words in text


def test_nothing_is_said_of_what_a_game_lacks() -> None:
    war = generate_rulebook(get_genome("war")).lower()
    for words in ("point", "trump", "stock", "bid", "chip", "partner"):
        assert words not in war
    hearts = generate_rulebook(create_hearts_genome()).lower()
    for words in ("trump", "stock", "chip", "partner", "bid"):
        assert words not in hearts
    cheat = generate_rulebook(get_genome("cheat")).lower()
    assert "score" not in cheat


def test_the_text_is_written_from_the_data_alone() -> None:
    """Renaming a game changes its name in the text and nothing else."""
    from dataclasses import replace

    genome = get_genome("euchre")
    renamed = replace(genome, genome_id="zork", name="Zork")
    assert generate_rulebook(renamed) == generate_rulebook(genome).replace(
        "Euchre", "Zork"
    ).replace("| Zork |", "| Euchre |")
