"""Small documents in our own words, held in memory, and the loop over them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any

from app.adapters.memory import MemoryView
from app.adapters.reading import read_document
from app.domain.answer import Answer, PassReport
from app.domain.ports import Extractor, Retriever
from app.domain.question import Request
from app.domain.structure import DocumentStructure
from app.enumeration import run
from app.layout.analysis import analyse
from app.plugins import load


@cache
def extractors() -> tuple[Extractor, ...]:
    return tuple(plugin.extractor for plugin in load())


def understood(text: str, name: str = "paper.md") -> DocumentStructure:
    return analyse(read_document(name, text.encode()))


class FailingRetriever:
    """Answers the first `good` searches, then fails in one of the ways in which engines fail."""

    def __init__(self, inner: Retriever, good: int, failure: dict[str, Any]) -> None:
        self._inner, self._good, self._failure, self._calls = inner, good, failure, count()

    def search(self, query: Any) -> Any:
        from dataclasses import replace

        hits = self._inner.search(query)
        return hits if next(self._calls) < self._good else replace(hits, **self._failure)


def ask(texts: Sequence[str] | str, question: str, **settings: Any) -> Answer:
    """The answer over some documents; `settings` go into the request."""
    return passes(texts, question, **settings)[1]


def passes(texts: Sequence[str] | str, question: str, **settings: Any) -> tuple[list[PassReport], Answer]:
    """Every pass report and the answer."""
    documents = [texts] if isinstance(texts, str) else list(texts)
    view = MemoryView([understood(text, f"paper-{number}.md") for number, text in enumerate(documents)])
    return drain(view, Request(question, **settings))


def drain(view: Any, request: Request, **ways: Any) -> tuple[list[PassReport], Answer]:
    loop = run(view, request, extractors(), ways.pop("clock", time.perf_counter), **ways)
    reports: list[PassReport] = []
    while True:
        try:
            step = next(loop)
        except StopIteration as stop:
            return reports, stop.value
        if isinstance(step, PassReport):
            reports.append(step)


def labels(answer: Answer) -> list[str]:
    return [item.label for item in answer.items]
