"""PDF files through PyMuPDF 1.28: the head of a document, and its pages one by one.

Pages come from a generator, so that a worker process can report progress and a page that never returns can be
skipped by starting again behind it. Nothing here raises for bad input: states and reasons say what could not be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pymupdf as _pymupdf

from app.adapters.glyphs import clean
from app.adapters.pdf_states import images_of, is_scanned, state_of
from app.adapters.pdf_strikes import without_struck
from app.adapters.pdf_text import Grounds, View, fragments_of, shown, turn_of
from app.domain.page import OutlineEntry, PageState, RawDocument, RawPage

pymupdf: Any = _pymupdf  # its annotations are partial and its constants are made at import

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)

# Images would be decoded and copied into the answer: 604 against 140 MB on a hostile file.
_FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES


def read_head(name: str, data: bytes) -> RawDocument:
    """The document without its pages: title, outline, number of pages, or why it cannot be read."""
    document, head = _open(name, data)
    if document is None:
        return head
    try:
        return _head(name, document)
    except Exception as error:
        return _failed(name, f"the file cannot be read: {_why(error)}")
    finally:
        _close(document)


def read_pages(name: str, data: bytes, first_page: int = 1) -> Iterator[RawPage]:
    """The pages from `first_page` (1-based) on, in order. A page that cannot be read comes with its state."""
    document, head = _open(name, data)
    if document is None:
        return
    try:
        head = _counted(name, document)
        if head.state is not PageState.READ:
            return
        repaired = bool(document.is_repaired)
        for number in range(max(first_page, 1), head.planned_pages + 1):
            yield read_page(document, number, repaired)
    finally:
        _close(document)


def read_pdf(name: str, data: bytes) -> RawDocument:
    """The whole document, in this process and without a deadline."""
    head = read_head(name, data)
    if head.state is not PageState.READ:
        return head
    pages = tuple(read_pages(name, data))
    return RawDocument(
        head.name, head.title, pages, head.outline, head.planned_pages, head.state, head.reason, head.layers
    )


def read_page(document: Any, number: int, repaired: bool = False) -> RawPage:
    """One page of an open document (1-based); its errors become its state."""
    try:
        page = document.load_page(number - 1)
        return _read(page, number, repaired)
    except Exception as error:
        return RawPage(number, 0.0, 0.0, (), PageState.FAILED, f"page {number} cannot be read: {_why(error)}")


def page_turn(page: Any) -> int:
    """The turn that makes an open page upright, see `turn_of`."""
    blocks = page.get_text("dict", flags=_FLAGS)["blocks"]
    return turn_of(line for block in blocks for line in block.get("lines", ()))


# ---------------------------------------------------------------- documents


def _open(name: str, data: bytes) -> tuple[Any, RawDocument]:
    if not data:
        return None, _failed(name, "the file is empty")
    try:
        document = pymupdf.open(stream=data, filetype="pdf")
    except Exception as error:
        return None, _failed(name, f"the file cannot be opened as a PDF: {_why(error)}")
    if not document.is_pdf:  # the library takes it for a picture, of which a page without text may pass for blank
        _close(document)
        return None, _failed(name, "the file cannot be opened as a PDF: it is something else")
    return document, _failed(name, "not read")


def _close(document: Any) -> None:
    try:
        document.close()
    except Exception:  # closing a broken file may fail; there is nothing left to save
        return
    finally:
        pymupdf.TOOLS.store_shrink(100)
        pymupdf.TOOLS.reset_mupdf_warnings()


def _failed(name: str, reason: str, state: PageState = PageState.FAILED) -> RawDocument:
    return RawDocument(name, "", (), state=state, reason=reason)


def _head(name: str, document: Any) -> RawDocument:
    head = _counted(name, document)
    if head.state is not PageState.READ:
        return head
    count = head.planned_pages
    return RawDocument(name, _title(document), (), _outline(document, count), count, layers=_document_layers(document))


def _counted(name: str, document: Any) -> RawDocument:
    """Only how many pages there are, or why that cannot be told."""
    if document.needs_pass:
        return _failed(name, "password_required: the file is locked with a user password", PageState.LOCKED)
    try:
        count = int(document.page_count)
    except Exception as error:
        return _failed(name, f"the page tree cannot be read: {_why(error)}")
    if count <= 0:
        return _failed(name, "the file has no pages that can be found")
    return RawDocument(name, "", (), planned_pages=count)


def _title(document: Any) -> str:
    try:
        title = (document.metadata or {}).get("title") or ""
    except Exception:  # broken metadata is no reason to lose a document
        return ""
    return " ".join(clean(str(title), starts_line=False).split())


def _outline(document: Any, count: int) -> tuple[OutlineEntry, ...]:
    try:
        rows = document.get_toc(simple=True)
    except Exception:  # a broken outline is no reason to lose a document
        return ()
    entries = []
    for level, title, page, *_ in rows:
        plain = " ".join(clean(str(title), starts_line=False).split())
        if plain:
            entries.append(OutlineEntry(int(level), plain, page if 1 <= page <= count else 0))
    return tuple(entries)


def _document_layers(document: Any) -> frozenset[str]:
    try:
        return frozenset({"attachments"} if document.embfile_count() else ())
    except Exception:  # unknown: nothing can be said about attachments
        return frozenset()


# ---------------------------------------------------------------- pages


def _read(page: Any, number: int, repaired: bool) -> RawPage:
    raw = page.get_text("dict", flags=_FLAGS)
    lines = [line for block in raw["blocks"] if block["type"] == 0 for line in block["lines"] if line["spans"]]
    view = View(page, turn_of(lines))
    grounds = Grounds(page)
    fragments = fragments_of(lines, view, grounds)
    images = images_of(page)
    scanned = bool(images) and is_scanned(page, images, fragments)
    if scanned:
        fragments = tuple(shown(fragment) for fragment in fragments)
    state, reason = state_of(page, lines, fragments, images, scanned, repaired)
    fragments = without_struck(page, view, fragments)
    return RawPage(
        number, view.width, view.height, fragments, state, reason, _label(page), _page_layers(page, bool(images))
    )


def _label(page: Any) -> str:
    try:
        return str(page.get_label() or "")
    except Exception:  # labels are a convenience
        return ""


_ANNOTATIONS = {pymupdf.PDF_ANNOT_LINK: "links", pymupdf.PDF_ANNOT_WIDGET: "form_fields"}


def _page_layers(page: Any, images: bool) -> frozenset[str]:
    layers = {"images"} if images else set()
    try:
        layers.update(_ANNOTATIONS.get(row[1], "annotations") for row in page.annot_xrefs())
    except Exception:  # broken annotations are at least annotations
        layers.add("annotations")
    return frozenset(layers)


def _why(error: Exception) -> str:
    """One short line of MuPDF's own words."""
    return " ".join(clean(str(error), starts_line=False).split())[:160] or type(error).__name__
