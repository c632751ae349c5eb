"""One consistent view of one corpus: a read transaction and a search snapshot that stand for the same revision."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from app.adapters import codec, rows
from app.adapters.collection import collection_paused
from app.adapters.database import Database
from app.adapters.rows import DocumentRow
from app.domain.page import Page
from app.domain.ports import CorpusInfo, DocumentInfo, Passage, Retriever, StoredCue, StoredRegion
from app.domain.structure import Acronym, Definition

_T = TypeVar("_T")
_PASSAGES = f"SELECT {rows.PASSAGE} FROM passages WHERE"
_REGIONS = "SELECT id, document, body, places FROM regions WHERE"


class Decoded:
    """Values decoded before, least recently used thrown away. Keys hold the version, so nothing goes stale.

    `capacity` is a sum of weights; a weight of 1 is about a kilobyte of objects.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._weight = 0
        self._values: OrderedDict[object, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: object) -> Any:
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def kept(self, kind: str, ids: Iterable[int]) -> list[Any]:
        """Those of the values `(kind, id)` that are still here."""
        with self._lock:
            found = [(key, self._values.get(key)) for key in ((kind, i) for i in ids)]
            for key, value in found:
                if value is not None:
                    self._values.move_to_end(key)
        return [value[0] for _, value in found if value is not None]

    def put(self, key: object, value: object, weight: int = 1) -> None:
        if weight > self._capacity:
            return
        with self._lock:
            self._weight += weight - self._values.pop(key, (None, 0))[1]
            self._values[key] = (value, weight)
            while self._weight > self._capacity:
                self._weight -= self._values.popitem(last=False)[1][1]


def read_info(connection: sqlite3.Connection, corpus_id: str) -> CorpusInfo | None:
    """A corpus and the sums over its documents; a document is pending until the index of the corpus holds it."""
    row = connection.execute(
        "SELECT c.id, c.name, c.revision, count(d.number), coalesce(sum(d.pages_planned), 0), "
        "count(d.number) - coalesce(sum(m.indexed), 0) FROM corpora c LEFT JOIN memberships m ON m.corpus_id = c.id "
        "LEFT JOIN documents d ON d.number = m.document WHERE c.id = ? GROUP BY c.id",
        (corpus_id,),
    ).fetchone()
    return CorpusInfo(*row) if row else None


def read_documents(connection: sqlite3.Connection, corpus_id: str) -> list[DocumentRow]:
    found = connection.execute(
        f"SELECT {rows.DOCUMENT} FROM memberships m JOIN documents d ON d.number = m.document "
        "WHERE m.corpus_id = ? ORDER BY m.position",
        (corpus_id,),
    )
    return [rows.document_row(row) for row in found]


class CorpusState:
    """What a corpus was at one revision; shared by all views of that revision, never changed."""

    def __init__(self, info: CorpusInfo, documents: Sequence[DocumentRow]) -> None:
        self.info = info
        self.documents = tuple([row.info for row in documents])
        self.visible = {row.info.id: row for row in documents if row.visible}
        self.owners = {row.number: row.info.id for row in self.visible.values()}
        self.entries = sum(row.passages + row.regions for row in self.visible.values())


class SqliteView:
    """CorpusView over a connection inside a read transaction. Used by one thread at a time."""

    def __init__(
        self,
        database: Database,
        connection: sqlite3.Connection,
        state: CorpusState,
        retriever: Retriever,
        decoded: Decoded,
    ) -> None:
        self._database = database
        self._connection: sqlite3.Connection | None = connection
        self._state = state
        self._visible, self._owners = state.visible, state.owners
        self._retriever = retriever
        self._decoded = decoded

    @property
    def info(self) -> CorpusInfo:
        return self._state.info

    @property
    def retriever(self) -> Retriever:
        return self._retriever

    def documents(self) -> Sequence[DocumentInfo]:
        return self._state.documents

    def passages(self, ids: Sequence[int]) -> Sequence[Passage]:
        known: list[Passage] = self._decoded.kept("passage", ids)
        missing = set(ids).difference([passage.id for passage in known])
        with collection_paused():
            found = rows.by_ids(self._open, f"{_PASSAGES} id IN", missing)
            fresh = [rows.passage(row, self._owners) for row in found]
        for passage in fresh:
            self._decoded.put(("passage", passage.id), passage, 1 + len(passage.flow.text) // 1000)
        return rows.in_order(ids, [*known, *fresh])

    def document_passages(self, document_id: str) -> Sequence[Passage]:
        statement = f"{_PASSAGES} document = ? ORDER BY number, id"
        return self._of_document(document_id, statement, lambda row: rows.passage(row, self._owners), "passages")

    def passage_count(self, documents: Iterable[str] | None) -> int:
        return sum(row.passages for row in self._chosen(documents))

    def regions(self, ids: Sequence[int]) -> Sequence[StoredRegion]:
        known: list[StoredRegion] = self._decoded.kept("region", ids)
        missing = set(ids).difference([region.id for region in known])
        with collection_paused():
            fresh = [rows.region(row, self._owners) for row in rows.by_ids(self._open, f"{_REGIONS} id IN", missing)]
        for value in fresh:
            self._decoded.put(("region", value.id), value, 1 + len(value.region.members))
        return rows.in_order(ids, [*known, *fresh])

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
        self._decoded.put(key, page, 1 + len(page.lines) // 4)
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
            with collection_paused():
                known = tuple([decode(found) for found in self._open.execute(statement, (row.number,))])
            if kept_as:
                self._decoded.put(key, known, 1 + len(known))
        return known

    def _part(self, row: DocumentRow, kind: str, decode: Callable[[str, bytes], tuple[_T, ...]]) -> tuple[_T, ...]:
        key = (kind, row.number, row.version)
        known: tuple[_T, ...] | None = self._decoded.get(key)
        if known is None:
            statement = "SELECT body, places FROM parts WHERE document = ? AND kind = ?"
            found = self._open.execute(statement, (row.number, kind)).fetchone()
            known = () if found is None else decode(*found)
            self._decoded.put(key, known, 1 + len(known))
        return known
