"""The length of a game's rules counts what there is to learn, not what helps to learn it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.evaluation.clauses import in_force
from darwindeck.evaluation.complexity import complexity, rule_words, rulebook_words
from darwindeck.genome.schema import ScoringRule
from darwindeck.rulebook.document import (
    Bullets,
    Item,
    Paragraph,
    Row,
    Rulebook,
    Section,
    Sentence,
    Table,
    strong,
)

HERE = (("setup",),)


def sentence(text: str) -> Sentence:
    return Sentence(text, HERE)


def test_words_are_counted_without_the_summary_and_the_examples() -> None:
    rules = Section(
        "Play",
        (
            Paragraph((sentence("Two and two."), sentence(f"{strong('Example:')} not this"))),
            Bullets((Item((sentence("One more"),), (Paragraph((sentence("below"),)),)),)),
            Table(("Hand", "Example"), (Row(("full house", "A A A K K"), HERE),)),
        ),
        (Section("Inside", (Paragraph((sentence("three words here"),)),)),),
    )
    again = Section("Summary", (Paragraph((sentence("all of it once more"),)),))
    assert rule_words(Rulebook("Title", (rules, again))) == 3 + 2 + 1 + 2 + 3


def test_a_longer_game_takes_more_words_pages_and_clauses() -> None:
    small, large = complexity(get_genome("war")), complexity(get_genome("bridge"))
    assert small.words < large.words
    assert small.pages < large.pages
    assert small.clauses < large.clauses
    assert small.words < small.printed


def test_another_rule_takes_more_words() -> None:
    genome = get_genome("hearts")
    more = ScoringRule(5, when="tricks == 0", label="No trick")
    longer = replace(genome, scoring_rules=(*(genome.scoring_rules or ()), more))
    assert rulebook_words(longer) > rulebook_words(genome)


def test_readings_that_are_not_in_force_and_sources_do_not_count() -> None:
    genome = get_genome("pidro")
    assert genome.options
    plain = replace(in_force(genome), description="")
    assert rulebook_words(genome) == rulebook_words(plain) == complexity(genome).words


def test_pages_are_those_of_the_printed_book_within_half_a_page() -> None:
    pytest.importorskip("typst")
    import re

    from darwindeck.rulebook import build_rulebook, to_pdf

    for name in ("war", "hearts", "canasta"):
        genome = in_force(get_genome(name))
        pdf = to_pdf(build_rulebook(genome))
        printed = len(re.findall(rb"/Type/Page/", pdf))
        assert printed - 1.5 < complexity(genome).pages < printed + 0.5, name
