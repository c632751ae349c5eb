"""/v1/jobs: work that outlives the connection, and its events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Header
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.bootstrap import Service
from app.domain.jobs import Event, Job, JobKind
from app.domain.question import Mode, Request
from app.entrypoints import answers
from app.entrypoints.http import examples, models
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import (
    RunnersOf,
    ServiceOf,
    StrictRoute,
    accepted,
    find_corpus,
    find_job,
    problems,
)

router = APIRouter(prefix="/v1/jobs", tags=["jobs"], route_class=StrictRoute)

_LOOK_S = 0.1  # how often a stream looks for new events
_CAPS = ("max_passes", "k", "passages_per_pass", "time_budget_ms")


@router.get("/{job_id}", response_model=models.Job, responses=problems("unknown_job", "result_expired"))
def get_job(job_id: str, service: ServiceOf) -> answers.Json:
    """How far a job is, whichever process works on it."""
    return answers.job(find_job(service, job_id))


@router.post("/{job_id}/cancel", response_model=models.Job, responses=problems("unknown_job", "result_expired"))
def cancel_job(
    job_id: str,
    service: ServiceOf,
) -> answers.Json:
    """End a job that has not ended; one that has ended stays as it is.

    Nothing that its work still does counts any more. Documents of an upload are stored and go on being read: only the
    following of it ends.
    """
    find_job(service, job_id)
    found = service.jobs.cancel(job_id)
    return answers.job(found) if found else answers.job(find_job(service, job_id))


@router.delete("/{job_id}", status_code=204, responses=problems("unknown_job"))
def delete_job(job_id: str, service: ServiceOf) -> None:
    """Cancel a job where it has not ended, and remove it with its events. An answer that it gave stays."""
    if service.jobs.job(job_id) is None:
        find_job(service, job_id)
    service.jobs.cancel(job_id)
    service.jobs.remove(job_id)


@router.post(
    "/{job_id}/extend",
    status_code=202,
    response_model=models.Job,
    responses=problems(
        "unknown_job",
        "result_expired",
        "not_extendable",
        "corpus_changed",
        "malformed_body",
        "unsupported_media_type",
        "invalid_request",
        "body_too_large",
    ),
)
def extend_job(
    job_id: str,
    body: models.Extend,
    service: ServiceOf,
    runners: RunnersOf,
) -> Response:
    """Raise a cap that ended a question, and go on behind its last pass; none is made again.

    The answer so far stays readable; the extended one has an id of its own. The corpus must be unchanged.
    """
    job = find_job(service, job_id)
    if not job.state.ended and job.task.request and job.task.request == _with_caps(job.task.request, body):
        return accepted(job)  # it was asked for before
    request = _raised(_extendable(service, job), body)
    found = service.jobs.extend(job_id, request)
    if found is None:
        raise ProblemError("not_extendable", "The job has been extended or removed meanwhile.")
    runners.wake()
    return accepted(found)


def _extendable(service: Service, job: Job) -> Request:
    """The request of a job that can go on. Raises ProblemError with the reason where it cannot."""
    request = job.task.request
    if job.task.kind is not JobKind.QUESTION or request is None:
        raise ProblemError("not_extendable", "Only a question can be extended.")
    if not job.state.ended:
        raise ProblemError("not_extendable", f"The job is {job.state}; wait for its end.")
    kept = service.jobs.loop(job.id)
    if kept is None:
        why = "another version of the program began it" if job.extendable else "no cap bound it"
        raise ProblemError("not_extendable", f"There is nothing to go on from: {why}. Ask anew.")
    if find_corpus(service, job.corpus_id).revision != kept.revision:
        raise ProblemError("corpus_changed", "The corpus has changed since the last pass; ask anew.")
    return request


def _raised(request: Request, body: models.Extend) -> Request:
    """The request with higher caps. A cap is never lowered, and one that was not set is no cap."""
    given = _given(body)
    if not given:
        raise ProblemError("invalid_request", f"name a cap to raise: {', '.join(_CAPS)}")
    for name, value in given.items():
        before = getattr(request, name)
        if before is None or value <= before:
            raise ProblemError("invalid_request", f"{name}: {value} is no raise ({before or 'no cap'} so far)")
        if name == "k" and request.mode is Mode.EXHAUSTIVE:
            raise ProblemError("invalid_request", "k: the mode `exhaustive` takes no k")
    return replace(request, **given)


def _given(body: models.Extend) -> dict[str, Any]:
    return {name: value for name in _CAPS if (value := getattr(body, name)) is not None}


def _with_caps(request: Request | None, body: models.Extend) -> Request | None:
    return replace(request, **_given(body)) if request and _given(body) else None


# ---------------------------------------------------------------- events


class _Start(NamedTuple):
    """Where a stream begins: behind this event of this job."""

    job_id: str
    after: int


def _start(
    job_id: str,
    service: ServiceOf,
    last_event_id: Annotated[
        str | None, Header(alias="Last-Event-ID", description="The id of the last event that was seen.")
    ] = None,
) -> _Start:
    """Checked before the stream begins, so that what is wrong is a problem and not a broken stream."""
    find_job(service, job_id)
    if last_event_id is None or last_event_id == "":
        return _Start(job_id, 0)
    known = service.jobs.last_event(job_id)
    if not (last_event_id.isascii() and last_event_id.isdigit()) or len(last_event_id) > 18:
        raise ProblemError("invalid_request", "Last-Event-ID: the id of an event of this job is a number")
    if int(last_event_id) > known:
        raise ProblemError("invalid_request", f"Last-Event-ID: the job has {known} events so far")
    return _Start(job_id, int(last_event_id))


@router.get(
    "/{job_id}/events",
    response_class=EventSourceResponse,
    responses={
        200: {
            "description": "Server-sent events",
            "content": {"text/event-stream": {"schema": {"type": "string"}, "example": examples.events()}},
        },
        **problems("unknown_job", "result_expired"),
    },
)
async def follow_job(service: ServiceOf, start: Annotated[_Start, Depends(_start)]) -> AsyncIterator[ServerSentEvent]:
    """What happens, as it happens, to the last event; what happened before comes first.

    Events are stored: `Last-Event-ID` goes on behind the event of that id, also after a restart. A comment every 15
    seconds keeps the connection alive. The data of the last `run.completed` is the stored answer (for an upload: its
    result). Leaving the stream stops nothing.
    """
    after = start.after
    while not service.closing.is_set():
        job, events = await run_in_threadpool(_news, service, start.job_id, after)
        for event in events:
            after = event.number
            data = await run_in_threadpool(_data, service, job, event)
            yield ServerSentEvent(raw_data=data, event=event.name, id=str(event.number))
        if job is None or (job.state.ended and not events):
            return
        if not events:
            await asyncio.sleep(_LOOK_S)


def _news(service: Service, job_id: str, after: int) -> tuple[Job | None, Sequence[Event]]:
    """The job first: what it did before it ended is then among the events."""
    job = service.jobs.job(job_id)
    return job, service.jobs.events(job_id, after)


def _data(service: Service, job: Job | None, event: Event) -> str:
    """The answer itself in the place of its id."""
    if event.name == "run.completed" and job is not None and job.task.kind is JobKind.QUESTION:
        return service.store.answer(event.body) or "{}"
    return event.body
