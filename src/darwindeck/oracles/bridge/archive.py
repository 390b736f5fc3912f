"""What there is for archives of Bridge."""

from __future__ import annotations

from darwindeck.archives.registry import ArchiveOracle
from darwindeck.oracles.bridge.lin import read_lin
from darwindeck.oracles.bridge.match import BridgeAuctions, deal_again, examine_deals
from darwindeck.oracles.bridge.pbn import read_pbn
from darwindeck.oracles.bridge.showing import show_deals

ARCHIVE = ArchiveOracle(
    game="bridge",
    readers={".pbn": read_pbn, ".lin": read_lin},
    examine=examine_deals,
    show=show_deals,
    again=deal_again,
    auction_result=BridgeAuctions,
)
