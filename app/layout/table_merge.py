"""One table over many pages: pieces with the same header, or that go on with the same columns, put together."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from app.domain.page import Cell, Line, LineRole
from app.domain.words import fold
from app.layout.table_breaks import CONTINUED, Breaks
from app.layout.table_grid import (
    Cut,
    Interval,
    between,
    intervals,
    left_bands,
    middle_bands,
    misfits,
    right_bands,
)
from app.layout.table_header import HeaderCell, finish_header, first_row, second_row, split_header
from app.layout.table_rows import SMALL, Piece
from app.layout.table_style import is_total

_CAPTION = re.compile(r"^(?:table|exhibit|schedule|tab\.?|tableau|tabelle)\s+([\w.-]*\d[\w.-]*|[A-Z])\b", re.IGNORECASE)


@dataclass(slots=True)
class Grid:
    """A table: its pieces in reading order, the header of the first one, its columns."""

    pieces: list[Piece]
    header: list[HeaderCell]
    columns: int = 0
    caption: Line | None = None
    bold_rows: bool = False
    repeated: int = field(default=0)  # how often the header was seen again


def grids(found: Sequence[Piece], lines: Sequence[Line], breaks: Breaks) -> list[Grid]:
    """Tables from pieces, in the order of their first lines."""
    made: list[Grid] = []
    by_signature: dict[str, Grid] = {}
    latest: Grid | None = None
    firsts = Counter(text for piece in found for text in (first_row(piece), second_row(piece)))
    repeated = {text for text, seen in firsts.items() if text and seen > 1}
    for piece in found:
        caption = caption_of(piece) or _caption_on_page_before(piece, lines)
        header = finish_header(piece, repeated, caption)
        target = _continued(piece, header, caption, latest, by_signature, breaks)
        latest = target
        if target:
            target.pieces.append(piece)
            target.repeated += bool(header)
            if len(header) > len(target.header) and target.header:
                target.header = header  # cells that were read as one elsewhere stand apart here
            continue
        grid = Grid([piece], header, caption=caption)
        made.append(grid)
        latest = grid
        if header:
            by_signature[piece.signature] = grid
    kept = [grid for grid in made if _is_table(grid)]
    starts = {piece.first for piece in found}
    for grid in kept:
        _set_cuts(grid)
        grid.caption = grid.caption or _caption_below(grid.pieces[-1], lines, starts)
    return kept


def caption_of(piece: Piece) -> Line | None:
    """The nearest "Table 2. ..." line above, not further than the piece before."""
    for line in reversed(piece.above[-8:]):
        if _CAPTION.match(line.text) and line.role is not LineRole.FURNITURE:
            return line
    return None


def _caption_on_page_before(piece: Piece, lines: Sequence[Line]) -> Line | None:
    """A "Table 2. ..." line that a page end parts from its rows: the last text of the page before, but for a header
    that is printed again above the rows."""
    again = {lines[piece.first].text, *(line.text for line in piece.above)}
    above = (lines[at] for at in range(piece.first - 1, -1, -1))
    last = next((line for line in above if line.role is LineRole.BODY and line.text not in again), None)
    return last if last and last.page + 1 == piece.page and _CAPTION.match(last.text) else None


def _caption_below(piece: Piece, lines: Sequence[Line], starts: Set[int]) -> Line | None:
    """A "Table 2. ..." line directly under a table, unless another one follows that it may belong to."""
    at = piece.last + 1
    if at >= len(lines) or not _CAPTION.match(lines[at].text) or lines[at].role is not LineRole.BODY:
        return None
    near = lines[at].page == piece.page and lines[at].box.y0 - lines[at - 1].box.y0 < 3.0 * lines[at].size
    return lines[at] if near and not any(start in starts for start in range(at + 1, at + 9)) else None


def caption_number(line: Line | None) -> str:
    match = _CAPTION.match(line.text) if line else None
    return match.group(1).casefold().rstrip(".") if match else ""


def _same_caption(one: Line | None, two: Line) -> bool:
    """The same number, and the same words unless the second only says that the table goes on."""
    if one is None or caption_number(one) != caption_number(two):
        return False
    first, second = (CONTINUED.sub("", _CAPTION.sub("", fold(line.text))).strip(" .:-()") for line in (one, two))
    return not first or not second or first.startswith(second) or second.startswith(first)


def _continued(
    piece: Piece,
    header: Sequence[HeaderCell],
    caption: Line | None,
    latest: Grid | None,
    by_signature: dict[str, Grid],
    breaks: Breaks,
) -> Grid | None:
    if header:
        grid = by_signature.get(piece.signature)
        if grid is None or (caption and _same_caption(grid.caption, caption)):
            return grid
        return None if caption or breaks.between(grid.pieces[-1].last, piece.first) else grid
    if latest is None or caption:
        return None
    before = latest.pieces[-1]
    goes_on = piece.page - before.page in (0, 1) and _only_furniture(breaks.lines, before.last, piece.first)
    goes_on = goes_on and not breaks.between(before.last, piece.first)
    return latest if goes_on and same_columns(before, piece.rows[:6]) else None


def _only_furniture(lines: Sequence[Line], start: int, stop: int) -> bool:
    """Nothing but furniture, and at most one short line, stands between two pieces."""
    body = [line for line in lines[start + 1 : stop] if line.role is LineRole.BODY]
    return len(body) <= 1 and all(len(line.text) < 60 for line in body)


def same_columns(one: Piece, rows: Sequence[Line]) -> bool:
    """Whether most cells of some rows begin where cells of the last rows of a piece begin."""
    lefts = {round(cell.box.x0 / 4) for row in one.rows[-12:] for cell in row.cells}
    cells = [cell for row in rows for cell in row.cells]
    near = sum(1 for c in cells if {round(c.box.x0 / 4) - 1, round(c.box.x0 / 4), round(c.box.x0 / 4) + 1} & lefts)
    return near >= 0.7 * len(cells)


def _is_table(grid: Grid) -> bool:
    """At least two rows with aligned cells, not prose with wide gaps."""
    rows = [row for piece in grid.pieces for row in piece.rows]
    if grid.header:
        return True
    if len(rows) <= SMALL and any(row.role is LineRole.FURNITURE for row in rows):
        return False  # the head of a page
    return len(rows) >= 3 and _mostly_short(rows)


def _mostly_short(rows: Sequence[Line]) -> bool:
    firsts = [row.cells[0] for row in rows]
    return sum(len(cell.text) < 70 for cell in firsts) >= 0.8 * len(firsts)


# ---------------------------------------------------------------- columns


def plain_rows(grid: Grid) -> list[tuple[Cell, ...]]:
    """Cells of ordinary rows: no totals, and no bold rows where most rows are not bold."""
    rows = [row for piece in grid.pieces for row in piece.rows if not is_total(row.cells[0].text)]
    bold = [row for row in rows if row.cells[0].bold]
    grid.bold_rows = len(bold) * 2 > len(rows)
    if not grid.bold_rows and len(bold) < len(rows):
        rows = [row for row in rows if not row.cells[0].bold or len(row.cells) > 2]
    return [row.cells for row in rows]


def _set_cuts(grid: Grid) -> None:
    rows = plain_rows(grid)
    parts = intervals(rows)
    grid.header = split_header(grid.header, parts)
    wanted = len(grid.header)
    if not wanted or len(parts) == wanted:
        cut = between(parts)
        for piece in grid.pieces:
            piece.cut = cut
        grid.columns = len(parts)
    else:
        grid.columns = wanted
        _cut_by_header(grid, parts)


def _cut_by_header(grid: Grid, parts: Sequence[Interval]) -> None:
    """Bands under the header cells of each page; the way of setting headers is the same in all of a table."""
    best: tuple[int, list[Cut]] | None = None
    for bands in (left_bands, middle_bands, right_bands):
        cuts: list[Cut] = []
        bad = 0
        cells = grid.pieces[0].header_cells
        for piece in grid.pieces:
            cells = piece.header_cells if len(piece.header_cells) == len(grid.header) else cells
            cuts.append(bands(cells))
            bad += misfits((row.cells for row in piece.rows), cuts[-1])
        if best is None or bad < best[0]:
            best = bad, cuts
    assert best is not None
    matched = _match(parts, grid.pieces[0].header_cells)
    if matched and best[0] and misfits(plain_rows(grid), matched) < best[0]:
        best = 0, [matched] * len(grid.pieces)
    for piece, cut in zip(grid.pieces, best[1], strict=True):
        piece.cut = cut


def _match(parts: Sequence[Interval], header: Sequence[Interval]) -> Cut | None:
    """Boundaries where each header cell, widened by the cells it overlaps, ends and the next begins."""
    wide = [list(h) for h in header]
    for part in parts:
        over = [w for w, h in zip(wide, header, strict=True) if h.x0 < part.x1 and part.x0 < h.x1]
        if len(over) == 1:
            over[0][0] = min(over[0][0], part.x0)
            over[0][1] = max(over[0][1], part.x1)
    if any(a[1] > b[0] for a, b in itertools.pairwise(wide)):
        return None
    return tuple((a[1] + b[0]) / 2 for a, b in itertools.pairwise(wide))
