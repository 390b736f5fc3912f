"""Builds the whole rulebook of a game."""

from __future__ import annotations

from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook.document import Rulebook, Section, with_sources
from darwindeck.rulebook.sections.combinations import combinations_section
from darwindeck.rulebook.sections.deck import deal_section
from darwindeck.rulebook.sections.ending import ending_section
from darwindeck.rulebook.sections.game_kinds import kind_of
from darwindeck.rulebook.sections.mirrored import mirrored
from darwindeck.rulebook.sections.options import options_section
from darwindeck.rulebook.sections.overview import facts, overview_section, title_of
from darwindeck.rulebook.sections.placing import placed
from darwindeck.rulebook.sections.play import PlayWriter
from darwindeck.rulebook.sections.play_section import play_section
from darwindeck.rulebook.sections.ranking import ranking_section
from darwindeck.rulebook.sections.scoring import scoring_section
from darwindeck.rulebook.sections.summary import summary_section
from darwindeck.rulebook.sections.terms import definitions
from darwindeck.rulebook.words import Words


def build_rulebook(genome: GameGenome) -> Rulebook:
    """The rulebook of a game as a document; options are taken as they stand."""
    words = Words(fold_options(genome))
    writer = PlayWriter(words)
    # The overview speaks of things in passing: they are explained where the rules come to them.
    before = Words(words.genome, beside=words)
    sections = [overview_section(before)]
    sections.append(_with_terms(words, deal_section(words, writer)))
    ranking = ranking_section(words)
    if ranking is not None:
        sections.append(_with_terms(words, ranking))
    combinations = combinations_section(words)
    if combinations is not None:
        sections.append(_with_terms(words, combinations))
    sections.append(play_section(words, writer))
    scoring = scoring_section(words)
    if scoring is not None:
        sections.append(_with_terms(words, scoring))
    sections.append(_with_terms(words, ending_section(words)))
    options = options_section(words)
    if options is not None:
        sections.append(options)
    sections = [sections[0], *(mirrored(section) for section in sections[1:])]
    sections = with_sources(sections, [*before.told.unsaid, *words.told.unsaid])
    summary = summary_section(words, sections)
    if summary is not None:
        sections.append(summary)
    kept = [section for section in sections if section.blocks or section.sections]
    faces = tuple(words.lexicon.face(card) for card in words.lexicon.faces)
    known = (*facts(words), kind_of(Words(words.genome, beside=words)))
    return Rulebook(title_of(words), tuple(kept), known, faces)


def _with_terms(words: Words, section: Section) -> Section:
    blocks = placed(section.blocks, definitions(words))
    return Section(section.title, tuple(blocks), section.sections)
