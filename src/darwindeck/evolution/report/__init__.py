"""Runs for people: what a run found, in words and as a page."""

from __future__ import annotations

from darwindeck.evolution.report.descent import (
    Step,
    ancestry,
    descent,
    descent_words,
    likeness_words,
)
from darwindeck.evolution.report.maps import ArchiveMap, archive_maps
from darwindeck.evolution.report.pace import Pace, pace_of
from darwindeck.evolution.report.page import run_page
from darwindeck.evolution.report.reasons import faults, merits
from darwindeck.evolution.report.stages import (
    FamilyCount,
    StageCount,
    family_counts,
    stage_counts,
    stages_data,
)

__all__ = [
    "ArchiveMap",
    "FamilyCount",
    "Pace",
    "StageCount",
    "Step",
    "ancestry",
    "archive_maps",
    "descent",
    "descent_words",
    "family_counts",
    "faults",
    "likeness_words",
    "merits",
    "pace_of",
    "run_page",
    "stage_counts",
    "stages_data",
]
