"""Store over SQLite and tantivy. SQLite is the truth; the search index is derived from it and can be rebuilt.

How a snapshot stays consistent without a lock. Whatever hides a document (deleting it, reading it anew) raises the
revision *before* the index changes; whatever shows one (a document that was read) raises it *after* the index holds
it. So `open` begins a read transaction, takes a searcher, and looks whether the revision is still that of the
transaction: then every document that the transaction shows is in the searcher, and what the searcher holds beyond
them is filtered out. Else it tries again. The same steps make kill -9 safe: an entry that was not marked is written
again at the next start, and writing always removes the document's old entries first.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import tantivy

from app.adapters import codec, rows, structures
from app.adapters.database import Database
from app.adapters.files import Files, sweep
from app.adapters.index import (
    CorpusIndex,
    IndexBusyError,
    IndexDamagedError,
    NoRetriever,
    Snapshot,
    TantivyRetriever,
)
from app.adapters.view import CorpusState, Decoded, SqliteView, read_documents, read_info
from app.domain.page import Page
from app.domain.ports import CorpusInfo, DocumentInfo, Query, Retriever
from app.domain.structure import DocumentStructure

_KEPT = 100_000  # decoded regions, passages, pages and parts kept in memory, about a kilobyte each
_TRIES = 50  # to open a snapshot while documents come in
_NOTHING = Query(documents=frozenset())  # finds nothing, but tells whether the index is whole
_BUSY_S = 60.0  # how long to wait for another process that writes the same index


class SqliteStore:
    """Everything under one directory: `everylast.sqlite`, `files/<sha>`, `index/<corpus id>`."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._files = Files(directory / "files")
        self._indexes = directory / "index"
        self._indexes.mkdir(parents=True, exist_ok=True)
        self.database = self._database = Database(directory / "everylast.sqlite")
        self._decoded = Decoded(_KEPT)
        self._states: dict[str, CorpusState] = {}
        self._open_indexes: dict[str, CorpusIndex] = {}
        self._lock = threading.Lock()
        self._index_locks: dict[str, threading.Lock] = {}
        self._sweep()
        self._heal()

    # ------------------------------------------------------------ corpora

    def create_corpus(self, name: str, corpus_id: str = "") -> CorpusInfo:
        """The id of a corpus that exists gives that one."""
        corpus_id = corpus_id or uuid.uuid4().hex
        with self._database.write() as connection:
            row = (corpus_id, codec.storable(name), _now())
            new = connection.execute("INSERT OR IGNORE INTO corpora (id, name, created) VALUES (?, ?, ?)", row).rowcount
            known = None if new else read_info(connection, corpus_id)
        return known or CorpusInfo(corpus_id, codec.storable(name), 0, 0, 0, 0)

    def corpora(self) -> Sequence[CorpusInfo]:
        with self._database.read() as connection:
            ids = connection.execute("SELECT id FROM corpora ORDER BY created, id").fetchall()
            found = [read_info(connection, corpus_id) for (corpus_id,) in ids]
        return [info for info in found if info is not None]

    def corpus(self, corpus_id: str) -> CorpusInfo | None:
        with self._database.read() as connection:
            return read_info(connection, corpus_id)

    def delete_corpus(self, corpus_id: str) -> bool:
        with self._database.write() as connection:
            if not connection.execute("DELETE FROM corpora WHERE id = ?", (corpus_id,)).rowcount:
                return False
            connection.execute(
                "DELETE FROM events WHERE job_id IN (SELECT id FROM jobs WHERE corpus_id = ?)", (corpus_id,)
            )
            for table in ("answers", "jobs"):
                connection.execute(f"DELETE FROM {table} WHERE corpus_id = ?", (corpus_id,))
        with self._index_lock(corpus_id):
            self._open_indexes.pop(corpus_id, None)
            self._states.pop(corpus_id, None)
            shutil.rmtree(self._indexes / corpus_id, ignore_errors=True)
        self._drop_unused()
        return True

    # ------------------------------------------------------------ documents

    def add_document(self, corpus_id: str, name: str, data: bytes, index_now: bool = True) -> tuple[DocumentInfo, bool]:
        """Raises KeyError for an unknown corpus. `index_now=False` leaves it to a later `index_pending`."""
        document_id = hashlib.sha256(data).hexdigest()
        name = codec.storable(name)
        with self._database.write() as connection:
            if connection.execute("SELECT 1 FROM corpora WHERE id = ?", (corpus_id,)).fetchone() is None:
                raise KeyError(corpus_id)
            number = structures.number_of(connection, document_id)
            if number is None:
                self._files.put(document_id, data)
                statement = "INSERT INTO documents (id, name, size) VALUES (?, ?, ?)"
                number = connection.execute(statement, (document_id, name, len(data))).lastrowid
            new = connection.execute(
                "INSERT OR IGNORE INTO memberships (corpus_id, document, name, position) VALUES "
                "(?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM memberships WHERE corpus_id = ?))",
                (corpus_id, number, name, corpus_id),
            ).rowcount
            if new:
                connection.execute("DELETE FROM removals WHERE corpus_id = ? AND document = ?", (corpus_id, number))
                structures.bump(connection, corpus_id)
        if new and index_now:
            self.index_pending(corpus_id)
        info = self.document(corpus_id, document_id)
        if info is None:
            raise KeyError(corpus_id)  # deleted by another caller in the meantime
        return info, bool(new)

    def documents(self, corpus_id: str) -> Sequence[DocumentInfo]:
        with self._database.read() as connection:
            return [row.info for row in read_documents(connection, corpus_id)]

    def document(self, corpus_id: str, document_id: str) -> DocumentInfo | None:
        with self._database.read() as connection:
            row = connection.execute(
                f"SELECT {rows.DOCUMENT} FROM documents d JOIN memberships m ON m.document = d.number "
                "WHERE d.id = ? AND m.corpus_id = ?",
                (document_id, corpus_id),
            ).fetchone()
        return rows.document_row(row).info if row else None

    def delete_document(self, corpus_id: str, document_id: str) -> bool:
        with self._database.write() as connection:
            number = structures.number_of(connection, document_id)
            key = (corpus_id, number)
            gone = connection.execute("DELETE FROM memberships WHERE corpus_id = ? AND document = ?", key).rowcount
            if not gone:
                return False
            connection.execute("INSERT OR IGNORE INTO removals (corpus_id, document) VALUES (?, ?)", key)
            structures.bump(connection, corpus_id)
        self._drop_unused()
        self.index_pending(corpus_id)
        return True

    def unread(self) -> Sequence[tuple[str, str, str]]:
        with self._database.read() as connection:
            statement = "SELECT id, name, state FROM documents WHERE state IN ('queued', 'reading') ORDER BY number"
            return [(str(i), str(name), str(state)) for i, name, state in connection.execute(statement)]

    def file(self, document_id: str) -> bytes:
        """The bytes as they came. Raises KeyError where they are gone or no longer the same."""
        return self._files.get(document_id)

    def mark_reading(self, document_id: str) -> None:
        with self._database.write() as connection:
            connection.execute(
                "UPDATE documents SET state = 'reading' WHERE id = ? AND state = 'queued'", (document_id,)
            )

    def claim(self, document_id: str) -> str | None:
        """Mark a document as being read and give its name; None where it is gone or was read already."""
        with self._database.write() as connection:
            row = connection.execute(
                "UPDATE documents SET state = 'reading' WHERE id = ? AND state IN ('queued', 'reading') RETURNING name",
                (document_id,),
            ).fetchone()
        return str(row[0]) if row else None

    def queue_again(self, document_id: str) -> bool:
        """Have a document read anew, in every corpus that holds it; False where it is unknown or still pending."""
        with self._database.write() as connection:
            changed = connection.execute(
                "UPDATE documents SET state = 'queued', reason = '' "
                "WHERE id = ? AND state NOT IN ('queued', 'reading')",
                (document_id,),
            ).rowcount
            if changed:
                structures.hide(connection, structures.number_of(connection, document_id))
        return bool(changed)

    # ------------------------------------------------------------ structures

    def save_structure(self, document_id: str, structure: DocumentStructure, index_now: bool = True) -> None:
        """A document that was deleted in the meantime is let go. `index_now=False`: visible after `index_pending`."""
        with self._database.write() as connection:
            number = structures.number_of(connection, document_id)
            if number is None:
                return
            structures.save(connection, number, structure)
            structures.hide(connection, number)
        if index_now:
            self.index_pending()

    def structure_pages(self, document_id: str) -> Sequence[Page]:
        with self._database.read() as connection:
            return structures.pages(connection, structures.number_of(connection, document_id))

    def structure(self, document_id: str) -> DocumentStructure | None:
        """What was understood of a document; None before it was read."""
        with self._database.read() as connection:
            return structures.load(connection, document_id)

    def open(self, corpus_id: str) -> SqliteView:
        """A snapshot: database and index stand for the same revision, or the view's retriever says that they do not."""
        for attempt in range(_TRIES):
            view = self._try_open(corpus_id, last=attempt == _TRIES - 1)
            if view is not None:
                return view
        raise AssertionError("the last try always opens")

    def _try_open(self, corpus_id: str, last: bool) -> SqliteView | None:
        connection = self._database.take()
        try:
            connection.execute("BEGIN")
            state = self._state(connection, corpus_id)
            searcher, schema, reason = self._searcher(corpus_id)
            if self._revision(corpus_id) != state.info.revision:
                if not last:
                    self._database.give(connection)
                    return None
                reason = reason or "index_moved_on"
        except BaseException:
            self._database.give(connection)
            raise
        retriever = _retriever(searcher, schema, reason, state)
        return SqliteView(self._database, connection, state, retriever, self._decoded)

    def _state(self, connection: sqlite3.Connection, corpus_id: str) -> CorpusState:
        """Of the corpus at the revision of the transaction; the newest of each corpus is kept."""
        revision = _revision(connection, corpus_id)
        kept = self._states.get(corpus_id)
        if kept is not None and kept.info.revision == revision:
            return kept
        info = read_info(connection, corpus_id)
        if info is None:
            self._states.pop(corpus_id, None)
            raise KeyError(corpus_id)
        state = self._states[corpus_id] = CorpusState(info, read_documents(connection, corpus_id))
        return state

    def _searcher(self, corpus_id: str) -> tuple[tantivy.Searcher | None, tantivy.Schema | None, str]:
        try:
            index = self._index(corpus_id)
            return index.searcher(), index.schema, ""
        except (IndexDamagedError, OSError) as error:
            return None, None, f"index_damaged: {error}"[:300]

    def _revision(self, corpus_id: str) -> int:
        with self._database.read() as connection:
            return _revision(connection, corpus_id)

    # ------------------------------------------------------------ answers

    def save_answer(self, answer_id: str, corpus_id: str, body: str) -> None:
        with self._database.write() as connection:
            row = (answer_id, corpus_id, codec.storable(body), _now())
            connection.execute("INSERT OR REPLACE INTO answers (id, corpus_id, body, created) VALUES (?, ?, ?, ?)", row)

    def answer(self, answer_id: str) -> str | None:
        with self._database.read() as connection:
            row = connection.execute("SELECT body FROM answers WHERE id = ?", (answer_id,)).fetchone()
        return str(row[0]) if row else None

    # ------------------------------------------------------------ the index

    def index_pending(self, corpus_id: str | None = None) -> int:
        """Write to the index what was read but is not in it, take out what was deleted; how many documents changed."""
        changed = 0
        for pending in self._pending_corpora() if corpus_id is None else [corpus_id]:
            with self._index_lock(pending):
                changed += self._index_corpus(pending)
        return changed

    def reindex(self, corpus_id: str | None = None) -> int:
        count = 0
        for info in self.corpora():
            if corpus_id in (None, info.id):
                with self._index_lock(info.id):
                    count += self._rebuild(info.id)
        return count

    def close(self) -> None:
        with self._lock:
            self._open_indexes.clear()
        self._database.close()

    def _heal(self) -> None:
        """At the start: finish what a killed process began, and build anew an index that lost something."""
        self.index_pending()
        for info in self.corpora():
            with self.open(info.id) as view:
                reason = view.retriever.search(_NOTHING).reason
            if reason:
                self.reindex(info.id)

    def _pending_corpora(self) -> list[str]:
        with self._database.read() as connection:
            found = connection.execute(
                "SELECT DISTINCT m.corpus_id FROM memberships m JOIN documents d ON d.number = m.document "
                "WHERE m.indexed = 0 AND d.state NOT IN ('queued', 'reading') UNION SELECT corpus_id FROM removals"
            )
            return [str(corpus_id) for (corpus_id,) in found]

    def _index_corpus(self, corpus_id: str) -> int:
        with self._database.read() as connection:
            added = [
                (row.number, row.version)
                for row in read_documents(connection, corpus_id)
                if row.read and not row.indexed
            ]
            statement = "SELECT document FROM removals WHERE corpus_id = ?"
            removed = [int(number) for (number,) in connection.execute(statement, (corpus_id,))]
            if not added and not removed:
                return 0
            numbers = [number for number, _ in added]
            self._write_index(
                corpus_id, lambda index: index.write([*numbers, *removed], structures.entries(connection, numbers))
            )
        with self._database.write() as connection:
            structures.mark(connection, corpus_id, added, removed)
        return len(added) + len(removed)

    def _rebuild(self, corpus_id: str) -> int:
        with self._database.read() as connection:
            found = [row for row in read_documents(connection, corpus_id) if row.read]
            numbers = [row.number for row in found]
            count = self._write_index(
                corpus_id, lambda index: index.write((), structures.entries(connection, numbers), everything=True)
            )
        with self._database.write() as connection:
            structures.mark(connection, corpus_id, [(row.number, row.version) for row in found if not row.indexed], [])
        return count

    def _write_index(self, corpus_id: str, write: Callable[[CorpusIndex], int]) -> int:
        """Waits for another process that writes; builds a damaged index anew, once, from everything that is marked."""
        deadline = time.monotonic() + _BUSY_S
        rebuilt = False
        while True:
            try:
                return write(self._index(corpus_id))
            except IndexBusyError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            except IndexDamagedError:
                if rebuilt:
                    raise
                self._build_anew(corpus_id)
                rebuilt = True

    def _build_anew(self, corpus_id: str) -> None:
        index = CorpusIndex.create(self._indexes / corpus_id)
        with self._lock:
            self._open_indexes[corpus_id] = index
        with self._database.read() as connection:
            marked = [row.number for row in read_documents(connection, corpus_id) if row.indexed]
            index.write((), structures.entries(connection, marked))

    def _index(self, corpus_id: str) -> CorpusIndex:
        with self._lock:
            index = self._open_indexes.get(corpus_id)
            if index is None:
                index = self._open_indexes[corpus_id] = CorpusIndex(self._indexes / corpus_id)
            return index

    def _index_lock(self, corpus_id: str) -> threading.Lock:
        with self._lock:
            return self._index_locks.setdefault(corpus_id, threading.Lock())

    # ------------------------------------------------------------ files

    def _drop_unused(self) -> None:
        """Documents that no corpus holds any more, with all that was understood of them, and their files."""
        with self._database.write() as connection:
            unused = "SELECT number, id FROM documents WHERE number NOT IN (SELECT document FROM memberships)"
            found = connection.execute(unused).fetchall()
            connection.executemany("DELETE FROM documents WHERE number = ?", [(number,) for number, _ in found])
        for _, document_id in found:
            self._remove_file(document_id)

    def _remove_file(self, document_id: str) -> None:
        with self._database.write() as connection:
            if structures.number_of(connection, document_id) is None:
                self._files.remove(document_id)

    def _sweep(self) -> None:
        """What a process that was killed may have left: files and indexes that belong to nothing."""
        self._drop_unused()
        with self._database.write() as connection:
            known = {str(i) for (i,) in connection.execute("SELECT id FROM documents UNION ALL SELECT id FROM corpora")}
            sweep(self._directory / "files", known)
            sweep(self._indexes, known)


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _revision(connection: sqlite3.Connection, corpus_id: str) -> int:
    row = connection.execute("SELECT revision FROM corpora WHERE id = ?", (corpus_id,)).fetchone()
    return int(row[0]) if row else -1


def _retriever(
    searcher: tantivy.Searcher | None, schema: tantivy.Schema | None, reason: str, state: CorpusState
) -> Retriever:
    if searcher is None or schema is None:
        return NoRetriever(reason)
    return TantivyRetriever(searcher, schema, Snapshot(state.owners, state.entries, state.info.revision, reason))
