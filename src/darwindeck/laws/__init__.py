"""Laws that hold in every game, whatever its rules, and games played under them.

`LAWS` says what holds; `check_game` plays some games of a genome and reports every law they break,
`audit_game` raises at the first one. A violation is a bug of the core.
"""

from darwindeck.laws.check import LAWS, audit_game, check_game
from darwindeck.laws.law import BrokenLaw, Law, LawReport, Violation

__all__ = [
    "LAWS",
    "BrokenLaw",
    "Law",
    "LawReport",
    "Violation",
    "audit_game",
    "check_game",
]
