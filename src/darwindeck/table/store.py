"""Tables on disk: what was agreed on, and every move, written before it is answered."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

VERSION = 3
_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, genome TEXT NOT NULL, seed TEXT NOT NULL, watch BLOB NOT NULL,
  brought INTEGER NOT NULL,
  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
  "table" TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, level TEXT NOT NULL,
  name TEXT NOT NULL, secret BLOB, PRIMARY KEY ("table", seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
  "table" TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, code TEXT NOT NULL,
  PRIMARY KEY ("table", number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rated (
  "table" TEXT NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY ("table", seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
  id TEXT PRIMARY KEY, genome TEXT NOT NULL, about TEXT NOT NULL,
  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;
"""


class SeatRow(NamedTuple):
    """Who sits at a seat."""

    kind: str
    """`person`, `computer` or `open`."""
    level: str
    """How well a computer plays."""
    name: str
    """What the person is called; may be empty."""
    secret: bytes | None
    """The hash of the secret that opens the seat."""


class TableRow(NamedTuple):
    """A table as it is written down."""

    id: str
    genome: str
    """The genome as JSON, with its options as they were chosen."""
    seed: int
    watch: bytes
    """The hash of the secret with which one may watch, or take an open seat."""
    seats: tuple[SeatRow, ...]
    moves: tuple[tuple[int, int], ...]
    """Seat and code, the first move first."""
    brought: bool
    """Whether the genome came from outside and is played in a process of its own."""


class Store:
    """The database of one server. Codes and seeds have 64 bits, so they are kept as text."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            self._db.close()
            raise ValueError(
                f"{path} was written by another edition (version {version}; this one reads "
                f"{VERSION}): name another file with --data"
            )
        # With a write-ahead log a commit outlives the end of this process at any moment.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(_SCHEMA)
        self._db.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    # --- tables ----------------------------------------------------------------------------------

    def add_table(self, row: TableRow) -> None:
        with self._writing() as db:
            db.execute(
                "INSERT INTO tables (id, genome, seed, watch, brought) VALUES (?, ?, ?, ?, ?)",
                (row.id, row.genome, str(row.seed), row.watch, row.brought),
            )
            for seat, who in enumerate(row.seats):
                db.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)", (row.id, seat, *who))

    def table(self, table_id: str) -> TableRow | None:
        found = self._db.execute(
            "SELECT genome, seed, watch, brought FROM tables WHERE id = ?", (table_id,)
        ).fetchone()
        if found is None:
            return None
        seats = self._db.execute(
            'SELECT kind, level, name, secret FROM seats WHERE "table" = ? ORDER BY seat',
            (table_id,),
        )
        moves = self._db.execute(
            'SELECT seat, code FROM moves WHERE "table" = ? ORDER BY number', (table_id,)
        )
        return TableRow(
            table_id,
            found[0],
            int(found[1]),
            found[2],
            tuple(SeatRow(*row) for row in seats),
            tuple((seat, int(code)) for seat, code in moves),
            bool(found[3]),
        )

    def count_tables(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM tables").fetchone()[0])

    def set_seat(self, table_id: str, seat: int, who: SeatRow) -> None:
        self._db.execute(
            'REPLACE INTO seats ("table", seat, kind, level, name, secret) '
            "VALUES (?, ?, ?, ?, ?, ?)",
            (table_id, seat, *who),
        )

    # --- moves -----------------------------------------------------------------------------------

    def add_move(self, table_id: str, number: int, seat: int, code: int) -> None:
        self._db.execute(
            "INSERT INTO moves VALUES (?, ?, ?, ?)", (table_id, number, seat, str(code))
        )

    def take_back(self, table_id: str, first: int) -> None:
        """Forgets moves from a number on."""
        self._db.execute('DELETE FROM moves WHERE "table" = ? AND number >= ?', (table_id, first))

    # --- who has said how they liked it ----------------------------------------------------------

    def is_rated(self, table_id: str, seat: int) -> bool:
        found = self._db.execute(
            'SELECT 1 FROM rated WHERE "table" = ? AND seat = ?', (table_id, seat)
        )
        return found.fetchone() is not None

    def set_rated(self, table_id: str, seat: int) -> None:
        self._db.execute("INSERT OR IGNORE INTO rated VALUES (?, ?)", (table_id, seat))

    # --- games that were brought along -----------------------------------------------------------

    def add_game(self, game_id: str, genome: str, about: str) -> None:
        self._db.execute(
            "REPLACE INTO games (id, genome, about) VALUES (?, ?, ?)", (game_id, genome, about)
        )

    def games(self) -> Sequence[tuple[str, str]]:
        """Names, and what there is to say of them as JSON, the latest first."""
        return self._db.execute("SELECT id, about FROM games ORDER BY made DESC, id").fetchall()

    def game(self, game_id: str) -> str | None:
        found = self._db.execute("SELECT genome FROM games WHERE id = ?", (game_id,)).fetchone()
        return None if found is None else str(found[0])
