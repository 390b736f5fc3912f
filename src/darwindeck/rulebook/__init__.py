"""Rulebooks: the rules of a game in English, written from its data alone."""

from __future__ import annotations

from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook.build import build_rulebook
from darwindeck.rulebook.document import Rulebook, Sentence, card_of
from darwindeck.rulebook.render.html import to_html
from darwindeck.rulebook.render.markdown import to_markdown
from darwindeck.rulebook.render.terminal import to_terminal
from darwindeck.rulebook.render.trace import trace
from darwindeck.rulebook.render.typst import Paper, to_pdf


def generate_rulebook(genome: GameGenome) -> str:
    """The rulebook of a game, in Markdown."""
    return to_markdown(build_rulebook(genome))


__all__ = [
    "Paper",
    "Rulebook",
    "Sentence",
    "build_rulebook",
    "card_of",
    "generate_rulebook",
    "to_html",
    "to_markdown",
    "to_pdf",
    "to_terminal",
    "trace",
]
