"""Faults to be planted in archives of Baloot, and how well they are found."""

from tests.oracles.baloot.faults import course, deals, results
from tests.oracles.baloot.faults.fault import Fault
from tests.oracles.baloot.faults.trial import Score, Trial, plant, table, trials

FAULTS: tuple[Fault, ...] = (*results.FAULTS, *deals.FAULTS, *course.FAULTS)
"""Every kind of fault: in results, in deals and auctions, in the course of play and in files."""

__all__ = ["FAULTS", "Fault", "Score", "Trial", "plant", "table", "trials"]
