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
MARGIN = 72.0  # where its lines begin
MOST = 0.7  # of the rows must have gaps of whole bars; an escaped bar makes a gap of its row wider
Placed = dict[int, Cell]


def delimited(lines: Sequence[Line]) -> list[tuple[Grid, Body]]:
    """Tables of rows parted by bars, in order."""
    found = []
    run: list[Line] = []
    for line in lines:
        if run and _follows(run, line):
            run.append(line)
            continue
        found += _table(run)
        run = [line] if line.font == FONT and len(line.cells) > 1 else []
    return found + _table(run)


def lines_of(tables: Sequence[tuple[Grid, Body]]) -> Set[int]:
    return {line.index for grid, _ in tables for piece in grid.pieces for line in (*piece.header, *piece.lines)}


def assumes_header(grid: Grid) -> bool:
    """Whether the first row of a table of plain text was taken for its header though nothing but its place says so."""
    header = grid.pieces[0].header
    return bool(grid.header and header) and header[0].font == FONT and not _all_bold(header[0])


def by_bars(line: Line, left: float) -> tuple[Placed, bool]:
    """The cells of a row by column, and whether all gaps are of whole bars. `left`: where rows of the table begin."""
    placed: Placed = {}
    column, at, whole = 0, left - BAR, True
    for cell in line.cells:
        steps = (cell.box.x0 - at) / BAR
        whole &= abs(steps - round(steps)) <= 0.02 and steps > 0.9
        column += max(round(steps), 1)
        placed[column - 1] = cell
        at = cell.box.x1
    return placed, whole


def _follows(run: Sequence[Line], line: Line) -> bool:
    """A row right below, or below the rule under a header in bold; one cell is a row where rows begin with a bar."""
    above = run[-1]
    if line.font != FONT or line.page != above.page:
        return False
    if len(line.cells) < 2 and (not line.cells or line.box.x0 <= MARGIN or run[0].box.x0 <= MARGIN):
        return False
    ruled = len(run) == 1 and _all_bold(above) and not _all_bold(line)
    return 0 < line.box.y0 - above.box.y0 < (2.6 if ruled else 1.5) * line.size


def _all_bold(line: Line) -> bool:
    return all(cell.bold for cell in line.cells)


def _table(lines: Sequence[Line]) -> list[tuple[Grid, Body]]:
    if len(lines) < 2:
        return []
    left = min(line.cells[0].box.x0 for line in lines)
    read = [by_bars(line, left) for line in lines]
    if sum(whole for _, whole in read) < MOST * len(read):
        return []
    run = [(line, placed) for line, (placed, _) in zip(lines, read, strict=True)]
    columns = max(max(placed) for _, placed in run) + 1
    headed = _is_header(run)
    rows = [_row(line, placed) for line, placed in run[1 if headed else 0 :]]
    page, names = run[0][0].page, run[0][1]
    header = [_name(page, names.get(column)) for column in range(columns)] if headed else []
    piece = Piece(page, [run[0][0]] if headed else [], [row.line for row in rows])
    return [(Grid([piece], header, columns), Body(rows, [], {}, [], {}, []))]


def _name(page: int, cell: Cell | None) -> HeaderCell:
    return HeaderCell(cell.box.x0, cell.box.x1, [(page, cell)]) if cell else HeaderCell(0.0, 0.0)


def _is_header(run: Sequence[tuple[Line, Placed]]) -> bool:
    """A first row in bold, or by convention any first row, unless it holds a number where the rows below do too."""
    if _all_bold(run[0][0]) and not all(_all_bold(line) for line, _ in run):
        return True
    if len(run) < 3:
        return False
    first = run[0][1]
    numeric = [column for column, cell in first.items() if is_number(cell.text)]
    below = [placed[column].text for _, placed in run[1:] for column in numeric if column in placed]
    return not below or sum(map(is_number, below)) * 2 < len(below)


def _row(line: Line, placed: Placed) -> Row:
    cells = {column: [(line.page, cell)] for column, cell in placed.items()}
    return Row(line.page, line, cells, total=is_plain_total(line.cells[0].text), hidden=line.hidden)
