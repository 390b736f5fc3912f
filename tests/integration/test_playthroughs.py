"""Recorded games, counts of moves and regions of tables are what the program gives now.

They lie in tests/playthroughs, tests/perft and tests/layouts.

If something differs, either a change has broken a game, or games are meant to be played otherwise
now: then `make generate` writes the files again, and the difference is for people to read.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck import get_genome, library_ids
from darwindeck.laws.perft import begun, perft, read_perft
from darwindeck.simulation import Game
from tools.generate import LAYOUTS, PERFT, PLAYTHROUGHS, played


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_game_is_played_as_recorded(genome_id: str) -> None:
    for path, text in played(genome_id).items():
        assert path.read_text(encoding="utf-8") == text, "run `make generate`"


@pytest.mark.parametrize("folder", [PLAYTHROUGHS, PERFT, LAYOUTS], ids=lambda folder: folder.name)
def test_every_game_has_a_file_and_no_other_is_left_over(folder: Path) -> None:
    found = {path.name for path in folder.iterdir()}
    assert found == {f"{genome_id}.txt" for genome_id in library_ids()}


@pytest.mark.parametrize("genome_id", ["schnapsen", "uno", "blackjack"])
def test_counts_follow_from_what_the_file_says(genome_id: str) -> None:
    game = Game(get_genome(genome_id))
    deals = read_perft((PERFT / f"{genome_id}.txt").read_text(encoding="utf-8"))
    assert len(deals) == 3
    for deal in deals:
        assert sorted(deal.deck) == sorted(game.labels.card_texts)
        assert perft(begun(game, deal).position) == deal.counts


def test_counts_by_hand() -> None:
    """Two rounds of a game of forty cards for two in which any card may be played."""
    game = Game(get_genome("briscola"))
    assert perft(game.deal(1).position) == (3, 9, 27, 81, 243, 729)


@pytest.mark.parametrize("genome_id", library_ids())
def test_playthroughs_can_be_read(genome_id: str) -> None:
    text = (PLAYTHROUGHS / f"{genome_id}.txt").read_text(encoding="utf-8")
    lines = text.splitlines()
    assert lines[0].startswith(get_genome(genome_id).name)
    assert 20 < len(lines) < 160
    assert max(map(len, lines)) < 100
    assert "Hand 1: " in text
    assert "\0" not in text
