"""Archives of real matches: read, played again on the genome, and held against the rules.

`record` is what a source says happened, independent of any game; `readers` are the formats of
archives; `replay` puts recorded hands to the engine, for any game; `divergences` is what validation
finds, as data; `validate` goes through files and folders. What is known of one game apart from its
genome lies in a package of its name.
"""

from darwindeck.archives.divergences import (
    BiddingValidationResult,
    Category,
    Divergence,
    Irregularity,
    IrregularityKind,
    ScoringDivergence,
    ScoringValidationResult,
    Triage,
)
from darwindeck.archives.door import ArchiveError
from darwindeck.archives.readers import read_archive
from darwindeck.archives.record import MatchRecord, Place, RoundRecord
from darwindeck.archives.validate import (
    archive_files,
    examine_archive,
    validate_all_archives,
    validate_archive_bidding,
    validate_archive_scoring,
)

__all__ = [
    "ArchiveError",
    "BiddingValidationResult",
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
    "examine_archive",
    "read_archive",
    "validate_all_archives",
    "validate_archive_bidding",
    "validate_archive_scoring",
]
