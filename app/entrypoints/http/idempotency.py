"""`Idempotency-Key` on every POST: the same request sent again changes nothing and gets the same response.

What counts as the same: method, path and content. Of a form that is its files with their names, since each client
sets the boundaries between parts anew. Only a success is kept; after an error the key is as if it had not been used.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated

from fastapi import Header
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from app.domain.ports import Outcome, Replies, Reply, StorageFullError
from app.entrypoints.http.forms import parsed
from app.entrypoints.http.problems import ProblemError

HEADER = "idempotency-key"
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_KEPT_HEADERS = ("content-type", "location", "preference-applied")


def documented_key(
    key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            description="Any text of 1 to 255 visible ASCII characters; the same request with it is carried out once.",
        ),
    ] = None,
) -> None:
    """The header in the documentation of each POST."""


async def once(request: Request, replies: Replies, act: Callable[[], Awaitable[Response]]) -> Response:
    """The response of `act`, or the one kept under the key of this request."""
    key = request.headers.get(HEADER)
    if key is None:
        return await act()
    if not _KEY.fullmatch(key):
        raise ProblemError("invalid_request", "Idempotency-Key: 1 to 255 visible ASCII characters")
    try:
        return await _once(request, replies, key, act)
    finally:
        await request.close()  # the temporary files of a form


async def _once(request: Request, replies: Replies, key: str, act: Callable[[], Awaitable[Response]]) -> Response:
    opening = await run_in_threadpool(replies.open, key, await fingerprint(request))
    if opening.outcome is Outcome.OTHER_REQUEST:
        raise ProblemError("idempotency_key_reused", "This Idempotency-Key was used for another request.")
    if opening.outcome is Outcome.IN_FLIGHT:
        raise ProblemError("request_in_flight", "The first request with this Idempotency-Key is still being answered.")
    if opening.reply is not None:
        return Response(
            opening.reply.body, opening.reply.status, {**opening.reply.headers, "idempotency-replayed": "true"}
        )
    return await _first(request, replies, key, opening.resource_id, act)


async def _first(
    request: Request, replies: Replies, key: str, resource_id: str, act: Callable[[], Awaitable[Response]]
) -> Response:
    """Act, and keep the response where it is a success; after an error the key is let go.

    Where a success cannot be stored the key keeps its id: sent again, the request finds what it made.
    """
    request.state.resource_id = resource_id
    acted = False
    try:
        response = await act()
        acted = response.status_code < 400
        if acted:
            headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
            reply = Reply(response.status_code, headers, bytes(response.body))
            await run_in_threadpool(replies.save, key, reply)
        return response
    finally:
        replies.leave(key)
        if not acted:
            with suppress(sqlite3.Error, StorageFullError):  # else the same request takes the key up again
                await run_in_threadpool(replies.drop, key)


def resource_id(request: Request) -> str:
    """The id for what this request makes, where a key binds one; else empty: a fresh one is to be taken."""
    return str(getattr(request.state, "resource_id", ""))


async def fingerprint(request: Request) -> str:
    """SHA-256 of method, path and content, hex."""
    known = hashlib.sha256(f"{request.method} {request.url.path}\n".encode())
    try:
        if request.headers.get("content-type", "").startswith("multipart/form-data"):
            await _add_form(request, known)
        else:
            known.update(_canonical(await request.body()))
    except ClientDisconnect:
        raise ProblemError("malformed_body", "The body ends too early.") from None
    return known.hexdigest()


def _canonical(body: bytes) -> bytes:
    """JSON whatever its spaces and order of fields; anything else as it is."""
    try:
        return json.dumps(json.loads(body), sort_keys=True).encode()
    except (ValueError, RecursionError):
        return body


async def _add_form(request: Request, known: hashlib._Hash) -> None:
    for name, value in (await parsed(request)).multi_items():
        known.update(f"{name}\0".encode("utf-8", "replace"))
        if not isinstance(value, UploadFile):
            known.update(value.encode("utf-8", "replace") + b"\0")
            continue
        known.update((value.filename or "").encode("utf-8", "replace") + b"\0")
        inner = hashlib.sha256()
        while piece := await value.read(1 << 20):
            inner.update(piece)
        known.update(inner.digest())
        await value.seek(0)
