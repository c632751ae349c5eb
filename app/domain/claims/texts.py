"""What the stored text says of an item: its quotes, and its detail as far as that stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.answer import Evidence, Item
from app.domain.claims.ground import Ground
from app.domain.claims.quoting import find
from app.domain.geometry import Box, union
from app.domain.page import Page

_SENTENCE_END = re.compile(r"[.!?;](?=\s)|\n(?=\s*[^a-z\s])|\n\s*\n")
CELL = " | "  # between the cells of a row in a detail
NEARBY = 200  # code points around a row, or behind a label, in which its detail may stand


def texts_of(item: Item, ground: Ground) -> tuple[Evidence, ...]:
    """The evidence that stands, and a further one for each part of the detail that does."""
    quotes = ground.standing.get(item.key, ())
    details = (found for each in quotes for found in _details(item, each, ground))
    return tuple(dict.fromkeys((*quotes, *details)))


def _details(item: Item, evidence: Evidence, ground: Ground) -> Iterator[Evidence]:
    page = page_of(evidence.document_id, evidence.page, ground)
    assert page is not None  # what stands has a page
    line = page.text.rfind("\n", 0, evidence.start) + 1
    stop = min(evidence.end + len(item.detail) + NEARBY, len(page.text))
    for piece in item.detail.split(CELL):
        place = find(piece, page.text, line, stop) or find(piece, page.text, max(line - NEARBY, 0), stop)
        if place:
            yield stretch(evidence.document_id, evidence.document, page, *place, evidence.extractor)


def page_of(document_id: str, number: int, ground: Ground) -> Page | None:
    """None of what is not in the corpus any more."""
    now = ground.now
    return now.pages.page(document_id, number) if now and document_id in now.documents else None


def stretch(document_id: str, document: str, page: Page, start: int, end: int, by: str) -> Evidence:
    """page.text[start:end] as evidence, in the box of the lines it stands on."""
    boxes: Sequence[Box] = [line.box for line in page.lines if line.start < end and start < line.end]
    return Evidence(document_id, document, page.number, union(boxes), page.text[start:end], start, end, by)


def tail(evidence: Evidence, ground: Ground) -> str:
    """What stands behind it in its sentence: it may take back what the evidence says."""
    page = page_of(evidence.document_id, evidence.page, ground)
    if page is None or page.text[evidence.start : evidence.end] != evidence.quote:
        return ""
    return _SENTENCE_END.split(page.text[evidence.end : evidence.end + NEARBY], maxsplit=1)[0]
