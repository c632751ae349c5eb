"""The only place where names become objects."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Protocol

from app.config import Settings
from app.domain.answer import Answer, PassReport
from app.domain.ports import CorpusView, Extractor, Store
from app.domain.question import Request


class Ingestion(Protocol):
    """Reads queued documents in worker processes."""

    def submit(self, document_id: str) -> None: ...
    def retry(self, document_id: str) -> None: ...
    def close(self) -> None: ...


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
    ) -> Generator[PassReport, None, Answer]: ...


@dataclass(frozen=True)
class Service:
    """Everything an entry point needs. `close` stops questions under way at their next step."""

    settings: Settings
    store: Store
    ingestion: Ingestion
    extractors: tuple[Extractor, ...]
    loop: Loop
    clock: Callable[[], float] = time.perf_counter
    closing: Event = field(default_factory=Event)

    def enumerate(self, corpus_id: str, request: Request) -> Generator[PassReport, None, Answer]:
        """Answer one question over one snapshot. Raises KeyError for an unknown corpus."""
        view = self.store.open(corpus_id)
        try:
            return (
                yield from self.loop(view, request, self.extractors, self.clock, self.closing.is_set, uuid.uuid4().hex)
            )
        finally:
            view.close()

    def close(self) -> None:
        self.closing.set()
        self.ingestion.close()
        self.store.close()
