"""Sheets of placed text: one model, rendered either as raw pages (fast) or as a real PDF."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import pymupdf

from app.domain.geometry import Box, union
from app.domain.page import Fragment, PageState, RawDocument, RawPage, Run

WIDTH, HEIGHT = 595.0, 842.0
LEFT, RIGHT, TOP, BOTTOM, GUTTER = 72.0, 523.0, 90.0, 750.0, 24.0
LINE = 13.0
FONTS = {"": "helv", "b": "hebo", "i": "heit"}
NAMES = {"": "Helvetica", "b": "Helvetica-Bold", "i": "Helvetica-Oblique"}


class Stretch(NamedTuple):
    text: str
    face: str = ""  # "", "b" or "i"
    hidden: bool = False


class Put(NamedTuple):
    """One native line piece at a baseline."""

    stretches: tuple[Stretch, ...]
    x: float
    y: float
    size: float = 10.0


@dataclass
class Sheet:
    puts: list[Put] = field(default_factory=list)
    picture: bool = False  # nothing on it can be read as text
    tag: str = ""  # "list" where members of the asked set stand


@lru_cache(maxsize=4096)
def unit(text: str, face: str) -> float:
    """Width of one character or word at size 1; PyMuPDF measures slowly."""
    return float(pymupdf.get_text_length(text, FONTS[face], 1))


def length(text: str, face: str, size: float) -> float:
    return size * sum(unit(word, face) for word in text.split(" ")) + size * text.count(" ") * unit(" ", face)


@dataclass
class Writer:
    """Sets stretches from top to bottom in one or two columns."""

    columns: int = 1
    furniture: str = ""  # running head; the foot counts the pages
    total: int = 0
    sheets: list[Sheet] = field(default_factory=list)
    y: float = BOTTOM + 1
    column: int = 0
    tag: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def width(self) -> float:
        return (RIGHT - LEFT - GUTTER * (self.columns - 1)) / self.columns

    @property
    def left(self) -> float:
        return LEFT + self.column * (self.width + GUTTER)

    def new_sheet(self) -> None:
        self.finish()
        sheet = Sheet(tag=self.tag)
        self.sheets.append(sheet)
        self.column, self.y = 0, TOP
        if self.furniture:
            sheet.puts.append(Put((Stretch(self.furniture),), LEFT, 50, 8))
            foot = f"Page {len(self.sheets)} of {self.total or 99}"
            sheet.puts.append(Put((Stretch(foot),), 270, 805, 8))

    def finish(self) -> None:
        """Set the footnotes of the sheet."""
        y = BOTTOM + 12
        for note in self.notes:
            self.sheets[-1].puts.append(Put((Stretch(note),), LEFT, y, 7.5))
            y += 10
        self.notes = []

    def need(self, height: float) -> None:
        if self.y + height <= BOTTOM and self.sheets:
            return
        if self.sheets and self.column + 1 < self.columns:
            self.column, self.y = self.column + 1, TOP
        else:
            self.new_sheet()

    def put(self, stretches: tuple[Stretch, ...], indent: float = 0.0, size: float = 10.0) -> None:
        self.need(size * 1.3)
        if self.tag and not self.sheets[-1].tag:
            self.sheets[-1].tag = self.tag
        self.sheets[-1].puts.append(Put(stretches, self.left + indent, self.y + size, size))
        self.y += size * 1.3

    def text(self, *stretches: Stretch, indent: float = 0.0, size: float = 10.0, gap: float = 5.0) -> None:
        for row in wrap(stretches, self.width - indent, size):
            self.put(row, indent, size)
        self.y += gap

    def item(self, marker: str, *stretches: Stretch, indent: float = 14.0) -> None:
        hang = 16.0 if len(marker) < 4 else 24.0
        hidden = all(s.hidden for s in stretches)
        self.need(LINE)
        self.put((Stretch(marker, hidden=hidden),), indent)
        self.y -= LINE
        self.text(*stretches, indent=indent + hang, gap=1.0)

    def heading(self, text: str, size: float = 13.0) -> None:
        self.need(size * 1.3 + 3 * LINE)
        self.y += 6
        self.text(Stretch(text, "b"), size=size)

    def row(self, cells: list[str], widths: list[float], face: str = "") -> None:
        self.need(16)
        x = 0.0
        for cell, width in zip(cells, widths, strict=True):
            if cell:
                self.put((Stretch(cell, face),), x, 9)
                self.y -= 9 * 1.3
            x += width
        self.y += 15


def wrap(stretches: tuple[Stretch, ...], width: float, size: float) -> list[tuple[Stretch, ...]]:
    """Greedy lines; neighbouring words of one face stay one stretch."""
    rows: list[list[Stretch]] = [[]]
    used = 0.0
    for face, hidden, word in [(s.face, s.hidden, w) for s in stretches for w in s.text.split()]:
        size_of = length(word + " ", face, size)
        if rows[-1] and used + size_of > width:
            rows.append([])
            used = 0.0
        row = rows[-1]
        if row and row[-1].face == face and row[-1].hidden == hidden:
            row[-1] = Stretch(row[-1].text + " " + word, face, hidden)
        else:
            if row:
                row[-1] = row[-1]._replace(text=row[-1].text + " ")
            row.append(Stretch(word, face, hidden))
        used += size_of
    return [tuple(row) for row in rows if row]


def shuffle(sheets: list[Sheet], seed: int) -> None:
    """Change the native order: row by row over the columns, or any order at all."""
    chooser = random.Random(seed)
    for sheet in sheets:
        if seed % 2:
            sheet.puts.sort(key=lambda p: (p.y, p.x))
        else:
            chooser.shuffle(sheet.puts)


def to_raw(sheets: list[Sheet], name: str) -> RawDocument:
    """The sheets as a reader would hand them over."""
    pages = tuple(
        RawPage(
            number,
            WIDTH,
            HEIGHT,
            () if sheet.picture else tuple(fragment(put) for put in sheet.puts),
            state=PageState.NO_TEXT if sheet.picture else PageState.READ,
            reason="the page is a picture" if sheet.picture else "",
            layers=frozenset({"images"}) if sheet.picture else frozenset(),
        )
        for number, sheet in enumerate(sheets, 1)
    )
    return RawDocument(name=name, title="", pages=pages, planned_pages=len(pages))


def fragment(put: Put) -> Fragment:
    runs = []
    x = put.x
    for stretch in put.stretches:
        end = x + length(stretch.text, stretch.face, put.size)
        box = Box(x, put.y - 1.075 * put.size, end, put.y + 0.299 * put.size)
        runs.append(
            Run(
                stretch.text,
                box,
                NAMES[stretch.face],
                put.size,
                bold=stretch.face == "b",
                italic=stretch.face == "i",
                hidden=stretch.hidden,
            )
        )
        x = end
    return Fragment(tuple(runs), union(run.box for run in runs))


def to_pdf(sheets: list[Sheet]) -> bytes:
    """The sheets as a PDF; a picture sheet becomes an image."""
    pdf = pymupdf.open()
    for sheet in sheets:
        page = pdf.new_page(width=WIDTH, height=HEIGHT)
        draw(page, sheet)
        if sheet.picture:
            picture = page.get_pixmap(dpi=36, colorspace=pymupdf.csGRAY).tobytes("png")
            pdf.delete_page(-1)
            page = pdf.new_page(width=WIDTH, height=HEIGHT)
            page.insert_image(page.rect, stream=picture)
    data: bytes = pdf.tobytes(no_new_id=True, deflate=True, garbage=1)
    return data


def draw(page: pymupdf.Page, sheet: Sheet) -> None:
    for put in sheet.puts:
        x = put.x
        for stretch in put.stretches:
            page.insert_text(
                (x, put.y),
                stretch.text.replace("\u2022", "\u00b7"),
                fontname=FONTS[stretch.face],
                fontsize=put.size,
                render_mode=3 if stretch.hidden else 0,
            )
            x += length(stretch.text, stretch.face, put.size)
