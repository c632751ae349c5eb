"""/v1/corpora/{corpus_id}/documents"""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import Response

from app.bootstrap import Service
from app.domain.jobs import JobKind, Task
from app.domain.names import safe_name
from app.domain.ports import DocumentInfo
from app.entrypoints import answers
from app.entrypoints.http import models
from app.entrypoints.http.forms import files_of
from app.entrypoints.http.idempotency import resource_id
from app.entrypoints.http.prefer import PreferHeader, preference, until
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import (
    RunnersOf,
    ServiceOf,
    StrictRoute,
    accepted,
    find_corpus,
    find_document,
    json_response,
    problems,
    require_media_type,
)

router = APIRouter(prefix="/v1/corpora/{corpus_id}/documents", tags=["documents"], route_class=StrictRoute)

_FORM = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["files"],
                "additionalProperties": False,
                "properties": {"files": {"type": "array", "items": {"type": "string", "format": "binary"}}},
            },
            "example": {"files": ["handbook.pdf", "notes.md"]},
        }
    },
}


@router.post(
    "",
    status_code=202,
    response_model=models.Upload,
    openapi_extra={"requestBody": _FORM},
    responses={
        201: {"model": models.Upload, "description": "Everything has been read already"},
        202: {
            "model": models.Upload | models.Job,
            "description": "Stored; reading goes on. With `Prefer: respond-async` a job follows it",
        },
        **problems("unknown_corpus", "malformed_body", "unsupported_media_type", "invalid_request", "body_too_large"),
    },
)
async def upload_documents(
    corpus_id: str,
    request: Request,
    service: ServiceOf,
    runners: RunnersOf,
    prefer: PreferHeader = None,  # noqa: ARG001 (documents the header)
) -> Response:
    """Add PDF, plain text or Markdown files (field `files`, many).

    Files are stored before the call is answered. `Prefer: wait=n` waits up to n seconds for the reading;
    `Prefer: respond-async` gives a job that tells page by page how far it is. One bad file never fails the others:
    it is kept with its state and reason.
    """
    await run_in_threadpool(find_corpus, service, corpus_id)
    require_media_type(request, "multipart/form-data")
    try:
        added = [await _add(service, corpus_id, file) for file in await files_of(request)]
    finally:
        await request.close()  # removes the temporary files of the form
    wanted = preference(request)
    rows = await until(lambda: _rows(service, corpus_id, added), _read, wanted.wait_s)
    if _read(rows):
        return json_response({"documents": rows}, 201, {"location": f"/v1/corpora/{corpus_id}/documents"})
    if wanted.respond_async:
        task = Task(JobKind.UPLOAD, documents=tuple(dict.fromkeys(info.id for _, info, _ in added)))
        job = await run_in_threadpool(service.jobs.create, corpus_id, task, resource_id(request))
        runners.wake()
        return accepted(job)
    return json_response({"documents": rows}, 202, {"location": f"/v1/corpora/{corpus_id}"})


async def _add(service: Service, corpus_id: str, file: UploadFile) -> tuple[str, DocumentInfo, bool]:
    name = safe_name(file.filename or "")
    data = await file.read()
    try:
        info, new = await run_in_threadpool(service.ingestion.add, corpus_id, name, data)
    except KeyError:  # the corpus was deleted meanwhile
        raise ProblemError("unknown_corpus", f"No corpus has the id {corpus_id[:80]!r}.") from None
    return name, info, new


def _row(service: Service, corpus_id: str, name: str, info: DocumentInfo, new: bool) -> answers.Json:
    current = service.store.document(corpus_id, info.id) or info
    return {**answers.document(current), "name": name, "duplicate": not new}


def _rows(service: Service, corpus_id: str, added: Sequence[tuple[str, DocumentInfo, bool]]) -> list[answers.Json]:
    return [_row(service, corpus_id, *each) for each in added]


def _read(rows: Sequence[answers.Json]) -> bool:
    return all(row["state"] not in ("queued", "reading") for row in rows)


@router.get("", response_model=models.Documents, responses=problems("unknown_corpus"))
def list_documents(corpus_id: str, service: ServiceOf) -> answers.Json:
    """All documents of a corpus, those that could not be read included."""
    find_corpus(service, corpus_id)
    return {"documents": [answers.document(each) for each in service.store.documents(corpus_id)]}


@router.get(
    "/{document_id}",
    response_model=models.DocumentDetail,
    responses=problems("unknown_corpus", "unknown_document"),
)
def get_document(corpus_id: str, document_id: str, service: ServiceOf) -> answers.Json:
    """One document, with every page that was not read and the reason."""
    found = find_document(service, corpus_id, document_id)
    pages = list(service.store.structure_pages(document_id))
    return {**answers.document(found), "unread": answers.unread_pages(pages)}


@router.delete("/{document_id}", status_code=204, responses=problems("unknown_corpus", "unknown_document"))
def delete_document(corpus_id: str, document_id: str, service: ServiceOf) -> None:
    """Take a document out of the corpus."""
    find_document(service, corpus_id, document_id)
    service.store.delete_document(corpus_id, document_id)


@router.post(
    "/{document_id}/retry",
    status_code=202,
    response_model=models.Document,
    responses=problems("unknown_corpus", "unknown_document"),
)
def retry_document(
    corpus_id: str,
    document_id: str,
    service: ServiceOf,
    response: Response,
) -> answers.Json:
    """Read a document again, for instance after a time-out."""
    find_document(service, corpus_id, document_id)
    service.ingestion.retry(document_id)
    response.headers["Location"] = f"/v1/corpora/{corpus_id}/documents/{document_id}"
    return answers.document(find_document(service, corpus_id, document_id))
