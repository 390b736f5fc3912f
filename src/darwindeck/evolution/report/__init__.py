"""Runs for people: what a run found, in words and as a page."""

from __future__ import annotations

from darwindeck.evolution.report.descent import Step, ancestry, descent_words, likeness_words
from darwindeck.evolution.report.maps import ArchiveMap, archive_maps
from darwindeck.evolution.report.pace import Pace, pace_of
from darwindeck.evolution.report.page import run_page
from darwindeck.evolution.report.reasons import faults, merits

__all__ = [
    "ArchiveMap",
    "Pace",
    "Step",
    "ancestry",
    "archive_maps",
    "descent_words",
    "faults",
    "likeness_words",
    "merits",
    "pace_of",
    "run_page",
]
