"""Faults to be planted in archives of Baloot, and how well they are found."""

from darwindeck.archives.baloot.faults import course, deals, results
from darwindeck.archives.baloot.faults.fault import Fault
from darwindeck.archives.baloot.faults.trial import Score, Trial, plant, table, trials

FAULTS: tuple[Fault, ...] = (*results.FAULTS, *deals.FAULTS, *course.FAULTS)
"""Every kind of fault: in results, in deals and auctions, in the course of play and in files."""

__all__ = ["FAULTS", "Fault", "Score", "Trial", "plant", "table", "trials"]
