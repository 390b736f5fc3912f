"""Who sits at a table, and what opens a seat."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

from darwindeck.simulation.table import ONLOOKER
from darwindeck.table.store import SeatRow, Store, TableRow


def new_secret() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


class Party:
    """The seats of one table. Every change is written down before anybody is told."""

    def __init__(self, row: TableRow, store: Store, tell: Callable[[int], None]) -> None:
        self.table_id = row.id
        self.seats = list(row.seats)
        self._watch = row.watch
        self._store = store
        self._tell = tell
        """Is told which seat has changed."""

    def admits(self, secret: str) -> int | None:
        """The seat that a secret opens, `ONLOOKER` for the secret of those who watch; None: none.

        Every secret is compared, each in constant time.
        """
        given = hashed(secret)
        found = ONLOOKER if hmac.compare_digest(given, self._watch) else None
        for seat, who in enumerate(self.seats):
            if who.secret is not None and hmac.compare_digest(given, who.secret):
                found = seat
        return found

    def sit(self, seat: int, name: str) -> str | None:
        """Somebody takes an open seat and gets its secret; None if it is not open."""
        if not 0 <= seat < len(self.seats) or self.seats[seat].kind != "open":
            return None
        secret = new_secret()
        self._seat(seat, SeatRow("person", "", name, hashed(secret)))
        return secret

    def fill(self, level: str) -> None:
        """Computers take the seats that are still open."""
        for seat, who in enumerate(self.seats):
            if who.kind == "open":
                self._seat(seat, SeatRow("computer", level, "", None))

    def _seat(self, seat: int, who: SeatRow) -> None:
        self._store.set_seat(self.table_id, seat, who)
        self.seats[seat] = who
        self._tell(seat)
