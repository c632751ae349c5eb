"""Errors as application/problem+json (RFC 9457), each with a stable code.

ProblemError             raised by our own routes, with a code of the table
RequestValidationError   the framework's: `invalid_request`, or `malformed_body` where the body is no JSON
HTTPException            the framework's: mapped by status
Exception                anything else: `internal_error`; its text goes to the log, not out
"""

from __future__ import annotations

import errno
import json
import logging
import sqlite3
import traceback
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.domain.ports import StorageFullError

log = logging.getLogger("everylast.http")

CODES: Mapping[str, tuple[int, str]] = {
    "malformed_body": (400, "The body cannot be parsed"),
    "not_found": (404, "There is no such address"),
    "unknown_corpus": (404, "There is no such corpus"),
    "unknown_document": (404, "There is no such document in this corpus"),
    "unknown_answer": (404, "There is no such answer"),
    "unknown_job": (404, "There is no such job"),
    "method_not_allowed": (405, "The address does not know this method"),
    "request_in_flight": (409, "The first request with this key is still being answered"),
    "not_extendable": (409, "The job cannot go on"),
    "corpus_changed": (409, "The corpus has changed since"),
    "result_expired": (410, "The result is no longer kept"),
    "body_too_large": (413, "The body is larger than allowed"),
    "unsupported_media_type": (415, "The body has the wrong media type"),
    "invalid_request": (422, "The request does not fit the interface"),
    "invalid_cursor": (422, "The cursor is not one of this answer"),
    "different_corpora": (422, "The answers stand over different corpora"),
    "biased_aggregate": (422, "The set is not known whole, and the number would be biased"),
    "mixed_units": (422, "The items carry different units"),
    "contradictory_counts": (422, "The numbers contradict one another"),
    "insufficient_overlap": (422, "The two searches have too little in common"),
    "nothing_new": (422, "One search found nothing of its own"),
    "no_second_search": (422, "There are no two searches to compare"),
    "no_numbers": (422, "No item carries a number that can be taken"),
    "empty_question": (422, "The question is empty"),
    "question_too_long": (422, "The question is longer than allowed"),
    "unknown_scope": (422, "The question names documents that the corpus does not hold"),
    "idempotency_key_reused": (422, "The key was used for another request"),
    "internal_error": (500, "The service failed"),
    "not_ready": (503, "The service is not ready"),
    "storage_full": (507, "The disk is full"),
}
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})

_BY_STATUS = {
    400: "malformed_body",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "invalid_request",
    503: "not_ready",
}


class ProblemError(Exception):
    """An error for the caller. `code` is a key of CODES."""

    def __init__(self, code: str, detail: str, errors: list[dict[str, Any]] | None = None) -> None:
        super().__init__(detail)
        self.code, self.detail, self.errors = code, detail, errors


class ProblemResponse(JSONResponse):
    media_type = "application/problem+json"

    def render(self, content: object) -> bytes:
        """In ASCII: an error may quote what no encoding takes."""
        return json.dumps(content).encode("ascii")


def response(
    code: str,
    detail: str,
    errors: list[dict[str, Any]] | None = None,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> ProblemResponse:
    """The one error shape. `errors` says for each field what is wrong, in a validation error."""
    own, title = CODES[code]
    body: dict[str, Any] = {
        "type": f"urn:everylast:problem:{code}",
        "title": title,
        "status": status or own,
        "detail": detail,
        "code": code,
    }
    if errors:
        body["errors"] = errors
    return ProblemResponse(body, status_code=status or own, headers=dict(headers or {}))


def install(app: FastAPI) -> None:
    """Map the kinds of exception that are meant for the caller; the Guard catches the rest."""
    app.add_exception_handler(ProblemError, _on_problem)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(HTTPException, _on_http)


async def _on_problem(_: Request, error: Exception) -> ProblemResponse:
    assert isinstance(error, ProblemError)
    return response(error.code, error.detail, error.errors)


async def _on_validation(_: Request, error: Exception) -> ProblemResponse:
    assert isinstance(error, RequestValidationError)
    found = [
        {"field": ".".join(str(part) for part in each["loc"]), "code": each["type"], "detail": each["msg"]}
        for each in error.errors()
    ]
    code = "malformed_body" if any(each["code"] == "json_invalid" for each in found) else "invalid_request"
    return response(code, "; ".join(f"{each['field']}: {each['detail']}" for each in found[:5]), found)


async def _on_http(request: Request, error: Exception) -> ProblemResponse:
    assert isinstance(error, HTTPException)
    code = _BY_STATUS.get(error.status_code)
    if code is None:
        code = "internal_error" if error.status_code >= 500 else "invalid_request"
    if error.status_code in (404, 405):
        detail = f"{request.method} is not offered at this address"
    else:
        detail = str(error.detail)
    return response(code, detail, status=error.status_code, headers=error.headers)


class Guard:
    """ASGI middleware: what nobody expected becomes `internal_error`.

    The log gets the kind of the exception and where it arose, not its message: that may quote a document.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def forward(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, forward)
        except Exception as error:
            where = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s %s failed: %s\n%s", scope["method"], scope["path"], type(error).__name__, where)
            if started:
                raise ConnectionError("the answer broke off") from None
            await response(*unexpected(error))(scope, receive, send)


def unexpected(error: BaseException) -> tuple[str, str]:
    """Code and detail for what nobody raised on purpose, by what lies at its root."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, StorageFullError) or (isinstance(seen, OSError) and seen.errno in _FULL):
            return "storage_full", "The disk of the service is full; nothing was stored. Try again once there is room."
        if isinstance(seen, sqlite3.OperationalError) and "locked" in str(seen):
            return "not_ready", "The store is busy; try again."
        seen = seen.__cause__ or seen.__context__
    return "internal_error", "The cause stands in the log of the service."
