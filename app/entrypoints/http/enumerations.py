"""/v1/corpora/{corpus_id}/enumerations and /v1/enumerations/{id}"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.bootstrap import Service
from app.domain.jobs import JobKind, JobState, Task
from app.domain.question import Mode
from app.domain.question import Request as Asked
from app.entrypoints import answers
from app.entrypoints.http import models
from app.entrypoints.http.idempotency import resource_id
from app.entrypoints.http.prefer import PreferHeader, preference, until
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import (
    RunnersOf,
    ServiceOf,
    StrictRoute,
    accepted,
    find_corpus,
    problems,
    stored_answer,
)

router = APIRouter(prefix="/v1", tags=["enumerations"], route_class=StrictRoute)


@router.post(
    "/corpora/{corpus_id}/enumerations",
    response_model=models.Answer,
    responses={
        202: {"model": models.Job, "description": "With `Prefer: respond-async`: a job that works on the answer"},
        **problems(
            "unknown_corpus",
            "malformed_body",
            "unsupported_media_type",
            "invalid_request",
            "empty_question",
            "question_too_long",
            "unknown_scope",
            "body_too_large",
        ),
    },
)
async def enumerate_items(
    corpus_id: str,
    body: models.Ask,
    request: Request,
    service: ServiceOf,
    runners: RunnersOf,
    prefer: PreferHeader = None,  # noqa: ARG001 (documents the header)
) -> Response:
    """Ask a listing question: every item with its proof, and how complete the set is.

    Every well-formed question gets an answer; one that is no listing question gets kind "other" and `unproven`.
    A corpus that is still being read may be asked: the verdict says what was not read. `Prefer: respond-async` gives a
    job at once; with `wait=n` too, only where the answer needs longer.
    """
    await run_in_threadpool(find_corpus, service, corpus_id)
    asked = await run_in_threadpool(request_of, service, corpus_id, body)
    wanted = preference(request)
    if not wanted.respond_async:
        return await run_in_threadpool(_ask, service, corpus_id, asked, resource_id(request))
    task = Task(JobKind.QUESTION, asked)
    job = await run_in_threadpool(service.jobs.create, corpus_id, task, resource_id(request))
    runners.wake()
    now = await until(lambda: service.jobs.job(job.id) or job, lambda each: each.state.ended, wanted.wait_s)
    if now.state is JobState.SUCCEEDED and wanted.wait_s:
        text = await run_in_threadpool(stored_answer, service, now.answer_id)
        return Response(text, media_type="application/json", headers={"location": f"/v1/enumerations/{now.answer_id}"})
    return accepted(now)


def _ask(service: Service, corpus_id: str, asked: Asked, answer_id: str) -> Response:
    try:
        _, text = answers.ask(service, corpus_id, asked, answer_id=answer_id)
    except KeyError:
        find_corpus(service, corpus_id)  # deleted meanwhile: 404
        raise
    return Response(text, media_type="application/json")


def request_of(service: Service, corpus_id: str, body: models.Ask) -> Asked:
    if not body.question.strip():
        raise ProblemError("empty_question", "The question holds no text.")
    limit = service.settings.max_question_chars
    if len(body.question) > limit:
        raise ProblemError(
            "question_too_long", f"The question has {len(body.question)} characters; {limit} are allowed."
        )
    if body.k is not None and body.mode == "exhaustive":
        raise ProblemError("invalid_request", "k: the mode `exhaustive` takes no k; use `top_k` or `adaptive`")
    return Asked(
        question=body.question,
        documents=_scope(service, corpus_id, body.documents),
        max_passes=body.max_passes,
        mode=Mode(body.mode),
        k=body.k,
        passages_per_pass=body.passages_per_pass,
        time_budget_ms=body.time_budget_ms,
    )


def _scope(service: Service, corpus_id: str, documents: list[str] | None) -> tuple[str, ...] | None:
    """The document ids asked for, each once and known."""
    if documents is None:
        return None
    known = {each.id for each in service.store.documents(corpus_id)}
    strange = [each[:80] for each in documents if each not in known]
    if strange:
        raise ProblemError("unknown_scope", f"The corpus holds no documents with these ids: {', '.join(strange[:5])}")
    return tuple(dict.fromkeys(documents))


@router.get(
    "/enumerations/{answer_id}", response_model=models.Answer, responses=problems("unknown_answer", "result_expired")
)
def get_enumeration(answer_id: str, service: ServiceOf) -> Response:
    """The stored answer, equal to the one given first."""
    return Response(stored_answer(service, answer_id), media_type="application/json")
