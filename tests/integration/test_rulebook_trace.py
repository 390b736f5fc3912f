"""Every sentence comes from a clause, and every clause that can happen has a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from darwindeck.genome.examples import get_seed_genomes
from darwindeck.genome.options import fold_options
from darwindeck.genome.problems import Path, path_text
from darwindeck.genome.schema import (
    CardBlock,
    CardCondition,
    CardFace,
    CardRanking,
    CardValue,
    Counter,
    GameGenome,
    GameRules,
    MatchRules,
    NamedCards,
    Part,
    PatternValue,
    RankSpec,
    RoleSpec,
    Setting,
    SuitSpec,
    Wording,
    ZoneSpec,
)
from darwindeck.genome.tree import walk
from darwindeck.rulebook import build_rulebook, generate_rulebook
from darwindeck.rulebook.document import Rulebook, headings, statements
from darwindeck.rulebook.sections.ranking import compares, has_sequences
from darwindeck.rulebook.words import Words

GAMES = [pytest.param(genome, id=genome.genome_id) for genome in get_seed_genomes()]

INSIDE = (CardBlock, CardCondition, CardFace, CardValue, PatternValue, RankSpec, SuitSpec)
"""Parts that are words in the sentence of the clause that holds them."""


def sources(book: Rulebook) -> set[Path]:
    return {source for statement in statements(book) for source in statement.sources}


def lookup(genome: GameGenome, path: Path) -> Any:
    value: Any = genome
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


@pytest.mark.parametrize("genome", GAMES)
def test_every_sentence_has_a_source_that_exists(genome: GameGenome) -> None:
    book = build_rulebook(genome)
    for statement in statements(book):
        assert statement.text.strip()
        assert statement.sources, statement.text
        for source in statement.sources:
            lookup(genome, source)


@pytest.mark.parametrize("genome", GAMES)
def test_every_heading_has_something_under_it(genome: GameGenome) -> None:
    for _, section in headings(build_rulebook(genome)):
        assert section.title.strip()
        assert section.blocks or section.sections


def clauses(genome: GameGenome) -> Iterator[tuple[Path, Part]]:
    """Every part that can come into play: no hints, no readings that are not in force."""
    dead: list[Path] = []
    for path, part in walk(genome):
        if getattr(part, "when", "true") == "false":
            dead.append(path)
        if any(path[: len(place)] == place for place in dead):
            continue
        if path and path[0] not in ("ai_hints", "table") and not isinstance(part, Setting):
            yield path, part


def needs_no_sentence(genome: GameGenome, path: Path, part: Part, text: str) -> str:
    """Why a part has no sentence of its own; empty if there is no reason."""
    if isinstance(part, INSIDE):
        return "it is said in the sentence of the clause that holds it"
    if isinstance(part, ZoneSpec):
        return "the cards lie there as everybody expects"
    if isinstance(part, NamedCards) and part.label.split(" or ")[0] in text:
        return "its name says which cards it means"
    if isinstance(part, MatchRules) and genome.player_count == 1:
        return "one player alone plays a single hand"
    named = part.of if isinstance(part, Wording) else getattr(part, "name", "")
    if isinstance(part, Counter | RoleSpec | Wording) and not _is_used(genome, named):
        return "only readings that are not in force use it"
    if isinstance(part, CardRanking) and not in_any_order(genome):
        return "no card is ever higher than another or next to it"
    if isinstance(part, GameRules):
        return "no stock runs out, nobody passes and nobody can be equal"
    return ""


def in_any_order(genome: GameGenome) -> bool:
    words = Words(genome)
    return compares(words) or has_sequences(words)


def _is_used(genome: GameGenome, name: str) -> bool:
    """Whether a clause in force changes the counter, or gives somebody the role; of anything else
    that has words, yes."""
    known = {part.name for part in genome.counters} | {part.name for part in genome.roles}
    return name not in known or any(
        name in (getattr(part, field, None) for field in ("counter", "into", "role"))
        for _, part in clauses(genome)
    )


@pytest.mark.parametrize("genome", GAMES)
def test_every_clause_has_a_sentence(genome: GameGenome) -> None:
    folded = fold_options(genome)
    said = sources(build_rulebook(genome))
    text = generate_rulebook(genome)
    silent = [
        path_text(path)
        for path, part in clauses(folded)
        if not any(source[: len(path)] == path for source in said)
        and not needs_no_sentence(folded, path, part, text)
    ]
    assert silent == []


@pytest.mark.parametrize("genome", GAMES)
def test_a_clause_inside_another_belongs_to_one_that_has_a_sentence(genome: GameGenome) -> None:
    folded = fold_options(genome)
    said = sources(build_rulebook(genome))
    for path, part in clauses(folded):
        if isinstance(part, INSIDE):
            above = [path[:length] for length in range(1, len(path) + 1)]
            covered = any(place in said for place in above)
            named = path[0] == "card_sets"
            assert covered or named, path_text(path)
