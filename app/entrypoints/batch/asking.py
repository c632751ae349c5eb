"""Questions answered one after the other, or in several processes: Python threads would share one processor."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, NamedTuple

from app import bootstrap
from app.bootstrap import Service
from app.config import Settings
from app.domain.question import Request
from app.entrypoints import answers

Json = dict[str, Any]
_TRIES = 2  # of a question whose process died; another question may have been the reason


class Task(NamedTuple):
    """A question of a run. `key` names its answer: question, settings, code and documents; it is the answer's id."""

    key: str
    id: str
    corpus_id: str
    request: Request


def answered(service: Service, task: Task) -> Json:
    """The record of one question; an error of any kind is a record too."""
    try:
        answer, _ = answers.ask(service, task.corpus_id, task.request, answer_id=task.key)
    except Exception as error:  # one question must not end the run; it is counted and named
        return failed(task, f"{type(error).__name__}: {error}")
    body = answers.render(answer)
    said = body["completeness"]
    return _record(task, "answered", said["verdict"], said["qualifier"], None, body)


def failed(task: Task, error: str) -> Json:
    return _record(task, "failed", None, None, error, None)


def _record(
    task: Task, state: str, verdict: str | None, qualifier: str | None, error: str | None, body: Json | None
) -> Json:
    return {
        "id": task.id,
        "state": state,
        "verdict": verdict,
        "qualifier": qualifier,
        "error": error,
        "question": task.request.question,
        "key": task.key,
        "answer": body,
    }


def records(service: Service, tasks: Sequence[Task], processes: int) -> Iterator[Json]:
    """A record for each task, as they come."""
    if processes == 1 or len(tasks) < 2:
        for task in tasks:
            yield answered(service, task)
        return
    left = {task.key: task for task in tasks}
    for _ in range(_TRIES):
        for record in _in_processes(service.settings, list(left.values()), min(processes, len(left))):
            del left[record["key"]]
            yield record
        if not left:
            return
    for task in left.values():
        yield failed(task, "the process that answered it died")


def _in_processes(settings: Settings, tasks: Sequence[Task], processes: int) -> Iterator[Json]:
    """What was answered before a process died, at most."""
    with _pool(settings, processes) as pool:
        waiting = [pool.submit(_answer, task) for task in tasks]
        for done in as_completed(waiting):
            record = _outcome(done)
            if record is not None:
                yield record


def _outcome(done: Future[Json]) -> Json | None:
    try:
        return done.result()
    except BrokenProcessPool:
        return None


@contextmanager
def _pool(settings: Settings, processes: int) -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")  # a fork would take over locks of the threads that read
    pool = ProcessPoolExecutor(processes, context, _begin, (settings,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


_service: Service | None = None  # of this process, where it is one of a pool


def _begin(settings: Settings) -> None:
    global _service
    _service = bootstrap.build(settings, reads=False)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A killed run leaves no process behind that waits for questions."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _answer(task: Task) -> Json:
    if _service is None:
        raise RuntimeError("this process was not begun")
    return answered(_service, task)
