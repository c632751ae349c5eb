"""The state of a loop as compressed JSON, so that an extended question goes on after a restart."""

from __future__ import annotations

import zlib
from importlib.metadata import version

from pydantic import TypeAdapter, ValidationError

from app.domain.jobs import LoopState

_ADAPTER = TypeAdapter(LoopState)
_VERSION = version("everylast").encode()


def encode(state: LoopState) -> bytes:
    return zlib.compress(_VERSION + b"\n" + _ADAPTER.dump_json(state), 1)


def decode(stored: bytes) -> LoopState | None:
    """None where another version of the program wrote it: it may understand the same text otherwise."""
    try:
        written_by, _, body = zlib.decompress(stored).partition(b"\n")
        return _ADAPTER.validate_json(body) if written_by == _VERSION else None
    except (zlib.error, ValidationError):
        return None
