"""What a job does: drains the loop, or looks how far the reading is, and says so in events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.bootstrap import Service
from app.domain.answer import Answer, Item, PassReport, PassStarted, Step, StopReason
from app.domain.jobs import Job, JobError, LoopState, NewEvent, Progress, Reading
from app.entrypoints import answers
from app.jobs import GivenUpError, Hold, Runners

Json = dict[str, Any]


def start(service: Service, error_of: Callable[[Exception], tuple[str, str]]) -> Runners:
    """Threads that work on the jobs of a service. `error_of` gives code and detail of what went wrong."""
    shared = service.background

    def told(error: Exception) -> JobError:
        return (
            JobError("corpus_changed", str(error))
            if isinstance(error, CorpusChangedError)
            else JobError(*error_of(error))
        )

    return Runners(
        shared.jobs,
        service.settings.job_threads,
        lambda hold: answer_question(service, hold),
        lambda hold, seen: look_at_upload(service, hold, seen),
        told,
        (shared.jobs.purge, shared.replies.purge),
    )


class CorpusChangedError(Exception):
    """The corpus is no longer at the revision at which the loop stood."""


# ---------------------------------------------------------------- questions


def answer_question(service: Service, hold: Hold) -> None:
    """Drain the loop, each step as events; the end with the answer is one step of the store."""
    job, request = hold.job, hold.job.task.request
    assert request is not None
    kept: list[LoopState] = []
    before = service.jobs.loop(job.id) if job.extendable else None
    follow = Follower(_known_items(service, job) if before else {})
    hold.record([_event("run.started", {"attempt": job.attempt, "question": request.question})])
    steps = service.enumerate(job.corpus_id, request, cancelled=hold.lost, before=before, keep=kept.append)
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            break
        except ValueError as error:
            if before is None:
                raise
            raise CorpusChangedError(str(error)) from error
        done = step.number if isinstance(step, PassReport) else step.number - 1
        hold.record(list(follow(step)), Progress(done, max(request.max_passes, step.number)))
    if answer.stop_reason is StopReason.CANCELLED:
        raise GivenUpError
    last = [*_unreadable(answer), NewEvent("run.completed", answer.id)]
    hold.succeed(last, (answer.id, answers.text(answer)), loop=kept[-1] if kept else None)


def _known_items(service: Service, job: Job) -> dict[str, int]:
    """Items that an earlier answer of the job told of, each with its places."""
    text = service.store.answer(job.answer_id) if job.answer_id else None
    return {each["key"]: len(each["evidence"]) for each in json.loads(text)["items"]} if text else {}


class Follower:
    """Turns the steps of a loop into events, by comparing what stands after each pass with what stood before."""

    def __init__(self, known: dict[str, int]) -> None:
        self._known = known  # key of each item told of -> its places

    def __call__(self, step: Step) -> Iterator[NewEvent]:
        if isinstance(step, PassStarted):
            yield _event("pass.started", {"number": step.number})
            return
        yield from self._items(step.items)
        for signal in step.signals:
            yield _event("check.evaluated", {"pass": step.number, "signal": answers.signal(signal)})
        yield _event("pass.completed", answers.pass_report(step))

    def _items(self, items: Sequence[Item]) -> Iterator[NewEvent]:
        """Added, merged (a known item stands at more places), and withdrawn where the pass chose another list."""
        standing = {item.key: len(item.evidence) for item in items}
        for key in self._known.keys() - standing.keys():
            yield _event("item.withdrawn", {"key": key})
        for item in items:
            before = self._known.get(item.key)
            if before is None:
                yield _event("item.added", answers.item(item))
            if len(item.evidence) > (before or 1):
                yield _event("item.merged", _merged(item))
        self._known = standing


def _merged(item: Item) -> Json:
    return {"key": item.key, "label": item.label, "aliases": list(item.aliases), "places": len(item.evidence)}


def _unreadable(answer: Answer) -> Iterator[NewEvent]:
    for document_id, name, reason in answer.completeness.coverage.documents_unread:
        yield _event("document.unreadable", {"id": document_id, "name": name, "reason": reason})


# ---------------------------------------------------------------- uploads


def look_at_upload(service: Service, hold: Hold, seen: dict[str, Reading]) -> bool:
    """Tell what has changed since the last look, and the end once no document is pending; one removed is done."""
    job = hold.job
    found = service.jobs.readings(job.corpus_id, job.task.documents)
    events = [event for each in found if seen.get(each.document_id) != each for event in _reading_events(each)]
    if events:
        hold.record(events, _pages(found))
    elif hold.lost():
        raise GivenUpError
    seen.update((each.document_id, each) for each in found)
    if any(each.pending for each in found):
        return False
    result = upload_result(service, job, found)
    hold.succeed([NewEvent("run.completed", result)], result=result)
    return True


def _pages(found: Sequence[Reading]) -> Progress:
    """The total is known once each document's is."""
    known = all(each.planned or not each.pending for each in found)
    done = sum(each.begun if each.pending else each.planned for each in found)
    return Progress(done, sum(each.planned for each in found) if known else None)


def _reading_events(each: Reading) -> Iterator[NewEvent]:
    about = {"id": each.document_id, "name": each.name, "state": each.state}
    if each.pending:
        yield _event("document.reading", {**about, "pages": {"begun": each.begun, "planned": each.planned}})
        return
    yield _event("document.read", {**about, "pages": {"read": each.read, "planned": each.planned}})
    if each.state != "read":
        yield _event("document.unreadable", {"id": each.document_id, "name": each.name, "reason": each.reason})


def upload_result(service: Service, job: Job, found: Sequence[Reading]) -> str:
    rows = [service.store.document(job.corpus_id, each.document_id) for each in found]
    return answers.compact({"documents": [answers.document(row) for row in rows if row is not None]})


def _event(name: str, body: Json) -> NewEvent:
    return NewEvent(name, answers.compact(body))
