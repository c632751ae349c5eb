"""/v1/enumerations/{answer_id}/items and /export: an answer of any size, page by page or as a file."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Query
from starlette.responses import Response, StreamingResponse

from app.bootstrap import Service
from app.entrypoints import answers, tables
from app.entrypoints.http import examples, models
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import ServiceOf, StrictRoute, problems, stored_answer

router = APIRouter(prefix="/v1/enumerations/{answer_id}", tags=["items"], route_class=StrictRoute)

_KEPT = 4  # answers taken apart that are kept, for the next page
_MARK = 8  # bytes of the mark that binds a cursor to its answer
_TYPES = {"jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}


class _Parts(NamedTuple):
    """An answer taken apart: JSON text of its completeness and of each item."""

    completeness: str
    items: tuple[str, ...]


class _Recent:
    """The answers taken apart last. They never change, so nothing has to be looked up again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._parts: OrderedDict[str, _Parts] = OrderedDict()

    def get(self, service: Service, answer_id: str) -> _Parts:
        """Raises ProblemError where there is no such answer, also where it was kept here."""
        text = stored_answer(service, answer_id)
        with self._lock:
            found = self._parts.get(answer_id)
            if found is None:
                found = self._parts[answer_id] = _taken_apart(text)
            self._parts.move_to_end(answer_id)
            while len(self._parts) > _KEPT:
                self._parts.popitem(last=False)
            return found


_recent = _Recent()


def _taken_apart(text: str) -> _Parts:
    answer = json.loads(text)
    return _Parts(_json(answer["completeness"]), tuple(_json(each) for each in answer["items"]))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@router.get(
    "/items", response_model=models.Items, responses=problems("unknown_answer", "result_expired", "invalid_cursor")
)
def list_items(
    answer_id: str,
    service: ServiceOf,
    cursor: Annotated[str | None, Query(max_length=200, description="`next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=1000, description="Most items of this page.")] = 100,
) -> Response:
    """The items in the order of the answer, page by page to the very end, where `next` is null.

    A cursor belongs to one answer, which never changes: no item is left out or given twice. Each page says how complete
    the whole set is.
    """
    first = _offset(answer_id, cursor) if cursor is not None else 0
    parts = _recent.get(service, answer_id)
    if first > len(parts.items):
        raise _bad_cursor()
    last = first + limit
    following = _cursor(answer_id, last) if last < len(parts.items) else None
    body = (
        f'{{"answer_id":{_json(answer_id)},"items":[{",".join(parts.items[first:last])}],'
        f'"total":{{"value":{len(parts.items)},"relation":"eq"}},"next":{_json(following)},'
        f'"completeness":{parts.completeness}}}'
    )
    return Response(body, media_type="application/json")


def _cursor(answer_id: str, offset: int) -> str:
    place = str(offset).encode()
    return base64.urlsafe_b64encode(_mark(answer_id, place) + place).decode().rstrip("=")


def _mark(answer_id: str, place: bytes) -> bytes:
    return hashlib.sha256(answer_id.encode("utf-8", "replace") + b"\0" + place).digest()[:_MARK]


def _offset(answer_id: str, cursor: str) -> int:
    """Where a page begins. Raises ProblemError for a cursor that is damaged or of another answer."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise _bad_cursor() from None
    mark, place = raw[:_MARK], raw[_MARK:]
    if mark != _mark(answer_id, place) or not place.isdigit() or _cursor(answer_id, int(place)) != cursor:
        raise _bad_cursor()
    return int(place)


def _bad_cursor() -> ProblemError:
    return ProblemError("invalid_cursor", "The cursor is damaged or belongs to another answer; begin without one.")


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {"description": "The answer as lines", "content": examples.lines()},
        **problems("unknown_answer", "result_expired"),
    },
)
def export_answer(
    answer_id: str,
    service: ServiceOf,
    format: Annotated[Literal["jsonl", "csv"], Query(description="Kind of lines.")] = "jsonl",  # noqa: A002 (public)
) -> StreamingResponse:
    """The whole answer as a file. JSONL: a line for the answer with its completeness, then one for each item. CSV: a
    row for each item, the verdict in the first columns; a cell that a spreadsheet would compute begins
    with an apostrophe.
    """
    answer: answers.Json = json.loads(stored_answer(service, answer_id))
    lines: Iterator[str] = tables.jsonl(answer) if format == "jsonl" else tables.csv_lines(answer)
    named = {"content-disposition": f'attachment; filename="answer-{answer["id"]}.{format}"'}
    return StreamingResponse(tables.in_chunks(lines), media_type=_TYPES[format], headers=named)
