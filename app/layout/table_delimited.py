"""Rows of plain text parted by bars: cells belong to columns by their order, not by their place.

The reader of plain text sets characters on a grid, so " | " between two cells is three characters wide, and each empty
cell between two bars makes the gap three characters wider.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from app.domain.page import Cell, Line
from app.layout.table_header import HeaderCell
from app.layout.table_members import Body, Row
from app.layout.table_merge import Grid
from app.layout.table_rows import Piece
from app.layout.table_style import is_number, is_plain_total

FONT, BAR = "monospace", 18.0  # of the reader of plain text: its font, and the width of " | " in points
Placed = dict[int, Cell]


def delimited(lines: Sequence[Line]) -> list[tuple[Grid, Body]]:
    """Tables of rows parted by bars, in order."""
    found = []
    run: list[tuple[Line, Placed]] = []
    for line in lines:
        placed = by_bars(line)
        if placed and (not run or _follows(run[-1][0], line)):
            run.append((line, placed))
            continue
        found += _table(run)
        run = [(line, placed)] if placed else []
    return found + _table(run)


def lines_of(tables: Sequence[tuple[Grid, Body]]) -> Set[int]:
    return {line.index for grid, _ in tables for piece in grid.pieces for line in (*piece.header, *piece.lines)}


def by_bars(line: Line) -> Placed:
    """The cells of a row by column; empty where the gaps are not those of bars."""
    if line.font != FONT or len(line.cells) < 2:
        return {}
    placed = {0: line.cells[0]}
    column = 0
    for left, right in zip(line.cells, line.cells[1:], strict=False):
        steps = (right.box.x0 - left.box.x1) / BAR
        if abs(steps - round(steps)) > 0.02 or steps < 0.9:
            return {}
        column += round(steps)
        placed[column] = right
    return placed


def _follows(above: Line, line: Line) -> bool:
    return line.page == above.page and 0 < line.box.y0 - above.box.y0 < 1.5 * line.size


def _table(run: Sequence[tuple[Line, Placed]]) -> list[tuple[Grid, Body]]:
    if len(run) < 2:
        return []
    columns = max(max(placed) for _, placed in run) + 1
    headed = len(run) > 2 and _is_header(run)
    rows = [_row(line, placed) for line, placed in run[1 if headed else 0 :]]
    page, names = run[0][0].page, run[0][1]
    header = [_name(page, names.get(column)) for column in range(columns)] if headed else []
    piece = Piece(page, [run[0][0]] if headed else [], [row.line for row in rows])
    return [(Grid([piece], header, columns), Body(rows, [], {}, [], {}, []))]


def _name(page: int, cell: Cell | None) -> HeaderCell:
    return HeaderCell(cell.box.x0, cell.box.x1, [(page, cell)]) if cell else HeaderCell(0.0, 0.0)


def _is_header(run: Sequence[tuple[Line, Placed]]) -> bool:
    """By convention the first row is the header, unless it holds a number where the rows below do too."""
    first = run[0][1]
    numeric = [column for column, cell in first.items() if is_number(cell.text)]
    below = [placed[column].text for _, placed in run[1:] for column in numeric if column in placed]
    return not below or sum(map(is_number, below)) * 2 < len(below)


def _row(line: Line, placed: Placed) -> Row:
    cells = {column: [(line.page, cell)] for column, cell in placed.items()}
    return Row(line.page, line, cells, total=is_plain_total(line.cells[0].text), hidden=line.hidden)
