"""What a player may decide at one moment."""

from __future__ import annotations

from typing import Any, NamedTuple

NEW_PILE = -2
"""In `Move.pile`: a pile that is begun with the cards."""


class Move(NamedTuple):
    """One thing a player may do."""

    kind: str
    """`card`, `done`, `pass`, `stop`, `take`, `call`, `option`, `build`, `check`, `bet`, `match`,
    `fold`, `challenge`, `accept`, `rank` or `declare`."""
    option: int = -1
    """The option of a choice that the move belongs to; -1 outside choices."""
    card: int = -1
    """The card that is picked."""
    pile: int = -1
    """Of a meld: the number of the pile the cards go to, or `NEW_PILE`. Of a build: the pile built
    on."""
    source: int = -1
    """Of a build: the pile the cards come from."""
    taken: bool = False
    """Of a capture: whether the card lies on the table and is taken, not played."""
    what: int = -1
    """The number of the call in its phase, or the number of cards of a build."""
    values: tuple[Any, ...] = ()
    """What a call names, in the order of its choices; the rank of a claim; the pattern declared and
    its cards."""


PASS = Move("pass")
STOP = Move("stop")
DONE = Move("done")
TAKE = Move("take")
CHECK = Move("check")
BET = Move("bet")
MATCH = Move("match")
FOLD = Move("fold")
CHALLENGE = Move("challenge")
ACCEPT = Move("accept")
