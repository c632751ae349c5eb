"""Read files and ask questions through the service as it is put together for real, without HTTP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.bootstrap import Service, build
from app.config import Settings
from app.domain.answer import Answer
from app.domain.question import Request


@contextmanager
def service(data: Path, workers: int = 2) -> Iterator[Service]:
    """A service over a fresh data folder."""
    made = build(Settings(data=data, workers=workers))
    try:
        yield made
    finally:
        made.close()


def read(made: Service, name: str, paths: Iterable[Path], patience_s: float = 240) -> str:
    """A corpus of these files, read to the end; gives its id."""
    corpus = made.store.create_corpus(name).id
    for path in paths:
        made.ingestion.add(corpus, path.name, path.read_bytes())
    if not made.ingestion.wait(corpus, patience_s):
        raise TimeoutError(f"{name} was not read in {patience_s} s")
    return corpus


def ask(made: Service, corpus: str, question: str) -> Answer:
    loop = made.enumerate(corpus, Request(question))
    while True:
        try:
            next(loop)
        except StopIteration as stop:
            answer: Answer = stop.value
            return answer
