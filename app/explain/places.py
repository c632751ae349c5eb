"""Where in a corpus a thing stands, and which pages of it nobody could look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.domain.explaining import Place, UnreadPage
from app.domain.page import READ_STATES
from app.domain.ports import CorpusView, DocumentInfo
from app.domain.spellings import Spelling, find

AROUND = 60  # code points shown before and behind
MOST = 200  # places looked at for one spelling; what lies behind them would say nothing else


def places(view: CorpusView, documents: Sequence[DocumentInfo], tried: Sequence[Spelling]) -> list[Place]:
    """All places in some documents, in the strictest spelling that is there at all; in order of the corpus."""
    texts = [(d, list(view.pages(d.id))) for d in documents]
    for spelling in tried:
        found: list[Place] = []
        for document, pages in texts:
            for page in pages:
                spans = find(spelling, page.text)
                found += [_place(document, page.number, page.text, span, spelling) for span in spans]
        found = found or [p for d in documents for p in _over_page_ends(view, d, spelling)]
        if found:
            return found[:MOST]
    return []


def _place(document: DocumentInfo, page: int, text: str, span: tuple[int, int], spelling: Spelling) -> Place:
    start, end = span
    low, high = max(0, start - AROUND), min(len(text), end + AROUND)
    quote = " ".join(text[low:high].split())
    return Place(document.id, document.name, page, start, end, quote, spelling.how)


def _over_page_ends(view: CorpusView, document: DocumentInfo, spelling: Spelling) -> Iterator[Place]:
    """Names that no page holds whole: the running text of passages goes over page ends."""
    for passage in view.document_passages(document.id):
        for start, end in find(spelling, passage.flow.text):
            spans = passage.flow.spans(start, end)
            if spans:
                first = spans[0]
                quote = passage.flow.text[max(0, start - AROUND) : end + AROUND]
                yield Place(document.id, document.name, first.page, first.start, first.end, quote, spelling.how)


def unread(view: CorpusView, documents: Iterable[DocumentInfo]) -> list[UnreadPage]:
    """Pages that were not read, or in part; page 0 stands for those of which only the number is known."""
    found = []
    for document in documents:
        pages = view.pages(document.id)
        own = [
            UnreadPage(document.id, document.name, page.number, str(page.state), page.reason)
            for page in pages
            if page.state not in READ_STATES
        ]
        whole = "pending" if document.pending else "failed" if document.state == "failed" else "missing"
        missing = document.pages_planned - len(pages)
        if missing > 0 or (not pages and whole != "missing"):
            own.append(UnreadPage(document.id, document.name, 0, whole, document.reason or _counted(missing)))
        found += own
    return found


def _counted(missing: int) -> str:
    return f"{max(missing, 0)} pages nobody saw"
