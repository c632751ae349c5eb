"""/v1/corpora/{corpus_id}/enumerations and /v1/enumerations/{id}"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from app.bootstrap import Service
from app.domain.question import Mode, Request
from app.entrypoints import answers
from app.entrypoints.http import models
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import ServiceOf, StrictRoute, find_corpus, problems, stored_answer

router = APIRouter(prefix="/v1", tags=["enumerations"], route_class=StrictRoute)


@router.post(
    "/corpora/{corpus_id}/enumerations",
    response_model=models.Answer,
    responses=problems(
        "unknown_corpus",
        "malformed_body",
        "unsupported_media_type",
        "invalid_request",
        "empty_question",
        "question_too_long",
        "unknown_scope",
        "body_too_large",
    ),
)
def enumerate_items(corpus_id: str, body: models.Ask, service: ServiceOf) -> Response:
    """Ask a listing question: every item with its proof, and how complete the set is.

    Every well-formed question gets an answer; one that is no listing question gets kind "other" and `unproven`.
    A corpus that is still being read may be asked: the verdict says what was not read.
    """
    find_corpus(service, corpus_id)
    request = _request(service, corpus_id, body)
    try:
        _, text = answers.ask(service, corpus_id, request)
    except KeyError:
        find_corpus(service, corpus_id)  # deleted meanwhile: 404
        raise
    return Response(text, media_type="application/json")


def _request(service: Service, corpus_id: str, body: models.Ask) -> Request:
    if not body.question.strip():
        raise ProblemError("empty_question", "The question holds no text.")
    limit = service.settings.max_question_chars
    if len(body.question) > limit:
        raise ProblemError(
            "question_too_long", f"The question has {len(body.question)} characters; {limit} are allowed."
        )
    if body.k is not None and body.mode == "exhaustive":
        raise ProblemError("invalid_request", "k: the mode `exhaustive` takes no k; use `top_k` or `adaptive`")
    return Request(
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


@router.get("/enumerations/{answer_id}", response_model=models.Answer, responses=problems("unknown_answer"))
def get_enumeration(answer_id: str, service: ServiceOf) -> Response:
    """The stored answer, equal to the one given first."""
    return Response(stored_answer(service, answer_id), media_type="application/json")
