"""Ask small documents in memory, and ask why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.adapters.memory import MemoryView
from app.domain.answer import Answer, Candidate, Source
from app.domain.explaining import Explanation
from app.domain.geometry import Box, Span
from app.domain.page import PageState
from app.domain.ports import Batch, Extractor
from app.domain.question import Question, Request
from app.domain.structure import DocumentStructure
from app.enumeration import run
from app.explain import explain
from tests.loop.memory import extractors, understood

STATIONS = """# Paper

There are three stations:

- Alder: the old one by the river
- Birch Tree Stop
- Cedar

The mayor lives in Dyke. Some tools:

- hammer
- saw

The paper ends here.
"""
QUESTION = "Which stations are there?"


@dataclass(frozen=True)
class Proposing:
    """An extractor that proposes one candidate for the first passage it sees, whatever stands there."""

    label: str
    start: int
    end: int
    aliases: tuple[str, ...] = ()
    name: str = "proposing"

    def propose(self, question: Question, batch: Batch) -> Iterable[Candidate]:  # noqa: ARG002 (the protocol)
        for passage in batch.passages[:1]:
            span = Span(1, self.start, self.end, Box(0, 0, 1, 1))
            source = Source(passage.document_id, passage=passage.id)
            yield Candidate(self.label, passage.document_id, (span,), self.name, source, aliases=self.aliases)


class Case:
    """Documents in memory and the answer to a question over them."""

    def __init__(
        self,
        texts: str | Sequence[str],
        question: str = QUESTION,
        scope: Sequence[int] | None = None,
        more: Sequence[Extractor] = (),
        **caps: Any,
    ) -> None:
        documents = [texts] if isinstance(texts, str) else list(texts)
        self.structures = [understood(text, f"paper-{n}.md") for n, text in enumerate(documents)]
        self.view = MemoryView(self.structures)
        self.extractors = (*extractors(), *more)
        self.ids = [document.id for document in self.view.documents()]
        chosen = None if scope is None else tuple(self.ids[n] for n in scope)
        self.answer = self.ask(Request(question, documents=chosen, **caps))

    def ask(self, request: Request) -> Answer:
        steps = run(self.view, request, self.extractors, lambda: 0.0, answer_id="a")
        while True:
            try:
                next(steps)
            except StopIteration as stop:
                answer: Answer = stop.value
                return answer

    def why(self, item: str, document: int | None = None) -> Explanation:
        chosen = "" if document is None else self.ids[document]
        return explain(self.view, self.answer, self.extractors, item, chosen)


def with_unread_page(structure: DocumentStructure, state: PageState = PageState.NO_TEXT) -> DocumentStructure:
    """The document with one more page, which could not be read."""
    page = replace(structure.pages[0], number=len(structure.pages) + 1, text="", lines=(), state=state, reason="a scan")
    return replace(structure, pages=(*structure.pages, page), planned_pages=structure.planned_pages + 1)
