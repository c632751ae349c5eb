"""A candidate becomes an item only when the stored text at its spans carries its label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath

from app.domain.answer import Candidate, Evidence
from app.domain.geometry import Span, union
from app.domain.page import Page
from app.domain.words import fold, letters

NEARBY = 3  # code points between two spans of one quote: a line end and a hyphen
PageOf = Callable[[str, int], Page | None]


def evidence_for(candidate: Candidate, document: str, page_of: PageOf) -> tuple[Evidence, ...]:
    """The places of a candidate with their verbatim quotes; empty where a page is not stored."""
    found = []
    for start, end, page_number, boxes in _merge(candidate.spans):
        page = page_of(candidate.document_id, page_number)
        if page is None or not 0 <= start < end <= len(page.text):
            return ()
        quote = page.text[start:end]
        box = union(boxes)
        found.append(
            Evidence(candidate.document_id, document, page_number, box, quote, start, end, candidate.extractor)
        )
    return tuple(found)


def _merge(spans: Sequence[Span]) -> list[tuple[int, int, int, list]]:  # type: ignore[type-arg]
    merged: list[tuple[int, int, int, list]] = []  # type: ignore[type-arg]
    for span in spans:
        if merged and merged[-1][2] == span.page and 0 <= span.start - merged[-1][1] <= NEARBY:
            start, _, page, boxes = merged[-1]
            merged[-1] = (start, span.end, page, [*boxes, span.box])
        else:
            merged.append((span.start, span.end, span.page, [span.box]))
    return merged


def carried(candidate: Candidate, page_of: PageOf) -> str:
    """The stored text at the candidate's own spans, letters only: a quote may hold a footnote mark between them."""
    pages = {s.page: page_of(candidate.document_id, s.page) for s in candidate.spans}
    texts = [page.text[s.start : s.end] for s in candidate.spans if (page := pages[s.page]) is not None]
    return letters("".join(texts))


def failure(candidate: Candidate, evidence: Sequence[Evidence], page_of: PageOf) -> str:
    """Why the text does not carry the label; "" where it does."""
    if not evidence:
        return "no_stored_text"
    if fold(candidate.label) == fold(PurePath(evidence[0].document).stem):
        return ""  # a whole document: its name is the label, the quote says why it is in the set
    wanted = letters(candidate.label)
    if not wanted:
        return "no_letters"
    return "" if wanted in carried(candidate, page_of) else "not_at_its_span"
