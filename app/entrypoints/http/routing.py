"""What all routes share: access to the service, media types, refusal of what nobody asked for."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from app.bootstrap import Service
from app.domain.jobs import Job
from app.domain.ports import CorpusInfo, DocumentInfo
from app.entrypoints import answers
from app.entrypoints.http.idempotency import HEADER, documented_key, once
from app.entrypoints.http.models import ProblemBody
from app.entrypoints.http.problems import CODES, ProblemError
from app.jobs import Runners


def service(request: Request) -> Service:
    found = getattr(request.app.state, "service", None)
    if not isinstance(found, Service) or found.closing.is_set():
        raise ProblemError("not_ready", "The service is starting up or shutting down.")
    return found


ServiceOf = Annotated[Service, Depends(service)]


def runners(request: Request) -> Runners:
    found = request.app.state.runners
    assert isinstance(found, Runners)
    return found


RunnersOf = Annotated[Runners, Depends(runners)]


async def known_query(request: Request) -> None:
    """A query parameter that the call does not name is refused, not ignored; so is one given twice."""
    names = [name for name, _ in request.query_params.multi_items()]
    dependant = getattr(request.scope.get("route"), "dependant", None)
    known = {each.alias for each in dependant.query_params} if dependant else set()
    if strange := sorted(set(names) - known):
        raise ProblemError("invalid_request", f"unknown query parameters: {', '.join(strange)}")
    if len(names) > len(set(names)):
        raise ProblemError("invalid_request", "a query parameter is given twice")


_KEYED = ("idempotency_key_reused", "request_in_flight")  # what any POST may answer


class StrictRoute(APIRoute):
    """Refuses a JSON body sent as something else, before anything parses it; carries out a POST with a key once."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **given: Any) -> None:
        if "POST" in (given.get("methods") or ()):
            given["dependencies"] = [*(given.get("dependencies") or ()), Depends(documented_key)]
            given["responses"] = _merged(given.get("responses") or {}, problems(*_KEYED))
        super().__init__(path, endpoint, **given)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        takes_json = self.body_field is not None
        posts = "POST" in (self.methods or ())

        async def checked(request: Request) -> Response:
            if takes_json:
                require_media_type(request, "application/json")
            if posts and HEADER in request.headers:
                return await once(request, service(request).background.replies, lambda: handle(request))
            return await handle(request)

        return checked


def require_media_type(request: Request, wanted: str) -> None:
    """415 unless the body is of this type. No body at all is left to the validation."""
    sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if sent != wanted and (sent or has_body):
        raise ProblemError("unsupported_media_type", f"send the body as {wanted}, not as {sent or 'nothing named'}")


Responses = dict[int | str, dict[str, Any]]


def problems(*codes: str) -> Responses:
    """The error answers of a route, for its documentation."""
    found: Responses = {}
    for code in dict.fromkeys((*codes, "invalid_request", "internal_error", "not_ready", "storage_full")):
        status, title = CODES[code]
        text = f"`{code}`: {title}"
        if status in found:
            text = f"{found[status]['description']}; {text}"
        found[status] = {"description": text, "content": {"application/problem+json": {"schema": _SCHEMA}}}
    return found


_SCHEMA = ProblemBody.model_json_schema()


def _merged(known: Responses, more: Responses) -> Responses:
    """Both, the descriptions of the same status one after the other."""
    found = dict(known)
    for status, about in more.items():
        told = [each["description"] for each in (known.get(status), about) if each]
        parts = dict.fromkeys(part for text in told for part in text.split("; "))
        found[status] = {**about, "description": "; ".join(parts)}
    return found


def find_corpus(service: Service, corpus_id: str) -> CorpusInfo:
    found = service.store.corpus(corpus_id)
    if found is None:
        raise ProblemError("unknown_corpus", f"No corpus has the id {corpus_id[:80]!r}.")
    return found


def find_document(service: Service, corpus_id: str, document_id: str) -> DocumentInfo:
    find_corpus(service, corpus_id)
    found = service.store.document(corpus_id, document_id)
    if found is None:
        raise ProblemError("unknown_document", f"The corpus holds no document with the id {document_id[:80]!r}.")
    return found


def stored_answer(service: Service, answer_id: str) -> str:
    """The JSON text of an answer."""
    text = service.store.answer(answer_id)
    if text is None:
        raise ProblemError("unknown_answer", f"No answer has the id {answer_id[:80]!r}.")
    if not text or service.jobs.answer_is_over(answer_id):
        raise ProblemError("result_expired", "The answer was kept for the time that is set and has expired; ask again.")
    return text


def json_response(body: answers.Json, status: int, headers: dict[str, str]) -> Response:
    return Response(answers.compact(body).encode(), status, headers, media_type="application/json")


def accepted(job: Job) -> Response:
    """202 with where the job is found."""
    headers = {"location": f"/v1/jobs/{job.id}", "preference-applied": "respond-async"}
    return json_response(answers.job(job), 202, headers)


def find_job(service: Service, job_id: str) -> Job:
    found = service.jobs.job(job_id)
    if found is None:
        raise ProblemError("unknown_job", f"No job has the id {job_id[:80]!r}.")
    if service.jobs.is_over(found):
        raise ProblemError("result_expired", "The job was kept for the time that is set and has expired.")
    return found
