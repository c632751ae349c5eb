"""Decoding in bulk without the garbage collector.

Thousands of values that are all kept make it run again and again over everything alive, to find nothing: it took more
than half of the time of loading regions, and a third of the time of reading a document.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """No garbage collection inside. Only the caller that paused it resumes it, so nested and parallel use is safe."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
