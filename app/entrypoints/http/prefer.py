"""The header `Prefer` (RFC 7240): `respond-async`, `wait=n`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, NamedTuple, TypeVar

from fastapi import Header
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

T = TypeVar("T")
LONGEST_WAIT_S = 60.0
_LOOK_S = 0.05

PreferHeader = Annotated[
    str | None,
    Header(
        alias="Prefer",
        description="`respond-async`: a job is made, 202. `wait=n`: up to n seconds, 60 at most, before that.",
        examples=["respond-async"],
    ),
]


class Preference(NamedTuple):
    """How the caller wants to be answered; seconds are 0 without `wait`."""

    respond_async: bool
    wait_s: float


def preference(request: Request) -> Preference:
    """Of all Prefer headers together; what is not understood is ignored, as the standard says."""
    said = ",".join(request.headers.getlist("prefer")).replace(";", ",").lower()
    parts = [part.strip() for part in said.split(",")]
    waits = [part.partition("=")[2].strip().strip('"') for part in parts if part.partition("=")[0].strip() == "wait"]
    seconds = [float(each) for each in waits if each.isascii() and each.isdigit() and len(each) < 7]
    return Preference("respond-async" in parts, min(seconds[0], LONGEST_WAIT_S) if seconds else 0.0)


async def until(look: Callable[[], T], good: Callable[[T], bool], seconds: float) -> T:
    """Look until the result is good or the time is over; the last result."""
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    while True:
        found = await run_in_threadpool(look)
        if good(found) or clock() >= end:
            return found
        await asyncio.sleep(_LOOK_S)
