"""Which reader a file needs, told by its content first and by the end of its name second."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from app.adapters.pdf import read_head as read_pdf_head
from app.adapters.pdf import read_pages as read_pdf_pages
from app.adapters.pdf import read_pdf
from app.adapters.plain_text import read_text
from app.domain.page import PageState, RawDocument, RawPage

_TEXT_ENDINGS = frozenset({".txt", ".text", ".md", ".markdown"})
_MARKDOWN_ENDINGS = frozenset({".md", ".markdown"})


def read_document(name: str, data: bytes) -> RawDocument:
    """The whole document. It never raises for bad input; the state and its reason say what could not be read."""
    if is_pdf(name, data):
        return read_pdf(name, data)
    return _read_other(name, data)


def read_head(name: str, data: bytes) -> RawDocument:
    """The document without its pages, or why it cannot be read."""
    if is_pdf(name, data):
        return read_pdf_head(name, data)
    whole = _read_other(name, data)
    return RawDocument(whole.name, whole.title, (), whole.outline, whole.planned_pages, whole.state, whole.reason)


def read_pages(name: str, data: bytes, first_page: int = 1) -> Iterator[RawPage]:
    """The pages from `first_page` (1-based) on, one by one."""
    if is_pdf(name, data):
        yield from read_pdf_pages(name, data, first_page)
    else:
        yield from _read_other(name, data).pages[max(first_page, 1) - 1 :]


def is_pdf(name: str, data: bytes) -> bool:
    """A PDF header may stand behind some rubbish; a file named .pdf is tried as one."""
    return b"%PDF-" in data[:1024] or _ending(name) == ".pdf"


def _ending(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).suffix.lower()


def _read_other(name: str, data: bytes) -> RawDocument:
    if _ending(name) in _TEXT_ENDINGS:
        return read_text(name, data, markdown=_ending(name) in _MARKDOWN_ENDINGS)
    if not data:
        return RawDocument(name, "", (), state=PageState.FAILED, reason="the file is empty")
    reason = "unsupported file: only PDF, plain text (.txt) and Markdown (.md) are read"
    return RawDocument(name, "", (), state=PageState.FAILED, reason=reason)
