"""The laws of Pidro: the 52 properties of the game's own document, and a few more.

Each property stands under the document's wording. Where it contradicts itself or another one, or
cannot hold as it is written, the law's note says what is checked instead.
"""

from __future__ import annotations

from darwindeck.laws.game_laws import GameLaws
from darwindeck.laws.law import Law
from darwindeck.oracles.pidro.bidding_laws import BIDDING_LAWS
from darwindeck.oracles.pidro.card_laws import CARD_LAWS
from darwindeck.oracles.pidro.dealing_laws import DEALING_LAWS
from darwindeck.oracles.pidro.deals import openings
from darwindeck.oracles.pidro.hand import HandWatch
from darwindeck.oracles.pidro.machine_laws import MACHINE_LAWS
from darwindeck.oracles.pidro.quoting import fits
from darwindeck.oracles.pidro.scoring_laws import SCORING_LAWS
from darwindeck.oracles.pidro.trick_laws import TRICK_LAWS


def _number(law: Law) -> int:
    """Properties by their numbers, then the others."""
    digits = law.name.removeprefix("property ")
    return int(digits) if digits.isdecimal() else 100


LAWS = GameLaws(
    laws=tuple(
        sorted(
            (
                *CARD_LAWS,
                *DEALING_LAWS,
                *BIDDING_LAWS,
                *TRICK_LAWS,
                *SCORING_LAWS,
                *MACHINE_LAWS,
            ),
            key=_number,
        )
    ),
    watch=HandWatch,
    fits=fits,
    openings=openings,
)
