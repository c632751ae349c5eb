# ruff: noqa: ARG001, ARG002 (a stand-in keeps the signature of the protocol and ignores what it does not need)
"""Small stand-ins that keep the protocols: a store in memory, a reader of plain lines, a loop with one pass."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from app.adapters.database import Database
from app.bootstrap import Service, background
from app.config import Settings
from app.domain.answer import (
    Answer,
    Cap,
    Completeness,
    Coverage,
    DocumentVerdict,
    Evidence,
    Item,
    Level,
    PassReport,
    PassStarted,
    Rejection,
    Scope,
    Signal,
    SignalKind,
    Step,
    StopReason,
    Term,
    Verdict,
)
from app.domain.answer import Outcome as SignalOutcome
from app.domain.geometry import Box
from app.domain.jobs import LoopState
from app.domain.page import Page, PageState
from app.domain.ports import CorpusInfo, DocumentInfo
from app.domain.question import Condition, Question, QuestionKind, Request
from app.domain.structure import DocumentStructure


@dataclass
class FakeView:
    info: CorpusInfo
    rows: list[DocumentInfo]
    texts: dict[str, str]
    closed: bool = False

    def documents(self) -> list[DocumentInfo]:
        return self.rows

    def page(self, document_id: str, number: int) -> Page | None:
        return next(iter(self.pages(document_id)), None) if number == 1 else None

    def pages(self, document_id: str) -> Sequence[Page]:
        text = self.texts.get(document_id)
        return [] if text is None else [Page(1, "i", 612, 792, text, PageState.READ)]

    def close(self) -> None:
        self.closed = True


@dataclass
class FakeStore:
    """Every method that the entry points use; nothing is durable."""

    names: dict[str, str] = field(default_factory=dict)
    held: dict[str, dict[str, DocumentInfo]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    views: list[FakeView] = field(default_factory=list)
    ids: Any = field(default_factory=lambda: count(1))
    broken: Exception | None = None

    def create_corpus(self, name: str, corpus_id: str = "") -> CorpusInfo:
        made = corpus_id or f"c{next(self.ids)}"
        if made in self.names:
            return self._info(made)
        self.names[made], self.held[made] = name, {}
        return self._info(made)

    def _info(self, made: str) -> CorpusInfo:
        rows = self.held[made].values()
        pages = sum(each.pages_planned for each in rows)
        return CorpusInfo(made, self.names[made], len(rows), len(rows), pages, sum(each.pending for each in rows))

    def corpora(self) -> Sequence[CorpusInfo]:
        if self.broken:
            raise self.broken
        return [self._info(each) for each in self.names]

    def corpus(self, corpus_id: str) -> CorpusInfo | None:
        return self._info(corpus_id) if corpus_id in self.names else None

    def delete_corpus(self, corpus_id: str) -> bool:
        self.held.pop(corpus_id, None)
        return self.names.pop(corpus_id, None) is not None

    def add_document(self, corpus_id: str, name: str, data: bytes) -> tuple[DocumentInfo, bool]:
        made = hashlib.sha256(data).hexdigest()
        self.files[made] = data
        if made in self.held[corpus_id]:
            return self.held[corpus_id][made], False
        info = DocumentInfo(made, name, "", "queued", "", 0, (), size=len(data))
        self.held[corpus_id][made] = info
        return info, True

    def documents(self, corpus_id: str) -> Sequence[DocumentInfo]:
        return list(self.held[corpus_id].values())

    def document(self, corpus_id: str, document_id: str) -> DocumentInfo | None:
        return self.held[corpus_id].get(document_id)

    def delete_document(self, corpus_id: str, document_id: str) -> bool:
        return self.held[corpus_id].pop(document_id, None) is not None

    def settle(self, document_id: str) -> None:
        """What reading would do: text is read, everything else fails."""
        text = self.files[document_id]
        good = text.isascii() and bool(text)
        for rows in self.held.values():
            if document_id in rows:
                rows[document_id] = replace(
                    rows[document_id],
                    state="read" if good else "failed",
                    reason="" if good else "the file holds no text",
                    pages_planned=1,
                    pages=((PageState.READ if good else PageState.FAILED, 1),),
                )

    def structure_pages(self, document_id: str) -> Sequence[Page]:
        good = self.files[document_id].isascii()
        state = PageState.READ if good else PageState.FAILED
        return [Page(1, "i", 612, 792, "", state, "" if good else "no text")]

    def unread(self) -> Sequence[tuple[str, str, str]]:
        return []

    def file(self, document_id: str) -> bytes:
        return self.files[document_id]

    def mark_reading(self, document_id: str) -> None: ...

    def save_structure(self, document_id: str, structure: DocumentStructure) -> None: ...

    def open(self, corpus_id: str) -> Any:
        """KeyError for an unknown corpus, as in the real one."""
        texts = {key: self.files[key].decode("utf-8", "replace") for key in self.held[corpus_id]}
        self.views.append(FakeView(self._info(corpus_id), list(self.documents(corpus_id)), texts))
        return self.views[-1]

    def save_answer(self, answer_id: str, corpus_id: str, body: str) -> None:
        self.answers[answer_id] = body

    def answer(self, answer_id: str) -> str | None:
        return self.answers.get(answer_id)

    def reindex(self, corpus_id: str | None = None) -> int:
        return len(self.files)

    def close(self) -> None: ...


@dataclass
class FakeIngestion:
    store: FakeStore
    held_back: bool = False

    def add(self, corpus_id: str, name: str, data: bytes) -> tuple[DocumentInfo, bool]:
        info, new = self.store.add_document(corpus_id, name, data)
        self.retry(info.id)
        return self.store.held[corpus_id][info.id], new

    def retry(self, document_id: str) -> None:
        if not self.held_back:
            self.store.settle(document_id)

    def close(self) -> None: ...


def one_pass(
    view: Any,
    request: Request,
    extractors: Sequence[Any],
    clock: Callable[[], float],
    cancelled: Callable[[], bool] = lambda: False,
    answer_id: str = "",
    before: LoopState | None = None,
    keep: Callable[[LoopState], None] = lambda _: None,
) -> Generator[Step, None, Answer]:
    """Every line of every document in scope is an item: `complete` unless something is unread."""
    assert not cancelled()
    rows = [each for each in view.documents() if request.documents is None or each.id in request.documents]
    items = tuple(_item(each, line) for each in rows for line in view.texts[each.id].splitlines())
    report = PassReport(1, (Term("x", "noun"),), 1, 1, len(items), 0, (Rejection("y", "no such text"),), (), 1.23456)
    yield PassStarted(1)
    yield report
    unread = tuple((each.id, each.name, each.reason or each.state) for each in rows if each.state != "read")
    verdict = Verdict.AT_LEAST if unread else Verdict.COMPLETE if items else Verdict.NONE_FOUND
    proof = items[0].evidence if items else ()
    signals = (Signal(SignalKind.STRUCTURAL, SignalOutcome.PASSED, "the list closes", None, len(items), proof),)
    coverage = Coverage(len(rows), len(rows) - len(unread), unread, pages_unread=(("failed", 1),))
    each = tuple(DocumentVerdict(row.id, row.name, verdict, 1) for row in rows)
    caps = (Cap("max_passes", request.max_passes, False),)
    whole = Completeness(
        verdict, Level.EXACT, "All.", ("list_closed",), len(items), len(items), signals, coverage, caps, each
    )
    question = Question(
        request.question, QuestionKind.LISTING, noun="x", conditions=(Condition("Open"),), reference=("table", "2")
    )
    scope = Scope("corpus", tuple(row.id for row in rows), "no document is named")
    return Answer(
        answer_id, view.info.id, view.info.revision, question, scope, items, whole, StopReason.CHECK_PASSED, (report,)
    )


def _item(row: DocumentInfo, line: str) -> Item:
    box = Box(72.0, 100.004, 140.0, 112.0)
    return Item(line, line.lower(), (Evidence(row.id, row.name, 1, box, line, 0, len(line), "fake"),))


def fake_service(settings: Settings, store: FakeStore | None = None, **changes: Any) -> Service:
    kept = store or FakeStore()
    settings.data.mkdir(parents=True, exist_ok=True)
    shared = background(settings, Database(settings.data / "everylast.sqlite"))
    given = {
        "background": shared,
        "store": kept,
        "ingestion": FakeIngestion(kept),
        "extractors": (),
        "loop": one_pass,
        **changes,
    }
    return Service(settings=settings, **given)
