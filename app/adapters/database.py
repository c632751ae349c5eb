"""The SQLite file: tables, migrations, connections. Many readers, each on a snapshot of its own, beside one writer."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.ports import StorageFullError

_BUSY_MS = 30_000  # how long to wait for another process that writes
_IDLE = 16  # connections kept open for the next reader

# One script per schema version, never changed once released. Numbers and ids are never used twice (AUTOINCREMENT):
# the search index may still hold entries of what was deleted.
_MIGRATIONS = (
    """
    CREATE TABLE corpora (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, revision INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL
    );
    CREATE TABLE documents (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,                      -- SHA-256 of the bytes
        name TEXT NOT NULL, size INTEGER NOT NULL,
        title TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT 'queued', reason TEXT NOT NULL DEFAULT '',
        pages_planned INTEGER NOT NULL DEFAULT 0, page_states TEXT NOT NULL DEFAULT '[]',
        layers TEXT NOT NULL DEFAULT '[]',
        passages INTEGER NOT NULL DEFAULT 0, regions INTEGER NOT NULL DEFAULT 0,
        version INTEGER NOT NULL DEFAULT 0            -- how often it was read
    );
    CREATE TABLE memberships (
        corpus_id TEXT NOT NULL REFERENCES corpora(id) ON DELETE CASCADE,
        document INTEGER NOT NULL REFERENCES documents(number),
        name TEXT NOT NULL,
        indexed INTEGER NOT NULL DEFAULT 0,           -- 1: the search index of the corpus holds it, as it is stored now
        position INTEGER NOT NULL,                    -- order of arrival
        PRIMARY KEY (corpus_id, document)
    ) WITHOUT ROWID;
    CREATE INDEX memberships_document ON memberships(document);
    CREATE TABLE removals (                           -- left the corpus, perhaps not yet the search index
        corpus_id TEXT NOT NULL REFERENCES corpora(id) ON DELETE CASCADE,
        document INTEGER NOT NULL, PRIMARY KEY (corpus_id, document)
    ) WITHOUT ROWID;
    CREATE TABLE pages (
        document INTEGER NOT NULL REFERENCES documents(number) ON DELETE CASCADE, number INTEGER NOT NULL,
        label TEXT NOT NULL, width REAL NOT NULL, height REAL NOT NULL, text TEXT NOT NULL,
        state TEXT NOT NULL, reason TEXT NOT NULL, layers TEXT NOT NULL, lines BLOB NOT NULL,
        PRIMARY KEY (document, number)
    ) WITHOUT ROWID;
    CREATE TABLE passages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        document INTEGER NOT NULL REFERENCES documents(number) ON DELETE CASCADE, number INTEGER NOT NULL,
        text TEXT NOT NULL, headings TEXT NOT NULL, blocks TEXT NOT NULL, flags INTEGER NOT NULL, pieces BLOB NOT NULL
    );
    CREATE INDEX passages_document ON passages(document, number);
    CREATE TABLE regions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        document INTEGER NOT NULL REFERENCES documents(number) ON DELETE CASCADE, number INTEGER NOT NULL,
        body TEXT NOT NULL, places BLOB NOT NULL
    );
    CREATE INDEX regions_document ON regions(document, number);
    CREATE TABLE parts (                              -- cues, definitions, acronyms, references, outline, blocks
        document INTEGER NOT NULL REFERENCES documents(number) ON DELETE CASCADE, kind TEXT NOT NULL,
        body TEXT NOT NULL, places BLOB NOT NULL, PRIMARY KEY (document, kind)
    ) WITHOUT ROWID;
    CREATE TABLE answers (
        id TEXT PRIMARY KEY, corpus_id TEXT NOT NULL, body TEXT NOT NULL, created TEXT NOT NULL
    );
    """,
    """
    CREATE TABLE jobs (
        number INTEGER PRIMARY KEY AUTOINCREMENT,     -- order of arrival
        id TEXT NOT NULL UNIQUE, corpus_id TEXT NOT NULL, kind TEXT NOT NULL, task TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'queued',
        attempt INTEGER NOT NULL DEFAULT 0,           -- raised by whoever takes it; earlier ones may write nothing
        tries INTEGER NOT NULL DEFAULT 0,             -- attempts that a dying process may have cost
        owner TEXT NOT NULL DEFAULT '',
        unit TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0, total INTEGER,
        created REAL NOT NULL, changed REAL NOT NULL, ended REAL,
        error TEXT, answer_id TEXT, result TEXT, loop BLOB
    );
    CREATE INDEX jobs_state ON jobs(state, kind);
    CREATE TABLE events (
        job_id TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (job_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE readings (                           -- who reads a document now, and how far it is
        document_id TEXT PRIMARY KEY, owner TEXT NOT NULL,
        begun INTEGER NOT NULL DEFAULT 0, planned INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE replies (                            -- what was answered to an Idempotency-Key
        key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, owner TEXT NOT NULL, resource_id TEXT NOT NULL,
        created REAL NOT NULL, status INTEGER, headers TEXT, body BLOB
    ) WITHOUT ROWID;
    """,
)


class NewerSchemaError(Exception):
    """The data was written by a newer version of the program."""


class Database:
    """Connections to one SQLite file in WAL mode. Safe to use from many threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._writing = threading.RLock()
        self._closed = False
        self._migrate()

    def take(self) -> sqlite3.Connection:
        """A connection without an open transaction; hand it back with `give`."""
        with self._lock:
            if self._closed:
                raise RuntimeError("the store is closed")
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def give(self, connection: sqlite3.Connection) -> None:
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            connection.close()
            return
        with self._lock:
            if not self._closed and len(self._idle) < _IDLE:
                self._idle.append(connection)
                return
        connection.close()

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """One snapshot: everything read inside stands for the same moment."""
        connection = self.take()
        try:
            connection.execute("BEGIN")
            yield connection
        finally:
            self.give(connection)

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction; rolled back where the block raises. Raises StorageFullError where the disk is full."""
        with self._writing:
            connection = self.take()
            try:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")
            except sqlite3.OperationalError as error:
                if "disk is full" in str(error):
                    raise StorageFullError(str(error)) from error
                raise
            finally:
                self.give(connection)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA mmap_size = 1073741824")
        return connection

    def _migrate(self) -> None:
        connection = self._connect()
        try:
            connection.execute("BEGIN IMMEDIATE")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > len(_MIGRATIONS):
                raise NewerSchemaError(f"schema {version} is newer than {len(_MIGRATIONS)}, the newest known here")
            for script in _MIGRATIONS[version:]:
                for statement in _statements(script):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            connection.close()


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: `executescript` would commit the transaction it is part of."""
    pending = ""
    for line in script.splitlines():
        pending += line + "\n"
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
