"""The games of the gallery: sound, new, and printed as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.evaluation import find_faults, play_key
from darwindeck.genome.codec import from_json
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import build_rulebook, to_markdown
from darwindeck.simulation import simulate_game

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
FILES = sorted(GALLERY.glob("*.json"))


def test_the_gallery_has_games() -> None:
    assert len(FILES) >= 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_of_the_gallery_is_sound_new_without_a_fault_and_comes_to_an_end(path: Path) -> None:
    genome = from_json(path.read_text(encoding="utf-8"))
    assert genome.genome_id == path.stem
    assert GenomeValidator.validate(genome) == []
    assert check_genome_completeness(genome)
    assert play_key(genome) not in {play_key(get_genome(name)) for name in library_ids()}
    played = simulate_game(genome, num_games=300, seed=5)
    assert played.limit_reached == 0
    assert find_faults(genome, effort="quick") == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_rulebook_is_the_one_that_the_data_give(path: Path) -> None:
    genome = from_json(path.read_text(encoding="utf-8"))
    printed = path.with_suffix(".md").read_text(encoding="utf-8")
    assert printed == to_markdown(build_rulebook(genome))
