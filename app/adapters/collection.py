"""The garbage collector kept out of the way: of decoding in bulk, and of a process that answers questions.

Thousands of values that are all kept make it run again and again over everything alive, to find nothing: it took more
than half of the time of loading regions, and a third of the time of reading a document.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNGEST = 50_000  # new objects before the youngest are looked at; Python's own figure is 700


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


def collect_seldom() -> None:
    """For a process that serves: what was loaded at its start stays out of every collection, and an answer, which
    makes a hundred thousand objects and hardly a cycle, is not interrupted by dozens of collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNGEST, 20, 20)
