"""Gaps in what was read of documents: pages by state, whole files, layers, and what was read but not understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.domain.gaps import Closer, Gap
from app.domain.page import READ_STATES, PageState
from app.domain.ports import DocumentInfo

MOST_DOCUMENTS = 100  # ids named in one gap; `amount` counts all

_PAGES: dict[str, tuple[Closer, str]] = {
    PageState.PARTIAL: (Closer.TOOL, "text recognition (OCR) of the picture under the text"),
    PageState.NO_TEXT: (Closer.TOOL, "text recognition (OCR)"),
    PageState.GARBLED: (Closer.TOOL, "text recognition (OCR), or a copy whose fonts carry an encoding"),
    PageState.TIMED_OUT: (Closer.DEPLOYMENT, "a higher EVERYLAST_PAGE_DEADLINE_S, then reading it again (retry)"),
    PageState.FAILED: (Closer.DATA, "an undamaged copy of the file"),
    PageState.LOCKED: (Closer.DATA, "an unlocked copy of the file"),
    "pending": (Closer.PREREQUISITE, "the reading, which is still going on; ask again once the corpus is ready"),
}
# Of files without pages that are known, by how the reader's reason begins.
_FILES: tuple[tuple[str, str, Closer, str], ...] = (
    ("password_required", "file_locked", Closer.DATA, "an unlocked copy of the file"),
    ("the file is empty", "file_empty", Closer.NOBODY, "nothing: there is nothing in the file"),
    ("unsupported file", "file_unsupported", Closer.TOOL, "a copy as PDF, plain text or Markdown"),
    ("the stored file", "file_gone", Closer.DEPLOYMENT, "the stored file, from a backup or a new upload"),
    ("what was understood could not", "not_stored", Closer.DEPLOYMENT, "a store that can be written, then a retry"),
    ("", "file_failed", Closer.DATA, "an undamaged copy of the file"),
)
_LAYERS = {
    "images": "text recognition (OCR) of pictures",
    "form_fields": "a reader of form fields",
    "annotations": "a reader of annotations",
    "links": "a reader of link targets",
    "attachments": "the attached files, uploaded as documents of their own",
}


def unread_gaps(documents: Sequence[DocumentInfo]) -> tuple[Gap, ...]:
    """Of the documents in scope, largest unit first; each page is counted once."""
    return (*_files(documents), *_not_understood(documents), *_pages(documents), *_layers(documents))


def pages_by_state(document: DocumentInfo) -> dict[str, int]:
    """Pages that were not read, by state; "pending" for those of a document still waiting, "failed" for lost ones."""
    found = {str(state): number for state, number in document.pages if state not in READ_STATES}
    missing = document.pages_planned - sum(number for _, number in document.pages)
    if missing > 0:
        state = "pending" if document.pending else str(PageState.FAILED)
        found[state] = found.get(state, 0) + missing
    return found


def _files(documents: Sequence[DocumentInfo]) -> Iterator[Gap]:
    """Documents of which not even the pages are known."""
    found: dict[tuple[str, Closer, str], list[str]] = {}
    for document in documents:
        if not document.pages_planned and (document.pending or document.state == "failed"):
            found.setdefault(_file(document), []).append(document.id)
    for (what, closer, by), ids in found.items():
        yield _gap(what, len(ids), "documents", closer, by, ids)


def _file(document: DocumentInfo) -> tuple[str, Closer, str]:
    if document.pending:
        return ("pending", *_PAGES["pending"])
    return next((what, closer, by) for begin, what, closer, by in _FILES if document.reason.startswith(begin))


def _not_understood(documents: Sequence[DocumentInfo]) -> Iterator[Gap]:
    """Text that was read, but not taken apart into lists and tables."""
    late = [d.id for d in documents if "analysis_timed_out" in d.reason]
    broken = [d.id for d in documents if "analysis_failed" in d.reason]
    if late:
        yield _gap("analysis_timed_out", len(late), "documents", Closer.DEPLOYMENT, "reading again (retry)", late)
    if broken:
        yield _gap("analysis_failed", len(broken), "documents", Closer.TOOL, "a version that understands it", broken)


def _pages(documents: Sequence[DocumentInfo]) -> Iterator[Gap]:
    counts: dict[str, int] = {}
    ids: dict[str, list[str]] = {}
    for document in documents:
        for state, number in pages_by_state(document).items():
            counts[state] = counts.get(state, 0) + number
            ids.setdefault(state, []).append(document.id)
    for state in sorted(counts):
        yield _gap(state, counts[state], "pages", *_PAGES[state], ids[state])


def _layers(documents: Sequence[DocumentInfo]) -> Iterator[Gap]:
    for layer in sorted({layer for document in documents for layer in document.layers}):
        ids = [document.id for document in documents if layer in document.layers]
        closer = Closer.DATA if layer == "attachments" else Closer.TOOL
        yield _gap(f"layer:{layer}", len(ids), "documents", closer, _LAYERS.get(layer, f"a reader of {layer}"), ids)


def _gap(what: str, amount: int, unit: str, closer: Closer, by: str, ids: Iterable[str]) -> Gap:
    return Gap(what, amount, unit, closer, by, tuple(ids)[:MOST_DOCUMENTS])
