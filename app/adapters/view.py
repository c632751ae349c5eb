"""One consistent view of one corpus: a read transaction and a search snapshot that stand for the same revision."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from app.adapters import codec, rows
from app.adapters.database import Database
from app.adapters.rows import DocumentRow
from app.domain.page import Page
from app.domain.ports import CorpusInfo, DocumentInfo, Passage, Retriever, StoredCue, StoredRegion
from app.domain.structure import Acronym, Definition

_T = TypeVar("_T")
_PASSAGES = f"SELECT {rows.PASSAGE} FROM passages p JOIN documents d ON d.number = p.document WHERE"
_REGIONS = "SELECT r.id, d.id, r.body, r.places FROM regions r JOIN documents d ON d.number = r.document WHERE"


class Decoded:
    """Values decoded before, least recently used thrown away. Keys hold the version, so nothing goes stale."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._values: OrderedDict[object, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: object) -> Any:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: object, value: object) -> None:
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._capacity:
                self._values.popitem(last=False)


def read_corpus(connection: sqlite3.Connection, corpus_id: str) -> tuple[CorpusInfo, list[DocumentRow]] | None:
    head = connection.execute("SELECT id, name, revision FROM corpora WHERE id = ?", (corpus_id,)).fetchone()
    if head is None:
        return None
    documents = read_documents(connection, corpus_id)
    pages = sum(max(row.info.pages_planned, 0) for row in documents)
    pending = sum(row.info.pending for row in documents)
    return CorpusInfo(head[0], head[1], head[2], len(documents), pages, pending), documents


def read_documents(connection: sqlite3.Connection, corpus_id: str) -> list[DocumentRow]:
    found = connection.execute(
        f"SELECT {rows.DOCUMENT} FROM memberships m JOIN documents d ON d.number = m.document "
        "WHERE m.corpus_id = ? ORDER BY m.position",
        (corpus_id,),
    )
    return [rows.document_row(row) for row in found]


class SqliteView:
    """CorpusView over a connection inside a read transaction. Used by one thread at a time."""

    def __init__(
        self,
        database: Database,
        connection: sqlite3.Connection,
        info: CorpusInfo,
        documents: Sequence[DocumentRow],
        retriever: Retriever,
        decoded: Decoded,
    ) -> None:
        self._database = database
        self._connection: sqlite3.Connection | None = connection
        self._info = info
        self._documents = documents
        self._visible = {row.info.id: row for row in documents if row.visible}
        self._retriever = retriever
        self._decoded = decoded

    @property
    def info(self) -> CorpusInfo:
        return self._info

    @property
    def retriever(self) -> Retriever:
        return self._retriever

    def documents(self) -> Sequence[DocumentInfo]:
        return [row.info for row in self._documents]

    def passages(self, ids: Sequence[int]) -> Sequence[Passage]:
        found = rows.by_ids(self._open, f"{_PASSAGES} p.id IN", ids)
        return rows.in_order(ids, [rows.passage(row) for row in found])

    def document_passages(self, document_id: str) -> Sequence[Passage]:
        return self._of_document(document_id, f"{_PASSAGES} p.document = ? ORDER BY p.number", rows.passage, "passages")

    def passage_count(self, documents: Iterable[str] | None) -> int:
        return sum(row.passages for row in self._chosen(documents))

    def regions(self, ids: Sequence[int]) -> Sequence[StoredRegion]:
        known = {i: self._decoded.get(("region", i)) for i in ids}
        missing = [i for i, value in known.items() if value is None]
        fresh = [rows.region(row) for row in rows.by_ids(self._open, f"{_REGIONS} r.id IN", missing)]
        for value in fresh:
            self._decoded.put(("region", value.id), value)
        return rows.in_order(ids, [*(value for value in known.values() if value is not None), *fresh])

    def document_regions(self, document_id: str) -> Sequence[StoredRegion]:
        row = self._visible.get(document_id)
        if row is None:
            return ()
        ids = self._open.execute("SELECT id FROM regions WHERE document = ? ORDER BY number, id", (row.number,))
        return self.regions([i for (i,) in ids])

    def cues(self, documents: Iterable[str] | None) -> Sequence[StoredCue]:
        return [
            StoredCue(row.info.id, cue)
            for row in self._chosen(documents)
            for cue in self._part(row, "cues", codec.unpack_cues)
        ]

    def definitions(self, document_id: str) -> Sequence[Definition]:
        row = self._visible.get(document_id)
        return () if row is None else self._part(row, "definitions", codec.unpack_definitions)

    def acronyms(self, documents: Iterable[str] | None) -> Sequence[Acronym]:
        return [
            acronym
            for row in self._chosen(documents)
            for acronym in self._part(row, "acronyms", codec.unpack_acronyms)
        ]  # fmt: skip

    def page(self, document_id: str, number: int) -> Page | None:
        row = self._visible.get(document_id)
        if row is None:
            return None
        key = ("page", row.number, row.version, number)
        known: Page | None = self._decoded.get(key)
        if known is not None:
            return known
        statement = f"SELECT {rows.PAGE} FROM pages WHERE document = ? AND number = ?"
        found = self._open.execute(statement, (row.number, number)).fetchone()
        if found is None:
            return None
        page = rows.page(found)
        self._decoded.put(key, page)
        return page

    def pages(self, document_id: str) -> Sequence[Page]:
        statement = f"SELECT {rows.PAGE} FROM pages WHERE document = ? ORDER BY number"
        return self._of_document(document_id, statement, rows.page, "")

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._database.give(connection)

    def __enter__(self) -> SqliteView:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise RuntimeError("the view is closed")
        return self._connection

    def _chosen(self, documents: Iterable[str] | None) -> list[DocumentRow]:
        """In order of arrival; what is not read yet, or not in the corpus, has nothing to give."""
        if documents is None:
            return list(self._visible.values())
        wanted = set(documents)
        return [row for row in self._visible.values() if row.info.id in wanted]

    def _of_document(self, document_id: str, statement: str, decode: Callable[[Any], _T], kept_as: str) -> Sequence[_T]:
        row = self._visible.get(document_id)
        if row is None:
            return ()
        key = (kept_as, row.number, row.version)
        known: Sequence[_T] | None = self._decoded.get(key) if kept_as else None
        if known is None:
            known = tuple(decode(found) for found in self._open.execute(statement, (row.number,)))
            if kept_as and len(known) < _LARGE:
                self._decoded.put(key, known)
        return known

    def _part(self, row: DocumentRow, kind: str, decode: Callable[[str, bytes], tuple[_T, ...]]) -> tuple[_T, ...]:
        key = (kind, row.number, row.version)
        known: tuple[_T, ...] | None = self._decoded.get(key)
        if known is None:
            statement = "SELECT body, places FROM parts WHERE document = ? AND kind = ?"
            found = self._open.execute(statement, (row.number, kind)).fetchone()
            known = () if found is None else decode(*found)
            self._decoded.put(key, known)
        return known


_LARGE = 2_000  # passages of one document that are too many to keep decoded
