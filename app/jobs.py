"""Threads that take up jobs and work on them until they end, whatever happens to the work or to the store.

A job leaves its runner in one of three ways: its end is written; it is no longer held (cancelled, removed, taken
over); or the runner stops in good order and gives it back. Where the end cannot be written, for instance since the disk
is full, the runner tries again until it can. A process that dies loses the lock that says that it lives, and another
takes its jobs over.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from app.domain.jobs import Job, JobError, JobKind, LoopState, NewEvent, Progress, Reading
from app.domain.ports import Jobs

_log = logging.getLogger(__name__)
_LOOK_S = 0.1  # how often an idle thread looks for a job; those made in this process wake it
_AGAIN_S = 1.0  # between attempts to write what the store refused
_PURGE_S = 3600.0


class GivenUpError(Exception):
    """The job is not to be worked on any further here: it is no longer held, or the process stops."""


class Hold:
    """One job in the hands of its runner. Every method raises GivenUpError where the job is not held any more."""

    def __init__(self, jobs: Jobs, job: Job, closing: threading.Event) -> None:
        self.job, self._jobs, self.closing = job, jobs, closing

    def lost(self) -> bool:
        return self.closing.is_set() or not self._jobs.holds(self.job)

    def record(self, events: Sequence[NewEvent], progress: Progress | None = None) -> None:
        self._need(self._jobs.record(self.job, events, progress))

    def succeed(
        self,
        events: Sequence[NewEvent],
        answer: tuple[str, str] | None = None,
        result: str = "",
        loop: LoopState | None = None,
    ) -> None:
        self._need(self._jobs.succeed(self.job, events, answer, result, loop))

    @staticmethod
    def _need(held: bool) -> None:
        if not held:
            raise GivenUpError


class Work(Protocol):
    """Works on a question until its end is written. What it raises becomes the job's error."""

    def __call__(self, hold: Hold) -> None: ...


class Watch(Protocol):
    """Writes how far an upload is; True once its end is written."""

    def __call__(self, hold: Hold, seen: dict[str, Reading]) -> bool: ...


class Runners:
    """So many threads for questions, and one that watches all uploads."""

    def __init__(
        self, jobs: Jobs, threads: int, work: Work, watch: Watch, error_of: Callable[[Exception], JobError],
        purges: Sequence[Callable[[], int]] = (),
    ) -> None:  # fmt: skip
        self._jobs, self._work, self._watch, self._error_of = jobs, work, watch, error_of
        self._purges = purges
        self.closing = threading.Event()
        self._due = threading.Event()
        self._threads = [threading.Thread(target=self._run, name=f"job-{n}", daemon=True) for n in range(threads)]
        self._threads.append(threading.Thread(target=self._watch_all, name="uploads", daemon=True))
        self._threads.append(threading.Thread(target=self._purge, name="purge", daemon=True))
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """A job was made."""
        self._due.set()

    def close(self, patience_s: float = 10.0) -> None:
        """Stop; what is under way goes back to the queue. A thread that does not come back is left to the process."""
        self.closing.set()
        self._due.set()
        for thread in self._threads:
            thread.join(patience_s)

    # ------------------------------------------------------------ questions

    def _run(self) -> None:
        while not self.closing.is_set():
            job = self._claim(JobKind.QUESTION)
            if job is None:
                self._due.wait(_LOOK_S)
                self._due.clear()
            else:
                self._one(Hold(self._jobs, job, self.closing))

    def _one(self, hold: Hold) -> None:
        try:
            self._work(hold)
        except GivenUpError:
            self._give_back(hold)
        except Exception as error:
            self._fail(hold, error)

    def _claim(self, kind: JobKind) -> Job | None:
        try:
            return self._jobs.claim(kind)
        except Exception as error:
            _log.error("jobs could not be looked for (%s); trying again", type(error).__name__)
            self.closing.wait(_AGAIN_S)
            return None

    def _give_back(self, hold: Hold) -> None:
        self._insist(hold, lambda: self._jobs.release(hold.job))

    def _fail(self, hold: Hold, error: Exception) -> None:
        told = self._error_of(error)
        _log.error("job %s failed: %s (%s)", hold.job.id, told.code, type(error).__name__)
        self._insist(hold, lambda: self._jobs.fail(hold.job, told))

    def _insist(self, hold: Hold, write: Callable[[], object]) -> None:
        """Write until it succeeds, once at least; at the end of the process the job is an orphan that others take."""
        while True:
            try:
                write()
                return
            except Exception as error:
                _log.error("the end of job %s could not be stored (%s)", hold.job.id, type(error).__name__)
                if self.closing.wait(_AGAIN_S):
                    return

    # ------------------------------------------------------------ uploads

    def _watch_all(self) -> None:
        """All uploads that were claimed here, in turns: they wait for others, so one thread is enough."""
        held: dict[str, tuple[Hold, dict[str, Reading]]] = {}
        while not self.closing.wait(_LOOK_S):
            while (job := self._claim(JobKind.UPLOAD)) is not None:
                held[job.id] = (Hold(self._jobs, job, self.closing), {})
            for job_id, (hold, seen) in list(held.items()):
                if self._looked(hold, seen):
                    del held[job_id]
        for hold, _ in held.values():
            self._give_back(hold)

    def _looked(self, hold: Hold, seen: dict[str, Reading]) -> bool:
        """Whether the upload needs no further look; where the store refuses, the next look tries again."""
        try:
            return self._watch(hold, seen)
        except GivenUpError:
            return True
        except Exception as error:
            _log.error("job %s could not be looked after (%s); trying again", hold.job.id, type(error).__name__)
            return False

    # ------------------------------------------------------------ expiry

    def _purge(self) -> None:
        while not self.closing.wait(_PURGE_S):
            for purge in self._purges:
                try:
                    purge()
                except Exception as error:
                    _log.error("what expired could not be removed (%s)", type(error).__name__)
