"""Header cells of a table: stacked lines, spanning cells, a first row told apart by its content."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from app.domain.geometry import Span
from app.domain.page import Cell, Line
from app.domain.words import fold
from app.layout.table_grid import Interval, cut_at, intervals
from app.layout.table_rows import Piece
from app.layout.table_style import is_caps, is_number, is_total

_NAME = re.compile(r"^[^\W\d_][^\d]{2,}$")
_CODE = re.compile(r"[\d_=@]|\w\(")
_NO_VALUE = re.compile(r"^(?:n/?a|none|nil|unknown|pending|tb[da]|see .*|not .*|no .*)\.?$", re.IGNORECASE)


@dataclass(slots=True)
class HeaderCell:
    """One column header, its lines from top to bottom."""

    x0: float
    x1: float
    parts: list[tuple[int, Cell]] = field(default_factory=list)  # page, cell

    @property
    def text(self) -> str:
        return " ".join(cell.text for _, cell in self.parts)

    @property
    def spans(self) -> tuple[Span, ...]:
        return tuple(Span(page, cell.start, cell.end, cell.box) for page, cell in self.parts)


def first_row(piece: Piece) -> str:
    """The text of a piece's first line where it may be a header without a style of its own; else empty."""
    line = piece.lines[0] if piece.lines and not piece.header else None
    if line is None or len(line.cells) < 2 or any(is_number(cell.text) for cell in line.cells):
        return ""
    rows = piece.rows
    as_wide = sum(len(row.cells) == len(line.cells) for row in rows[1:])
    set_apart = sum(not _same_type(row, line) for row in rows[1:]) * 2 >= len(rows) - 1 > 0
    if (len(rows) < 4 or as_wide * 2 < len(rows) - 1) and not set_apart:
        return ""
    return "|".join(fold(cell.text) for cell in line.cells)


def second_row(piece: Piece) -> str:
    """The texts of the first two lines where both may be a header without a style of its own; else empty."""
    first = first_row(piece)
    if not first or len(piece.lines) < 2 or any(c.isdigit() for c in piece.lines[1].text):
        return ""
    above, line = piece.lines[:2]
    tight = line.box.y0 - above.box.y0 < 1.45 * line.size
    return f"{first}\n{fold(line.text)}" if tight else ""


def finish_header(piece: Piece, repeated: Set[str] = frozenset(), caption: Line | None = None) -> list[HeaderCell]:
    """Settle which lines are the header, and give its cells from left to right (none: the piece has no header).

    `repeated`: first rows, and first and second rows, that stand at the top of several pieces.
    `caption`: the caption right above, if any.
    """
    if piece.header:
        _take_wrapped(piece)
    elif caption and _take_captioned(piece, caption):
        pass
    elif first_row(piece) in repeated or _first_row_is_header(piece):
        second = second_row(piece)
        piece.header.append(piece.lines.pop(0))
        if second in repeated and len(piece.rows) > 2:
            piece.header.append(piece.lines.pop(0))
        _take_alike(piece)
    cells = stack(piece.header, intervals(row.cells for row in piece.rows)) if piece.header else []
    piece.header_cells = [Interval(cell.x0, cell.x1) for cell in cells]
    piece.signature = " ".join(fold(cell.text) for cell in cells)
    return cells


def _take_captioned(piece: Piece, caption: Line) -> bool:
    """Take the lines of words between a caption and rows of numbers or codes as the header."""
    at, own = len(piece.above), 0
    while at and _is_header_line(piece.above[at - 1], [*piece.above[at:], *piece.lines][0], caption):
        at -= 1
    while own < 2 and len(piece.lines) > own + 3 and _is_header_line(piece.lines[own], piece.lines[own + 1], caption):
        own += 1
    for above, below in ((piece.above[at:], own), (piece.above[at:], 0), ([], own)):
        header = [*above, *piece.lines[:below]]
        rows = [line for line in piece.lines[below:] if len(line.cells) > 1]
        if len(rows) > 1 and _over_codes([cell for line in header for cell in line.cells], rows):
            piece.header.extend(header)
            piece.lines = piece.lines[below:]
            piece.above = piece.above[:at] if above else piece.above
            return True
    return False


def _is_header_line(line: Line, next_to: Line, caption: Line) -> bool:
    """Short words without numbers, right beside the rows or another header line, set apart from the caption's text."""
    near = abs(next_to.box.y0 - line.box.y0) < 1.9 * max(line.size, next_to.size)
    inside = len(line.cells) > 1 or line.box.x0 > caption.box.x0 + 5
    short = all(len(cell.text) < 40 and not _CODE.search(cell.text) for cell in line.cells)
    return near and inside and short and line.index > caption.index and not line.text.endswith((".", ":"))


def _over_codes(header: Sequence[Cell], rows: Sequence[Line]) -> bool:
    """Whether most columns under header cells, the first apart, hold numbers or codes, and the header cells none."""
    columns = sorted(header, key=lambda cell: cell.box.x0)[1:]
    codes = 0
    for name in columns:
        under = [c for row in rows for c in row.cells if c.box.x0 < name.box.x1 and name.box.x0 < c.box.x1]
        codes += not _CODE.search(name.text) and sum(bool(_CODE.search(c.text)) for c in under) > 0.7 * len(under) > 0
    return len(columns) > 1 and codes >= 0.6 * len(columns)


def _same_type(one: Line, two: Line) -> bool:
    return one.font == two.font and abs(one.size - two.size) < 0.3


def _take_alike(piece: Piece) -> None:
    """Tight lines of several cells in the type of the header row, where the rows below are set otherwise."""
    while len(piece.rows) > 2 and len(piece.lines[0].cells) > 1:
        line, above, below = piece.lines[0], piece.header[-1], piece.lines[1]
        tight = line.box.y0 - above.box.y0 < 1.45 * line.size
        words = not any(c.isdigit() for c in line.text)
        if not (tight and words and _same_type(line, above) and not _same_type(line, below)):
            return
        piece.header.append(piece.lines.pop(0))


def _take_wrapped(piece: Piece) -> None:
    """Bold lines of one cell right under the header, inside it: wrapped header words."""
    while piece.lines and len(piece.lines[0].cells) == 1 and len(piece.rows) > 1:
        line, above = piece.lines[0], piece.header[-1]
        tight = line.box.y0 - above.box.y0 < 1.45 * max(line.size, above.size)
        if not (tight and line.cells[0].bold):
            return
        piece.header.append(piece.lines.pop(0))


def _first_row_is_header(piece: Piece) -> bool:
    """A first row in capitals, or of words over columns of numbers, where the rows below are otherwise."""
    rows = piece.rows
    if len(rows) < 3 or piece.lines[0] is not rows[0]:
        return False
    first, rest = rows[0], rows[1:]
    if len(first.cells) < max(2, max(len(r.cells) for r in rest[:6]) - 1):
        return False
    if any(is_number(cell.text) for cell in first.cells) or is_total(first.cells[0].text):
        return False
    if _by_bars(rows):
        return True
    if all(is_caps(cell.text) for cell in first.cells):
        return not any(is_caps(row.cells[0].text) and is_caps(row.cells[-1].text) for row in rest[:8])
    return (first.bold and not any(row.bold for row in rest[:8])) or _over_numbers(first, rest)


def _by_bars(rows: Sequence[Line]) -> bool:
    """Rows of plain text parted by bars: the first one is the header by convention."""
    return all("|" in row.text and not row.font for row in rows[:4])


def _over_numbers(first: Line, rest: Sequence[Line]) -> bool:
    same = [row for row in rest if len(row.cells) == len(first.cells)]
    if len(same) < 3 or len(same) < len(rest) // 2:
        return False
    columns = range(1, len(first.cells))
    numeric = [i for i in columns if all(is_number(row.cells[i].text) for row in same)]
    if any(not _NAME.match(first.cells[i].text) or _NO_VALUE.match(first.cells[i].text) for i in numeric):
        return False
    return len(numeric) >= max(1 if len(columns) == 1 else 2, len(columns) * 0.6)


def stack(lines: Sequence[Line], columns: Sequence[Interval] = ()) -> list[HeaderCell]:
    """Join header lines column by column; a cell over several columns is put before each of their names.

    `columns`: where the cells of the rows stand; a name over two of them that others stand over too is parted.
    """
    base = max(lines, key=lambda line: (len(line.cells), line.index))
    parted = [part for c in base.cells for part in (_parted(c, columns) if len(lines) > 1 else [c])]
    cells = [HeaderCell(c.box.x0, c.box.x1, [(base.page, c)]) for c in parted]
    before = [line for line in lines if line.index < base.index]
    behind = [line for line in lines if line.index > base.index]
    for line in reversed(before):
        for cell in line.cells:
            _put(cells, line.page, cell, first=True)
    for line in behind:
        for cell in line.cells:
            _put(cells, line.page, cell, first=False)
    return sorted(cells, key=lambda c: c.x0)


def _parted(cell: Cell, columns: Sequence[Interval]) -> list[Cell]:
    under = [part for part in columns if part.x0 < cell.box.x1 and cell.box.x0 < part.x1]
    return (_split_names(cell, under) if len(under) > 1 else []) or [cell]


def _put(cells: list[HeaderCell], page: int, cell: Cell, first: bool) -> None:
    under = [c for c in cells if c.x0 < cell.box.x1 and cell.box.x0 < c.x1]
    if not under:
        cells.append(HeaderCell(cell.box.x0, cell.box.x1, [(page, cell)]))
        return
    for target in under:
        if first:
            target.parts.insert(0, (page, cell))
        else:
            target.parts.append((page, cell))
    if len(under) == 1:
        under[0].x0 = min(under[0].x0, cell.box.x0)
        under[0].x1 = max(under[0].x1, cell.box.x1)


def split_header(header: list[HeaderCell], parts: Sequence[Interval]) -> list[HeaderCell]:
    """Part header cells that were read as one although they stand over two columns of their own."""
    if not header or len(parts) <= len(header):
        return header
    found: list[HeaderCell] = []
    for cell in header:
        under = [part for part in parts if part.x0 < cell.x1 and cell.x0 < part.x1]
        pieces = _split_names(cell.parts[0][1], under) if len(cell.parts) == 1 and len(under) > 1 else []
        if len(pieces) > 1:
            found += [HeaderCell(p.box.x0, p.box.x1, [(cell.parts[0][0], p)]) for p in pieces]
        else:
            found.append(cell)
    return found if len(found) == len(parts) else header


def _split_names(cell: Cell, under: Sequence[Interval]) -> list[Cell]:
    """Part a header cell in the gaps between the columns under it, before a capital where there is one."""
    step = cell.box.width / max(len(cell.text), 1)
    ends = []
    for left, right in itertools.pairwise(under):
        middle = ((left.x1 + right.x0) / 2 - cell.box.x0) / step
        reach = (right.x0 - left.x1) / 2 / step + 2
        spaces = [i for i, c in enumerate(cell.text) if c == " " and abs(i - middle) <= reach]
        if not spaces:
            return []
        ends.append(min(spaces, key=lambda i: (not cell.text[i + 1].isupper(), abs(i - middle))))
    return cut_at(cell, ends, step) if len(set(ends)) == len(ends) else []
