"""The queue between an upload and its answerability: documents are read in the pool, then made searchable in batches.

A document is queued in the store before anything else happens, and leaves that state only with a structure or with a
reason; so what a killed process left behind is read at the next start, and one bad file is nothing to the others.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from app.domain.names import safe_name
from app.domain.page import PageState
from app.domain.ports import CorpusInfo, DocumentInfo, ReadingClaims, ReadingStoppedError, StorageFullError
from app.domain.structure import DocumentStructure

Progress = Callable[[str, int, int], None]  # document id, pages begun, pages planned

_log = logging.getLogger(__name__)
_RETRY_S = 1.0  # between attempts to write an index that could not be written
_ADOPT_S = 2.0  # how often to look for documents that no living process reads
_LOOK_S = 0.5  # how often `wait` looks by itself, for what another process may have done


class Pool(Protocol):
    """Reads one document a call; blocks. Raises ReadingStoppedError when closed meanwhile."""

    size: int

    def read(self, name: str, data: bytes, progress: Callable[[int, int], None] | None = None) -> DocumentStructure: ...
    def close(self) -> None: ...


class ReadingStore(Protocol):
    """The part of the store that ingestion needs."""

    def add_document(
        self, corpus_id: str, name: str, data: bytes, index_now: bool = True
    ) -> tuple[DocumentInfo, bool]: ...
    def corpus(self, corpus_id: str) -> CorpusInfo | None: ...
    def unread(self) -> Sequence[tuple[str, str, str]]: ...
    def claim(self, document_id: str) -> str | None: ...
    def file(self, document_id: str) -> bytes: ...
    def save_structure(self, document_id: str, structure: DocumentStructure, index_now: bool = True) -> None: ...
    def queue_again(self, document_id: str) -> bool: ...
    def index_pending(self, corpus_id: str | None = None) -> int: ...


class Status(NamedTuple):
    """What goes on now. `reading`: document id -> (pages begun, pages planned)."""

    queued: int
    reading: dict[str, tuple[int, int]]


class Ingestion:
    """Feeds the pool from as many threads as it has places, and one more thread that writes the search index."""

    def __init__(
        self, store: ReadingStore, pool: Pool, progress: Progress | None = None, claims: ReadingClaims | None = None
    ) -> None:
        self._store = store
        self._claims = claims
        self._pool = pool
        self.progress = progress
        self._queue: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._known: set[str] = set()  # queued or being read here
        self._reading: dict[str, tuple[int, int]] = {}
        self._changed = threading.Condition()
        self._unindexed = threading.Event()
        self._closing = threading.Event()
        self._threads = [threading.Thread(target=self._index, name="index", daemon=True)]
        for number in range(pool.size):
            self._threads.append(threading.Thread(target=self._work, name=f"read-{number}", daemon=True))
        if claims is not None:
            self._threads.append(threading.Thread(target=self._adopt, name="adopt", daemon=True))
        for thread in self._threads:
            thread.start()
        for document_id, _, _ in store.unread():
            self.submit(document_id)

    def add(self, corpus_id: str, name: str, data: bytes) -> tuple[DocumentInfo, bool]:
        """Store a file and see that it is read; returns at once. Raises KeyError for an unknown corpus.

        The flag says whether it is new to the corpus. A file that failed before is tried again.
        """
        info, new = self._store.add_document(corpus_id, safe_name(name), data, index_now=False)
        if info.state == "failed":
            self.retry(info.id)
        elif info.pending:
            self.submit(info.id)
        return info, new

    def submit(self, document_id: str) -> None:
        """Have a stored document read; at once nothing where it is under way already."""
        with self._changed:
            if document_id in self._known:
                return
            self._known.add(document_id)
        self._queue.put(document_id)

    def retry(self, document_id: str) -> None:
        """Read a document again, whatever came of it before."""
        self._store.queue_again(document_id)
        self.submit(document_id)

    def status(self) -> Status:
        with self._changed:
            return Status(len(self._known) - len(self._reading), dict(self._reading))

    def wait(self, corpus_id: str, timeout_s: float | None = None) -> bool:
        """Until every document of a corpus was read or failed; False when the time is over or it closes before."""
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while True:
            info = self._store.corpus(corpus_id)
            if info is None or not info.pending:
                return info is not None
            left = _LOOK_S if deadline is None else min(_LOOK_S, deadline - time.monotonic())
            if left <= 0 or self._closing.is_set():
                return False
            with self._changed:
                self._changed.wait(left)

    def close(self) -> None:
        """Stop reading; what was not read stays queued in the store and is read at the next start."""
        self._closing.set()
        self._unindexed.set()
        for _ in range(self._pool.size):
            self._queue.put(None)
        self._pool.close()
        for thread in self._threads:
            thread.join()
        with self._changed:
            self._changed.notify_all()

    # ------------------------------------------------------------ threads that read

    def _work(self) -> None:
        while True:
            document_id = self._queue.get()
            if document_id is None or self._closing.is_set():
                return
            try:
                self._read(document_id)
            except ReadingStoppedError:
                return
            except Exception:
                _log.exception("a document could not be stored; it stays to be read")
            finally:
                with self._changed:
                    self._known.discard(document_id)
                    self._reading.pop(document_id, None)
                    self._changed.notify_all()
                self._unindexed.set()

    def _read(self, document_id: str) -> None:
        if self._claims is None:
            self._read_claimed(document_id)
        elif self._claims.take(document_id):  # else a living process reads it
            try:
                self._read_claimed(document_id)
            finally:
                self._claims.drop(document_id)

    def _adopt(self) -> None:
        """Look again and again for what is to be read and nobody reads: the process that queued it may be gone."""
        while not self._closing.wait(_ADOPT_S):
            try:
                for document_id, _, _ in self._store.unread():
                    self.submit(document_id)
                self._unindexed.set()  # it may have read something, too, and not have written the index
            except Exception:
                _log.exception("the store could not be asked for what is to be read; trying again")

    def _read_claimed(self, document_id: str) -> None:
        name = self._store.claim(document_id)
        if name is None:
            return  # deleted, or read by another process
        self._report(document_id, 0, 0)
        try:
            data = self._store.file(document_id)
        except KeyError:
            structure = _failed(name, "the stored file is missing or was changed")
        else:
            structure = self._pool.read(name, data, lambda begun, planned: self._report(document_id, begun, planned))
        try:
            self._save(document_id, structure)
        except ReadingStoppedError:
            raise
        except Exception as error:
            _log.exception("what was understood of a document could not be stored")
            reason = f"what was understood could not be stored: {type(error).__name__}: {error}"
            self._save(document_id, _failed(name, reason[:300]))

    def _save(self, document_id: str, structure: DocumentStructure) -> None:
        """Store what was understood; while the disk is full, again and again."""
        while True:
            try:
                self._store.save_structure(document_id, structure, index_now=False)
                return
            except StorageFullError as error:
                _log.error("what was understood of a document waits for room on the disk")
                if self._closing.wait(_RETRY_S):
                    raise ReadingStoppedError from error

    def _report(self, document_id: str, begun: int, planned: int) -> None:
        with self._changed:
            self._reading[document_id] = (begun, planned)
        for told in (self.progress, self._claims.progress if self._claims else None):
            try:
                if told is not None:
                    told(document_id, begun, planned)
            except Exception:
                _log.exception("a progress callback failed")

    # ------------------------------------------------------------ the thread that writes the index

    def _index(self) -> None:
        while True:
            self._unindexed.wait()
            self._unindexed.clear()
            self._index_once()
            with self._changed:
                self._changed.notify_all()
            if self._closing.is_set() and not self._unindexed.is_set():
                return

    def _index_once(self) -> None:
        try:
            self._store.index_pending()
        except Exception:
            _log.exception("the search index could not be written; trying again")
            if not self._closing.wait(_RETRY_S):
                self._unindexed.set()


def _failed(name: str, reason: str) -> DocumentStructure:
    return DocumentStructure(name, "", (), 0, PageState.FAILED, reason)
