"""Archives of real matches: read, played again on the genome, and held against the rules.

`record` is what a source says happened, independent of any game; `replay` puts recorded hands to
the engine, for any game; `divergences` is what validation finds, as data; `validate` goes through
files and folders. What is known of one game apart from its genome, the format of its archives
included, is its oracle (`darwindeck.oracles`), found through `registry`.
"""

from typing import Any

from darwindeck.archives.divergences import (
    AuctionResult,
    Category,
    Divergence,
    Irregularity,
    IrregularityKind,
    ScoringDivergence,
    ScoringValidationResult,
    Triage,
)
from darwindeck.archives.door import ArchiveError
from darwindeck.archives.record import MatchRecord, Place, RoundRecord
from darwindeck.archives.registry import ArchiveOracle, archive_oracles, read_archive
from darwindeck.archives.validate import (
    archive_files,
    examine_archive,
    validate_all_archives,
    validate_archive_bidding,
    validate_archive_scoring,
)

__all__ = [
    "ArchiveError",
    "ArchiveOracle",
    "AuctionResult",
    "Category",
    "Divergence",
    "Irregularity",
    "IrregularityKind",
    "MatchRecord",
    "Place",
    "RoundRecord",
    "ScoringDivergence",
    "ScoringValidationResult",
    "Triage",
    "archive_files",
    "archive_oracles",
    "examine_archive",
    "read_archive",
    "validate_all_archives",
    "validate_archive_bidding",
    "validate_archive_scoring",
]


def __getattr__(name: str) -> Any:
    """The classes in which oracles count the auctions of their games can be had here, too."""
    for oracle in archive_oracles().values():
        if oracle.auction_result.__name__ == name:
            return oracle.auction_result
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
