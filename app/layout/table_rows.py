"""Stretches of lines that may be (a page of) a table: rows whose cells align, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from app.domain.page import Line, LineRole
from app.layout.table_grid import (
    Alignment,
    Cut,
    Interval,
    between,
    intervals,
    left_bands,
    middle_bands,
    misfits,
    right_bands,
)
from app.layout.table_style import is_header, is_page_mark, joins_header

MOST_BETWEEN = 5  # lines at the left edge that may stand between two rows
SMALL = 4  # rows of a piece without header that may as well be the head of what follows
FAR = 7.0  # lines of empty space, in type sizes, that end a table
LEFT_OUT = frozenset({LineRole.LINE_NUMBER, LineRole.MARGIN})


@dataclass(slots=True)
class Piece:
    """One stretch of one page: header lines, then rows and the lines between them."""

    page: int
    header: list[Line] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    cut: Cut = ()
    header_cells: list[Interval] = field(default_factory=list)
    signature: str = ""
    above: list[Line] = field(default_factory=list)  # lines of the page between the piece before and this one

    @property
    def first(self) -> int:
        return (self.header or self.lines)[0].index

    @property
    def last(self) -> int:
        return (self.lines or self.header)[-1].index

    @property
    def rows(self) -> list[Line]:
        return [line for line in self.lines if len(line.cells) > 1]


class _Stretch:
    """The piece being built, with what was seen since its last row."""

    def __init__(self, line: Line) -> None:
        self.piece = Piece(line.page)
        self.alignment = Alignment()
        self.waiting: list[Line] = []
        self.at_left = 0
        self.left = line.cells[0].box.x0
        self.second = 1e9  # left edge of the second column
        self.bands: list[Cut] | None = None
        self.known = False  # every cell of the line last looked at is aligned with cells before
        if is_header(line):
            self.piece.header.append(line)
        else:
            self.piece.lines.append(line)
        self._learn(line)

    def _learn(self, line: Line) -> None:
        if not self.known:
            self.alignment.add(line.cells)
        first = line.cells[0].box.x0
        self.left = min(self.left, first)
        if len(line.cells) > 1 and first < self.left + 12:
            self.second = min(self.second, line.cells[1].box.x0)

    def takes_header(self, line: Line) -> bool:
        return (
            bool(self.piece.header)
            and not self.piece.lines
            and not self.waiting
            and joins_header(self.piece.header[-1], line)
        )

    def add_header(self, line: Line) -> None:
        self.piece.header.append(line)
        self._learn(line)

    def fits(self, line: Line) -> bool:
        if not self._near(line):
            return False
        aligned = self.alignment.count(line.cells)
        self.known = aligned == len(line.cells)
        if aligned >= max(2, (len(line.cells) + 1) // 2):
            return True
        if line.role is LineRole.FURNITURE and self.piece.lines:
            return False
        if aligned and self._hangs(line):
            return True
        return bool(self.piece.header) and self._under_header(line)

    def _hangs(self, line: Line) -> bool:
        """A wrapped line right below, with nothing in the first column."""
        last = self.waiting[-1] if self.waiting else (self.piece.lines or self.piece.header)[-1]
        tight = line.box.y0 - last.box.y0 < 1.45 * max(line.size, last.size)
        return tight and bool(self.piece.lines) and line.cells[0].box.x0 > self.left + 12

    def _near(self, line: Line) -> bool:
        """On the same page and column, below and not far from the line before."""
        last = self.waiting[-1] if self.waiting else (self.piece.lines or self.piece.header)[-1]
        if line.page != self.piece.page or line.column != last.column or line.box.y0 < last.box.y0:
            return False
        far = 3.0 if line.role is LineRole.FURNITURE else FAR
        return line.box.y0 - last.box.y0 < far * max(line.size, last.size)

    def _under_header(self, line: Line) -> bool:
        """Whether the cells stand apart under the header cells, in one of the ways headers are set."""
        if self.bands is None:
            base = max(self.piece.header, key=lambda header: len(header.cells)).cells
            header = [Interval(cell.box.x0, cell.box.x1) for cell in base]
            self.bands = [left_bands(header), middle_bands(header), right_bands(header)]
        if len(line.cells) > len(self.bands[0]) + 3:
            return False
        if len(line.cells) == 2 and line.cells[0].bold and abs(line.cells[0].box.x0 - self.left) < 4:
            return len(self.bands[0]) > 1  # a group line with a remark
        return any(misfits([line.cells], cut) <= len(line.cells) // 4 for cut in self.bands)

    def piece_bottom(self) -> float:
        return (self.piece.lines or self.piece.header)[-1].box.y0

    def add(self, line: Line) -> None:
        self.piece.lines.extend(self.waiting)
        self.waiting.clear()
        self.at_left = 0
        self.piece.lines.append(line)
        self._learn(line)

    def wait(self, line: Line) -> bool:
        """Hold a line of one cell until the next row comes; False ends the stretch."""
        if not self._near(line):
            return False
        if line.box.x0 < self.second - 3:
            self.at_left += 1
        self.waiting.append(line)
        return self.at_left <= MOST_BETWEEN

    def close(self) -> Piece | None:
        """The finished piece, with lines below its last row that hang in a later column or are notes as seen before."""
        bottom = self.piece_bottom()
        for line in self.waiting:
            if line.box.y0 - bottom > 1.6 * line.size or line.page != self.piece.page:
                break
            if line.box.x0 < self.second - 3 and not self._is_known_note(line):
                break
            self.piece.lines.append(line)
            bottom = line.box.y0
        rows = len(self.piece.rows)
        return self.piece if rows >= 2 or (rows and self.piece.header) else None

    def _is_known_note(self, line: Line) -> bool:
        """A line with the label of a note that stands between the rows: the note on the last row."""
        label, colon, _ = line.text[:50].partition(": ")
        return bool(colon) and any(
            len(one.cells) == 1 and one.text.startswith(label + ": ") for one in self.piece.lines
        )


def pieces(lines: Sequence[Line], paired: Set[int], taken: Set[int] = frozenset()) -> list[Piece]:
    """All stretches of the document that may be tables, in reading order.

    `paired`: rows of labels over values; `taken`: lines that already are in a table.
    """
    found: list[Piece] = []
    stretch: _Stretch | None = None
    for line in lines:
        if line.role in LEFT_OUT or is_page_mark(line):
            continue
        if line.index in paired or line.index in taken:
            _finish(stretch, found)
            stretch = None
        else:
            stretch = _step(stretch, line, found)
    _finish(stretch, found)
    _extend(found, lines, taken)
    _set_above(found, lines)
    return found


def _extend(found: Sequence[Piece], lines: Sequence[Line], others: Set[int]) -> None:
    """Take in rows directly above and below a piece that begin at its left edge and have fewer cells than others."""
    taken = set(others) | {line.index for piece in found for line in (*piece.header, *piece.lines)}
    for piece in found:
        left = min(row.cells[0].box.x0 for row in piece.rows)
        at = piece.first - 1
        while not piece.header and at >= 0 and at not in taken and _joins(lines[at], piece.lines[0], left, piece):
            taken.add(at)
            piece.lines.insert(0, lines[at])
            at -= 1
        at = piece.last + 1
        while at < len(lines) and at not in taken and _joins(lines[at], piece.lines[-1], left, piece):
            taken.add(at)
            piece.lines.append(lines[at])
            at += 1


def _joins(line: Line, edge: Line, left: float, piece: Piece) -> bool:
    """Whether a row beside the edge of a piece is one of its rows."""
    if len(line.cells) < 2 or line.page != piece.page or line.role is not LineRole.BODY or is_page_mark(line):
        return False
    near = abs(line.box.y0 - edge.box.y0) < 2.2 * max(line.size, edge.size) and line.column == edge.column
    if not near or abs(line.cells[0].box.x0 - left) > 3 or is_header(line):
        return False
    cut = between(intervals(row.cells for row in piece.rows))
    return len(line.cells) <= len(cut) + 1 and misfits([line.cells], cut) == 0


def _step(stretch: _Stretch | None, line: Line, found: list[Piece]) -> _Stretch | None:
    if len(line.cells) < 2:
        if stretch is None or stretch.wait(line):
            return stretch
        _finish(stretch, found)
        return None
    if stretch is None:
        return _begin(line)
    if is_header(line):
        if stretch.takes_header(line):
            stretch.add_header(line)
            return stretch
    elif stretch.fits(line):
        stretch.add(line)
        return stretch
    _finish(stretch, found)
    return _begin(line)


def _begin(line: Line) -> _Stretch | None:
    """Furniture begins a stretch only as a header: headers that repeat on every page are flagged as furniture."""
    return _Stretch(line) if line.role is not LineRole.FURNITURE or is_header(line) else None


def _finish(stretch: _Stretch | None, found: list[Piece]) -> None:
    piece = stretch.close() if stretch else None
    if piece:
        found.append(piece)


def _set_above(found: Iterable[Piece], lines: Sequence[Line]) -> None:
    """Give each piece the lines of its page that stand above it, down from the piece before."""
    last = -1
    for piece in found:
        start = piece.first
        at = start - 1
        while at > last and lines[at].page == piece.page:
            at -= 1
        piece.above = [line for line in lines[at + 1 : start] if line.role not in LEFT_OUT]
        if not piece.header:
            _take_flagged(piece)
        if piece.header or len(piece.rows) > SMALL:
            last = piece.last


def _take_flagged(piece: Piece) -> None:
    """First rows that look alike on every page were flagged as furniture: take back those that align."""
    alignment = Alignment()
    for row in piece.rows[:8]:
        alignment.add(row.cells)
    columns = max(len(row.cells) for row in piece.rows)
    while piece.above:
        line, first = piece.above[-1], piece.lines[0]
        near = 0 < first.box.y0 - line.box.y0 < 2.5 * first.size
        if line.role is not LineRole.FURNITURE or len(line.cells) * 2 < max(columns, 4) or not near:
            return
        if alignment.count(line.cells) < len(line.cells):
            return
        piece.lines.insert(0, piece.above.pop())
