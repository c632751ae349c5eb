"""Members of a table: rows with their wrapped lines, totals, notes, and what they carry from groups."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.domain.flow import Stretch, join
from app.domain.geometry import Span
from app.domain.page import Cell, Line
from app.domain.structure import Column, Field, Member
from app.domain.words import fold
from app.layout.table_grid import crosses, place, split
from app.layout.table_groups import Key, Value, group_value, is_group_line, values_above, varying
from app.layout.table_merge import Grid
from app.layout.table_notes import by_name, is_pointer, told
from app.layout.table_rows import Piece
from app.layout.table_style import is_plain_total, is_total, named

_new = tuple.__new__  # half the cost of the constructor of a NamedTuple; there are several for each cell
Parts = list[tuple[int, Cell]]  # page and cell, top to bottom


@dataclass(slots=True)
class Row:
    """A row being put together: cells by column, values it carries, notes behind it."""

    page: int
    line: Line
    cells: dict[int, Parts] = field(default_factory=dict)
    carried: dict[int, tuple[str, tuple[Span, ...]]] = field(default_factory=dict)
    groups: dict[Key, Value] = field(default_factory=dict)
    notes: list[Value] = field(default_factory=list)
    total: bool = False
    piece: int = 0
    start_of_group: bool = False
    hidden: bool = False


@dataclass(slots=True)
class Body:
    """The rows of a table and what could not be placed."""

    rows: list[Row]
    group_keys: list[Key]
    group_names: dict[Key, str]
    note_keys: list[Key]
    note_names: dict[Key, str]
    unplaced: list[Line]
    doubts: Counter[int] = field(default_factory=Counter)  # rows whose place in a column is not sure, by column


class _Builder:
    """Reads the lines of all pieces of a table in order."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.body = Body([], [], {}, [], {}, [])
        self.groups: dict[Key, Value] = {}
        self.inner: set[Key] = set()  # keys of group lines between rows: they end at a total
        self.after_total = False
        self.new_group = False
        self.airy = _is_airy(grid)
        self.piece = grid.pieces[0]
        self.left = 0.0
        self.at = 0
        self.last: Line | None = None
        self.across: set[int] = set()

    def build(self) -> Body:
        above = [values_above(piece.above) for piece in self.grid.pieces]
        kept = set(varying(above)) if len(above) > 1 else set()
        for at, (piece, values) in enumerate(zip(self.grid.pieces, above, strict=True)):
            self._begin(at, piece, [v for v in values if v.key in kept])
            for line in piece.lines:
                self._line(line)
                self.last = line
        return self.body

    def _begin(self, at: int, piece: Piece, values: Sequence[Value]) -> None:
        self.at, self.piece, self.last = at, piece, None
        rows = piece.rows or piece.lines
        self.left = min(row.cells[0].box.x0 for row in rows)
        if piece.header_cells:
            self.left = min(self.left, piece.header_cells[0].x0)
        for value in values:
            self._set_group(value)

    def _set_group(self, value: Value) -> None:
        if value.key not in self.body.group_names:
            self.body.group_keys.append(value.key)
            self.body.group_names[value.key] = value.name
        self.new_group = self.new_group or self.groups.get(value.key, value).text != value.text
        self.groups[value.key] = value

    def _line(self, line: Line) -> None:
        if self._repeats_header(line):
            return
        if is_group_line(line, self.grid.columns, self.left, self.grid.bold_rows) and not is_total(line.cells[0].text):
            self._group(line)
        elif len(line.cells) > 1:
            self._row_or_wrapped(line)
        else:
            self._single(line)

    def _repeats_header(self, line: Line) -> bool:
        if len(line.cells) < 2 or not self.piece.signature.startswith(fold(line.cells[0].text)):
            return False
        return " ".join(fold(c.text) for c in line.cells) == self.piece.signature

    def _group(self, line: Line) -> None:
        value = group_value(line)
        self.inner.add(value.key)
        self._set_group(value)
        self.after_total = False

    def _row_or_wrapped(self, line: Line) -> None:
        above = self.body.rows[-1] if self.body.rows and self.last is not None else None
        if above and self._runs_across(line.cells[0]):
            self._notes(line)
            return
        placed = self._placed(line)
        if self._is_total_row(line):
            self._new(line, placed, total=True)
            return
        if len(placed) < len(line.cells) or self.across:
            self.body.doubts.update({*self.across, *(column for column, parts in placed.items() if len(parts) > 1)})
        if self._is_wrapped(line, placed):
            self._extend(placed)
        else:
            self._new(line, placed)

    def _runs_across(self, cell: Cell) -> bool:
        """Whether a cell is running text over several columns, not cells that were read as one."""
        if cell.bold or " " not in cell.text or crosses(cell, self.piece.cut) < 2:
            return False
        return ": " in cell.text[:50] or len(split(cell, self.piece.cut)) == 1

    def _is_total_row(self, line: Line) -> bool:
        first = line.cells[0]
        if not is_plain_total(first.text) and not (first.bold and not self.grid.bold_rows and is_total(first.text)):
            return False
        return any(c.isdigit() for cell in line.cells[1:] for c in cell.text)

    def _placed(self, line: Line) -> dict[int, Parts]:
        """The cells of a line by column; `across` then names the columns under cells that no space parts."""
        placed: dict[int, Parts] = {}
        cut, page = self.piece.cut, line.page
        self.across.clear()
        for whole in line.cells:
            x0, _, x1, _ = whole.box
            first, last = bisect_right(cut, x0), bisect_right(cut, x1)
            if first == last and first not in placed:  # by far the most frequent kind
                placed[first] = [(page, whole)]
                continue
            if first == last:
                placed[first].append((page, whole))
                continue
            cells = split(whole, cut) if len(line.cells) > 1 else [whole]
            if len(cells) == 1 and crosses(whole, cut):
                self.across.update(range(first, last + 1))
            for cell in cells:
                placed.setdefault(place(cell, cut), []).append((page, cell))
        return placed

    def _is_wrapped(self, line: Line, placed: dict[int, Parts]) -> bool:
        """Whether the line goes on with cells of the row above it."""
        if not self.body.rows or self.last is None or self.body.rows[-1].total:
            return False
        tight = line.box.y0 - self.last.box.y0 < 1.45 * line.size
        if self.airy:
            return tight
        above = self.body.rows[-1].cells
        return tight and 0 not in placed and len(placed) * 2 <= self.grid.columns and all(k in above for k in placed)

    def _new(self, line: Line, placed: dict[int, Parts], total: bool = False) -> None:
        if self.after_total and not total:
            for key in self.inner:
                self.groups.pop(key, None)
        self.after_total = total
        row = Row(line.page, line, placed, groups=dict(self.groups), total=total, piece=self.at, hidden=line.hidden)
        row.start_of_group = self.new_group
        self.new_group = False
        self.body.rows.append(row)

    def _extend(self, placed: dict[int, Parts]) -> None:
        for column, parts in placed.items():
            self.body.rows[-1].cells.setdefault(column, []).extend(parts)

    def _single(self, line: Line) -> None:
        cell = line.cells[0]
        tight = self.last is not None and line.box.y0 - self.last.box.y0 < 1.6 * line.size
        above = self.body.rows[-1] if self.body.rows and self.last is not None else None
        if is_total(cell.text) and cell.bold and not tight:
            self._new(line, self._placed(line), total=True)
        elif self._across(cell):
            self._spanning(line, above, tight)
        elif above and place(cell, self.piece.cut) > 0 and not tight and not self.airy:
            for column in (0, place(cell, self.piece.cut)):  # a row under a cell of several, or half a row
                self.body.doubts[column] += 2  # one of them is enough to be in doubt
            self._new(line, self._placed(line))
        elif above and (place(cell, self.piece.cut) > 0 or (tight and self._goes_on(cell, above))):
            self._extend(self._placed(line))
        else:
            self._new(line, self._placed(line))

    def _goes_on(self, cell: Cell, above: Row) -> bool:
        return self.airy or above.total or cell.text[0].islower() or cell.text[0] in "(&"

    def _spanning(self, line: Line, above: Row | None, tight: bool) -> None:
        """A line over several columns: a note on the row above it, or a group line for those below."""
        cell = line.cells[0]
        if above and above.total and tight:
            self._extend(self._placed(line))
        elif above and not cell.bold and self._is_note(cell, line, above):
            self._notes(line)
        elif len(cell.text) < 80 and not cell.text.endswith((".", ";")):
            self._group(line)
        elif above:
            self._notes(line)
        else:
            self.body.unplaced.append(line)

    def _across(self, cell: Cell) -> bool:
        """Whether a cell reaches over a boundary between columns."""
        return crosses(cell, self.piece.cut) > 0

    def _is_note(self, cell: Cell, line: Line, above: Row) -> bool:
        """A labelled line, or one in smaller type or further right than rows begin: it tells more of the row above."""
        name, value, _ = named(cell.text)
        if name and ":" in cell.text and len(value) > 3:
            return True
        return line.size < 0.96 * above.line.size or cell.box.x0 > self.left + 3

    def _notes(self, line: Line) -> None:
        for cell in line.cells:
            self._note(line.page, cell)

    def _note(self, page: int, cell: Cell) -> None:
        name, value, start = named(cell.text)
        key = (fold(name), 0, 0)
        if key not in self.body.note_names:
            self.body.note_keys.append(key)
            self.body.note_names[key] = name
        span = Span(page, cell.start + start, cell.start + start + len(value), cell.box)
        self.body.rows[-1].notes.append(Value(key, name, value, (span,)))


def _is_airy(grid: Grid) -> bool:
    """Whether rows are set apart by more space than the lines within a row."""
    gaps: list[float] = []
    for piece in grid.pieces:
        gaps += [
            (b.box.y0 - a.box.y0) / max(b.size, 1.0)
            for a, b in zip(piece.lines, piece.lines[1:], strict=False)
            if 0 < b.box.y0 - a.box.y0 < 60
        ]
    tight = sum(gap < 1.45 for gap in gaps)
    wide = sum(gap >= 1.6 for gap in gaps)
    return bool(tight) and wide >= max(1, len(gaps) * 0.15)


def build_body(grid: Grid) -> Body:
    """The rows of a table, first columns carried down."""
    body = _Builder(grid).build()
    _carry_first(body.rows, grid.columns)
    if _may_be_centred([row for row in body.rows if not row.total]):
        body.doubts[0] += len(body.rows)
    return _used(body)


def _carry_first(rows: Sequence[Row], columns: int) -> None:
    """Where the first column is filled once for several rows, the others take its value over."""
    if columns < 3:
        return
    held: tuple[str, tuple[Span, ...]] | None = None
    if is_running([row.cells[0][0][1].text for row in rows if not row.total and 0 in row.cells]):
        return
    for row in rows:
        if row.total:
            continue
        if 0 in row.cells:
            text, spans = text_of(row.cells[0])
            held = text, spans
        elif held and len(row.cells) * 2 >= columns - 1:
            row.carried[0] = held


def _may_be_centred(rows: Sequence[Row]) -> bool:
    """Whether values carried down may as well stand in the middle of their rows, so that some belong to the next value.

    Read so, each value reaches as far down as up; the reading holds where this uses up the rows exactly.
    """
    if not any(0 in row.carried for row in rows):
        return False
    start = 0
    for at, row in enumerate(rows):
        if 0 in row.cells:
            if at < start:
                return False
            start = 2 * at - start + 1
    return start == len(rows)


def text_of(parts: Parts) -> tuple[str, tuple[Span, ...]]:
    """The text of a cell over its lines, and its stored spans."""
    if len(parts) == 1:
        page, cell = parts[0]
        return cell.text, (Span(page, cell.start, cell.end, cell.box),)
    flow = join(Stretch(cell.text, page, cell.start, cell.box) for page, cell in parts)
    return flow.text, tuple(Span(page, cell.start, cell.end, cell.box) for page, cell in parts)


# ---------------------------------------------------------------- members


def _used(body: Body) -> Body:
    """The body without columns for group lines that no row carries."""
    keys = {key for row in body.rows for key in row.groups}
    body.group_keys = [key for key in body.group_keys if key in keys]
    return body


def columns_of(grid: Grid, body: Body) -> tuple[Column, ...]:
    """Printed columns first, then those of group lines, then those of labelled notes."""
    if grid.header and len(grid.header) == grid.columns:
        printed = [Column(cell.text, cell.spans) for cell in grid.header]
        if not any(map(str.isalpha, printed[0].name)) and _counts_rows(body):
            printed[0] = Column("")  # the sign over row numbers names no field
    else:
        printed = [Column("") for _ in range(grid.columns)]
    extra = [Column(body.group_names[key]) for key in body.group_keys]
    return tuple(printed + extra + [Column(body.note_names[key]) for key in body.note_keys])


def _counts_rows(body: Body) -> bool:
    return is_running([row.cells[0][0][1].text for row in body.rows if not row.total and 0 in row.cells])


def members_of(grid: Grid, body: Body) -> tuple[Member, ...]:
    groups = {key: grid.columns + i for i, key in enumerate(body.group_keys)}
    notes = {key: grid.columns + len(groups) + i for i, key in enumerate(body.note_keys)}
    label = label_column(grid, body)
    names = by_name([Column(cell.text) for cell in grid.header]) if len(grid.header) == grid.columns else {}
    return tuple(_member(row, label, groups, notes, names) for row in body.rows)


def _member(row: Row, label: int, groups: dict[Key, int], notes: dict[Key, int], names: dict[str, int]) -> Member:
    own = fields = [_field(column, row.cells[column]) for column in sorted(row.cells)]
    if row.notes and names:
        fields = _with_told(fields, row.notes, names)
    if row.carried or row.groups or row.notes:
        fields = [*fields, *_taken_over(row, groups, notes)]
    named_by = next((f for f in fields if f.column == label), own[0])
    text = " | ".join([f.text for f in own] + [value.text for value in row.notes])
    detail = " | ".join([f.text for f in own if f is not named_by])
    if len(fields) > len(own):
        fields.sort(key=_column)
    return _new(Member, (named_by.text, named_by.spans, "", detail, tuple(fields), (), text, not row.total, row.hidden))


def _taken_over(row: Row, groups: dict[Key, int], notes: dict[Key, int]) -> list[Field]:
    """What a row has from rows above, from group lines and from notes behind it."""
    found = [Field(column, text, spans, True) for column, (text, spans) in row.carried.items()]
    found += [Field(groups[value.key], value.text, value.spans, True) for value in row.groups.values()]
    return found + [Field(notes[value.key], value.text, value.spans) for value in row.notes]


def _field(column: int, parts: Parts) -> Field:
    if len(parts) > 1:
        return Field(column, *text_of(parts))
    page, (text, start, end, box, _) = parts[0]
    return _new(Field, (column, text, (_new(Span, (page, start, end, box)),), False))


def _column(field: Field) -> int:
    return field.column


def _with_told(fields: list[Field], notes: Sequence[Value], names: dict[str, int]) -> list[Field]:
    """The fields, and those that notes give for cells that are empty or only point at a note."""
    pointers = {f.column for f in fields if is_pointer(f.text)}
    filled = {f.column for f in fields} - pointers
    found: dict[int, Field] = {}
    for note in notes:
        for column, text, span in told(note, names):
            if column not in filled:
                found.setdefault(column, Field(column, text, (span,)))
    return [f for f in fields if f.column not in found] + list(found.values())


def label_column(grid: Grid, body: Body) -> int:
    """The first column that is no running number and not filled once for many rows."""
    rows = [row for row in body.rows if not row.total]
    for column in range(min(grid.columns, 4)):
        filled = [row.cells[column][0][1].text for row in rows if column in row.cells]
        several = len(set(filled)) >= 0.6 * len(filled)
        if len(filled) * 2 > len(rows) and several and not is_running(filled):
            return column
    return 0


def is_running(texts: Sequence[str]) -> bool:
    """Whether values count up by one: row numbers."""
    numbers = [int(text.rstrip(".)")) for text in texts if text.rstrip(".)").isdecimal()]
    if len(numbers) < max(2, 0.9 * len(texts)):
        return False
    steps = sum(b - a == 1 for a, b in itertools.pairwise(numbers))
    return steps >= 0.75 * (len(numbers) - 1)
