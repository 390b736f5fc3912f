"""Chips at stake: betting rounds and showdowns."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import ClassVar

from darwindeck.genome.schema.base import Amount, SeatExpr
from darwindeck.genome.schema.phases import Phase


class ShowdownMethod(StrEnum):
    HAND_EVALUATION = "hand_evaluation"
    HIGHEST_CARD = "highest_card"
    FOLD_ONLY = "fold_only"
    """No showdown follows: the pot is decided now only if all others fold."""


@dataclass(frozen=True)
class BettingPhase(Phase):
    """Players check, bet, call, raise or fold until all who are in have staked alike.

    Betting goes round from `first`. As long as nobody has bet, a player may check or bet; after
    that they call (stake as much as the highest so far), raise or fold. Whoever has no chips left
    stays in without acting. The round is over when everybody else has acted and owes nothing, and
    does not begin when nobody could stake what another might have to match. Players who fold are
    out of the hand and leave their stakes in the pot; when all but one have folded, that player
    takes the pot without showing a card, and the hand ends.
    """

    kind: ClassVar[str] = "betting"
    min_bet: Amount
    """The least that a bet or raise adds to the highest stake, worked out for the player."""
    max_raises: int | None = 3
    """How often the bet may be raised in the round, by all players together; null: as often as they
    like."""
    showdown_method: ShowdownMethod = ShowdownMethod.HAND_EVALUATION
    """How the pot is decided after this round."""
    _: KW_ONLY
    max_bet: Amount | None = None
    """The most that a bet or raise adds, worked out for the player. Players then name the amount,
    and may bet all their chips where they have too few for the least. Null: a bet or raise is
    `min_bet`, and whoever has too few chips for that cannot bet or raise."""
    reopening: Amount | None = None
    """What a player must owe to raise after others have bet or raised; null: as much as the
    greatest bet or raise of the round. Whoever owes less, because somebody had no more chips, only
    calls or folds."""
    first: SeatExpr = "left(dealer)"
    all_in: bool = True
    """Whether a player with too few chips to call may call with all they have; otherwise they must
    fold."""
    may_check: bool = True
    """Whether a player may stay in without betting while nobody has bet; otherwise they bet or
    fold."""
    late: ClassVar[tuple[str, ...]] = ("bring_in",)
    bring_in: Amount | None = None
    """What the first player to act must stake at least, worked out for them: they bring in, or bet
    at once, and neither check nor fold. Null: nobody must."""


@dataclass(frozen=True)
class ShowdownPhase(Phase):
    """Those who are still in show their hands; the best takes the pot.

    A player takes part in the pot only as far as they have staked: from every other player they can
    win no more than their own stake. So the stakes form layers, from the smallest up, and each
    layer goes to the best hand among those who are in and staked that much. A layer that only one
    player staked goes back to them. Equal hands share; chips that cannot be shared evenly go one
    each to the sharers in order from the dealer's left.
    """

    kind: ClassVar[str] = "showdown"
    method: ShowdownMethod = ShowdownMethod.HAND_EVALUATION
