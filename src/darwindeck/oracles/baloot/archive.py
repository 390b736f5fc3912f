"""What there is for archives of Baloot."""

from __future__ import annotations

from darwindeck.archives.door import parse_json
from darwindeck.archives.record import MatchRecord
from darwindeck.archives.registry import ArchiveOracle
from darwindeck.oracles.baloot.auctions import BiddingValidationResult
from darwindeck.oracles.baloot.categories import COUNTED
from darwindeck.oracles.baloot.engine import round_again
from darwindeck.oracles.baloot.made_up import made_up_match
from darwindeck.oracles.baloot.match import examine_readings
from darwindeck.oracles.baloot.reader import BalootReader
from darwindeck.oracles.baloot.showing import show_rounds
from darwindeck.oracles.baloot.statistics import count_matches
from darwindeck.oracles.baloot.variants import weigh_variants


def read_match(data: bytes, name: str) -> list[MatchRecord]:
    """The match of a file."""
    return [BalootReader(name).match(parse_json(data, name))]


ARCHIVE = ArchiveOracle(
    game="baloot",
    readers={".json": read_match},
    any_name=True,
    examine=examine_readings,
    show=show_rounds,
    again=round_again,
    auction_result=BiddingValidationResult,
    categories=COUNTED,
    statistics=count_matches,
    variants=weigh_variants,
    make=made_up_match,
)
