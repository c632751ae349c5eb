"""Jobs and their events on SQLite, shared by every process on the data folder.

A job is taken up by raising its attempt, in one transaction; what is written for it names the attempt and is refused
once that is no longer the current one (taken over, cancelled, removed). A running job is an orphan when the process
that owns it is dead (`Owners`). The end of a job, its answer and its last event are one transaction.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from app.adapters import codec, loop_state, rows
from app.adapters.clock import Clock, iso
from app.adapters.database import Database
from app.adapters.owners import Owners
from app.domain.jobs import (
    UNITS,
    Event,
    Job,
    JobError,
    JobKind,
    JobState,
    LoopState,
    NewEvent,
    Progress,
    Reading,
    Task,
)
from app.domain.question import Request

MOST_TRIES = 3  # processes that one job may outlive
_NEXT = 20  # queued jobs to try for: others may take the first ones
_TASK = TypeAdapter(Task)
_COLUMNS = (
    "id, corpus_id, task, state, attempt, done, total, created, changed, ended, error, answer_id, result, "
    "loop IS NOT NULL"
)
_HELD = "id = ? AND attempt = ? AND state = 'running'"
_ENDED = "('succeeded', 'failed', 'cancelled')"


class SqliteJobs:
    """Every method is one transaction; those that write for a job say by False that it is no longer held."""

    def __init__(self, database: Database, owners: Owners, clock: Clock, kept_s: float) -> None:
        self._database, self._owners, self._clock, self._kept_s = database, owners, clock, kept_s

    # ------------------------------------------------------------ making and looking

    def create(self, corpus_id: str, task: Task, job_id: str = "") -> Job:
        """A queued job. The id of a job that exists gives that one."""
        job_id, now = job_id or uuid.uuid4().hex, self._clock.now()
        total = task.request.max_passes if task.request else None
        row = (job_id, corpus_id, task.kind, _task_text(task), UNITS[task.kind], total, now, now)
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO jobs (id, corpus_id, kind, task, unit, total, created, changed) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            return self._need(connection, job_id)

    def job(self, job_id: str) -> Job | None:
        with self._database.read() as connection:
            return self._find(connection, job_id)

    def is_over(self, job: Job) -> bool:
        """Whether the job's results have expired."""
        return job.expires is not None and self._clock.is_over(job.expires)

    def events(self, job_id: str, after: int, limit: int = 500) -> Sequence[Event]:
        """Events with a greater number than `after`, in order."""
        with self._database.read() as connection:
            statement = "SELECT number, name, body FROM events WHERE job_id = ? AND number > ? ORDER BY number LIMIT ?"
            return [Event(*row) for row in connection.execute(statement, (job_id, after, limit))]

    def last_event(self, job_id: str) -> int:
        with self._database.read() as connection:
            return _last_event(connection, job_id)

    # ------------------------------------------------------------ working

    def claim(self, kind: JobKind) -> Job | None:
        """The oldest job of a kind whose process died, else that is queued. One that outlived too many is failed."""
        waiting = (
            "SELECT id, state, attempt, owner, tries FROM jobs WHERE kind = ? AND state = ? ORDER BY number LIMIT ?"
        )
        with self._database.read() as connection:
            running = connection.execute(waiting, (kind, JobState.RUNNING, -1)).fetchall()
            queued = connection.execute(waiting, (kind, JobState.QUEUED, _NEXT)).fetchall()
        for job_id, state, attempt, owner, tries in (*running, *queued):
            if state == JobState.QUEUED or not self._owners.alive(owner):
                taken = self._take(job_id, state, attempt, tries)
                if taken is not None:
                    return taken
        return None

    def _take(self, job_id: str, state: str, attempt: int, tries: int) -> Job | None:
        orphan = state == JobState.RUNNING
        lost = JobError("server_stopped", f"The server stopped while the job ran ({tries} times).")
        with self._database.write() as connection:
            error = _error_text(lost) if orphan else None
            changed = connection.execute(
                "UPDATE jobs SET state = 'running', owner = ?, attempt = attempt + 1, tries = tries + 1, changed = ?, "
                "error = coalesce(?, error) WHERE id = ? AND attempt = ? AND state = ?",
                (self._owners.me, self._clock.now(), error, job_id, attempt, state),
            ).rowcount
            if not changed:
                return None
            job = self._need(connection, job_id)
            if orphan and tries >= MOST_TRIES:
                self._end(connection, job, JobState.FAILED, [failed_event(lost)], error=lost)
                return None
            return job

    def holds(self, job: Job) -> bool:
        """Whether the job is still that of the caller; False once cancelled, removed or taken over."""
        with self._database.read() as connection:
            key = (job.id, job.attempt)
            return connection.execute(f"SELECT 1 FROM jobs WHERE {_HELD}", key).fetchone() is not None

    def record(self, job: Job, events: Sequence[NewEvent], progress: Progress | None = None) -> bool:
        with self._database.write() as connection:
            if not self._touch(connection, job, progress):
                return False
            _append(connection, job.id, events)
        return True

    def succeed(
        self, job: Job, events: Sequence[NewEvent], answer: tuple[str, str] | None, result: str, loop: LoopState | None
    ) -> bool:
        """The end, with the answer (id, JSON) or the result of an upload; the last event says that it is the end."""
        state = loop_state.encode(loop) if loop else None
        with self._database.write() as connection:
            if not self._touch(connection, job, None):
                return False
            if answer is not None:
                row = (answer[0], job.corpus_id, codec.storable(answer[1]), iso(self._clock.now()))
                connection.execute("INSERT INTO answers (id, corpus_id, body, created) VALUES (?, ?, ?, ?)", row)
            connection.execute(
                "UPDATE jobs SET answer_id = ?, result = ?, loop = ? WHERE id = ?",
                (answer[0] if answer else None, result, state, job.id),
            )
            self._end(connection, job, JobState.SUCCEEDED, events)
        return True

    def fail(self, job: Job, error: JobError) -> bool:
        with self._database.write() as connection:
            if not self._touch(connection, job, None):
                return False
            self._end(connection, job, JobState.FAILED, [failed_event(error)], error)
        return True

    def release(self, job: Job) -> bool:
        """Back to the queue, as if it had not been taken up: the server stops in good order."""
        with self._database.write() as connection:
            statement = f"UPDATE jobs SET state = 'queued', owner = '', tries = tries - 1 WHERE {_HELD}"
            return bool(connection.execute(statement, (job.id, job.attempt)).rowcount)

    def _touch(self, connection: sqlite3.Connection, job: Job, progress: Progress | None) -> bool:
        done, total = progress or (None, None)
        statement = f"UPDATE jobs SET changed = ?, done = coalesce(?, done), total = coalesce(?, total) WHERE {_HELD}"
        return bool(connection.execute(statement, (self._clock.now(), done, total, job.id, job.attempt)).rowcount)

    def _end(
        self,
        connection: sqlite3.Connection,
        job: Job,
        state: JobState,
        events: Sequence[NewEvent],
        error: JobError | None = None,
    ) -> None:
        now = self._clock.now()
        connection.execute(
            "UPDATE jobs SET state = ?, owner = '', ended = ?, changed = ?, error = coalesce(?, error) WHERE id = ?",
            (state, now, now, _error_text(error) if error else None, job.id),
        )
        _append(connection, job.id, events)

    # ------------------------------------------------------------ what callers ask for

    def cancel(self, job_id: str) -> Job | None:
        """Ends a job that has not ended; what its attempt still does is refused. None where there is no such job."""
        with self._database.write() as connection:
            job = self._find(connection, job_id)
            if job is None or job.state.ended:
                return job
            self._end(connection, job, JobState.CANCELLED, [NewEvent("run.cancelled", "{}")])
            return self._need(connection, job_id)

    def extend(self, job_id: str, request: Request) -> Job | None:
        """Queue an ended question again, to go on from its kept state with these caps. None where that is gone."""
        task = Task(JobKind.QUESTION, request)
        with self._database.write() as connection:
            changed = connection.execute(
                "UPDATE jobs SET state = 'queued', task = ?, total = ?, tries = 0, ended = NULL, changed = ? "
                f"WHERE id = ? AND state IN {_ENDED} AND loop IS NOT NULL",
                (_task_text(task), request.max_passes, self._clock.now(), job_id),
            ).rowcount
            return self._need(connection, job_id) if changed else None

    def loop(self, job_id: str) -> LoopState | None:
        """What the loop of a job remembers; None where nothing was kept, or by another version of the program."""
        with self._database.read() as connection:
            row = connection.execute("SELECT loop FROM jobs WHERE id = ?", (job_id,)).fetchone()
        return loop_state.decode(row[0]) if row and row[0] else None

    def remove(self, job_id: str) -> bool:
        """The job and its events; an answer that it gave stays."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM events WHERE job_id = ?", (job_id,))
            return bool(connection.execute("DELETE FROM jobs WHERE id = ?", (job_id,)).rowcount)

    # ------------------------------------------------------------ readings

    def readings(self, corpus_id: str, documents: Sequence[str]) -> Sequence[Reading]:
        """How far each of these documents of a corpus is; those that left it are missing."""
        with self._database.read() as connection:
            found = connection.execute(
                f"SELECT coalesce(r.begun, 0), coalesce(r.planned, 0), {rows.DOCUMENT} "
                "FROM json_each(?) ids JOIN documents d ON d.id = ids.value "
                "JOIN memberships m ON m.document = d.number AND m.corpus_id = ? "
                "LEFT JOIN readings r ON r.document_id = d.id ORDER BY ids.key",
                (json.dumps(list(documents)), corpus_id),
            )
            return [_reading(begun, planned, rows.document_row(tuple(row))) for begun, planned, *row in found]

    # ------------------------------------------------------------ expiry

    def answer_is_over(self, answer_id: str) -> bool:
        """Whether an answer has expired: it was given so long ago, and by no job that keeps it longer."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT CAST(strftime('%s', created) AS INTEGER) FROM answers WHERE id = ?", (answer_id,)
            ).fetchone()
        return row is not None and row[0] is not None and self._clock.is_over(row[0] + self._kept_s)

    def purge(self) -> int:
        """Empty what expired long ago; the rows stay, to say so. How many jobs and answers were emptied."""
        before = self._clock.latest_deletable() - self._kept_s
        if before == float("-inf"):
            return 0
        with self._database.write() as connection:
            old = f"SELECT id FROM jobs WHERE state IN {_ENDED} AND ended < ?"
            connection.execute(f"DELETE FROM events WHERE job_id IN ({old})", (before,))
            count = connection.execute(
                f"UPDATE jobs SET loop = NULL, result = NULL WHERE id IN ({old}) "
                "AND (loop IS NOT NULL OR result IS NOT NULL)",
                (before,),
            ).rowcount
            statement = "UPDATE answers SET body = '' WHERE body != '' AND CAST(strftime('%s', created) AS INTEGER) < ?"
            return int(count + connection.execute(statement, (before,)).rowcount)

    # ------------------------------------------------------------ rows

    def _need(self, connection: sqlite3.Connection, job_id: str) -> Job:
        found = self._find(connection, job_id)
        if found is None:
            raise KeyError(job_id)
        return found

    def _find(self, connection: sqlite3.Connection, job_id: str) -> Job | None:
        row = connection.execute(f"SELECT {_COLUMNS} FROM jobs WHERE id = ?", (job_id,)).fetchone()
        return self._job(row) if row else None

    def _job(self, row: Sequence[Any]) -> Job:
        job_id, corpus_id, task, state, attempt, done, total, created, changed, ended, error, answer, result, loop = row
        return Job(
            id=job_id,
            corpus_id=corpus_id,
            task=_TASK.validate_json(task),
            state=JobState(state),
            attempt=attempt,
            progress=Progress(done, total),
            created=created,
            changed=changed,
            expires=ended + self._kept_s if ended is not None else None,
            error=JobError(*json.loads(error)) if error else None,
            answer_id=answer or "",
            result=result or "",
            extendable=bool(loop),
        )


def _reading(begun: int, planned: int, row: rows.DocumentRow) -> Reading:
    """Of a document that was read, and is only not searchable yet, every page has begun."""
    info = row.info
    if row.read:
        begun = planned = info.pages_planned
    return Reading(info.id, info.name, info.state, info.reason, begun, planned, info.pages_read)


def failed_event(error: JobError) -> NewEvent:
    return NewEvent("run.failed", json.dumps({"code": error.code, "detail": error.detail}))


def _task_text(task: Task) -> str:
    return codec.storable(_TASK.dump_json(task).decode())


def _error_text(error: JobError) -> str:
    return json.dumps(error, ensure_ascii=True)


def _last_event(connection: sqlite3.Connection, job_id: str) -> int:
    row = connection.execute("SELECT coalesce(max(number), 0) FROM events WHERE job_id = ?", (job_id,)).fetchone()
    return int(row[0])


def _append(connection: sqlite3.Connection, job_id: str, events: Sequence[NewEvent]) -> None:
    first = _last_event(connection, job_id) + 1
    rows = [(job_id, first + at, event.name, codec.storable(event.body)) for at, event in enumerate(events)]
    connection.executemany("INSERT INTO events (job_id, number, name, body) VALUES (?, ?, ?, ?)", rows)
