"""Sentences are made of a game's own words where it has some."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import GameGenome, Wording
from darwindeck.rulebook import generate_rulebook


def book(genome_id: str, *words: Wording) -> str:
    genome: GameGenome = replace(get_genome(genome_id), words=words)
    return generate_rulebook(genome)


def test_a_flag_is_asked_for_in_words_of_its_own() -> None:
    assert "If you are about to lead from a marriage, you must" in book("schnapsen")
    text = book("schnapsen", Wording("leading_marriage", having="has declared a marriage"))
    assert "If you have declared a marriage, you must lead" in text
    assert "and you have not declared a marriage" in text
    assert "about to lead" not in text


def test_bookkeeping_is_told_only_where_a_rule_reads_it() -> None:
    told = "one card more is moved in this pass through the stock"
    assert told in book("solitaire").lower()
    text = book("solitaire", Wording("moves_in_pass", bookkeeping=True)).lower()
    assert told not in text
    assert "if no cards are moved in this pass through the stock, the game ends at once" in text


def test_a_role_is_called_and_asked_for_in_words_of_its_own() -> None:
    text = book("euchre", Wording("maker", one="caller", having="has named trumps"))
    assert "The calling ends as soon as somebody has named trumps." in text
    assert "The caller's side, if it has taken three or four tricks" in text
    assert "maker" not in text.split("## Cards and deal")[1]


def test_a_counter_counts_in_words_of_its_own() -> None:
    text = book("gin-rummy", Wording("refusals", one="no", many="noes"))
    assert "there are fewer than two noes" in text
    assert "this counts as one no." in text


def test_a_tag_gathers_under_words_of_its_own() -> None:
    text = book("klaverjas", Wording("fours", one="quartet", many="quartets"))
    assert "are quartets; a card counts in only one quartet." in text
    assert "kings and queens of trumps and its quartets" in text
