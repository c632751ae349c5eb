"""Every row line right beside a table is in it, in another table, or a label over values: else it was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from app.domain.page import Line, LineRole
from app.layout.table_grid import Cut, between, intervals, misfits
from app.layout.table_merge import Grid, caption_number
from app.layout.table_rows import Piece
from app.layout.table_style import is_page_mark

NEAR = 2.6  # type sizes from a table to a row that may be its own
REACH = 4  # lines looked at on each side


def loses_rows(grid: Grid, lines: Sequence[Line], accounted: Set[int]) -> bool:
    """Whether rows that fit the columns stand directly above or below a piece of a table, and in no table."""
    return any(True for piece in grid.pieces for _ in _lost(piece, lines, accounted))


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
