"""Forms with files."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from app.entrypoints.http.problems import ProblemError

MOST_FILES = 1000  # in one upload


async def parsed(request: Request) -> FormData:
    """The form, parsed once for each request."""
    try:
        return await request.form(max_files=MOST_FILES, max_fields=10)
    except HTTPException as error:
        raise ProblemError("malformed_body", f"The form cannot be parsed: {error.detail}") from error
    except ClientDisconnect:
        raise ProblemError("malformed_body", "The body ends too early.") from None


async def files_of(request: Request) -> list[UploadFile]:
    """The files of the form; whatever else it holds is refused."""
    form = await parsed(request)
    strange = sorted({name for name in form if name != "files"})
    if strange:
        raise ProblemError("invalid_request", f"unknown form fields: {', '.join(strange)[:200]}")
    files = [part for part in form.getlist("files") if isinstance(part, UploadFile)]
    if not files or len(files) != len(form.getlist("files")):
        raise ProblemError("invalid_request", "the form needs one or more files in the field `files`")
    return files
