"""Files, genomes, logs, saved games and runs of another edition of the language."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from darwindeck import Game, get_genome
from darwindeck.evolution.runs.store import RunFileError, RunStore
from darwindeck.genome.checked import check
from darwindeck.genome.codec import decode_genome, from_json, to_json
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.schema import SCHEMA_VERSION, Counter, GameGenome, RoleSpec, TrickPhase
from darwindeck.genome.tree import transform, walk
from darwindeck.simulation import MatchLog
from darwindeck.simulation.state import State

FIRST_WORDS = 85


def test_words_that_came_later_say_so() -> None:
    """Files of the first edition may use them as names of their own."""
    assert sum(word.since == "1.0" for word in VOCABULARY.values()) == FIRST_WORDS
    assert {word.since for word in VOCABULARY.values()} == {"1.0", SCHEMA_VERSION}


def of_the_first_edition(genome_id: str, names: dict[str, str]) -> dict[str, Any]:
    """A library game as a file of the first edition that calls things as words are called now."""
    text = to_json(get_genome(genome_id)).replace(f'"{SCHEMA_VERSION}"', '"1.0"', 1)
    for name, word in names.items():
        assert re.search(rf"\b{name}\b", text)
        text = re.sub(rf"\b{name}\b", word, text)
    data: dict[str, Any] = json.loads(text)
    return data


NAMES = [
    ("partnership-spades", {"bid": "raised", "bags": "ways", "overtricks": "forms"}),
    ("pitch", {"pitcher": "better", "trumps": "those", "suit_named": "suited"}),
    ("oh-hell", {"turned_card": "joined", "cards_dealt": "groups", "missed_bid": "trailing"}),
]


@pytest.mark.parametrize(("genome_id", "names"), NAMES)
def test_names_that_have_become_words_are_changed(genome_id: str, names: dict[str, str]) -> None:
    genome = decode_genome(of_the_first_edition(genome_id, names))
    assert check(genome).key == check(get_genome(genome_id)).key
    declared = {getattr(part, "name", "") for _, part in walk(genome)}
    assert {f"{word}_1" for word in names.values()} <= declared
    assert from_json(to_json(genome)) == genome


def test_genomes_in_python_are_brought_up_to_date() -> None:
    genome = get_genome("whist")
    assert replace(genome, schema_version="1.0") == genome
    assert replace(genome, schema_version="7.0") != genome


def unsaid(genome: GameGenome) -> GameGenome:
    """Without what the first edition did not say."""

    def changed(part: Any) -> Any:
        if isinstance(part, Counter | RoleSpec):
            return replace(part, announced=False)
        return replace(part, trump_suit=None) if isinstance(part, TrickPhase) else part

    return transform(genome, changed)


@pytest.mark.parametrize("genome_id", ["schnapsen", "spades", "rummy", "cribbage"])
def test_what_the_first_edition_did_not_ask_for_is_said(genome_id: str) -> None:
    genome = get_genome(genome_id)
    assert replace(unsaid(genome), schema_version="1.0") == genome


def test_saved_games_and_logs_of_another_edition_are_refused() -> None:
    state = Game(get_genome("whist")).hand(seed=3)
    state = state.apply(state.legal_moves()[0])
    saved = json.loads(state.to_json())
    assert saved["edition"] == SCHEMA_VERSION
    assert State.from_json(json.dumps(saved)).digest == state.digest
    del saved["edition"]
    with pytest.raises(ValueError, match=r"edition .1\.0. of the language"):
        State.from_json(json.dumps(saved))
    text = MatchLog.of(state).to_text()
    assert MatchLog.from_text(text).state.digest == state.digest
    with pytest.raises(ValueError, match="another edition of the language"):
        MatchLog.from_text(text.replace(f", edition {SCHEMA_VERSION}", " 1"))


def test_runs_of_another_edition_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.run"
    with RunStore.create(path, {}) as store:
        assert store.fact("edition") == SCHEMA_VERSION
        store.save_facts({"edition": "1.0"})
    with pytest.raises(RunFileError, match=r"bred in edition 1\.0 of the language"):
        RunStore.open(path)
