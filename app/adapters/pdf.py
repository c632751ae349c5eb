"""PDF files through PyMuPDF 1.28: the head of a document, and its pages one by one.

Pages come from a generator, so that a worker process can report progress and a page that never returns can be
skipped by starting again behind it. Nothing here raises for bad input: states and reasons say what could not be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pymupdf as _pymupdf

from app.adapters.glyphs import clean, clean_dingbats, font_traits
from app.adapters.legibility import is_garbled
from app.domain.geometry import Box
from app.domain.page import Fragment, OutlineEntry, PageState, RawDocument, RawPage, Run

pymupdf: Any = _pymupdf  # its annotations are partial and its constants are made at import

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)

# Images would be decoded and copied into the answer: 604 against 140 MB on a hostile file.
_FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES

_FILLED, _STROKED = 16, 32  # char_flags: neither of the two set means an invisible render mode
_RAISED, _ITALIC, _BOLD = 1, 2, 16  # span flags
_WHITE = 0xFAFAFA
_UPRIGHT = 0.18  # sine of the largest slope that still counts as horizontal (a skewed scan)
_SCAN_COVER = 0.6  # share of the page that images cover on a scan with an invisible text layer
_WHOLE_COVER = 0.85  # the same where the text is visible


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
        head = _head(name, document)
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


def dominant_turn(spans_by_direction: Iterable[tuple[tuple[float, float], int]]) -> int:
    """Degrees (0, 90, 180, 270) by which the page must be turned clockwise so that most of its letters stand upright.

    Input: direction vectors (x right, y down) with their numbers of characters.
    """
    counts: Counter[int] = Counter()
    for direction, size in spans_by_direction:
        counts[_turn(direction)] += size
    counts.pop(-1, None)
    return counts.most_common(1)[0][0] if counts else 0


def page_turn(page: Any) -> int:
    """The turn of an open page, see `dominant_turn`."""
    blocks = page.get_text("dict", flags=_FLAGS)["blocks"]
    return dominant_turn((line["dir"], _size(line)) for block in blocks for line in block.get("lines", ()))


# ---------------------------------------------------------------- documents


def _open(name: str, data: bytes) -> tuple[Any, RawDocument]:
    if not data:
        return None, _failed(name, "the file is empty")
    try:
        document = pymupdf.open(stream=data, filetype="pdf")
    except Exception as error:
        return None, _failed(name, f"the file cannot be opened as a PDF: {_why(error)}")
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
    if document.needs_pass:
        return _failed(name, "password_required: the file is locked with a user password", PageState.LOCKED)
    try:
        count = int(document.page_count)
    except Exception as error:
        return _failed(name, f"the page tree cannot be read: {_why(error)}")
    if count <= 0:
        return _failed(name, "the file has no pages that can be found")
    return RawDocument(
        name, _title(document), (), _outline(document, count), count, layers=_document_layers(document)
    )


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
    turn = dominant_turn((line["dir"], _size(line)) for line in lines)
    view = _View(page, turn)
    grounds = _Grounds(page)
    fragments = tuple(f for line in lines if (f := _fragment(line, view, grounds)) is not None)
    images = _images(page)
    scanned = bool(images) and _scanned(page, images, fragments)
    if scanned:
        fragments = tuple(_shown(fragment) for fragment in fragments)
    state, reason = _state(page, lines, fragments, images, scanned, repaired)
    return RawPage(
        number, view.width, view.height, fragments, state, reason, _label(page), _page_layers(page, bool(images))
    )


def _size(line: dict[str, Any]) -> int:
    return sum(len(span["text"].strip()) for span in line["spans"])


class _View:
    """From MuPDF's unrotated page to the page as it is read upright; sizes in points."""

    def __init__(self, page: Any, turn: int) -> None:
        box = page.mediabox if page.rotation in (90, 270) else page.rect
        width, height = (page.rect.height, page.rect.width) if page.rotation in (90, 270) else (box.width, box.height)
        self.turn = turn
        self.width, self.height = (height, width) if turn in (90, 270) else (width, height)
        self._plain_width, self._plain_height = width, height

    def box(self, bbox: tuple[float, float, float, float]) -> Box:
        x0, y0, x1, y1 = bbox
        if self.turn == 0:
            return Box(x0, y0, x1, y1)
        if self.turn == 90:
            return Box(self._plain_height - y1, x0, self._plain_height - y0, x1)
        if self.turn == 180:
            return Box(self._plain_width - x1, self._plain_height - y1, self._plain_width - x0, self._plain_height - y0)
        return Box(y0, self._plain_width - x1, y1, self._plain_width - x0)


def _turn(direction: tuple[float, float]) -> int:
    x, y = direction
    if abs(y) <= _UPRIGHT:
        return 0 if x > 0 else 180
    if abs(x) <= _UPRIGHT:
        return 90 if y < 0 else 270
    return -1


def _fragment(line: dict[str, Any], view: _View, grounds: _Grounds) -> Fragment | None:
    runs: list[Run] = []
    turn = _turn(line["dir"])
    for span in line["spans"]:
        run = _run(span, view, grounds, turn, starts_line=not runs)
        if run.text and (run.text.strip() or runs):
            runs.append(run)
    if not any(run.text.strip() for run in runs):
        return None
    return Fragment(tuple(runs), view.box(line["bbox"]), turn == view.turn)


def _run(span: dict[str, Any], view: _View, grounds: _Grounds, turn: int, starts_line: bool) -> Run:
    traits = font_traits(span["font"])
    flags: int = span["flags"]
    text = clean_dingbats(span["text"]) if traits.dingbat else clean(span["text"], starts_line)
    invisible = not span["char_flags"] & (_FILLED | _STROKED) or span["alpha"] == 0
    return Run(
        text,
        view.box(_even_box(span, turn)),
        span["font"],
        round(span["size"], 2),
        traits.bold or bool(flags & _BOLD),
        traits.italic or bool(flags & _ITALIC),
        bool(flags & _RAISED),
        invisible or (_white(span["color"]) and grounds.hide(span["bbox"])),
    )


def _even_box(span: dict[str, Any], turn: int) -> tuple[float, float, float, float]:
    """The box of a span from 0.8 em above its baseline to 0.2 em below, whatever its font claims.

    Fonts with wild ascenders would make rows overlap. Type 3 fonts may claim a size that is no size: bbox stays.
    """
    bbox: tuple[float, float, float, float] = span["bbox"]
    x0, y0, x1, y1 = bbox
    size: float = span["size"]
    x, y = span["origin"]
    tall = y1 - y0 if turn in (0, 180) else x1 - x0
    if turn < 0 or not 0.4 * size < tall < 3 * size:
        return bbox
    if turn == 0:
        return x0, y - 0.8 * size, x1, y + 0.2 * size
    if turn == 180:
        return x0, y - 0.2 * size, x1, y + 0.8 * size
    if turn == 90:
        return x - 0.8 * size, y0, x + 0.2 * size, y1
    return x - 0.2 * size, y0, x + 0.8 * size, y1


def _white(color: int) -> bool:
    return color >= _WHITE and color & 0xFF >= 0xFA and color >> 8 & 0xFF >= 0xFA


def _shown(fragment: Fragment) -> Fragment:
    """The text layer of a scan is invisible by nature: its picture shows it."""
    return fragment._replace(runs=tuple(run._replace(hidden=False) for run in fragment.runs))


class _Grounds:
    """What white letters stand on. They are read on a coloured ground and unseen on the bare page."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._rects: list[tuple[float, float, float, float]] | None = None
        self._picture: Any = None

    def hide(self, bbox: tuple[float, float, float, float]) -> bool:
        over = [rect for rect in self._all() if _overlap(bbox, rect) >= 0.5]
        if not over:
            return True
        area = 0.7 * self._page.rect.width * self._page.rect.height
        if any((rect[2] - rect[0]) * (rect[3] - rect[1]) < area for rect in over):
            return False
        return self._bare(bbox)  # only a ground as large as the page: it may be white itself

    def _all(self) -> list[tuple[float, float, float, float]]:
        if self._rects is None:
            try:
                log = self._page.get_bboxlog()
            except Exception:  # the ground cannot be looked at: better to flag than to trust
                log = []
            self._rects = [row[1] for row in log if row[0].endswith(("path", "image", "shade", "imgmask"))]
        return self._rects

    def _bare(self, bbox: tuple[float, float, float, float]) -> bool:
        """A look at the pixels of the page at a quarter of its size (MuPDF's unrotated coordinates)."""
        try:
            if self._picture is None:
                self._picture = self._page.get_pixmap(matrix=pymupdf.Matrix(0.25, 0.25), colorspace=pymupdf.csGRAY)
            spot = pymupdf.Rect(bbox) * self._page.rotation_matrix * pymupdf.Matrix(0.25, 0.25)
            part = pymupdf.Pixmap(pymupdf.csGRAY, spot.irect & self._picture.irect)
            part.copy(self._picture, part.irect)
            return not part.samples or min(part.samples) > 0xF0
        except Exception:  # a page that cannot be drawn: better to flag than to trust
            return True


def _overlap(box: tuple[float, float, float, float], rect: tuple[float, float, float, float]) -> float:
    """Share of the box that the rectangle covers."""
    width = min(box[2], rect[2]) - max(box[0], rect[0])
    height = min(box[3], rect[3]) - max(box[1], rect[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / max((box[2] - box[0]) * (box[3] - box[1]), 0.01)


# ---------------------------------------------------------------- states


def _images(page: Any) -> list[tuple[Any, ...]]:
    try:
        return list(page.get_images())
    except Exception:  # broken resources: the text was read all the same
        return []


def _scanned(page: Any, images: list[tuple[Any, ...]], fragments: tuple[Fragment, ...]) -> bool:
    """Do images cover the page, with at most a text layer or a stamp over them? Small pictures: no closer look."""
    area = page.rect.width * page.rect.height or 1.0
    if sum(max(row[2], 1) * max(row[3], 1) for row in images) < 0.25 * area:
        return False
    runs = [run for fragment in fragments for run in fragment.runs]
    unseen = sum(len(run.text) for run in runs if run.hidden) > 0.5 * sum(len(run.text) for run in runs)
    try:
        log = page.get_bboxlog()
    except Exception:  # cannot look: images with invisible text are a scan
        return unseen
    covered = sum(abs((pymupdf.Rect(row[1]) & page.rect).get_area()) for row in log if "image" in row[0])
    if covered < _SCAN_COVER * area:
        return False
    return unseen or (covered >= _WHOLE_COVER * area and _pictured(page, images, fragments, [row[0] for row in log]))


def _pictured(page: Any, images: list[tuple[Any, ...]], fragments: tuple[Fragment, ...], kinds: list[str]) -> bool:
    """Visible text on a page-wide picture: a scan if the picture is black and white, lies over the text, or if the
    text is only a stamp at the edges; a designed page (slide, cover) otherwise."""
    if any(row[4] == 1 and row[2] * row[3] >= page.rect.width * page.rect.height for row in images):
        return True
    texts = [at for at, kind in enumerate(kinds) if kind == "fill-text"]
    pictures = [at for at, kind in enumerate(kinds) if "image" in kind]
    if texts and pictures and pictures[0] > texts[-1]:
        return True
    edge = 0.1 * page.rect.height
    return all(f.box.y1 < edge or f.box.y0 > page.rect.height - edge or not f.horizontal for f in fragments)


def _state(
    page: Any,
    lines: list[dict[str, Any]],
    fragments: tuple[Fragment, ...],
    images: list[tuple[Any, ...]],
    scanned: bool,
    repaired: bool,
) -> tuple[PageState, str]:
    if not fragments:
        return _without_text(page, images, repaired)
    text = "\n".join("".join(span["text"] for span in line["spans"]) for line in lines)
    if is_garbled(text):
        return PageState.GARBLED, "the text layer is not language: its fonts carry no usable encoding"
    if scanned:
        return PageState.PARTIAL, "text over a scanned image: parts of the page may be picture only"
    return PageState.READ, ""


def _without_text(page: Any, images: list[tuple[Any, ...]], repaired: bool) -> tuple[PageState, str]:
    if repaired:
        return PageState.FAILED, "the file is damaged and this page came out empty"
    if images:
        return PageState.NO_TEXT, "the page shows a picture and has no text layer"
    try:
        drawn = any(row[0] not in ("clip-path", "ignore-text") for row in page.get_bboxlog())
    except Exception:  # what the page draws is unknown: it must not pass for blank
        drawn = True
    if drawn:
        return PageState.NO_TEXT, "the page shows drawings and has no text layer"
    return PageState.BLANK, ""


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
