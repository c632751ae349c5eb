"""A small typesetter: base-14 fonts, wrapped runs, columns, footnotes, running heads, margin text; no dates, no ids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import pymupdf

WIDTH, HEIGHT = 595.0, 842.0  # A4, points
TOP, BOTTOM, LEFT, RIGHT = 84.0, 768.0, 72.0, 523.0
GUTTER = 24.0
FONTS = {"": "helv", "b": "hebo", "i": "heit"}
LEADING = 1.3
_MARKUP = re.compile(r"(\*\*.+?\*\*|__.+?__|\[\^.+?\])")


class Word(NamedTuple):
    text: str
    font: str
    raised: bool = False
    glued: bool = False  # no space before it


@dataclass(frozen=True, slots=True)
class Style:
    """How a document is set. Empty strings mean: none."""

    size: float = 10.0
    head: str = ""
    foot: str = ""
    margin: str = ""  # rotated text in the left margin
    line_numbers: bool = False
    bullet: str = "\u00b7"
    bullet_font: str = "helv"


@dataclass(slots=True)
class Typesetter:
    """Sets one document from top to bottom; `y` is the next baseline's top on the current page."""

    style: Style
    pdf: pymupdf.Document = field(default_factory=pymupdf.open)
    page: pymupdf.Page | None = None
    y: float = TOP
    columns: int = 1
    column: int = 0
    column_top: float = TOP
    notes: list[str] = field(default_factory=list)  # footnotes waiting for the foot of this page
    note_count: int = 0
    outline: list[list[object]] = field(default_factory=list)
    row: int = 0  # for draft line numbers

    # ------------------------------------------------------------ pages and columns

    @property
    def width(self) -> float:
        return (RIGHT - LEFT - GUTTER * (self.columns - 1)) / self.columns

    @property
    def left(self) -> float:
        return LEFT + self.column * (self.width + GUTTER)

    @property
    def bottom(self) -> float:
        return BOTTOM - 12.0 * sum(len(list(wrap(words(n, "", 8), RIGHT - LEFT - 10, 8))) for n in self.notes)

    def new_page(self) -> None:
        self.close_page()
        self.page = self.pdf.new_page(width=WIDTH, height=HEIGHT)
        self.y = self.column_top = TOP
        self.column = self.row = 0
        number = len(self.pdf)
        for text, y in ((self.style.head, 48.0), (self.style.foot.replace("{page}", str(number)), 812.0)):
            if text:
                self.page.insert_text((LEFT, y), text, fontname="helv", fontsize=8)
        if self.style.margin:
            self.page.insert_text((34, 560), self.style.margin, fontname="helv", fontsize=8, rotate=90)

    def close_page(self) -> None:
        if self.page is None or not self.notes:
            return
        y = self.bottom + 10
        self.page.draw_line((LEFT, y - 9), (LEFT + 140, y - 9), width=0.5)
        for number, note in enumerate(self.notes, self.note_count - len(self.notes) + 1):
            for row, line in enumerate(wrap(words(note, "", 8), RIGHT - LEFT - 10, 8)):
                if row == 0:
                    self.page.insert_text((LEFT, y - 2.5), str(number), fontname="helv", fontsize=5.5)
                self.draw(line, LEFT + 8, y, 8)
                y += 12.0
        self.notes = []

    def set_columns(self, count: int) -> None:
        if self.page is None:
            self.new_page()
        if self.columns > 1:  # go on below the columns on a fresh page: no balancing
            self.new_page()
        self.columns, self.column, self.column_top = count, 0, self.y

    def need(self, height: float) -> None:
        """Room for `height` points, or the next column or page."""
        if self.page is None:
            self.new_page()
        if self.y + height <= self.bottom:
            return
        if self.column + 1 < self.columns:
            self.column += 1
            self.y = self.column_top
        else:
            self.new_page()

    # ------------------------------------------------------------ text

    def draw(self, line: list[Word], x: float, baseline: float, size: float) -> None:
        assert self.page is not None
        for position, run in runs_of(line, x, size):
            rise, scale = (0.35, 0.6) if run.raised else (0.0, 1.0)
            self.page.insert_text(
                (position, baseline - rise * size), run.text, fontname=run.font, fontsize=size * scale
            )

    def text(self, text: str, *, indent: float = 0.0, size: float = 0.0, kind: str = "", keep: int = 1) -> None:
        """A paragraph; `keep` lines must fit on the column together with the first."""
        size = size or self.style.size
        lines = list(wrap(self.noted(text, kind, size), self.width - indent, size))
        self.need(size * LEADING * min(keep, len(lines) + keep - 1))
        for line in lines:
            self.need(size * LEADING)
            self.number_row()
            self.draw(line, self.left + indent, self.y + size, size)
            self.y += size * LEADING

    def noted(self, text: str, kind: str, size: float) -> list[Word]:
        """The words of a text; each [^note] becomes a raised number and a footnote."""
        found: list[Word] = []
        for word in words(text, kind, size):
            if word.text.startswith("[^"):
                self.note_count += 1
                self.notes.append(word.text[2:-1])
                found.append(Word(str(self.note_count), word.font, raised=True, glued=True))
            else:
                found.append(word)
        return found

    def number_row(self) -> None:
        if self.style.line_numbers and self.page is not None:
            self.row += 1
            self.page.insert_text((50, self.y + 9), str(self.row), fontname="cour", fontsize=7)

    def item(self, marker: str, text: str, depth: int) -> None:
        """A list item with a hanging indent; "-" is drawn as the document's bullet."""
        size = self.style.size
        indent = 14.0 + 18.0 * depth
        self.need(size * LEADING)
        assert self.page is not None
        shown, font = (self.style.bullet, self.style.bullet_font) if marker == "-" else (marker, "helv")
        hang = max(12.0, pymupdf.get_text_length(shown, font, size) + 5)
        page, x = self.page, self.left + indent
        page.insert_text((x, self.y + size), shown, fontname=font, fontsize=size)
        self.text(text, indent=indent + hang)
        self.y += 2

    def heading(self, text: str, level: int) -> None:
        size = (16.0, 13.0, 11.0, 10.0)[min(level - 1, 3)]
        self.y += 8 if self.y > TOP else 0
        self.text(text, size=size, kind="b", keep=4)
        self.outline.append([level, text, len(self.pdf)])
        self.y += 4

    def side_note(self, text: str) -> None:
        self.need(30)
        assert self.page is not None
        for row, line in enumerate(wrap(words(text, "i", 7), 58, 7)):
            self.draw(line, RIGHT + 10, self.y + 8 + 9 * row, 7)

    def figure(self, height: float, caption: str) -> None:
        self.need(height + 30)
        assert self.page is not None
        box = pymupdf.Rect(self.left, self.y, self.left + self.width, self.y + height)
        self.page.draw_rect(box, width=0.7, color=(0.3, 0.3, 0.3))
        self.page.draw_line(box.tl, box.br, width=0.5)
        self.y += height + 4
        self.text(caption, size=9, kind="i")
        self.y += 8

    def image_page(self, rows: list[str]) -> None:
        """A page that is a picture of text: nothing on it can be read without optical recognition."""
        drawn = pymupdf.open()
        sheet = drawn.new_page(width=WIDTH, height=HEIGHT)
        for number, row in enumerate(rows):
            sheet.insert_text((LEFT, TOP + 20 * number), row, fontname="helv", fontsize=11)
        picture = sheet.get_pixmap(dpi=50, colorspace=pymupdf.csGRAY).tobytes("png")
        self.close_page()
        self.page = self.pdf.new_page(width=WIDTH, height=HEIGHT)
        self.page.insert_image(self.page.rect, stream=picture)
        self.page, self.y = None, TOP

    # ------------------------------------------------------------ tables and cards

    def table(self, widths: list[float], rows: list[list[str]], header: int = 1) -> None:
        """Rows with rules; the header is repeated on each page. A row of one cell is a group line over all columns."""
        for row in rows[:header]:
            self.table_row(widths, row, "b")
        for row in rows[header:]:
            height = self.row_height(widths, row)
            if self.page is not None and self.y + height > self.bottom:
                self.new_page()
                for head in rows[:header]:
                    self.table_row(widths, head, "b")
            self.table_row(widths, row, "i" if len(row) == 1 else "")
        self.y += 8

    def row_height(self, widths: list[float], row: list[str]) -> float:
        spans = widths if len(row) > 1 else [sum(widths)]
        rows = [len(list(wrap(words(c, "", 9), w - 8, 9))) for c, w in zip(row, spans, strict=True)]
        return 12.0 * max([1, *rows]) + 4

    def table_row(self, widths: list[float], row: list[str], kind: str) -> None:
        height = self.row_height(widths, row)
        self.need(height)
        assert self.page is not None
        x = self.left
        for cell, width in zip(row, widths if len(row) > 1 else [sum(widths)], strict=True):
            for number, line in enumerate(wrap(words(cell, kind, 9), width - 8, 9)):
                self.draw(line, x + 4, self.y + 11 + 12 * number, 9)
            x += width
        first = self.left if len(row) == 1 or row[0] else self.left + widths[0]  # no rule through a merged cell
        self.page.draw_line((first, self.y), (x, self.y), width=0.5)
        self.y += height

    def card(self, pairs: list[tuple[str, str]]) -> None:
        """A record: label-value lines in a box, kept together."""
        height = 14.0 * len(pairs) + 8
        self.need(height + 10)
        assert self.page is not None
        self.page.draw_rect(pymupdf.Rect(self.left, self.y, self.left + self.width, self.y + height), width=0.7)
        for number, (label, value) in enumerate(pairs):
            y = self.y + 14 + 14 * number
            self.page.insert_text((self.left + 6, y), label, fontname="hebo", fontsize=9)
            self.page.insert_text((self.left + 120, y), value, fontname="helv", fontsize=9)
        self.y += height + 10


# ---------------------------------------------------------------- words and lines


def words(text: str, kind: str, _size: float) -> Iterator[Word]:
    """Words with their font. `**bold**`, `__italic__`, `[^footnote]`."""
    glue = False
    for part in _MARKUP.split(text):
        if part.startswith("[^"):
            yield Word(part, FONTS[kind], glued=True)
            glue = False
            continue
        style, body = kind, part
        if part.startswith(("**", "__")):
            style, body = ("b" if part[0] == "*" else "i"), part[2:-2]
        for number, word in enumerate(body.split()):
            yield Word(word, FONTS[style], glued=glue and number == 0 and not body[0].isspace())
        glue = bool(body) and not body[-1].isspace()


def wrap(found: Iterator[Word] | list[Word], width: float, size: float) -> Iterator[list[Word]]:
    """Greedy lines of at most `width` points."""
    line: list[Word] = []
    used = 0.0
    for word in found:
        space = 0.0 if word.glued or not line else pymupdf.get_text_length(" ", word.font, size)
        length = pymupdf.get_text_length(word.text, word.font, size)
        if line and used + space + length > width and not word.glued:
            yield line
            line, used, space = [], 0.0, 0.0
        line.append(word)
        used += space + length
    if line:
        yield line


def runs_of(line: list[Word], x: float, size: float) -> Iterator[tuple[float, Word]]:
    """The line as runs of one font, each with its x position."""
    run: Word | None = None
    start = x
    for word in line:
        scale = 0.6 if word.raised else 1.0
        if run is not None and run.font == word.font and run.raised == word.raised:
            run = run._replace(text=run.text + ("" if word.glued else " ") + word.text)
        else:
            if run is not None:
                yield start, run
                used = pymupdf.get_text_length(run.text, run.font, size * (0.6 if run.raised else 1.0))
                start += used + (0.0 if word.glued else pymupdf.get_text_length(" ", run.font, size))
            run = word
        assert scale
    if run is not None:
        yield start, run
