"""Pages and passages planned, read, matched and cited; what stayed unread, and why. Counted by the service itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.domain.answer import Coverage, Item
from app.domain.page import READ_STATES
from app.domain.ports import DocumentInfo, Passage
from app.facts import unread_pages
from app.scan import Scan


def coverage_of(scan: Scan, items: Sequence[Item], read: bool = True) -> Coverage:
    """Coverage of one answer; `read` is False where no passage was looked at."""
    documents = scan.documents
    passages = len(scan.passages) if read else 0
    return Coverage(
        documents_planned=len(documents),
        documents_read=sum(d.state in ("read", "partial") for d in documents),
        documents_unread=tuple((d.id, d.name, _reason(d)) for d in documents if unread_pages(d) or d.state == "failed"),
        documents_pending=sum(d.pending for d in documents),
        pages_planned=sum(d.pages_planned for d in documents),
        pages_read=sum(d.pages_read for d in documents),
        pages_unread=pages_unread(documents),
        layers_not_read=tuple(sorted({layer for d in documents for layer in d.layers})),
        passages_in_scope=scan.in_scope,
        passages_matched=scan.matched,
        passages_retrieved=passages,
        passages_read=passages,
        passages_cited=_cited(tuple(scan.passages.values()), items),
    )


def _reason(document: DocumentInfo) -> str:
    if document.pending:
        return "still being read"
    return document.reason or "pages that could not be read"


def pages_unread(documents: Sequence[DocumentInfo]) -> tuple[tuple[str, int], ...]:
    """(state, how many) of the pages that were not read; "pending" for those of documents still waiting."""
    found: Counter[str] = Counter()
    for document in documents:
        listed = sum(n for _, n in document.pages)
        for state, number in document.pages:
            if state not in READ_STATES:
                found[str(state)] += number
        missing = document.pages_planned - listed
        if missing > 0:
            found["pending" if document.pending else "failed"] += missing
    return tuple(sorted(found.items()))


def _cited(passages: Sequence[Passage], items: Sequence[Item]) -> int:
    """Retrieved passages in which the evidence of some item stands."""
    places: dict[tuple[str, int], list[int]] = {}
    for item in items:
        for evidence in item.evidence:
            places.setdefault((evidence.document_id, evidence.page), []).append(evidence.start)
    return sum(_holds(p, places) for p in passages)


def _holds(passage: Passage, places: dict[tuple[str, int], list[int]]) -> bool:
    if not any((passage.document_id, page) in places for page in range(passage.first_page, passage.last_page + 1)):
        return False
    for piece in passage.flow.pieces:
        starts = places.get((passage.document_id, piece.page))
        if starts and any(piece.start <= s < piece.end for s in starts):
            return True
    return False
