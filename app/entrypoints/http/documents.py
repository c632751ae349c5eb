"""/v1/corpora/{corpus_id}/documents"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from app.bootstrap import Service
from app.domain.names import safe_name
from app.domain.ports import DocumentInfo
from app.entrypoints import answers
from app.entrypoints.http import models
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import ServiceOf, find_corpus, find_document, problems, require_media_type

router = APIRouter(prefix="/v1/corpora/{corpus_id}/documents", tags=["documents"])

MOST_FILES = 1000  # in one upload
LONGEST_WAIT_S = 60.0

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
        202: {"description": "Stored; reading goes on. The corpus is ready when its status says so"},
        **problems("unknown_corpus", "malformed_body", "unsupported_media_type", "invalid_request", "body_too_large"),
    },
)
async def upload_documents(corpus_id: str, request: Request, service: ServiceOf, response: Response) -> answers.Json:
    """Add PDF, plain text or Markdown files (field `files`, many).

    The header `Prefer: wait=n` waits up to n seconds for the reading. One bad file never fails the others: it is kept
    with its state and reason.
    """
    await run_in_threadpool(find_corpus, service, corpus_id)
    require_media_type(request, "multipart/form-data")
    try:
        added = [await _add(service, corpus_id, file) for file in await _files(request)]
    finally:
        await request.close()  # removes the temporary files of the form
    await _wait(service, corpus_id, {info.id for _, info, _ in added}, _seconds(request))
    rows = [await run_in_threadpool(_row, service, corpus_id, *each) for each in added]
    done = all(row["state"] not in ("queued", "reading") for row in rows)
    response.status_code = 201 if done else 202
    response.headers["Location"] = f"/v1/corpora/{corpus_id}" + ("/documents" if done else "")
    return {"documents": rows}


async def _files(request: Request) -> list[UploadFile]:
    """The files of the form; whatever else it holds is refused."""
    try:
        form = await request.form(max_files=MOST_FILES, max_fields=10)
    except HTTPException as error:
        raise ProblemError("malformed_body", f"The form cannot be parsed: {error.detail}") from error
    except ClientDisconnect:
        raise ProblemError("malformed_body", "The body ends too early.") from None
    strange = sorted({name for name in form if name != "files"})
    if strange:
        raise ProblemError("invalid_request", f"unknown form fields: {', '.join(strange)[:200]}")
    files = [part for part in form.getlist("files") if isinstance(part, UploadFile)]
    if not files or len(files) != len(form.getlist("files")):
        raise ProblemError("invalid_request", "the form needs one or more files in the field `files`")
    return files


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


def _seconds(request: Request) -> float:
    """`Prefer: wait=n` (RFC 7240), at most a minute; 0 without."""
    found = re.search(r"\bwait=(\d{1,6})\b", request.headers.get("prefer", ""))
    return min(float(found.group(1)), LONGEST_WAIT_S) if found else 0.0


async def _wait(service: Service, corpus_id: str, ids: set[str], seconds: float) -> None:
    """Until none of these documents is pending, or the time is over."""
    end = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < end:
        found: Sequence[DocumentInfo] = await run_in_threadpool(service.store.documents, corpus_id)
        if not any(each.pending and each.id in ids for each in found):
            return
        await asyncio.sleep(0.05)


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
def retry_document(corpus_id: str, document_id: str, service: ServiceOf, response: Response) -> answers.Json:
    """Read a document again, for instance after a time-out."""
    find_document(service, corpus_id, document_id)
    service.ingestion.retry(document_id)
    response.headers["Location"] = f"/v1/corpora/{corpus_id}/documents/{document_id}"
    return answers.document(find_document(service, corpus_id, document_id))
