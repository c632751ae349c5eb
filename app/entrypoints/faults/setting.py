"""Papers as a reader would hand them over: lines placed on pages, some of them not readable."""

from __future__ import annotations

from dataclasses import replace

from app.domain.geometry import Box, union
from app.domain.page import Fragment, PageState, RawDocument, RawPage, Run
from app.entrypoints.faults.papers import Line, Paper, Style

WIDTH, LEFT, TOP, FOOT = 595.0, 72.0, 72.0, 60.0  # points
PITCH, ADVANCE = 13.0, 0.5  # height of a line; width of a character at size 1
SIZES = {Style.TITLE: 16.0, Style.HEADING: 13.0, Style.HEADER: 9.0, Style.ROW: 9.0, Style.FOOT: 8.0}
STEPS = (0.0, 60.0, 220.0)  # columns of a table
INDENT = 14.0  # of an item
_BOLD = frozenset({Style.TITLE, Style.HEADING, Style.HEADER})


def placed(paper: Paper, name: str) -> RawDocument:
    """The paper with every page readable."""
    lines = paper.plan.lines
    pages = tuple(_page(number, page, lines) for number, page in enumerate(paper.pages, 1))
    return RawDocument(name, f"Yearly Paper of the {paper.owner}", pages, planned_pages=len(pages))


def unread(document: RawDocument, number: int) -> RawDocument:
    """A page (1-based) becomes a picture."""
    return _changed(document, number, (), PageState.NO_TEXT, "the page is a picture")


def partial(document: RawDocument, number: int) -> RawDocument:
    """The lower half of what stands on a page becomes a picture."""
    found = document.pages[number - 1].fragments
    return _changed(document, number, found[: len(found) // 2], PageState.PARTIAL, "part of the page is a picture")


def _changed(
    document: RawDocument, number: int, fragments: tuple[Fragment, ...], state: PageState, reason: str
) -> RawDocument:
    pages = list(document.pages)
    pages[number - 1] = replace(
        pages[number - 1], fragments=fragments, state=state, reason=reason, layers=frozenset({"images"})
    )
    return replace(document, pages=tuple(pages))


def _page(number: int, lines: tuple[Line, ...], most: int) -> RawPage:
    height = TOP + (most + 4) * PITCH + FOOT
    fragments: list[Fragment] = []
    y = TOP
    for line in lines:
        if line.style is Style.FOOT:
            fragments.append(_fragment(line.cells[0], WIDTH / 2 - 30, height - FOOT / 2, line))
            continue
        fragments += _fragments(line, y)
        y += PITCH * (1.5 if line.style in (Style.TITLE, Style.HEADING) else 1.0)
    return RawPage(number, WIDTH, height, tuple(fragments), label=str(number))


def _fragments(line: Line, y: float) -> list[Fragment]:
    if line.style in (Style.ROW, Style.HEADER):
        return [_fragment(cell, LEFT + step, y, line) for cell, step in zip(line.cells, STEPS, strict=True)]
    if line.style is Style.ITEM:
        return [_fragment(" ".join(line.cells), LEFT + INDENT, y, line)]
    return [_fragment(cell, LEFT, y, line) for cell in line.cells if cell]


def _fragment(text: str, x: float, y: float, line: Line) -> Fragment:
    size, bold = SIZES.get(line.style, 10.0), line.style in _BOLD
    box = Box(x, y, x + len(text) * size * ADVANCE, y + size)
    run = Run(text, box, "Helvetica-Bold" if bold else "Helvetica", size, bold, hidden=line.hidden)
    return Fragment((run,), union([box]))
