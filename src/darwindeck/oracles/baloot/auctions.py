"""What the auctions of one file come to, in the words of Baloot."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.archives.divergences import AuctionResult


@dataclass
class BiddingValidationResult(AuctionResult):
    """What the auctions of one file come to."""

    hokum_count: int = 0
    sun_count: int = 0
    """Ashkal included."""
    doubled_count: int = 0
    """Rounds raised at least once."""
    tripled_count: int = 0
    """Rounds raised at least twice."""
    kawesh_count: int = 0
    ashkal_count: int = 0
    second_round_count: int = 0
    """Deals that reached the second round."""
