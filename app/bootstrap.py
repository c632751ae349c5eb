"""The only place where names become objects."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Protocol

from app import plugins
from app.adapters.clock import Clock
from app.adapters.database import Database
from app.adapters.job_store import SqliteJobs
from app.adapters.owners import Owners
from app.adapters.reading_claims import SqliteReadingClaims
from app.adapters.replies import SqliteReplies
from app.adapters.store import SqliteStore
from app.adapters.workers import Limits, ReaderPool
from app.config import Settings
from app.domain.answer import Answer, Step
from app.domain.geometry import Box
from app.domain.jobs import LoopState
from app.domain.ports import CorpusView, DocumentInfo, Extractor, Jobs, ReadingClaims, Replies, Store
from app.domain.question import Request
from app.domain.structure import DocumentStructure
from app.enumeration import run
from app.ingestion import Ingestion

HOUR_S, DAY_S = 3600.0, 86_400.0


class Reading(Protocol):
    """Takes files in and reads them in worker processes."""

    def add(self, corpus_id: str, name: str, data: bytes) -> tuple[DocumentInfo, bool]:
        """Store a file and see that it is read; the flag says whether it is new. KeyError: unknown corpus."""

    def retry(self, document_id: str) -> None: ...
    def close(self) -> None: ...


class NoReading:
    """In the place of the ingestion where nothing is to be read."""

    def add(self, corpus_id: str, name: str, data: bytes) -> tuple[DocumentInfo, bool]:
        raise RuntimeError(f"this service takes no files in: {name} for {corpus_id}, {len(data)} bytes")

    def retry(self, document_id: str) -> None:
        raise RuntimeError(f"this service reads no files: {document_id}")

    def close(self) -> None: ...


def _forget(_: LoopState) -> None:
    """Nobody will go on from here."""


class Loop(Protocol):
    """The enumeration loop: pass reports, then the answer."""

    def __call__(
        self,
        view: CorpusView,
        request: Request,
        extractors: Sequence[Extractor],
        clock: Callable[[], float],
        cancelled: Callable[[], bool] = ...,
        answer_id: str = ...,
        before: LoopState | None = ...,
        keep: Callable[[LoopState], None] = ...,
    ) -> Generator[Step, None, Answer]: ...


@dataclass(frozen=True)
class Background:
    """What the processes on one store share beside documents: jobs, replies to keys, and who works on what."""

    jobs: Jobs
    replies: Replies
    claims: ReadingClaims
    owners: Owners


@dataclass(frozen=True)
class Service:
    """Everything an entry point needs. `close` stops questions under way at their next step."""

    settings: Settings
    store: Store
    ingestion: Reading
    extractors: tuple[Extractor, ...]
    loop: Loop
    background: Background
    clock: Callable[[], float] = time.perf_counter
    closing: Event = field(default_factory=Event)

    @property
    def jobs(self) -> Jobs:
        return self.background.jobs

    def enumerate(
        self,
        corpus_id: str,
        request: Request,
        answer_id: str = "",
        cancelled: Callable[[], bool] | None = None,
        before: LoopState | None = None,
        keep: Callable[[LoopState], None] = _forget,
    ) -> Generator[Step, None, Answer]:
        """Answer one question over one snapshot. Raises KeyError for an unknown corpus, and where `before` is given
        ValueError for a corpus that has changed since."""
        view = self.store.open(corpus_id)
        try:
            return (
                yield from self.loop(
                    view,
                    request,
                    self.extractors,
                    self.clock,
                    cancelled or self.closing.is_set,
                    answer_id or uuid.uuid4().hex,
                    before,
                    keep,
                )
            )
        finally:
            view.close()

    def close(self) -> None:
        self.closing.set()
        self.ingestion.close()
        self.store.close()
        self.background.owners.close()


def build(settings: Settings, reads: bool = True) -> Service:
    """Open the store, load the extractors, and go on with what is still to be read.

    `reads=False`: only ask and administer; another process may be reading into the same store.
    """
    extractors = tuple(plugin.extractor for plugin in plugins.load())
    store = SqliteStore(settings.data)
    shared = background(settings, store.database)
    ingestion = Ingestion(store, _pool(settings), claims=shared.claims) if reads else NoReading()
    return Service(settings, store, ingestion, extractors, run, shared)


def background(settings: Settings, database: Database) -> Background:
    owners, clock = Owners(settings.data / "owners"), Clock()
    return Background(
        SqliteJobs(database, owners, clock, settings.result_days * DAY_S),
        SqliteReplies(database, owners, clock, settings.idempotency_hours * HOUR_S),
        SqliteReadingClaims(database, owners),
        owners,
    )


def _pool(settings: Settings) -> ReaderPool:
    return ReaderPool(settings.workers, Limits(page_deadline_s=settings.page_deadline_s))


def understand(name: str, data: bytes, settings: Settings) -> DocumentStructure:
    """Read one file in a worker process, without a store."""
    pool = _pool(settings)
    try:
        return pool.read(name, data)
    finally:
        pool.close()


def picture(data: bytes, page: int, boxes: Sequence[tuple[Box, str, str]]) -> bytes:
    """A PNG of one page of a PDF with labelled boxes. ValueError where it cannot be drawn."""
    from app.adapters.picture import draw  # here: the PDF library stays out of a process that serves

    try:
        return draw(data, page, boxes)
    except Exception as error:  # the library raises many kinds on broken files
        raise ValueError(f"page {page} cannot be drawn: {error}") from error
