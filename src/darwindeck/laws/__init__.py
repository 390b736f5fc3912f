"""Laws that hold in every game, whatever its rules, laws of single games, and play under them.

`LAWS` says what holds in every game, `laws_for` what holds in one. `check_game` plays some games of
a genome and reports every law they break, `check_log` does so for a logged game; `shrunk` makes a
violation smaller; `sample_laws` is the cheap form for genomes by the thousand; `audit_game` raises
at the first violation. A violation of a general law is a bug of the core.
"""

from darwindeck.laws.check import LAWS, audit_game, check_game, check_log, laws_for, sample_laws
from darwindeck.laws.law import (
    BrokenLaw,
    Law,
    LawReport,
    Need,
    Occasion,
    Tally,
    Violation,
)
from darwindeck.laws.shrink import shrunk, smallest

__all__ = [
    "LAWS",
    "BrokenLaw",
    "Law",
    "LawReport",
    "Need",
    "Occasion",
    "Tally",
    "Violation",
    "audit_game",
    "check_game",
    "check_log",
    "laws_for",
    "sample_laws",
    "shrunk",
    "smallest",
]
