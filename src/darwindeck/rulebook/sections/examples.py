"""Worked examples, made from the rules themselves."""

from __future__ import annotations

from darwindeck.genome.schema import CapturePhase, TrickPhase
from darwindeck.rulebook.document import Block, Path, Sentence
from darwindeck.rulebook.words import Words


def capture_example(words: Words, phase: CapturePhase, path: Path) -> Sentence | None:
    return None


def trick_example(words: Words, phase: TrickPhase, path: Path) -> Sentence | None:
    return None


def duty_examples(words: Words, phase: TrickPhase, path: Path) -> list[Block]:
    return []
