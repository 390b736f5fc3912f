"""One file per run: everything that was bred, measured and decided, in SQLite.

What a run has decided is written in one transaction per generation; what its workers have finished
meanwhile waits in `finished`, one transaction each. So a run that is killed at any moment loses at
most the tasks that were in progress. Timings stand apart from what must be reproducible.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from darwindeck.evaluation.results import Evaluation
from darwindeck.evolution.runs.records import (
    ArchiveEvent,
    GenerationRecord,
    Proposal,
    Standing,
    StoredEvaluation,
    StoredGame,
    Timing,
)
from darwindeck.evolution.runs.rows import Record, as_row, as_text, from_row, from_values
from darwindeck.evolution.runs.work import TaskResult
from darwindeck.genome.schema import SCHEMA_VERSION
from darwindeck.quoting import QuotingError

SUFFIX = ".run"
"""How the names of run files end."""
APPLICATION_ID = 0x44444B52
FORMAT_VERSION = 2

TABLES = {
    "facts": "name TEXT PRIMARY KEY, value TEXT NOT NULL",
    "games": """key TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, genome_id TEXT NOT NULL UNIQUE,
        origin TEXT NOT NULL, generation INTEGER NOT NULL, slot INTEGER NOT NULL,
        text TEXT NOT NULL, story TEXT NOT NULL, parents TEXT NOT NULL, roots TEXT NOT NULL,
        nearest TEXT NOT NULL, distance REAL NOT NULL, family TEXT NOT NULL,
        digest TEXT NOT NULL""",
    "evaluations": """key TEXT NOT NULL, number INTEGER NOT NULL, generation INTEGER NOT NULL,
        evaluation TEXT NOT NULL, PRIMARY KEY (key, number)""",
    "standings": """key TEXT PRIMARY KEY, cell INTEGER NOT NULL, measures TEXT NOT NULL,
        score REAL NOT NULL, low REAL NOT NULL, high REAL NOT NULL, evaluations INTEGER NOT NULL,
        elite INTEGER NOT NULL""",
    "proposals": """generation INTEGER NOT NULL, slot INTEGER NOT NULL, outcome TEXT NOT NULL,
        reason TEXT NOT NULL, detail TEXT NOT NULL, key TEXT NOT NULL, story TEXT NOT NULL,
        parents TEXT NOT NULL, stage TEXT NOT NULL, score REAL NOT NULL, promise REAL NOT NULL,
        family TEXT NOT NULL, PRIMARY KEY (generation, slot)""",
    "archive_events": """generation INTEGER NOT NULL, cell INTEGER NOT NULL, event TEXT NOT NULL,
        key TEXT NOT NULL, objective REAL NOT NULL, PRIMARY KEY (generation, cell)""",
    "generations": "number INTEGER PRIMARY KEY, record TEXT NOT NULL",
    "timings": """generation INTEGER PRIMARY KEY, wall REAL NOT NULL, busy REAL NOT NULL,
        core REAL NOT NULL, evaluations INTEGER NOT NULL, workers INTEGER NOT NULL""",
    "finished": """generation INTEGER NOT NULL, task INTEGER NOT NULL, result TEXT NOT NULL,
        PRIMARY KEY (generation, task)""",
}
"""Columns of each table; their names are the fields of the records."""

REPRODUCIBLE = (
    "games",
    "evaluations",
    "standings",
    "proposals",
    "archive_events",
    "generations",
)
"""Tables that settings and seed decide to the bit, whatever machine the run was made on."""


class RunFileError(QuotingError, ValueError):
    """A file that is no run, or a damaged one. The text names the file and what is wrong."""


@dataclass(frozen=True)
class GenerationResult:
    """All that a generation changes, written at once."""

    record: GenerationRecord
    timing: Timing
    games: Sequence[StoredGame] = ()
    evaluations: Sequence[StoredEvaluation] = ()
    standings: Sequence[Standing] = ()
    """New ones, and old ones that have changed."""
    proposals: Sequence[Proposal] = ()
    events: Sequence[ArchiveEvent] = ()


class RunStore:
    """The file of a run. Reading works while another process writes it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    # --- opening ---------------------------------------------------------------------------------

    @classmethod
    def create(
        cls, path: Path | None, settings: Mapping[str, Any], games: Iterable[StoredGame] = ()
    ) -> Self:
        """A new file with games to begin with; raises `FileExistsError` if there is one already.

        Without a path everything is kept in memory until it is closed.
        """
        if path is None:
            store = cls(Path("a run in memory"), sqlite3.connect(":memory:", isolation_level=None))
            store._begin(settings, games)
            return store
        if path.exists():
            raise FileExistsError(f"{path} exists already: resume it, or choose another name")
        path.parent.mkdir(parents=True, exist_ok=True)
        # Made under another name, so that whoever finds the file finds it whole.
        draft = path.with_name(f"{path.name}.new")
        draft.unlink(missing_ok=True)
        with cls(draft, sqlite3.connect(draft, isolation_level=None)) as store:
            store._begin(settings, games)
        draft.replace(path)
        return cls.open(path, write=True)

    def _begin(self, settings: Mapping[str, Any], games: Iterable[StoredGame]) -> None:
        with self._transaction():
            self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
            for name, columns in TABLES.items():
                self._connection.execute(_table_sql(name, columns))
            self._set_facts({"settings": dict(settings), "edition": SCHEMA_VERSION})
            self._insert("games", map(as_row, games))

    @classmethod
    def open(cls, path: Path, *, write: bool = False) -> Self:
        """An existing file; raises `RunFileError` if it is not a run or is damaged."""
        if not path.is_file():
            raise RunFileError(f"{path}: there is no such file")
        mode = "rw" if write else "ro"
        try:
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None
            )
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA busy_timeout = 10000")
            _check_file(path, connection)
            if write:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.DatabaseError as error:
            raise RunFileError(
                f"{path} is not a run of DarwinDeck, or is damaged: {error}"
            ) from None
        return cls(path, connection)

    def close(self) -> None:
        """Ends reading or writing; what was written stays."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- reading ---------------------------------------------------------------------------------

    def fact(self, name: str, default: Any = None) -> Any:
        """A plain value about the whole run."""
        rows = self._rows("SELECT value FROM facts WHERE name = ?", name)
        return self._parsed(rows[0]["value"]) if rows else default

    @property
    def settings(self) -> dict[str, Any]:
        """How the run was started; `darwindeck.evolution.runs.settings.Settings` reads it."""
        settings = self.fact("settings")
        if not isinstance(settings, dict):
            raise RunFileError(f"{self.path}: the settings of the run are missing")
        return settings

    @property
    def finished(self) -> bool:
        """Whether the run came to its end and its best games were measured again."""
        return bool(self.fact("finished", False))

    def history(self) -> list[GenerationRecord]:
        """All finished generations, in order."""
        rows = self._rows("SELECT record FROM generations ORDER BY number")
        with self._checking():
            return [from_values(GenerationRecord, json.loads(row["record"])) for row in rows]

    def timings(self) -> list[Timing]:
        """How long each generation took."""
        return self._records(Timing, "SELECT * FROM timings ORDER BY generation")

    def games(self, origin: str | None = None) -> list[StoredGame]:
        """All games, or those of one origin, in the order in which they came up."""
        sql = "SELECT * FROM games WHERE ?1 IS NULL OR origin = ?1 ORDER BY generation, slot"
        return self._records(StoredGame, sql, origin)

    def game(self, key: str) -> StoredGame | None:
        """The game of a key."""
        return next(iter(self._records(StoredGame, "SELECT * FROM games WHERE key = ?", key)), None)

    def named(self, name: str) -> StoredGame | None:
        """The game of a name or `genome_id`, whatever the case."""
        sql = "SELECT * FROM games WHERE lower(genome_id) = lower(?1) OR lower(name) = lower(?1)"
        return next(iter(self._records(StoredGame, sql, name)), None)

    def names(self) -> list[str]:
        """The `genome_id` of every game, in the order in which they came up."""
        rows = self._rows("SELECT genome_id FROM games ORDER BY generation, slot")
        return [str(row["genome_id"]) for row in rows]

    def children(self, key: str) -> list[StoredGame]:
        """The games that were made from a game."""
        return [game for game in self.games() if key in game.parents]

    def evaluations(self, key: str | None = None) -> list[StoredEvaluation]:
        """All evaluations, or those of one game, in the order in which they were made."""
        which = "?1 IS NULL" if key is None else "key = ?1"
        order = "generation, key, number"
        rows = self._rows(f"SELECT * FROM evaluations WHERE {which} ORDER BY {order}", key)
        with self._checking():
            return [
                StoredEvaluation(
                    str(row["key"]),
                    int(row["number"]),
                    int(row["generation"]),
                    Evaluation.from_dict(json.loads(row["evaluation"])),
                )
                for row in rows
            ]

    def standings(self) -> list[Standing]:
        """Every game that was measured to the end, the best first."""
        return self._records(Standing, "SELECT * FROM standings ORDER BY score DESC, key")

    def standing(self, key: str) -> Standing | None:
        """Where one game stands."""
        found = self._records(Standing, "SELECT * FROM standings WHERE key = ?", key)
        return next(iter(found), None)

    def elites(self) -> list[Standing]:
        """The archive: the best game of each cell, the best first."""
        return [standing for standing in self.standings() if standing.elite]

    def events(self, cell: int | None = None) -> list[ArchiveEvent]:
        """How the archive, or one cell of it, came to be what it is."""
        sql = "SELECT * FROM archive_events WHERE ?1 IS NULL OR cell = ?1 ORDER BY generation, cell"
        return self._records(ArchiveEvent, sql, cell)

    def proposals(self, generation: int | None = None) -> list[Proposal]:
        """What became of every attempt, of all generations or of one."""
        sql = (
            "SELECT * FROM proposals WHERE ?1 IS NULL OR generation = ?1 ORDER BY generation, slot"
        )
        return self._records(Proposal, sql, generation)

    def rejections(self) -> dict[str, int]:
        """How often each reason turned a proposal away, the most frequent first."""
        rows = self._rows("SELECT reason FROM proposals WHERE outcome = 'rejected'")
        counts = Counter(row["reason"] for row in rows)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def results(self, generation: int) -> dict[int, TaskResult]:
        """What was finished of a generation that is not over."""
        rows = self._rows("SELECT task, result FROM finished WHERE generation = ?", generation)
        with self._checking():
            return {row["task"]: TaskResult.from_dict(json.loads(row["result"])) for row in rows}

    def dump(self) -> str:
        """Everything reproducible as text: equal for two runs if and only if they did the same."""
        lines = []
        for table in REPRODUCIBLE:
            rows = self._rows(f"SELECT * FROM {table} ORDER BY 1, 2")
            lines += [f"{table} {json.dumps(tuple(row), ensure_ascii=False)}" for row in rows]
        return "\n".join(lines) + "\n"

    # --- writing ---------------------------------------------------------------------------------

    def save_result(self, generation: int, task: int, result: TaskResult) -> None:
        """Keeps what a worker has finished until its generation is over."""
        with self._transaction():
            self._write(
                "INSERT OR REPLACE", "finished", [(generation, task, as_text(result.to_dict()))]
            )

    def drop_results(self) -> None:
        """Forgets what was finished of a generation that is not over: other tasks replace it."""
        with self._transaction():
            self._connection.execute("DELETE FROM finished")

    def save_generation(self, result: GenerationResult) -> None:
        """Writes all that a generation changes, and drops the finished tasks it was made from."""
        with self._transaction():
            self._insert("games", map(as_row, result.games))
            self._insert(
                "evaluations",
                (
                    (one.key, one.number, one.generation, as_text(one.evaluation.to_dict()))
                    for one in result.evaluations
                ),
            )
            self._write("INSERT OR REPLACE", "standings", map(as_row, result.standings))
            self._insert("proposals", map(as_row, result.proposals))
            self._insert("archive_events", map(as_row, result.events))
            self._insert("generations", [(result.record.number, as_text(asdict(result.record)))])
            self._insert("timings", [as_row(result.timing)])
            self._connection.execute("DELETE FROM finished")

    def save_facts(self, facts: Mapping[str, Any]) -> None:
        """Writes plain values about the whole run."""
        with self._transaction():
            self._set_facts(facts)

    def _set_facts(self, facts: Mapping[str, Any]) -> None:
        rows = [(name, as_text(value)) for name, value in facts.items()]
        self._write("INSERT OR REPLACE", "facts", rows)

    def _insert(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        self._write("INSERT", table, rows)

    def _write(self, verb: str, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        for row in rows:
            marks = ", ".join("?" * len(row))
            self._connection.execute(f"{verb} INTO {table} VALUES ({marks})", row)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def _rows(self, sql: str, *values: Any) -> list[sqlite3.Row]:
        cursor = self._connection.cursor()
        cursor.row_factory = sqlite3.Row
        with self._checking():
            return cursor.execute(sql, values).fetchall()

    def _records(self, kind: type[Record], sql: str, *values: Any) -> list[Record]:
        rows = self._rows(sql, *values)
        with self._checking():
            return [from_row(kind, dict(row)) for row in rows]

    def _parsed(self, text: str) -> Any:
        with self._checking():
            return json.loads(text)

    @contextmanager
    def _checking(self) -> Iterator[None]:
        """Whatever is wrong with what was read is damage to the file."""
        try:
            yield
        except (sqlite3.DatabaseError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise RunFileError(f"{self.path} is damaged: {error}") from None
        except RecursionError:
            raise RunFileError(
                f"{self.path} is damaged: values lie too deep in each other"
            ) from None


def _table_sql(name: str, columns: str) -> str:
    return f"CREATE TABLE {name} ({' '.join(columns.split())})"


def _check_file(path: Path, connection: sqlite3.Connection) -> None:
    """That the file is a run of this version, with our tables and nothing else in it."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise RunFileError(f"{path} is not a run of DarwinDeck: it is another SQLite file")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version != FORMAT_VERSION:
        raise RunFileError(
            f"{path} was written in version {version} of the format of runs; "
            f"this DarwinDeck reads version {FORMAT_VERSION}"
        )
    wanted = {(name, _table_sql(name, columns)) for name, columns in TABLES.items()}
    rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    found = set(map(tuple, rows.fetchall()))
    if found != wanted:
        odd = sorted({name for name, _ in found ^ wanted})
        raise RunFileError(
            f"{path} is damaged: the tables {', '.join(odd)} are not as they must be"
        )
    facts = dict(connection.execute("SELECT name, value FROM facts"))
    try:
        edition = str(json.loads(facts.get("edition", '"1.0"')))
    except ValueError:
        return  # Whoever reads the facts says what is damaged,
    if not facts:
        return  # or that there are none.
    if edition != SCHEMA_VERSION:
        raise RunFileError(
            f"{path} was bred in edition {edition[:20]} of the language; this DarwinDeck plays "
            f"edition {SCHEMA_VERSION}: start another run, with its games as seeds if you like"
        )
