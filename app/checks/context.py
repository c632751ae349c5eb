"""What a check may look at: the question, what was chosen, the items, the cues. Never the ranker, never a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.answer import Evidence, Item
from app.domain.geometry import Span, union
from app.domain.page import Page
from app.domain.ports import CorpusView, Passage, StoredCue
from app.domain.question import Question
from app.domain.setting import Setting
from app.selection import Choice


@dataclass(frozen=True, slots=True)
class CheckContext:
    question: Question
    choices: tuple[Choice, ...]
    items: tuple[Item, ...]
    cues: tuple[StoredCue, ...]
    settings: Mapping[str, Setting]  # by document id
    names: Mapping[str, str]  # document names by id
    passages: tuple[Passage, ...]  # all retrieved so far
    view: CorpusView
    document_ids: tuple[str, ...]  # the scope
    places: Mapping[str, frozenset[tuple[int, int, int]]]  # by document: (page, start, end) of the words around regions

    def quote(self, document_id: str, spans: Sequence[Span]) -> tuple[Evidence, ...]:
        """The first page stretch of some spans as evidence of a check."""
        if not spans:
            return ()
        page_number = spans[0].page
        own = [s for s in spans if s.page == page_number]
        page = self.view.page(document_id, page_number)
        return _evidence(document_id, self.names.get(document_id, ""), page, own)


def _evidence(document_id: str, name: str, page: Page | None, spans: Sequence[Span]) -> tuple[Evidence, ...]:
    if page is None:
        return ()
    start, end = min(s.start for s in spans), max(s.end for s in spans)
    if not 0 <= start < end <= len(page.text):
        return ()
    box = union(s.box for s in spans)
    return (Evidence(document_id, name, page.number, box, page.text[start:end], start, end, "check"),)


def mentions(passage: Passage, begins: tuple[str, ...]) -> bool:
    """A cheap first look: whether a word of the passage may have one of these stems."""
    text = passage.flow.text.lower()
    return any(begin in text for begin in begins)
