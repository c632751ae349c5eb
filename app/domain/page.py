"""What a reader hands over (raw pages) and what is kept of a page (text, line boxes, state)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from app.domain.geometry import Box


class PageState(StrEnum):
    """How far a page was read. Only READ and BLANK count as read."""

    READ = "read"
    PARTIAL = "partial"  # text over a scanned image: some of the page may be picture only
    BLANK = "blank"
    NO_TEXT = "no_text"
    GARBLED = "garbled"
    TIMED_OUT = "timed_out"
    FAILED = "failed"
    LOCKED = "locked"


READ_STATES = frozenset({PageState.READ, PageState.BLANK})


class Run(NamedTuple):
    """Characters of one font and size inside a fragment."""

    text: str
    box: Box
    font: str
    size: float
    bold: bool = False
    italic: bool = False
    raised: bool = False  # superscript: a footnote or citation mark
    hidden: bool = False  # invisible render mode, white on white, or off the page


class Fragment(NamedTuple):
    """One native line piece as the PDF reader gives it, in native order."""

    runs: tuple[Run, ...]
    box: Box
    horizontal: bool = True  # False: rotated margin text


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page before layout: fragments in native order. Sizes in points; `number` is 1-based and physical."""

    number: int
    width: float
    height: float
    fragments: tuple[Fragment, ...]
    state: PageState = PageState.READ
    reason: str = ""  # why it is not READ, one short sentence
    label: str = ""  # printed page label, where the file carries one
    layers: frozenset[str] = frozenset()  # layers never looked at: "images", "form_fields", "annotations", ...


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One entry of the file's own bookmarks."""

    level: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class RawDocument:
    """A whole document as a reader hands it over. A document that cannot be opened has no pages and a reason."""

    name: str
    title: str
    pages: tuple[RawPage, ...]
    outline: tuple[OutlineEntry, ...] = ()
    planned_pages: int = 0  # pages the file says it has (may exceed len(pages))
    state: PageState = PageState.READ  # LOCKED or FAILED where the document as a whole could not be opened
    reason: str = ""
    layers: frozenset[str] = frozenset()  # document-wide layers not looked at: "attachments", ...


class Cell(NamedTuple):
    """A piece of a visual row set apart by a wide gap (a table cell, or a whole prose line)."""

    text: str
    start: int  # code points in the page text
    end: int
    box: Box
    bold: bool


class LineRole(StrEnum):
    BODY = "body"
    FURNITURE = "furniture"  # running head or foot: repeats at the same place
    LINE_NUMBER = "line_number"
    MARGIN = "margin"  # rotated text, side notes
    FOOTNOTE = "footnote"


@dataclass(frozen=True, slots=True)
class Line:
    """One visual row of one column, in reading order. `text` is exactly `page_text[start:end]`."""

    index: int  # position in the document's list of lines
    page: int
    text: str
    start: int
    end: int
    box: Box
    cells: tuple[Cell, ...]  # at least one; more where wide gaps part the row
    column: int = 0  # prose column on the page, 0-based; 0 where the page has one
    columns: int = 1  # prose columns on this stretch of the page
    size: float = 10.0  # dominant font size
    font: str = ""
    bold: bool = False  # every letter is bold
    italic: bool = False  # every letter is italic
    bold_prefix: int = 0  # letters at the start set in bold (len(text) when all of it is)
    italic_prefix: int = 0
    marks: tuple[tuple[int, int], ...] = ()  # spans in `text` of raised footnote and citation marks
    hidden: bool = False
    role: LineRole = LineRole.BODY


class LineBox(NamedTuple):
    """What the store keeps of a line, to find the box of any span: page_text[start:end] lies in box."""

    start: int
    end: int
    box: Box


@dataclass(frozen=True, slots=True)
class Page:
    """What is kept of a page. `text` is the lines in reading order joined by newlines."""

    number: int
    label: str
    width: float
    height: float
    text: str
    state: PageState
    reason: str = ""
    lines: tuple[LineBox, ...] = ()
    layers: frozenset[str] = field(default_factory=frozenset)
