"""Errors as application/problem+json (RFC 9457), each with a stable code.

ProblemError             raised by our own routes, with a code of the table
RequestValidationError   the framework's: `invalid_request`, or `malformed_body` where the body is no JSON
HTTPException            the framework's: mapped by status
Exception                anything else: `internal_error`; its text goes to the log, not out
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

log = logging.getLogger("everylast.http")

CODES: Mapping[str, tuple[int, str]] = {
    "malformed_body": (400, "The body cannot be parsed"),
    "not_found": (404, "There is no such address"),
    "unknown_corpus": (404, "There is no such corpus"),
    "unknown_document": (404, "There is no such document in this corpus"),
    "unknown_answer": (404, "There is no such answer"),
    "method_not_allowed": (405, "The address does not know this method"),
    "body_too_large": (413, "The body is larger than allowed"),
    "unsupported_media_type": (415, "The body has the wrong media type"),
    "invalid_request": (422, "The request does not fit the interface"),
    "empty_question": (422, "The question is empty"),
    "question_too_long": (422, "The question is longer than allowed"),
    "unknown_scope": (422, "The question names documents that the corpus does not hold"),
    "internal_error": (500, "The service failed"),
    "not_ready": (503, "The service is not ready"),
}

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
    """Map every kind of exception."""
    app.add_exception_handler(ProblemError, _on_problem)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Exception, _on_anything)


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


async def _on_anything(request: Request, error: Exception) -> ProblemResponse:
    log.error("%s %s failed", request.method, request.scope.get("path", ""), exc_info=error)
    return response("internal_error", "The cause stands in the log of the service.")
