"""From fragments to lines in reading order, and the text of each page that all spans point into."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.domain.page import Cell, Line, LineBox, LineRole, Page, RawDocument, RawPage, Run
from app.layout.atoms import Atom, atoms_of, body_type
from app.layout.columns import Column, gutters_of, split_columns
from app.layout.furniture import PageAtoms, find_furniture
from app.layout.margins import Parted, footnote_start, is_side_column, part_margins
from app.layout.rows import Row, rows_of, space_after

_new = tuple.__new__  # half the cost of the constructor of a NamedTuple; there are several for each cell of a table
_MARKER = re.compile(r"[\W_]*(?:[(\[]?(?:\d{1,3}|[A-Za-z]|[ivxlc]{1,6})[.)\]])?[\W_]*")
_MARK = re.compile(r"[\[(]?\d{1,3}(?:\s?[,–-]\s?\d{1,3})*[\])]?|[*†‡§¶#]{1,3}|[a-z](?:,[a-z])*")
_UNIT = re.compile(r"(?:\d|\b(?:[cmkd]?m|ft|in|s|10|x|R))$")  # a raised figure behind these is an exponent


class _Placed(NamedTuple):
    row: Row
    column: int = 0
    columns: int = 1
    role: LineRole = LineRole.BODY


def lay_out(raw: RawDocument) -> tuple[tuple[Page, ...], tuple[Line, ...]]:
    """The pages with their text, and all lines of the document in reading order."""
    parts = [atoms_of(page.fragments) for page in raw.pages]
    usual, font = body_type(atom for upright, _ in parts for atom in upright)
    furniture = find_furniture(
        [PageAtoms(page.number, page.height, upright) for page, (upright, _) in zip(raw.pages, parts, strict=True)],
        usual,
        font,
    )
    pages: list[Page] = []
    lines: list[Line] = []
    numbers: list[Atom] = []
    gutters: tuple[float, ...] = ()
    for page, (upright, rotated), repeated in zip(raw.pages, parts, furniture, strict=True):
        inside = [a for a in upright if a.order not in repeated] if repeated else upright
        parted = part_margins(inside, usual, numbers)
        numbers = parted.numbers
        columns = split_columns(parted.main, usual, gutters)
        gutters = gutters_of(columns)
        outside = [a for a in upright if a.order in repeated] if repeated else []
        placed = _place(page.height, columns, parted, outside, rotated, usual)
        text, found = _write(page.number, placed, len(lines))
        lines.extend(found)
        pages.append(_page(page, text, found))
    return tuple(pages), tuple(lines)


def _page(raw: RawPage, text: str, lines: Sequence[Line]) -> Page:
    boxes = tuple([_new(LineBox, (line.start, line.end, line.box)) for line in lines])
    return Page(raw.number, raw.label, raw.width, raw.height, text, raw.state, raw.reason, boxes, raw.layers)


# ---------------------------------------------------------------- order


def _place(
    height: float,
    columns: Sequence[Column],
    parted: Parted,
    outside: Sequence[Atom],
    rotated: Sequence[Atom],
    usual: float,
) -> list[_Placed]:
    """All rows of a page in reading order: heads, text by columns, notes, rotated text, feet (`outside`: both)."""
    inside = (a.y1 for part in (parted.main, parted.notes, parted.numbers) for a in part)
    top = min(inside, default=height / 2) if outside else 0.0
    placed = [_Placed(row, role=LineRole.FURNITURE) for row in rows_of([a for a in outside if a.y0 < top])]
    placed.extend(_flow(columns, parted.main, usual, height))
    placed.extend(_Placed(row, role=LineRole.MARGIN) for row in rows_of(parted.notes))
    placed.extend(_Placed(row, role=LineRole.LINE_NUMBER) for row in rows_of(parted.numbers))
    placed.extend(_Placed(row, role=LineRole.MARGIN) for atom in rotated for row in rows_of([atom]))
    placed.extend(_Placed(row, role=LineRole.FURNITURE) for row in rows_of([a for a in outside if a.y0 >= top]))
    return placed


def _flow(columns: Sequence[Column], atoms: Sequence[Atom], usual: float, height: float) -> list[_Placed]:
    """Columns in reading order; a column of side notes comes last."""
    marks = {run.text.strip() for a in atoms for run in a.runs if len(run.text) < 6 and run.size < 0.8 * usual}
    body: list[_Placed] = []
    beside: list[_Placed] = []
    for at, column in enumerate(columns):
        rows = rows_of(column.atoms)
        if _is_notes(columns, at, usual):
            beside.extend(_Placed(row, role=LineRole.MARGIN) for row in rows)
            continue
        notes = footnote_start(rows, usual, height, marks)
        own, several = column.column, column.columns
        body.extend([_new(_Placed, (row, own, several, LineRole.BODY)) for row in rows[:notes]])
        body.extend([_new(_Placed, (row, own, several, LineRole.FOOTNOTE)) for row in rows[notes:]])
    return body + beside


def _is_notes(columns: Sequence[Column], at: int, usual: float) -> bool:
    """Is this column the narrow one of a pair?"""
    column = columns[at]
    if column.columns != 2:
        return False
    other = at + 1 if column.column == 0 else at - 1
    if not 0 <= other < len(columns) or columns[other].columns != 2 or columns[other].column == column.column:
        return False
    return is_side_column(column.atoms, columns[other].atoms, usual)


# ---------------------------------------------------------------- text


def _write(page: int, placed: Sequence[_Placed], index: int) -> tuple[str, list[Line]]:
    texts: list[str] = []
    lines: list[Line] = []
    at = 0
    for place in placed:
        line = _line(page, place, index + len(lines), at)
        if line.text:
            lines.append(line)
            texts.append(line.text)
            at = line.end + 1
    return "\n".join(texts), lines


def _line(page: int, place: _Placed, index: int, start: int) -> Line:
    row = place.row
    style = _one_style(row)
    cells: list[Cell] = []
    at = start
    for runs, box in row.cells:
        text = runs[0].text if len(runs) == 1 else "".join([run.text for run in runs])
        end = at + len(text)
        cells.append(_new(Cell, (text, at, end, box, style.bold if style else _all(runs, bold=True))))
        at = end + 1
    text = " ".join([cell.text for cell in cells])
    font, bold, italic, bold_prefix, italic_prefix, marks = _even(style, text) if style else _uneven(_joined_runs(row))
    return Line(
        index, page, text, start, start + len(text), row.box, tuple(cells), place.column, place.columns,
        row.size, font, bold, italic, bold_prefix, italic_prefix, marks, row.hidden, place.role,
    )  # fmt: skip


_Looks = tuple[str, bool, bool, int, int, tuple[tuple[int, int], ...]]  # font to marks, as the fields of Line


def _one_style(row: Row) -> Run | None:
    """Some run, where all runs of the row are set in one font, size and style and none is raised."""
    first = row.cells[0].runs[0]
    style = first[2:7]
    if first.raised or first.size <= 0:
        return None
    for runs, _ in row.cells:
        for run in runs:
            if run is not first and run[2:7] != style:
                return None
    return first


def _even(style: Run, text: str) -> _Looks:
    """Looks of a line set in one style, by far the most frequent one."""
    size = len(text.rstrip())
    return style.font, style.bold, style.italic, size if style.bold else 0, size if style.italic else 0, ()


def _uneven(runs: Sequence[Run]) -> _Looks:
    bold, italic = _prefix(runs, bold=True), _prefix(runs, bold=False)
    return _font(runs), _all(runs, bold=True), _all(runs, bold=False), bold, italic, _marks(runs)


def _joined_runs(row: Row) -> list[Run]:
    """The runs of all cells, with a space run where one cell ends: their texts joined are the line."""
    if len(row.cells) == 1:
        return list(row.cells[0].runs)
    out = list(row.cells[0].runs)
    for cell in row.cells[1:]:
        out.append(space_after(out[-1]))
        out.extend(cell.runs)
    return out


def _font(runs: Sequence[Run]) -> str:
    return runs[0].font if len(runs) == 1 else max(runs, key=_length).font


def _all(runs: Sequence[Run], bold: bool) -> bool:
    at = 4 if bold else 5  # fields of Run
    if len(runs) == 1:
        return bool(runs[0][at])
    if not any(run[at] for run in runs):
        return False
    lettered = [run for run in runs if any(map(str.isalnum, run.text))] or [run for run in runs if run.text.strip()]
    return bool(lettered) and all(run[at] for run in lettered)


def _prefix(runs: Sequence[Run], bold: bool) -> int:
    """Characters at the start in bold (or italic). A plain list marker before them counts as part of them."""
    if not any(run.bold if bold else run.italic for run in runs):
        return 0
    size = counted = 0
    marker = True
    for run in runs:
        set_off = run.bold if bold else run.italic
        if set_off and run.text.strip():
            counted = size + len(run.text.rstrip())
            marker = False
        elif run.text.strip() and not (marker and _MARKER.fullmatch(run.text)):
            break
        size += len(run.text)
    return counted


def _marks(runs: Sequence[Run]) -> tuple[tuple[int, int], ...]:
    """Spans of raised note and citation marks; exponents and ordinals ("10³", "1st") are text."""
    if len(runs) == 1:
        return ()
    main = runs[0] if len(runs[0].text) > 40 else max(runs, key=_length)
    small, high = 0.8 * main.size, main.box.y1 - 0.15 * main.size
    found = []
    at = 0
    before = ""
    for run in runs:
        # Smaller and higher than the longest run, though the reader did not call it raised
        if (run.raised or (run.size <= small and run.box.y1 < high)) and len(run.text) < 16:
            text = run.text.strip()
            if _MARK.fullmatch(text) and not _UNIT.search(before):
                start = at + len(run.text) - len(run.text.lstrip())
                found.append((start, start + len(text)))
        at += len(run.text)
        before = run.text
    return tuple(found)


def _length(run: Run) -> int:
    return len(run.text)
