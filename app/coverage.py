"""Pages and passages planned, read, matched, gone through and cited; what was left out, and who can close the gap.

Counted by the service itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app.attention import Attention, PageAt, cited_pages, pages_of
from app.domain.answer import Cap, Coverage, Item, Stages, StopReason
from app.domain.ports import DocumentInfo, Passage
from app.domain.unread import pages_by_state, unread_gaps
from app.domain.unsearched import Passages, unsearched_gaps
from app.facts import unread_pages
from app.scan import Scan


class End(NamedTuple):
    """How a loop ended. `listing`: False where no passage was looked at, as the text asks for no set."""

    caps: tuple[Cap, ...]
    stop: StopReason
    listing: bool = True


def coverage_of(scan: Scan, items: Sequence[Item], attention: Attention, end: End) -> Coverage:
    """Coverage of one answer."""
    documents = scan.documents
    retrieved = tuple(scan.passages.values()) if end.listing else ()
    cited = _cited(retrieved, items)
    read = attention.passages_read(retrieved) | cited
    stages = _stages(scan, items, attention, [p for p in retrieved if p.id in read])
    passages = Passages(scan.in_scope, scan.matched, len(retrieved), len(read))
    outside = scan.view.info.documents - len(documents)
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
        passages_retrieved=len(retrieved),
        passages_read=len(read),
        passages_cited=len(cited),
        document_stages=_counted([{document for document, _ in pages} for pages in stages], scan),
        page_stages=_counted(stages, scan),
        gaps=(
            *unread_gaps(documents),
            *unsearched_gaps(passages, end.caps, end.stop, outside, scan.troubles, end.listing),
        ),
    )


def _reason(document: DocumentInfo) -> str:
    if document.pending:
        return "still being read"
    return document.reason or "pages that could not be read"


def pages_unread(documents: Sequence[DocumentInfo]) -> tuple[tuple[str, int], ...]:
    """(state, how many) of the pages that were not read; "pending" for those of documents still waiting."""
    found: Counter[str] = Counter()
    for document in documents:
        found.update(pages_by_state(document))
    return tuple(sorted(found.items()))


# ---------------------------------------------------------------- pages and documents


def _stages(scan: Scan, items: Sequence[Item], attention: Attention, read: Sequence[Passage]) -> list[set[PageAt]]:
    """Pages retrieved, gone through and cited. What is cited was gone through, from whatever it was read."""
    cited = cited_pages(items)
    extracted = pages_of(read) | attention.read_pages | cited
    return [pages_of(scan.passages.values()) | attention.retrieved_pages | extracted, extracted, cited]


def _counted(stages: Sequence[set[PageAt]] | Sequence[set[str]], scan: Scan) -> Stages:
    retrieved, extracted, cited = (len(each) for each in stages)
    capped = scan.troubles or any(cap.bound for cap in scan.caps.values())
    return Stages(None if capped else retrieved, retrieved, extracted, cited)


# ---------------------------------------------------------------- passages


def _cited(passages: Sequence[Passage], items: Sequence[Item]) -> set[int]:
    """Ids of the retrieved passages in which the evidence of some item stands."""
    places: dict[PageAt, list[int]] = {}
    for item in items:
        for evidence in item.evidence:
            places.setdefault((evidence.document_id, evidence.page), []).append(evidence.start)
    documents = {document for document, _ in places}
    return {p.id for p in passages if p.document_id in documents and _holds(p, places)}


def _holds(passage: Passage, places: dict[PageAt, list[int]]) -> bool:
    if not any((passage.document_id, page) in places for page in range(passage.first_page, passage.last_page + 1)):
        return False
    for piece in passage.flow.pieces:
        starts = places.get((passage.document_id, piece.page))
        if starts and any(piece.start <= s < piece.end for s in starts):
            return True
    return False
