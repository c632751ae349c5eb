"""Worker processes that read documents: one document at a time in each, a deadline for each page, recycled.

A page that does not come back in time, or on which the process dies, costs its process: it is marked, and the
document is read again without it in a fresh one (bounded; then the remaining pages count as failed). Understanding has
a deadline of its own; where it fails, the text of the pages is kept without structure. `read` always returns one.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.adapters.collection import collection_paused
from app.adapters.reader_process import Job
from app.domain.page import Page, PageState
from app.domain.ports import ReadingStoppedError
from app.domain.structure import DocumentStructure

Progress = Callable[[int, int], None]  # pages begun, pages planned

_START_S = 60.0  # for a fresh interpreter to import everything, on a busy machine
_DYING_S = 0.5  # for a process whose socket closed to say how it ended
_STOP_S = 10.0  # for a killed process to be gone


@dataclass(frozen=True)
class Limits:
    """What a worker process may take."""

    page_deadline_s: float = 20.0  # to open the file, and for each page
    analysis_base_s: float = 20.0  # to understand a document: so much, and so much for each page
    analysis_page_s: float = 0.5
    restarts: int = 3  # pages of one document that may cost a process
    documents: int = 100  # read by one process before it is replaced
    resident_bytes: int = 1_000_000_000  # a process that grew larger is replaced
    memory_bytes: int = 6_000_000_000  # address space of a process; 0: no bound


def default_size() -> int:
    return max(1, min(4, os.cpu_count() or 1))


class _Worker:
    """One process and our end of its socket."""

    def __init__(self, reader: str, analyser: str, limits: Limits) -> None:
        self.documents = 0
        self._connection, theirs = Pipe()
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable, "-m", "app.adapters.reader_process",
                    str(theirs.fileno()), reader, analyser, str(limits.memory_bytes),
                ],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            )  # fmt: skip
        finally:
            theirs.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def connection(self) -> Connection[Any, Any]:
        return self._connection

    def stop(self, patience_s: float = 0.0) -> str:
        """Kill it and wait; says how it had ended where it was dead, or dying, before."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience_s)
        code = self._process.poll()
        self._process.kill()
        try:
            code = self._process.wait(_STOP_S) if code is None else code
        finally:
            self._connection.close()
        return f"signal {-code}" if code is not None and code < 0 else f"exit {code}"


@dataclass
class _Attempt:
    """How far one document came, over all its processes."""

    job: Job
    planned: int = 0
    stage: str = "start"  # "start", "head", "page", "analysing"
    page: int = 0
    lost: int = 0  # processes lost on pages
    unopened: int = 0  # processes lost before the first page
    structure: DocumentStructure | None = None
    pages: int = 0
    rss: int = 0
    done: bool = False
    trace: list[str] = field(default_factory=list)


class ReaderPool:
    """Reads documents in at most `size` processes; `read` blocks and may be called from many threads."""

    def __init__(
        self,
        size: int | None = None,
        limits: Limits | None = None,
        reader: str = "app.adapters.reading",
        analyser: str = "app.layout.analysis",
    ) -> None:
        self.size = size or default_size()
        self._limits = limits or Limits()
        self._modules = (reader, analyser)
        self._places = threading.Semaphore(self.size)
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    def read(self, name: str, data: bytes, progress: Progress | None = None) -> DocumentStructure:
        """What was understood of a document; whatever went wrong is in its states and reasons.

        Raises ReadingStoppedError when the pool is closed before it is done.
        """
        patience = 3 * max(self._limits.page_deadline_s, self._limits.analysis_base_s) + 60
        attempt = _Attempt(Job(name, data, patience_s=patience))
        with self._places:
            # Each round ends, or takes one of a bounded number of pages or stages away.
            for _ in range(self._limits.restarts + 6):
                lost = self._try(attempt, progress)
                if attempt.structure is not None:
                    return attempt.structure
                if not self._give_way(attempt, *lost):
                    break
        return _unread(attempt, "the reader cannot read it: " + "; ".join(attempt.trace))

    def pids(self) -> list[int]:
        """Processes alive now."""
        with self._lock:
            return [worker.pid for worker in (*self._idle, *self._busy)]

    def close(self) -> None:
        """Stop every process, also those that read; no process is left behind."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            busy = list(self._busy)
        for worker in idle:
            worker.stop()
        for worker in busy:
            worker._process.kill()  # its reading thread sees the end of the socket and does the rest
        for _ in range(self.size):
            self._places.acquire()
        for _ in range(self.size):
            self._places.release()

    # ------------------------------------------------------------ one process, one try

    def _try(self, attempt: _Attempt, progress: Progress | None) -> tuple[PageState, str]:
        """Read with one process. Where no structure came: why, and the state that follows for what was at hand."""
        attempt.stage = "start"
        worker = self._take()
        fresh = worker.documents == 0
        worker.documents += 1
        try:
            if not fresh:
                attempt.stage = "head"
                worker.connection.send(attempt.job)
            lost = self._follow(worker, attempt, progress)
        except (EOFError, OSError, pickle.UnpicklingError):
            lost = (PageState.FAILED, "")
        except BaseException:
            self._release(worker, keep=False)
            raise
        ended = self._release(
            worker, keep=attempt.structure is not None and attempt.done and self._fit(worker, attempt)
        )
        if attempt.structure is None and self._closed:
            raise ReadingStoppedError
        return (lost[0], lost[1] or f"reader died ({ended})")

    def _follow(self, worker: _Worker, attempt: _Attempt, progress: Progress | None) -> tuple[PageState, str]:
        connection = worker.connection
        while True:
            patience = self._patience(attempt)
            if not connection.poll(patience):
                return PageState.TIMED_OUT, f"{_at(attempt)} took longer than {patience:g} s"
            with collection_paused():
                message = connection.recv()
            kind = message[0]
            if kind == "ready":
                attempt.stage = "head"
                connection.send(attempt.job)
            elif kind == "error":
                return PageState.FAILED, f"error at {_at(attempt)}: {message[1]}"
            elif kind == "resting":
                attempt.rss, attempt.done = message[1], True
                return PageState.READ, ""
            else:
                _advance(attempt, message)
                if progress is not None and kind in ("head", "page", "analysing"):
                    progress(attempt.page, attempt.planned)

    def _patience(self, attempt: _Attempt) -> float:
        if attempt.stage == "start":
            return _START_S
        if attempt.stage == "analysing":
            return self._limits.analysis_base_s + attempt.pages * self._limits.analysis_page_s
        return self._limits.page_deadline_s

    def _fit(self, worker: _Worker, attempt: _Attempt) -> bool:
        return worker.documents < self._limits.documents and attempt.rss < self._limits.resident_bytes

    def _give_way(self, attempt: _Attempt, state: PageState, reason: str) -> bool:
        """Change the job so that the next process avoids what this one was lost on; False: give up."""
        attempt.trace.append(reason)
        job = attempt.job
        if attempt.stage == "analysing" and not job.plain:
            attempt.job = replace(job, plain=True)
            return True
        if attempt.stage in ("start", "head"):
            attempt.unopened += 1
            return state is PageState.FAILED and attempt.unopened == 1  # it may have died for another reason
        if attempt.stage != "page":
            return False
        attempt.lost += 1
        skip = {**job.skip, attempt.page: (state, reason)}
        if attempt.lost > self._limits.restarts:
            told = f"not tried: {attempt.lost} pages before it stopped the reader"
            skip |= dict.fromkeys(range(attempt.page + 1, attempt.planned + 1), (PageState.FAILED, told))
        attempt.job = replace(job, skip=skip)
        return True

    # ------------------------------------------------------------ processes

    def _take(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise ReadingStoppedError
            while self._idle:
                worker = self._idle.pop()
                if worker._process.poll() is None:
                    self._busy.add(worker)
                    return worker
                worker.stop()
            worker = _Worker(*self._modules, self._limits)
            self._busy.add(worker)
            return worker

    def _release(self, worker: _Worker, keep: bool) -> str:
        with self._lock:
            self._busy.discard(worker)
            if keep and not self._closed:
                self._idle.append(worker)
                return ""
        return worker.stop(_DYING_S)


def _advance(attempt: _Attempt, message: tuple[Any, ...]) -> None:
    kind, value = message
    if kind == "head":
        attempt.planned = value
    elif kind == "page":
        attempt.stage, attempt.page = "page", value
    elif kind == "analysing":
        attempt.stage, attempt.pages = "analysing", value
    elif kind == "done":
        attempt.structure = _explained(attempt, value)


def _explained(attempt: _Attempt, structure: DocumentStructure) -> DocumentStructure:
    if not attempt.job.plain:
        return structure
    reason = "analysis_timed_out" if "took longer" in attempt.trace[-1] else "analysis_failed"
    return replace(structure, reason=f"{structure.reason}; {reason}" if structure.reason else reason)


def _at(attempt: _Attempt) -> str:
    return {"page": f"page {attempt.page}", "analysing": "understanding", "head": "opening"}.get(
        attempt.stage, "starting"
    )


def _unread(attempt: _Attempt, reason: str) -> DocumentStructure:
    """Nothing came back; every page that is known to exist counts as failed."""
    known = attempt.job.skip
    pages = tuple(
        Page(n, "", 0.0, 0.0, "", *known.get(n, (PageState.FAILED, reason))) for n in range(1, attempt.planned + 1)
    )
    return DocumentStructure(attempt.job.name, "", pages, attempt.planned, PageState.FAILED, reason)
