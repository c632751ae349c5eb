"""What runs inside a worker process: read one document after the other, page by page, and understand it.

Started by `app.adapters.workers` as a fresh interpreter (never a fork of a threaded process) with one end of a socket.
It says which page it is about to read, so that the parent knows which one never came back. It ends when the socket
closes; a step that outlives its parent is ended by a timer that needs no interpreter lock.
"""

from __future__ import annotations

import faulthandler
import importlib
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from typing import Any, Protocol

from app.adapters.collection import collection_paused
from app.domain.flow import Flow, Piece
from app.domain.geometry import union
from app.domain.page import LineBox, Page, PageState, RawDocument, RawPage
from app.domain.structure import DocumentStructure, PassageDraft

_REARM_S = 1.0  # the timer of last resort is set anew at most this often


@dataclass(frozen=True)
class Job:
    """One document to read. `skip`: pages not to touch, with the state and reason they get."""

    name: str
    data: bytes
    skip: dict[int, tuple[PageState, str]] = field(default_factory=dict)
    plain: bool = False  # text only: understanding it failed before
    patience_s: float = 60.0  # a step that takes longer has lost its parent


class Reader(Protocol):
    """The module that reads files: the head of a document, and its pages from one on."""

    def read_head(self, name: str, data: bytes) -> RawDocument: ...
    def read_pages(self, name: str, data: bytes, first_page: int = 1) -> Iterator[RawPage]: ...


Send = Callable[[tuple[Any, ...]], None]


def read_document(job: Job, reader: Reader, analyse: Callable[[RawDocument], DocumentStructure], send: Send) -> None:
    """Sends ("head", planned), ("page", n) before each page, ("analysing", pages), and ("done", structure) at last."""
    with collection_paused():  # millions of tuples and hardly a cycle (27 objects a document)
        _read_document(job, reader, analyse, send)  # a call, so that they are gone when collection sets in again


def _read_document(job: Job, reader: Reader, analyse: Callable[[RawDocument], DocumentStructure], send: Send) -> None:
    head = reader.read_head(job.name, job.data)
    send(("head", head.planned_pages))
    pages = tuple(_pages(job, reader, head, send)) if head.state is PageState.READ else head.pages
    raw = replace(head, pages=pages)
    send(("analysing", len(pages)))
    send(("done", plain_structure(raw) if job.plain else analyse(raw)))


def _pages(job: Job, reader: Reader, head: RawDocument, send: Send) -> Iterator[RawPage]:
    """Every planned page: read, skipped, or failed where the reader ends too early."""
    source: Iterator[RawPage] | None = None
    for number in range(1, head.planned_pages + 1):
        if number in job.skip:
            source = None  # the next page is read by starting again behind this one
            yield RawPage(number, 0.0, 0.0, (), *job.skip[number])
            continue
        send(("page", number))
        if source is None:
            source = iter(reader.read_pages(job.name, job.data, number))
        page = next(source, None)
        yield page or RawPage(number, 0.0, 0.0, (), PageState.FAILED, f"the reader gave no page {number}")
        if page is None:
            source = iter(())


# ---------------------------------------------------------------- text only


def plain_structure(raw: RawDocument) -> DocumentStructure:
    """Pages as text in native order, one passage a page, no regions: what is left when understanding fails.

    A page with text counts as partly read, since its order and its tables, lists and headings were not understood.
    """
    pages = [_plain_page(page) for page in raw.pages]
    passages = tuple([_plain_passage(number, page) for number, page in enumerate(p for p in pages if p.text)])
    planned = max(raw.planned_pages, len(pages))
    return DocumentStructure(
        raw.name, raw.title, tuple(pages), planned, raw.state, raw.reason, passages=passages, outline=raw.outline,
        layers=raw.layers,
    )  # fmt: skip


def _plain_page(raw: RawPage) -> Page:
    lines: list[LineBox] = []
    texts: list[str] = []
    at = 0
    for fragment in raw.fragments:
        text = "".join([run.text for run in fragment.runs]).strip()
        if text:
            texts.append(text)
            lines.append(LineBox(at, at + len(text), fragment.box))
            at += len(text) + 1
    state, reason = raw.state, raw.reason
    if lines and state is PageState.READ:
        state, reason = PageState.PARTIAL, "text only: the layout was not understood"
    text = "\n".join(texts)
    return Page(raw.number, raw.label, raw.width, raw.height, text, state, reason, tuple(lines), raw.layers)


def _plain_passage(number: int, page: Page) -> PassageDraft:
    pieces = [Piece(line.start, page.number, line.start, line.end, line.box) for line in page.lines]
    if not pieces:
        pieces = [Piece(0, page.number, 0, len(page.text), union([]))]
    return PassageDraft(number, Flow(page.text.replace("\n", " "), tuple(pieces)), (), ())


# ---------------------------------------------------------------- the process


class _Timer:
    """Ends this process when one step takes far longer than the parent would ever wait: the parent is gone."""

    def __init__(self) -> None:
        self._sink = open(os.devnull, "w")  # noqa: SIM115, PTH123 - must stay open as long as the process lives
        self._armed = 0.0

    def touch(self, patience_s: float) -> None:
        now = time.monotonic()
        if now - self._armed > _REARM_S:
            faulthandler.dump_traceback_later(patience_s, exit=True, file=self._sink)
            self._armed = now

    def rest(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._armed = 0.0


def _serve(connection: Connection, reader: Reader, analyse: Callable[[RawDocument], DocumentStructure]) -> None:
    timer = _Timer()
    connection.send(("ready",))
    while True:
        job: Job = connection.recv()

        def send(message: tuple[Any, ...], patience_s: float = job.patience_s) -> None:
            timer.touch(patience_s)
            connection.send(message)

        timer.touch(job.patience_s)
        try:
            read_document(job, reader, analyse, send)
            connection.send(("resting", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024))
        except OSError:
            raise
        except Exception as error:
            connection.send(("error", f"{type(error).__name__}: {error}"[:300]))
        timer.rest()


def main(descriptor: int, reader: str, analyser: str, memory_bytes: int) -> None:
    """`reader` and `analyser` are module paths; the latter has `analyse`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which closes the socket
    if memory_bytes:
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    connection = Connection(descriptor)
    module: Any = importlib.import_module(reader)
    analyse = importlib.import_module(analyser).analyse
    try:
        _serve(connection, module, analyse)
    except (EOFError, OSError):
        return  # the parent closed its end


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
