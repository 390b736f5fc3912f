"""What there is for archives of Texas Hold'em."""

from __future__ import annotations

from darwindeck.archives.registry import ArchiveOracle
from darwindeck.oracles.texas_holdem.match import examine_hands, hand_again, show_hands
from darwindeck.oracles.texas_holdem.phh import read_phh, stream_phh
from darwindeck.oracles.texas_holdem.statistics import count_hands

ARCHIVE = ArchiveOracle(
    game="texas-holdem",
    readers={".phh": read_phh, ".phhs": read_phh},
    streamers={".phh": stream_phh, ".phhs": stream_phh},
    examine=examine_hands,
    show=show_hands,
    again=hand_again,
    statistics=count_hands,
)
