"""Lines from an indented text sketch, for tests of layout steps.

    lines, pages = sketch('''
    # A heading in large type
    A paragraph that goes over
    two lines.

      - an item
        with a continuation
      **Bold words.** Then plain.
      cell | cell | cell
    ~ a running head
    ^ 1 A footnote.
    =====
    next page
    ''')

Two spaces of indent are ten points; an empty row adds the height of a row. `=====` ends a page;
`=====unread` ends it and makes the next page unread; `|||` begins the next of two columns.
Letters are five points wide, rows twelve points apart.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field, replace

from app.domain.geometry import Box
from app.domain.page import Cell, Line, LineBox, LineRole, Page, PageState

LEFT, TOP, STEP, LETTER = 72.0, 72.0, 12.0, 5.0
_ROLES = {"~ ": LineRole.FURNITURE, "^ ": LineRole.FOOTNOTE, "% ": LineRole.MARGIN}
_BOLD = re.compile(r"\*\*(.+?)\*\*")


@dataclass
class _Pen:
    lines: list[Line] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    page: int = 1
    y: float = TOP
    at: int = 0
    column: int = 0
    columns: int = 1
    state: PageState = PageState.READ

    def write(self, row: str) -> None:
        indent = len(row) - len(row.lstrip())
        body = row.strip()
        role = _ROLES.get(body[:2], LineRole.BODY)
        body = body[2:] if role is not LineRole.BODY else body
        size = 10.0
        while body.startswith("#"):
            body, size = body[1:].lstrip() if body[1:2] == " " else body[1:], size + (4.0 if body[1:2] == " " else 3.0)
        bold = _BOLD.match(body)
        prefix = len(bold.group(1)) if bold else 0
        body = _BOLD.sub(r"\1", body)
        x = LEFT + indent * LETTER + self.column * 260
        cells = self._cells(body, x)
        text = "  ".join(cell.text for cell in cells)
        box = Box(x, self.y, x + len(text) * LETTER, self.y + 10)
        self.lines.append(
            Line(
                len(self.lines), self.page, text, self.at, self.at + len(text), box, cells, self.column, self.columns,
                size, bold=prefix >= len(text), bold_prefix=prefix, role=role,
            )
        )  # fmt: skip
        self.at += len(text) + 1
        self.y += STEP

    def _cells(self, body: str, x: float) -> tuple[Cell, ...]:
        cells = []
        at = self.at
        for part in re.split(r"\s*\|\s*", body):
            cells.append(Cell(part, at, at + len(part), Box(x, self.y, x + len(part) * LETTER, self.y + 10), False))
            at += len(part) + 2
            x += max(len(part) * LETTER + 30, 120)
        return tuple(cells)

    def end_page(self, state: PageState) -> None:
        here = [line for line in self.lines if line.page == self.page]
        boxes = tuple(LineBox(line.start, line.end, line.box) for line in here)
        text = "\n".join(line.text for line in here)
        kept = self.state if here or self.state is not PageState.READ else PageState.BLANK
        self.pages.append(Page(self.page, "", 595, 842, text, kept, lines=boxes))
        self.page, self.y, self.at, self.column, self.columns, self.state = self.page + 1, TOP, 0, 0, 1, state


def sketch(text: str) -> tuple[tuple[Line, ...], tuple[Page, ...]]:
    """Lines and pages from a sketch."""
    pen = _Pen()
    for row in textwrap.dedent(text).strip("\n").split("\n"):
        if row.startswith("====="):
            pen.end_page(PageState.NO_TEXT if "unread" in row else PageState.READ)
        elif row.strip() == "|||":
            pen.column, pen.columns, pen.y = 1, 2, TOP
            pen.lines = [_in_two(line) if line.page == pen.page else line for line in pen.lines]
        elif not row.strip():
            pen.y += STEP
        else:
            pen.write(row)
    pen.end_page(PageState.READ)
    return tuple(pen.lines), tuple(pen.pages)


def _in_two(line: Line) -> Line:
    return replace(line, columns=2)
