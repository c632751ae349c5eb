"""How far a page of a PDF was read: what its pictures and drawings say about the text that was found, or was not."""

from __future__ import annotations

from typing import Any

import pymupdf as _pymupdf

from app.adapters.legibility import is_garbled
from app.domain.page import Fragment, PageState

pymupdf: Any = _pymupdf  # its annotations are partial

_SCAN_COVER = 0.6  # share of the page that images cover on a scan with an invisible text layer
_FIGURE_COVER = 0.3  # the same for black and white pictures, and where only running heads and stamps are text
_WHOLE_COVER = 0.85  # the same where the text is visible


def images_of(page: Any) -> list[tuple[Any, ...]]:
    try:
        return list(page.get_images())
    except Exception:  # broken resources: the text was read all the same
        return []


def is_scanned(page: Any, images: list[tuple[Any, ...]], fragments: tuple[Fragment, ...]) -> bool:
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
    bilevel = any(row[4] == 1 and row[2] * row[3] >= area for row in images)
    if covered >= _FIGURE_COVER * area and (bilevel or _only_at_edges(page, fragments)):
        return True
    if covered < _SCAN_COVER * area:
        return False
    return unseen or (covered >= _WHOLE_COVER * area and _over_text([row[0] for row in log]))


def _over_text(kinds: list[str]) -> bool:
    """A page-wide picture painted over all text is a scan; under it, it is the ground of a slide or a cover."""
    texts = [at for at, kind in enumerate(kinds) if kind == "fill-text"]
    pictures = [at for at, kind in enumerate(kinds) if "image" in kind]
    return bool(texts and pictures and pictures[0] > texts[-1])


def _only_at_edges(page: Any, fragments: tuple[Fragment, ...]) -> bool:
    """A stamp, a running head, a page number: the picture is what the page is about."""
    edge = 0.1 * page.rect.height
    return all(
        f.box.y1 < edge or f.box.y0 > page.rect.height - edge or not f.horizontal or f.runs[0].hidden for f in fragments
    )


def state_of(
    page: Any,
    lines: list[dict[str, Any]],
    fragments: tuple[Fragment, ...],
    images: list[tuple[Any, ...]],
    scanned: bool,
    repaired: bool,
) -> tuple[PageState, str]:
    if not fragments:
        return _without_text(page, images, repaired)
    text = "\n".join([s[0]["text"] if len(s := line["spans"]) == 1 else _text(s) for line in lines])
    if is_garbled(text):
        return PageState.GARBLED, "the text layer is not language: its fonts carry no usable encoding"
    if scanned:
        return PageState.PARTIAL, "text over a scanned image: parts of the page may be picture only"
    return PageState.READ, ""


def _is_plain(page: Any) -> bool:
    """Whether all of the page comes out in one shade: a white ground, an empty frame outside the page."""
    try:
        samples = page.get_pixmap(matrix=pymupdf.Matrix(0.5, 0.5), colorspace=pymupdf.csGRAY).samples
    except Exception:  # a page that cannot be drawn must not pass for blank
        return False
    return bool(samples) and min(samples) == max(samples)


def _text(spans: list[dict[str, Any]]) -> str:
    return "".join([span["text"] for span in spans])


def _without_text(page: Any, images: list[tuple[Any, ...]], repaired: bool) -> tuple[PageState, str]:
    if repaired:
        return PageState.FAILED, "the file is damaged and this page came out empty"
    if images:
        return PageState.NO_TEXT, "the page shows a picture and has no text layer"
    try:
        drawn = any(row[0] not in ("clip-path", "ignore-text") for row in page.get_bboxlog())
    except Exception:  # what the page draws is unknown: it must not pass for blank
        drawn = True
    if drawn and not _is_plain(page):
        return PageState.NO_TEXT, "the page shows drawings and has no text layer"
    return PageState.BLANK, ""
