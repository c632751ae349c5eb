"""Every row line beside or below a table is in it, in another table, or a label over values: else it was lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from statistics import median_low

from app.domain.page import Line, LineRole
from app.layout.table_grid import Cut, between, intervals, misfits
from app.layout.table_merge import Grid, caption_number, same_columns
from app.layout.table_rows import Piece
from app.layout.table_style import is_page_mark

NEAR = 2.6  # type sizes from a table to a row that may be its own
REACH = 4  # lines looked at on each side
FURTHER = 6  # lines of text between a table and rows of its columns further below that may be its own
PITCH = 1.35  # how much further than the rows among themselves a new header stands below them, at least


def loses_rows(grid: Grid, lines: Sequence[Line], accounted: Set[int]) -> bool:
    """Whether rows that fit the columns stand directly above or below a piece of a table, and in no table."""
    return any(True for piece in grid.pieces for _ in _lost(piece, lines, accounted))


def goes_on_below(grid: Grid, lines: Sequence[Line], headed: Mapping[int, Grid]) -> bool:
    """Whether rows under the columns of a table follow below some lines of text, or right below in another type.

    `headed`: the tables with a header, by the lines of their rows and headers.
    """
    return any(_is_cut(piece, lines, headed) for piece in grid.pieces) or _follows(grid.pieces[-1], lines, headed)


def _is_cut(piece: Piece, lines: Sequence[Line], headed: Mapping[int, Grid]) -> bool:
    """Whether the header of another table stands like one more row of this one."""
    below = piece.last + 1
    other = headed.get(below)
    if other is None or other.pieces[0].first != below:
        return False
    return _is_row_of(lines[below], piece) and _in_step(lines[below], piece)


def _follows(piece: Piece, lines: Sequence[Line], headed: Mapping[int, Grid]) -> bool:
    """Whether rows of these columns, in no table with a header of its own, come below a few lines of text."""
    passed = 0
    for at in range(piece.last + 1, len(lines)):
        line = lines[at]
        if line.page > piece.page + 1 or passed > FURTHER or caption_number(line):
            return False
        if at in headed:  # a row taken into the header that is printed again?
            again = headed[at].pieces[0].header
            return len(again) > len(piece.header) > 0 and again[0].text == piece.header[0].text
        if line.role is LineRole.BODY:
            if _is_row_of(line, piece):
                return True
            passed += 1
    return False


def _is_row_of(line: Line, piece: Piece) -> bool:
    """Cells that begin where those of the rows begin, as many as most rows have."""
    usual = median_low(len(row.cells) for row in piece.rows)
    return len(line.cells) >= max(usual, 2) and same_columns(piece, [line])


def _in_step(line: Line, piece: Piece) -> bool:
    """Whether a line stands as far below the last row as the rows below each other."""
    rows = piece.rows
    if line.page != rows[-1].page:
        return False
    steps = [two.box.y0 - one.box.y0 for one, two in pairwise((*piece.header[-1:], *rows))] or [line.size]
    return 0 < line.box.y0 - rows[-1].box.y0 < PITCH * median_low(steps)


def _lost(piece: Piece, lines: Sequence[Line], accounted: Set[int]) -> Iterator[Line]:
    cut = piece.cut or between(intervals(row.cells for row in (*piece.header, *piece.rows)))
    for edge, places in (
        (piece.first, range(piece.first - 1, piece.first - 1 - REACH, -1)),
        (piece.last, range(piece.last + 1, piece.last + 1 + REACH)),
    ):
        beside = lines[edge]
        for at in places:
            if not 0 <= at < len(lines) or at in accounted or not _is_row(lines[at], beside, cut):
                break
            yield lines[at]
            beside = lines[at]


def _is_row(line: Line, beside: Line, cut: Cut) -> bool:
    """A line of at least half as many cells as there are columns, each within one of them, close by."""
    if line.page != beside.page or line.column != beside.column or line.role is not LineRole.BODY:
        return False
    if abs(line.box.y0 - beside.box.y0) > NEAR * max(line.size, beside.size) or is_page_mark(line):
        return False
    if len(line.cells) < 2 or len(line.cells) * 2 < len(cut) + 1 or caption_number(line):
        return False
    return misfits([line.cells], cut) == 0
